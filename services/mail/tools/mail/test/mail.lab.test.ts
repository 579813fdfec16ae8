import { describe, expect, test } from "bun:test";
import { LIKELY } from "@dnstools/core/data/dkim-selectors";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { checkCases } from "@dnstools/lab/support/cases";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { json, type Product, startProcess, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import type { RecommendationData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import { FIXABLE, FIXED_ELSEWHERE } from "./broken.ts";
import { OPTIONAL_CODES, POLICY_CODES, SHOWN } from "./policies.ts";

const OWN = { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER };

type Evidence = {
  readonly server: string;
  readonly question: string;
  readonly elapsedMs: number;
  readonly reason: string | null;
};

/** Returns the queries of an answer as `name TYPE`, without the queries for guessed selectors. */
function questionsOf(evidence: readonly Evidence[], domain: string): string[] {
  const common = LIKELY.map(([selector]) => `${selector}._domainkey.${domain}. IN TXT`);
  return ofResolver(evidence)
    .map(({ question }) => question)
    .filter((question) => !common.includes(question))
    .map((question) =>
      question.replace(/^[0-9a-f]{16}\._domainkey/, "RANDOM._domainkey").replace(". IN ", " "),
    );
}

/** Returns the exchanges without those that compare an answer of our resolver with that of a zone's servers. */
function ofResolver(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.filter(
    ({ server, question }) =>
      !question.includes(" IN ") || (server === "resolver" && !question.endsWith(" NS")),
  );
}

async function ask(product: Product, query: string) {
  return json(fetch(`${product.url}/api/v1/mail?${query}`));
}

describe.each(WIRINGS)("mail, %s", (wiring) => {
  test("each section's data is right", async () =>
    checkCases(await sharedProduct(wiring, OWN), "mail", SHOWN));

  test("parameters that are wrong are named, with what to send instead", async () => {
    const { url } = await sharedProduct(wiring, OWN);
    const cases = [
      ["", "domain", "Send domain"],
      ["domain=5.40.0.1", "domain", "an IP address"],
      ["domain=a@example.com", "domain", "send only its domain, example.com"],
      ["domain=localhost", "domain", "not in the public DNS"],
      ["domain=example.com&selector=a b", "selector", "such as google"],
      ["domain=example.com&selector=", "selector", "empty"],
      ["domain=example.com&selectors=a", "selectors", "Did you mean selector?"],
    ] as const;
    for (const [query, parameter, message] of cases) {
      const response = await fetch(`${url}/api/v1/mail?${query}`);
      const problem = (await response.json()) as { errors?: readonly unknown[] };
      expect([query, response.status, problem.errors?.[0]]).toEqual([
        query,
        400,
        expect.objectContaining({ parameter, message: expect.stringContaining(message) }),
      ]);
    }
    const missing = await fetch(`${url}/api/v1/mail?domain=no-such-name.com`);
    expect([missing.status, ((await missing.json()) as { code: string }).code]).toEqual([
      404,
      "domain_not_found",
    ]);
  });
});

// These tests run with all services in one process only, because the judgement depends only on the observations.
describe("mail", () => {
  test("domains of every role, and with all that can be wrong with each section, have exactly their findings", async () => {
    const product = await sharedProduct("all", OWN);
    const check = await openApiCheck(product.url);
    const wrong: string[] = [];
    const recommended = new Set<string>();
    const met = new Set<string>();
    const ask = async ([domain, codes]: readonly [domain: string, codes: string]) => {
      const response = await fetch(`${product.url}/api/v1/mail?domain=${domain}`);
      const text = await response.text();
      check("/api/v1/mail", response, text);
      const { data, findings, evidence } = JSON.parse(text) as {
        data: { recommendations: readonly RecommendationData[] };
        findings: readonly { code: string; evidence: readonly string[] }[];
        evidence: readonly { id: string }[];
      };
      const ids = new Set(evidence.map(({ id }) => id));
      for (const { code, evidence: shown } of findings)
        if (shown.length === 0 || !shown.every((id) => ids.has(id)))
          wrong.push(`${domain}: ${code} is shown by ${shown}`);
      const found = [...new Set(findings.map(({ code }) => code.slice("mail.".length)))].sort();
      for (const code of found) met.add(code);
      const sure = found.filter((code) => code !== OPTIONAL_CODES[domain] || codes.split(" ").includes(code));
      if (sure.join(" ") !== codes) wrong.push(`${domain}: ${found.join(" ")}, and not ${codes}`);
      for (const { codes: fixed, records, file } of data.recommendations)
        if (records !== null || file !== null)
          for (const code of fixed) recommended.add(code.slice("mail.".length));
    };
    await atOnce(Object.entries(POLICY_CODES), ask, 6);
    expect(wrong).toEqual([]);
    // Every finding code must occur in these tests, and recommendations.lab.test.ts must test every code that a record
    // fixes.
    const all = Object.keys(FINDINGS).map((code) => code.slice("mail.".length));
    // Exceptions: codes that need a selector or an unavailable list. Tests below and role.test.ts cover them.
    const bySelector = ["dkim_alias_dangling", "dkim_nxdomain_contradicted", "dkim_selector_missing"];
    const byLists = ["reputation_refused", "reputation_unknown"];
    // bimi.lab.test.ts and edges.lab.test.ts cover these codes.
    const elsewhere = ["bimi_certificate_unreachable", "dane_bogus"];
    expect(all.filter((code) => !met.has(code)).sort()).toEqual([...elsewhere, ...bySelector, ...byLists]);
    expect([...recommended].filter((code) => !FIXABLE.includes(code)).sort()).toEqual([FIXED_ELSEWHERE]);
  });

  test("the short view of a domain, right or wrong, has at most 5 kB", async () => {
    const product = await sharedProduct("all", OWN);
    for (const domain of ["example.com", POLICY.perfect, POLICY.spfEleven, POLICY.dmarcMissing]) {
      const response = await fetch(`${product.url}/api/v1/mail?domain=${domain}&view=summary`);
      const text = await response.text();
      expect([domain, text.length <= 5000]).toEqual([domain, true]);
      expect(JSON.parse(text).summary.text).toContain(domain);
    }
  });

  test("a parked domain takes twelve questions, and none of them twice", async () => {
    const domain = POLICY.parked;
    const { evidence, data } = await ask(await sharedProduct("all", OWN), `domain=${domain}`);
    expect(questionsOf(evidence, domain).sort()).toEqual(
      [
        ...["A", "AAAA", "MX", "TXT", "SPF"].map((type) => `${domain} ${type}`),
        ...[domain, "policy.com", "com"].map((name) => `_dmarc.${name} TXT`),
        ...["_mta-sts", "_smtp._tls", "default._bimi", "_domainkey", "RANDOM._domainkey"].map(
          (label) => `${label}.${domain} TXT`,
        ),
      ].sort(),
    );
    expect(data.dmarc.walk.map(({ name }: { name: string }) => name)).toEqual([domain, "policy.com", "com"]);
  });

  test("a domain with everything takes these questions, and the common selectors", async () => {
    const domain = POLICY.perfect;
    const { evidence } = await ask(await sharedProduct("all", OWN), `domain=${domain}`);
    const questions = questionsOf(evidence, domain);
    expect(new Set(questions).size).toBe(questions.length);
    expect(ofResolver(evidence).length - questions.length).toBe(LIKELY.length);
    const pointers = questions.filter((one) => one.endsWith(" PTR"));
    expect(pointers).toHaveLength(4);
    expect(questions.filter((one) => !one.endsWith(" PTR")).sort()).toEqual(
      [
        ...["A", "AAAA", "MX", "TXT", "SPF"].map((type) => `${domain} ${type}`),
        "agency.net MX",
        ...["mx1", "mx2"].flatMap((host) => ["A", "AAAA"].map((type) => `${host}.${domain} ${type}`)),
        ...["mx1", "mx2"].map((host) => `_25._tcp.${host}.${domain} TLSA`),
        ...[domain, "com", "agency.net", "net"].map((name) => `_dmarc.${name} TXT`),
        `${domain}._report._dmarc.agency.net TXT`,
        ...["_mta-sts", "_smtp._tls", "default._bimi", "_domainkey", "RANDOM._domainkey"].map(
          (label) => `${label}.${domain} TXT`,
        ),
        `mta-sts.${domain} A`,
        `logo.${domain} A`,
        `GET https://mta-sts.${domain}/.well-known/mta-sts.txt`,
        `GET https://logo.${domain}/logo.svg`,
      ].sort(),
    );
  });

  test("the tree walk asks exactly what RFC 9989 4.10 lists, in its order", async () => {
    const start = `a.b.c.d.e.f.g.h.i.j.${POLICY.walkDeep}`;
    const { evidence, data } = await ask(await sharedProduct("all", OWN), `domain=${start}`);
    const walked = [
      start,
      ...["g.h.i.j.", "h.i.j.", "i.j.", "j.", ""].map((labels) => `${labels}${POLICY.walkDeep}`),
      ...["policy.com", "com"],
    ];
    expect(data.dmarc.walk.map(({ name }: { name: string }) => name)).toEqual(walked);
    const asked = (evidence as readonly Evidence[])
      .filter(({ server, question }) => server === "resolver" && question.startsWith("_dmarc."))
      .map(({ question }) => question)
      .map((question) => question.slice("_dmarc.".length).replace(". IN TXT", ""));
    expect(asked).toEqual(walked);
    expect(data.dmarc).toMatchObject({ foundAt: POLICY.walkDeep, effective: { domain: "quarantine" } });
  });

  test("the number of queries is bounded, even for records designed to cause many", async () => {
    const product = await sharedProduct("all", OWN);
    const hostile = [
      ...[POLICY.spfExponential, POLICY.spfHuge, POLICY.spfLongTerm, POLICY.spfLongLetters, POLICY.spfCrowd],
      ...[POLICY.dkimHuge, POLICY.dmarcHuge, POLICY.mxHundreds, POLICY.bimiLogoEntities, POLICY.bimiLogoDeep],
      ...[POLICY.bimiLogoEndless, POLICY.stsTooLarge],
    ];
    for (const domain of hostile) {
      const { evidence } = await ask(product, `domain=${domain}`);
      expect([domain, evidence.length < 250]).toEqual([domain, true]);
    }
  });

  test("mail servers are not connected to: all that is asked is DNS and files over HTTPS", async () => {
    const { evidence } = await ask(await sharedProduct("all", OWN), "domain=oddmx.mailtls.com");
    const transports = new Set(
      (evidence as readonly { transport: string }[]).map(({ transport }) => transport),
    );
    expect([...transports].filter((one) => !["udp", "tcp", "https"].includes(one))).toEqual([]);
  });
});

test("while the network service is down, reputation is unknown, and all other sections are complete", async () => {
  const down = "http://127.0.0.1:1024";
  const others = { DNS_URL: down, NETWORK_URL: down, CERT_URL: down, ANALYSIS_URL: down };
  const mail = await startProcess("mail", { ...OWN, NETWORK_URL: down });
  const gateway = await startProcess("gateway", { ...OWN, ...others, MAIL_URL: mail.url });
  const { data } = await json(fetch(`${gateway.url}/api/v1/mail?domain=${POLICY.perfect}`));
  for (const process of [gateway, mail]) process.kill("SIGKILL");
  expect(data.reputation).toMatchObject({ status: "unknown", reason: "service_unavailable" });
  expect(data.reputation.findings).toEqual(["mail.reputation_unknown"]);
  expect(data.summary).toMatchObject({
    unknown: ["reputation"],
    verdict: { status: "pass" },
    reputation: { status: "unknown", reason: "service_unavailable" },
  });
  for (const section of ["mx", "spf", "dkim", "dmarc", "mtaSts", "tlsRpt", "bimi", "dane"])
    expect([section, data[section].status]).toEqual([section, "valid"]);
});

test("while all resolvers are dead, no finding is reported", async () => {
  await using product = await startProduct("all", { ...OWN, DNS_RESOLVERS: "5.66.1.1" });
  const response = await fetch(`${product.url}/api/v1/mail?domain=${POLICY.perfect}`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    503,
    "resolver_unavailable",
  ]);
  expect(response.headers.get("retry-after")).not.toBeNull();
});

test("at the tool's deadline, the answer contains what is known by then, and other sections are unknown", async () => {
  // The deadline is long enough for everything except the domain's policy file, which never ends.
  await using product = await startProduct("all", { ...OWN, TOOL_DEADLINES: "mail=5500" });
  const [endless, dead] = await Promise.all(
    [POLICY.stsDrip, POLICY.stsDead].map((domain) => ask(product, `domain=${domain}`)),
  );
  expect(endless.data.mtaSts).toMatchObject({ status: "unknown", reason: "budget" });
  expect(endless.data.spf.status).toBe("valid");
  // The connection timeout for a host that accepts no connection expires before the deadline.
  expect(dead.data.mtaSts).toMatchObject({ status: "unknown", reason: "timeout" });
});
