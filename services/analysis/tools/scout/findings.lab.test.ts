import { expect, test } from "bun:test";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { json } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { FINDINGS } from "./findings.ts";

const OWN = { RATE_LIMIT_UNITS: "0" };
/** Maximum size in bytes of an answer without its data and evidence. */
const SHORT_MAX = 5000;

type Finding = {
  readonly code: string;
  readonly subjects: readonly string[];
  readonly evidence: readonly string[];
};
type Answer = {
  readonly summary: { readonly status: string; readonly text: string };
  readonly findings: readonly Finding[];
  readonly evidence: readonly { readonly id: string; readonly question: string }[];
};

/**
 * Queries, each with the expected status and part of the text of the summary. The queries that wait for silent servers
 * come first.
 */
const CASES: readonly (readonly [query: string, status: string, about: string])[] = [
  ["axfr-silent.com&sections=axfr", "unknown", "axfr: 0 of 1 known"],
  ["half.com&sections=records,axfr", "warning", "ns1.half.com (5.66.0.1)"],
  ["example.com", "warning", "sip.example.com"],
  [
    "words.com&sections=records,email,axfr",
    "pass",
    "4 name servers, no zone transfer for strangers, SPF valid",
  ],
  ["dangling.com", "fail", "gone.never-registered-dangling.com"],
  ["open-transfer.com&sections=axfr", "fail", "open-transfer.com: The name server ns1.labdns.net"],
  ["axfr-cut.com&sections=axfr", "warning", "ns.axfr-cut.com (5.66.5.1)"],
  ["oddnames.com&sections=subdomains", "fail", "cdn.oddnames.com"],
  ["halflame.com&sections=records", "fail", "ns1.halflame.com (5.9.7.53)"],
  ["no-tcp.org&sections=records", "fail", "ns.no-tcp.org (5.66.2.201)"],
  ["no-edns.org&sections=records", "pass", "1 name server"],
  ["disagree.com&sections=records", "warning", "2026112000 (ns2.disagree.com)"],
  ["expired.com", "fail", "DNSSEC"],
  [`${POLICY.spfBadAddress}&sections=email`, "fail", "The SPF record has a syntax error"],
  [`${POLICY.spfMissing}&sections=email`, "fail", "has no SPF record"],
  [`${POLICY.dmarcMissing}&sections=email`, "fail", "No DMARC policy applies"],
  [`${POLICY.dmarcSeveral}&sections=email`, "fail", "more than one DMARC record"],
  [`${POLICY.parkedSilently}&sections=email`, "warning", "Nothing shows that"],
  ["deepwild.com&sections=srv", "pass", "1 service"],
  ["vary.com&sections=records,axfr", "pass", "2 name servers"],
  ["strayed.com&sections=records,subdomains", "fail", "ns.never-registered-strayed.com"],
  ["axfr-silent.com&sections=records,axfr", "unknown", "axfr: 0 of 1 known"],
  ["axfr-servfail.com&sections=records,axfr", "unknown", "axfr: 0 of 1 known"],
  ["axfr-empty.com&sections=axfr", "pass", "no zone transfer for strangers"],
  ["dname.records.com&sections=subdomains", "pass", "0 names below it"],
  ["no-glue.com&sections=axfr", "fail", "No name server of no-glue.com"],
];

test("each summary names the worst finding, each finding points to exchanges, and each code has a case", async () => {
  const { url } = await sharedProduct("all", OWN);
  const codes = new Set<string>();
  const wrong: unknown[] = [];
  const check = async ([query, status, about]: (typeof CASES)[number]) => {
    const answer: Answer = await json(fetch(`${url}/api/v1/scout?domain=${query}`));
    const { summary, findings, evidence } = answer;
    const ids = new Set(evidence.map(({ id }) => id));
    if (summary.status !== status || !summary.text.includes(about)) wrong.push([query, summary]);
    const size = JSON.stringify({ ...answer, data: null, evidence: null }).length;
    if (size > SHORT_MAX) wrong.push([query, size]);
    for (const finding of findings) {
      codes.add(finding.code);
      const shown = finding.evidence.filter((id) => ids.has(id));
      const few = finding.code === "scout.incomplete" ? 20 : 8;
      const isShown = shown.length > 0 && shown.length === finding.evidence.length && shown.length <= few;
      if (!isShown || finding.subjects.length === 0) wrong.push([query, finding]);
    }
  };
  // At most five queries run at once; two of them spend most of their time waiting for silent servers.
  await atOnce(CASES, check, 5);
  expect(wrong).toEqual([]);
  // No authoritative server of the lab is an open resolver; judge/findings.test.ts tests the finding about open
  // resolvers.
  const rest = Object.keys(FINDINGS).filter((code) => !codes.has(code));
  expect(rest).toEqual(["scout.open_recursion"]);
});

test("view=summary returns the summary and the findings only, at the same cost", async () => {
  const { url } = await sharedProduct("all", OWN);
  const response = await fetch(`${url}/api/v1/scout?domain=example.com&view=summary`);
  const text = await response.text();
  expect(text.length).toBeLessThanOrEqual(SHORT_MAX);
  expect(JSON.parse(text)).toMatchObject({ data: null, evidence: null, summary: { status: "warning" } });
  expect(response.headers.get("X-Request-Cost")).toBe("10");
});
