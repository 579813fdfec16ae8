import { expect, test } from "bun:test";
import { unknown } from "@dnstools/core/tool/outcome";
import { checkReport, MAIL_DOMAIN, type ReportCase, reportOf } from "./report.ts";

const POLICY = ["v=DMARC1; p=reject; rua=mailto:d@example.com"];
const STS = "https://mta-sts.example.com/.well-known/mta-sts.txt";
const RULED = { ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 mx -all"], "_dmarc.example.com TXT": POLICY };
const announced = (records: ReportCase["dns"]) => ({
  ...RULED,
  "_mta-sts.example.com TXT": ["v=STSv1; id=1;"],
  ...records,
});

const WEB = { "www.example.com A": ["93.184.215.14"] };
const LABELS = [
  ...["_dmarc", "default._bimi", "_mta-sts", "_smtp._tls"],
  ...["_domainkey", "randomrandom._domainkey"],
];
/** Returns what `*.example.com CNAME` answers for the names that are queried. */
const wild = (target: string, labels: readonly string[]) =>
  Object.fromEntries(labels.map((label) => [`${label}.example.com CNAME`, [target]]));

/** Aliases at names of policies (RFC 1034 3.6.2, RFC 2308 2.1). */
const CASES: readonly ReportCase[] = [
  {
    says: "RFC 9989 4.10: the record of a name above the domain is an alias of nothing",
    domain: "sub.example.com",
    dns: { "sub.example.com MX": ["10 mx.example.com."], "_dmarc.example.com CNAME": ["d.example.net."] },
    has: ["alias_dangling", "dmarc_missing"],
  },
  {
    says: "an alias of a public suffix is not the domain's",
    dns: { ...RULED, "_dmarc.com CNAME": ["d.example.net."] },
    hasNot: ["alias_dangling"],
  },
  {
    says: "an alias of a record",
    dns: { ...MAIL_DOMAIN, "_dmarc.example.com CNAME": ["d.example.net."], "d.example.net TXT": POLICY },
    hasNot: ["alias_dangling", "dmarc_missing"],
  },
  {
    says: "an alias whose target could not be determined",
    dns: { ...MAIL_DOMAIN, "_dmarc.example.com CNAME": ["d.example.net."], "d.example.net TXT": "servfail" },
    hasNot: ["alias_dangling", "dmarc_missing"],
  },
  {
    says: "RFC 4592 2.2.1: a wildcard makes an alias of every name below the domain, which is no policy's",
    dns: { ...MAIL_DOMAIN, ...WEB, ...wild("www.example.com.", LABELS) },
    has: ["dmarc_missing"],
    hasNot: ["alias_dangling"],
  },
  {
    says: "RFC 4592 2.2.1: nor is the wildcard's alias of a name above the domain",
    domain: "sub.example.com",
    dns: {
      "sub.example.com MX": ["10 mx.example.com."],
      ...WEB,
      ...wild("www.example.com.", LABELS.slice(0, 2)),
    },
    has: ["dmarc_missing"],
    hasNot: ["alias_dangling"],
  },
  {
    says: "RFC 4592 2.2.1: a name of its own takes precedence over the wildcard",
    dns: {
      ...RULED,
      ...WEB,
      ...wild("www.example.com.", LABELS),
      "_mta-sts.example.com CNAME": ["s.example.net."],
    },
    has: ["alias_dangling"],
  },
  {
    says: "no record is needed at _domainkey itself",
    dns: { ...RULED, "_domainkey.example.com CNAME": ["k.example.net."] },
    hasNot: ["alias_dangling"],
  },
  {
    says: "RFC 8461 3.3: the host of the policy is an alias of nothing",
    dns: announced({ "mta-sts.example.com CNAME": ["p.example.net."] }),
    files: { [STS]: unknown("no_servers") },
    has: ["alias_dangling", "mta_sts_host_missing"],
  },
  {
    says: "RFC 8461 3.3: the host of the policy does not exist",
    dns: announced({}),
    files: { [STS]: unknown("no_servers") },
    has: ["mta_sts_host_missing"],
    hasNot: ["alias_dangling"],
  },
];
test.each(CASES)("$says", checkReport);

test("the host of a policy is asked for only if the policy could not be fetched for want of an address", () => {
  const asked = (reason: "no_servers" | "timeout") =>
    reportOf(
      { dns: announced({}), files: { [STS]: unknown(reason) } },
      { domain: "example.com", selector: null },
    ).asked.filter((key) => key.startsWith("mta-sts."));
  expect([asked("no_servers"), asked("timeout")]).toEqual([["mta-sts.example.com A"], []]);
});

test("a text that a call judges instead of an alias leads somewhere", () => {
  const dns = { ...MAIL_DOMAIN, "_dmarc.example.com CNAME": ["d.example.net."] };
  const { codes } = reportOf({ dns }, { domain: "example.com", selector: null, dmarc: POLICY.join("") });
  expect(codes).not.toContain("alias_dangling");
});
