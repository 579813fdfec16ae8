import { expect, test } from "bun:test";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { checkCases, type ToolCase } from "@dnstools/lab/support/cases";
import { dig } from "@dnstools/lab/support/dig";
import { json } from "@dnstools/lab/support/product";
import { forget } from "@dnstools/lab/support/publish";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const OWN = { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER };

/** Domains with a name of a policy that is an alias, the section of the policy, the name, and what the alias leads to. */
const DANGLING = [
  ["dmarcDangling", "dmarc", "_dmarc", "nowhere.policy.com, which does not exist"],
  ["dmarcDanglingNodata", "dmarc", "_dmarc", "mx.policy.com, which has no TXT record"],
  ["stsRecordDangling", "mtaSts", "_mta-sts", "nowhere.policy.com, which does not exist"],
  ["stsHostDangling", "mtaSts", "mta-sts", "nowhere.policy.com, which does not exist"],
  ["tlsRptDangling", "tlsRpt", "_smtp._tls", "nowhere.policy.com, which does not exist"],
  ["bimiDangling", "bimi", "default._bimi", "nowhere.policy.com, which does not exist"],
] as const;

/** Reported cases that this tool once judged wrong, each with the rule that decides it. */
const CASES: readonly ToolCase[] = [
  {
    says: "dkim-selector-raw-key: RFC 6376 3.6.1: p= is required, so a verifier finds no key in the bare base64",
    query: `domain=${POLICY.dkimRawKey}&selector=default`,
    data: {
      summary: { verdict: { status: "fail" } },
      dkim: { status: "invalid", findings: ["mail.dkim_not_a_key"], found: [{ status: "not_a_key" }] },
    },
  },
  {
    says: "dkim-selector-upper-case-tags: RFC 6376 3.2: tag names are case-sensitive, so P= is not p=",
    query: `domain=${POLICY.dkimCapitals}&selector=default`,
    data: { dkim: { status: "invalid", findings: ["mail.dkim_not_a_key"] } },
  },
  {
    says: "RFC 6376 3.6.1: a record of another kind at the named selector has no p=",
    query: `domain=${POLICY.dkimOtherText}&selector=default`,
    data: { dkim: { status: "invalid", findings: ["mail.dkim_not_a_key"] } },
  },
  {
    says: "RFC 6376 6.1.2: the named selector is an alias of a name that does not exist, so there is no key",
    query: `domain=${POLICY.dkimDangling}&selector=google`,
    data: { dkim: { status: "invalid", findings: ["mail.dkim_alias_dangling"] } },
  },
  {
    says: "wildcard-txt-dkim: RFC 4592 2.2.1: a wildcard answers only for names that do not exist, so no selector does",
    query: `domain=${POLICY.wildcardSpf}`,
    data: {
      dkim: { status: "absent", conclusion: "proven_absent", findings: ["mail.dkim_absent_wildcard"] },
    },
  },
  {
    says: "no-mx-no-address: RFC 5321 5.1: without MX and address, the sender has to report an error",
    query: `domain=${POLICY.noMxNoAddress}`,
    data: { mx: { kind: "none", findings: ["mail.mx_none"] } },
  },
  {
    says: "mail-cname-beside-mx: RFC 1034 3.6.2: a name with a CNAME has no other records",
    query: `domain=${POLICY.cnameBesideMx}`,
    data: { summary: { verdict: { status: "warning" } }, mx: { findings: ["mail.cname_beside_data"] } },
  },
  {
    says: "RFC 7208 5.6, RFC 4193: unique local addresses send no mail on the Internet, so the domain is no sender",
    query: `domain=${POLICY.registrarTemplate}`,
    data: { role: "receives_only", dkim: { status: "not_applicable", findings: [] } },
  },
  ...DANGLING.map(
    ([key, section]): ToolCase => ({
      says: `${key}: RFC 1034 3.6.2, RFC 2308 2.1: an alias of a name without the record has no record`,
      query: `domain=${POLICY[key]}`,
      data: { [section]: { findings: expect.arrayContaining(["mail.alias_dangling"]) } },
    }),
  ),
  {
    says: "RFC 9110 8.4, 12.5.3: a server may compress what nobody asked it to compress, and clients decode it",
    query: `domain=${POLICY.stsGzip}`,
    data: { mtaSts: { status: "valid", policy: { mode: "enforce", status: "valid" } } },
  },
  {
    says: "RFC 9110 8.4: what the header calls gzip and is not is no policy",
    query: `domain=${POLICY.stsGzipWrong}`,
    data: { mtaSts: { status: "unknown", reason: "malformed" } },
  },
  {
    says: "RFC 8461 3.2: a line may end with CR LF, blanks may stand before it and after the colon",
    query: `domain=${POLICY.stsBlanks}`,
    data: { mtaSts: { status: "valid", policy: { mode: "enforce", mx: ["mx.policy.com"] } } },
  },
  ...(["bimiLogoGzip", "bimiLogoSvgz"] as const).map(
    (key): ToolCase => ({
      says: `${key}: a compressed logo is read`,
      query: `domain=${POLICY[key]}`,
      data: { bimi: { logo: { status: "valid", title: "Policy" } } },
    }),
  ),
  {
    says: "RFC 7208 4.8, 7.1: the macro %_ adds a blank to a name, and receivers query this name",
    query: `domain=${POLICY.spfBlank}`,
    data: { spf: { status: "valid", evaluation: "ok", voids: { count: 0 } } },
  },
  {
    says: "RFC 7672 2.1.1: senders that use DANE do not deliver to a server whose TLSA records are bogus",
    query: "domain=tlsa-corrupt.situations.org",
    data: { dane: { status: "invalid", findings: ["mail.dane_bogus"], hosts: [{ status: "bogus" }] } },
  },
  {
    says: "RFC 9989 4.8 (dmarc-urilist): white space may stand between report addresses",
    query: `domain=${POLICY.dmarcTab}`,
    data: { dmarc: { status: "valid", reports: [{ status: "inside" }, { status: "inside" }] } },
  },
  {
    says: "RFC 9990 4: the owner of the record asks for the authorisation, not the owner of a name below",
    query: `domain=child.${POLICY.reportsInherited}`,
    data: {
      summary: { verdict: { status: "pass" } },
      dmarc: { status: "valid", foundAt: POLICY.reportsInherited },
    },
  },
];

test("reported cases are judged by the rule that decides them", async () =>
  checkCases(await sharedProduct("all", OWN), "mail", CASES));

test("RFC 1034 3.6.2: a resolver that has the CNAME in its cache finds no MX, and is not said to filter it", async () => {
  const { url } = await sharedProduct("all", OWN);
  await forget(POLICY.cnameBesideMx);
  const [, mx] = await dig(["A", "MX"].map((type) => `@${OWN_RESOLVER} ${POLICY.cnameBesideMx} ${type}`));
  expect(mx?.answer.map((line) => line.split(" ")[3])).toEqual(["CNAME"]);
  const { data, evidence } = await json(fetch(`${url}/api/v1/mail?domain=${POLICY.cnameBesideMx}`));
  expect(data.mx).toMatchObject({ kind: "ordinary", findings: ["mail.cname_beside_data"] });
  expect(data.dkim.conclusion).toBe("found");
  expect((evidence as readonly { reason: string | null }[]).filter(({ reason }) => reason !== null)).toEqual(
    [],
  );
});

test("sentences about named selectors, aliases, wildcards and missing servers are true", async () => {
  const { url } = await sharedProduct("all", OWN);
  const messages = async (query: string): Promise<string> => {
    const { findings } = await json(fetch(`${url}/api/v1/mail?${query}`));
    return (findings as readonly { message: string; fix: string | null }[])
      .map(({ message, fix }) => `${message} ${fix}`)
      .join(" ");
  };
  const raw = await messages(`domain=${POLICY.dkimRawKey}&selector=default`);
  expect(raw).toContain("default: the key stands alone, and the tag p= is missing");
  expect(raw).not.toContain("Send your selector");
  expect(await messages(`domain=${POLICY.dkimCapitals}&selector=default`)).toContain("case-sensitive");
  for (const [key, , label, end] of DANGLING)
    expect(await messages(`domain=${POLICY[key]}`)).toContain(
      `${label}.${POLICY[key]} is an alias of ${end}`,
    );
  expect(await messages(`domain=${POLICY.noMxNoAddress}`)).not.toContain("for days");
  expect(await messages(`domain=${POLICY.wildcardSpf}`)).not.toContain("answer that no name exists");
});
