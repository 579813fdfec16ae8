import { expect, test } from "bun:test";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { json } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import type { MailData } from "../data.ts";
import { POLICY_CODES } from "./policies.ts";

const OWN = { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER };

type Answer = {
  readonly query: Readonly<Record<string, string | null>>;
  readonly summary: { readonly text: string };
  readonly data: MailData;
  readonly findings: readonly { readonly code: string; readonly message: string }[];
};

/** New findings that a remedy may cause, with the reason why they are expected. */
const COME: Readonly<Record<string, string>> = {
  dmarc_monitoring: "a first policy asks for reports alone (p=none)",
  dmarc_reject_without_dkim: "a policy that had no effect has one again, and the key is the owner's",
  dmarc_subdomains_weaker:
    "the domain's policy becomes stricter, and names below it follow a record above it",
  mta_sts_testing: "a policy that had no effect begins in mode testing",
  mta_sts_without_reports: "a policy without reports: the record for them is a recommendation of its own",
};

/** Domains with a fault that a parameter's text can fix, and one domain without a policy. */
const FAULTY = Object.entries(POLICY_CODES)
  .filter(([domain, codes]) => /spf_|dmarc_|mta_sts_(?!missing)/.test(codes) || domain === POLICY.mxGood)
  .map(([domain]) => domain);

/** Returns true for a recommendation that nearly all domains get, and that is therefore tried with one domain only. */
const isUsual = (domain: string, codes: readonly string[]) =>
  domain !== POLICY.mxGood && codes.join() === "mail.mta_sts_missing";

const codesOf = ({ findings }: Answer) => [
  ...new Set(findings.map(({ code }) => code.slice("mail.".length))),
];

test("a call that tests a remedy shows that its findings disappear, and that no other finding appears", async () => {
  const { url } = await sharedProduct("all", OWN);
  const check = await openApiCheck(url);
  const ask = async (path: string): Promise<Answer> => {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    check("/api/v1/mail", response, text);
    return JSON.parse(text);
  };
  const wrong: string[] = [];
  const tried = new Set<string>();
  const mended = new Set<string>();
  const follow = async (domain: string) => {
    const before = await ask(`/api/v1/mail?domain=${domain}`);
    for (const { test: path, codes, section } of before.data.recommendations) {
      if (path === null || isUsual(domain, codes)) continue;
      const after = await ask(path);
      tried.add(domain);
      for (const code of codes) {
        mended.add(code);
        if (codesOf(after).includes(code.slice("mail.".length))) wrong.push(`${domain}: ${code} stays`);
      }
      for (const code of codesOf(after).filter((one) => !codesOf(before).includes(one)))
        if (COME[code] === undefined) wrong.push(`${domain}: ${code} comes with that of ${section}`);
      if (!after.summary.text.includes("(not what is published)"))
        wrong.push(`${domain}: ${after.summary.text}`);
    }
  };
  await atOnce(FAULTY, follow, 6);
  expect(wrong.sort()).toEqual([]);
  expect(tried.size).toBeGreaterThanOrEqual(60);
  expect(mended.size).toBeGreaterThanOrEqual(50);
});

test("given texts are judged as they are, right or wrong, and each of their findings says so", async () => {
  const { url } = await sharedProduct("all", OWN);
  const check = await openApiCheck(url);
  const ask = async (texts: Readonly<Record<string, string>>): Promise<Answer> => {
    const query = new URLSearchParams({ domain: POLICY.perfect, ...texts });
    const response = await fetch(`${url}/api/v1/mail?${query}`);
    const text = await response.text();
    check("/api/v1/mail", response, text);
    return JSON.parse(text);
  };
  const cases = [
    [{ spf: "v=spf1 ip4:300.1.1.1 -all" }, "spf", "spf_syntax", "With spf= from this call"],
    [{ spf: "spf1 \u0000 mx" }, "spf", "spf_near_miss", "With spf= from this call"],
    [{ dmarc: "v=DMARC1; p=none" }, "dmarc", "dmarc_monitoring", "With dmarc= from this call"],
    [{ dmarc: "p=reject; v=DMARC1" }, "dmarc", "dmarc_near_miss", "With dmarc= from this call"],
    [{ mtasts: "mode: enforce\n" }, "mtaSts", "mta_sts_policy_invalid", "With mtasts= from this call"],
    [{ mtasts: "\u0000" }, "mtaSts", "mta_sts_policy_invalid", "With mtasts= from this call"],
  ] as const;
  for (const [texts, section, code, words] of cases) {
    const answer = await ask(texts);
    const found = answer.findings.filter((one) => answer.data[section].findings.includes(one.code));
    expect([texts, codesOf(answer).includes(code)]).toEqual([texts, true]);
    expect(found.filter(({ message }) => !message.startsWith(words))).toEqual([]);
    expect(answer.summary.text).toStartWith(words);
    expect(answer.data[section].instead).toBe(Object.keys(texts)[0] as string);
    expect(answer.query).toMatchObject(texts);
    // Records that the call does not replace are judged as published.
    expect(answer.data.tlsRpt.status).toBe("valid");
  }
});

test("names in a given record are looked up, within the same limits", async () => {
  const { url } = await sharedProduct("all", OWN);
  const ask = async (spf: string) => {
    const query = new URLSearchParams({ domain: POLICY.perfect, spf });
    return json(fetch(`${url}/api/v1/mail?${query}`));
  };
  const included = await ask(`v=spf1 include:${POLICY.spfSoftAll} -all`);
  expect(included.data.spf.tree.map(({ domain }: { domain: string }) => domain)).toEqual([
    POLICY.perfect,
    POLICY.spfSoftAll,
  ]);
  const many = await ask(`v=spf1 ${Array.from({ length: 250 }, (_, i) => `a:h${i}.com`).join(" ")} -all`);
  expect(many.evidence.length).toBeLessThan(250);
  expect(codesOf(many)).toContain("spf_lookups");
});

test("a text that is no record, or too long, is refused, and one for a domain that does not exist is 404", async () => {
  const { url } = await sharedProduct("all", OWN);
  const statusOf = async (texts: Readonly<Record<string, string>>) =>
    (await fetch(`${url}/api/v1/mail?${new URLSearchParams({ domain: "example.com", ...texts })}`)).status;
  expect(await statusOf({ spf: "v=spf1 ".padEnd(4096, "a") })).toBe(200);
  expect(await statusOf({ spf: "a".repeat(4097) })).toBe(400);
  expect(await statusOf({ dmarc: "a".repeat(4097) })).toBe(400);
  expect(await statusOf({ mtasts: "a".repeat(8193) })).toBe(400);
  for (const other of [" ", "hello", "\u0000 'not a record", "v=DMARC1; p=none", "mx -all"])
    expect([other, await statusOf({ spf: other })]).toEqual([other, 400]);
  for (const other of [" ", "hello", "v=spf1 -all", "v=DKIM1; p="])
    expect([other, await statusOf({ dmarc: other })]).toEqual([other, 400]);
  expect(await statusOf({ domain: "no-such-name.com", spf: "v=spf1 -all" })).toBe(404);
});
