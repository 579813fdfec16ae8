import { expect, test } from "bun:test";
import { present, type Reason } from "@dnstools/core/tool/outcome";
import { checkReport, MAIL_DOMAIN, type ReportCase, reportOf } from "./report.ts";

const KEY = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const RULED = {
  ...MAIL_DOMAIN,
  "example.com TXT": ["v=spf1 mx -all"],
  "_dmarc.example.com TXT": ["v=DMARC1; p=reject; rua=mailto:d@example.com"],
};
const STS = "https://mta-sts.example.com/.well-known/mta-sts.txt";
const many = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i));
const policy = (mode: string, mx: readonly string[]) =>
  ["version: STSv1", `mode: ${mode}`, ...mx.map((host) => `mx: ${host}`), "max_age: 604800", ""].join("\n");
const servers = (count: number) => many(count, (i) => `mx${i}.example.com`);
const withServers = (count: number) => ({
  ...RULED,
  "example.com MX": servers(count).map((host, i) => `${i} ${host}.`),
  ...Object.fromEntries(servers(count).map((host) => [`${host} A`, ["93.184.215.16"]])),
  "_mta-sts.example.com TXT": ["v=STSv1; id=1;"],
  "_smtp._tls.example.com TXT": ["v=TLSRPTv1; rua=mailto:t@example.com"],
});

/**
 * Cases with failed lookups: the report never treats unknown as absent, and recommends no record that may lose mail.
 */
const CASES: readonly ReportCase[] = [
  {
    says: "MX could not be determined, and there is no SPF: nothing says that the domain sends nothing",
    dns: { "example.com MX": "servfail", "example.com A": ["93.184.215.14"] },
    hasNot: ["spf_missing_parked", "dmarc_missing_parked", "mx_null_missing", "parked_well"],
    data: { role: "unknown" },
  },
  {
    says: "addresses alone, and keys that could not be determined: nor here",
    dns: { "example.com A": ["93.184.215.14"], "_domainkey.example.com TXT": "servfail" },
    hasNot: ["spf_missing_parked", "dmarc_missing_parked"],
    data: { role: "unknown" },
  },
  {
    says: "the texts of the domain could not be determined: they may say that it sends nothing (RFC 7208 10.1.2)",
    dns: { ...MAIL_DOMAIN, "example.com TXT": "timeout" },
    has: ["dmarc_missing_parked"],
    hasNot: ["dmarc_missing", "dkim_absent", "spf_missing", "spf_missing_parked"],
    data: { role: "unknown", dkim: { status: "absent" } },
  },
  {
    says: "a key shows a sender, whatever the texts are",
    dns: {
      ...MAIL_DOMAIN,
      "example.com TXT": "timeout",
      "google._domainkey.example.com TXT": [KEY],
    },
    has: ["dmarc_missing"],
    hasNot: ["dmarc_missing_parked"],
  },
  {
    says: "warnings leave the verdict unknown where a section could not be determined, and are counted",
    dns: {
      ...RULED,
      "example.com TXT": ["v=spf1 include:x.example.net -all"],
      "x.example.net TXT": "servfail",
    },
    has: ["spf_temperror"],
    data: {
      spf: { status: "unknown", reason: "servfail" },
      summary: {
        verdict: {
          status: "unknown",
          reason: "sections_unknown",
          detail: "0 errors, 3 warnings. Could not be determined: SPF.",
        },
      },
    },
  },
  {
    says: "SERVFAIL below a domain that is answered for otherwise is a warning, and names what was asked",
    dns: { ...RULED, "_dmarc.example.com TXT": "servfail", "_smtp._tls.example.com TXT": "servfail" },
    has: ["lookup_failed"],
    hasNot: ["dmarc_missing", "tls_rpt_missing"],
    data: {
      dmarc: { status: "unknown", reason: "servfail", findings: ["mail.lookup_failed"] },
      tlsRpt: { status: "unknown", reason: "servfail", findings: ["mail.lookup_failed"] },
      summary: { verdict: { status: "unknown" }, spoofing: { status: "unknown" } },
    },
  },
  {
    says: "a timeout there may be our network's",
    dns: { ...RULED, "_dmarc.example.com TXT": "timeout", "google._domainkey.example.com TXT": [KEY] },
    hasNot: ["lookup_failed", "dmarc_missing"],
    data: { summary: { verdict: { status: "unknown", reason: "sections_unknown" } } },
  },
  {
    says: "a mail server whose addresses could not be looked up is named",
    dns: { ...RULED, "mx.example.com A": "servfail", "mx.example.com AAAA": "servfail" },
    has: ["mx_lookup_failed"],
    hasNot: ["mx_missing"],
    data: { mx: { status: "unknown", reason: "servfail" } },
  },
  {
    says: "a selector that was not answered may be the one",
    dns: { ...RULED, "x._domainkey.example.com TXT": "timeout", "a._domainkey.example.com TXT": ["junk"] },
    selector: "x",
    hasNot: ["dkim_not_found", "dkim_selector_missing"],
    data: { dkim: { conclusion: "unknown", reason: "timeout" }, summary: { verdict: { status: "unknown" } } },
  },
  {
    says: "MX could not be determined: whether DANE is in use is unknown too, and so is the reputation",
    dns: { ...RULED, "example.com MX": "servfail" },
    secure: true,
    data: {
      dane: { status: "unknown", reason: "servfail" },
      reputation: { status: "unknown" },
    },
  },
  {
    says: "a server whose addresses could not be determined is not left out of DANE",
    dns: {
      ...RULED,
      "example.com MX": ["10 mx.example.com.", "20 mx2.example.com."],
      "mx2.example.com A": "servfail",
      "mx2.example.com AAAA": "servfail",
      "_25._tcp.mx.example.com TLSA": [`3 1 1 ${"ab".repeat(32)}`],
    },
    secure: true,
    data: {
      dane: { status: "unknown", reason: "servfail", hosts: [{ status: "usable" }, { status: "unknown" }] },
    },
  },
  {
    says: "DANE of a domain without MX, whose own addresses take its mail (RFC 7672 2.2)",
    dns: {
      "example.com TXT": ["v=spf1 a -all"],
      "example.com A": ["93.184.215.14"],
      "_25._tcp.example.com TLSA": [`3 1 1 ${"ab".repeat(32)}`],
    },
    secure: true,
    data: { dane: { status: "valid", hosts: [{ host: "example.com", status: "usable" }] } },
  },
  {
    says: "half of a server's addresses is not all of them",
    dns: { ...RULED, "mx.example.com A": "servfail", "mx.example.com AAAA": ["2a01:4f8::25"] },
    hasNot: ["mx_ipv6_only"],
    data: { mx: { status: "unknown", reason: "servfail" } },
  },
  {
    says: "a policy that names thirteen mail servers is compared with all thirteen",
    dns: withServers(13),
    files: { [STS]: policy("enforce", servers(13)) },
    hasNot: ["mta_sts_mx_unused", "mta_sts_mx_unlisted"],
    data: { mtaSts: { status: "valid", mxUnlisted: [], mxUnused: [] } },
  },
  {
    says: "and one that names ten of them lacks three",
    dns: withServers(13),
    files: { [STS]: policy("testing", servers(10)) },
    has: ["mta_sts_mx_unlisted_testing"],
  },
  {
    says: "null MX beside a policy: nobody needs reports",
    dns: {
      "example.com MX": ["0 ."],
      "example.com TXT": ["v=spf1 -all"],
      "_mta-sts.example.com TXT": ["v=STSv1; id=1;"],
    },
    files: { [STS]: "version: STSv1\nmode: none\nmax_age: 86400\n" },
    hasNot: ["tls_rpt_missing"],
  },
  {
    says: "a null MX in a wrong form is meant as one",
    dns: { "example.com MX": ["0 null."] },
    has: ["mx_null_wrong_form", "spf_missing_parked"],
    hasNot: ["mta_sts_missing", "tls_rpt_missing", "spf_missing"],
    data: { role: "parked" },
  },
  {
    says: "twelve addresses of one server: four are not asked about, and named",
    dns: { ...RULED, "mx.example.com A": many(12, (i) => `93.184.216.${i + 10}`) },
    has: ["reputation_not_asked"],
  },
  {
    says: "BIMI takes no organizational domain whose own policy is none",
    domain: "sub.example.com",
    dns: {
      "sub.example.com MX": ["0 ."],
      "sub.example.com TXT": ["v=spf1 -all"],
      "_dmarc.sub.example.com TXT": ["v=DMARC1; p=reject"],
      "_dmarc.example.com TXT": ["v=DMARC1; p=none; sp=reject; rua=mailto:d@example.com"],
      "default._bimi.sub.example.com TXT": ["v=BIMI1; l=https://l.example.com/l.svg; a="],
    },
    has: ["bimi_dmarc"],
  },
  ...(
    [
      [403, "blocked"],
      [429, "rate_limited"],
      [503, "server_error"],
    ] as const
  ).map(
    ([status, reason]): ReportCase => ({
      says: `a logo that is answered with ${status} to us may be there for others`,
      dns: { ...RULED, "default._bimi.example.com TXT": ["v=BIMI1; l=https://l.example.com/l.svg; a="] },
      files: { "https://l.example.com/l.svg": present({ status, type: "text/html", body: "" }) },
      hasNot: ["bimi_logo_missing"],
      data: { bimi: { status: "unknown", reason } },
    }),
  ),
];
test.each(CASES)("$says", checkReport);

const recommended = (dns: ReportCase["dns"], more: Partial<ReportCase> = {}) => {
  const { data } = reportOf({ dns, ...more }, { domain: "example.com", selector: null });
  return data.recommendations.flatMap(({ records }) =>
    (records ?? []).map(({ action, name, type, value }) => `${action} ${name} ${type} ${value}`),
  );
};

test("no record is recommended at an alias", () => {
  const hosted = {
    ...RULED,
    "_dmarc.example.com CNAME": ["example.com.hosted.example.net."],
    "example.com.hosted.example.net TXT": ["v=DMARC1; p=none; rua=mailto:d@example.com"],
  };
  const { "_dmarc.example.com TXT": _, ...dns } = hosted;
  expect(recommended(dns).filter((one) => one.includes("_dmarc"))).toEqual([]);
  const changes = reportOf({ dns }, { domain: "example.com", selector: null }).data.recommendations;
  expect(changes.find(({ section }) => section === "dmarc")?.what).toContain("The name is an alias");
  const web = { "www.example.com CNAME": ["shop.example.net."], "shop.example.net A": ["93.184.215.14"] };
  const { data } = reportOf({ dns: web }, { domain: "www.example.com", selector: null });
  expect(data.recommendations.flatMap(({ records }) => records ?? [])).toEqual([]);
});

test("the policy of an organizational domain is not changed for one of its names", () => {
  const dns = {
    "example.com MX": ["10 mx.example.com."],
    "_dmarc.example.com TXT": ["v=DMARC1; p=none; rua=mailto:d@example.com"],
    "parked.example.com MX": ["0 ."],
    "parked.example.com TXT": ["v=spf1 -all"],
  };
  const { data } = reportOf({ dns }, { domain: "parked.example.com", selector: null });
  const records = data.recommendations.flatMap(({ records }) => records ?? []);
  expect(records.map(({ action, name, value }) => `${action} ${name} ${value}`)).toEqual([
    "publish _dmarc.parked.example.com v=DMARC1; p=reject;",
  ]);
});

test("a domain that says it sends no mail is advised to reject all, whether it receives mail or not", () => {
  const dns = { ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 -all"] };
  expect(recommended(dns)).toContain(
    "publish _dmarc.example.com TXT v=DMARC1; p=reject; rua=mailto:dmarc-reports@example.com;",
  );
});

test("an address for reports is recommended only for a domain that accepts mail", () => {
  const dns = {
    "example.com MX": ["0 ."],
    "example.com TXT": ["v=spf1 ip4:93.184.215.14 -all"],
    "_dmarc.example.com TXT": ["v=DMARC1; p=none"],
  };
  const { data } = reportOf({ dns }, { domain: "example.com", selector: null });
  const fixed = data.recommendations.flatMap(({ codes, records }) => (records === null ? [] : codes));
  expect(fixed).not.toContain("mail.dmarc_no_reports");
  expect(fixed).toContain("mail.dmarc_monitoring");
});

test("the removal of a key that every selector has is not recommended", () => {
  const dns = {
    ...RULED,
    "randomrandom._domainkey.example.com TXT": [KEY],
    "_domainkey.example.com TXT": [],
  };
  expect(recommended(dns).filter((one) => one.includes("_domainkey"))).toEqual([]);
});

test("an alias among the mail servers is not replaced while a policy names it", () => {
  const dns = {
    ...RULED,
    "example.com MX": ["10 alias.example.com."],
    "alias.example.com CNAME": ["mx.example.com."],
    "_mta-sts.example.com TXT": ["v=STSv1; id=1;"],
  };
  const files = { [STS]: policy("enforce", ["alias.example.com"]) };
  expect(recommended(dns, { files }).filter((one) => one.includes(" MX "))).toEqual([]);
});

test("keys of an unlisted selector may be there: rejecting all mail is not recommended", () => {
  const dns = { "example.com MX": ["0 ."], "zz9x._domainkey.example.com TXT": [KEY] };
  expect(recommended(dns).filter((one) => /reject|-all| MX /.test(one))).toEqual([]);
  const { data } = reportOf({ dns }, { domain: "example.com", selector: null });
  expect(data.role).toBe("unknown");
});

test("a record that lets no mail through by mistake does not mean that none is sent", () => {
  for (const spf of [
    "v=spf1 ip4=93.184.215.14 include=_spf.google.com -all",
    "v=spf1 a:gone.example.com -all",
  ]) {
    const dns = { ...MAIL_DOMAIN, "example.com TXT": [spf] };
    const { data } = reportOf({ dns }, { domain: "example.com", selector: null });
    expect([spf, data.role]).toEqual([spf, "sends_and_receives"]);
  }
});

test("a finding is recommended once for each of its subjects", () => {
  const test = `${KEY}; t=y`;
  const dns = {
    ...RULED,
    "s1._domainkey.example.com TXT": [test],
    "s2._domainkey.example.com CNAME": ["s2.example.net."],
    "s2.example.net TXT": [test],
  };
  const { data } = reportOf({ dns }, { domain: "example.com", selector: null });
  const changes = data.recommendations.filter(({ codes }) => codes.includes("mail.dkim_test_flag"));
  expect(changes.map(({ records }) => records !== null).sort()).toEqual([false, true]);
});

test("a domain that has only a web server is not advised to refuse all mail", () => {
  const web = recommended({ "example.com A": ["93.184.215.14"] });
  expect(web).toEqual([]);
  const parked = { "example.com A": ["93.184.215.14"], "example.com TXT": ["v=spf1 -all"] };
  expect(recommended(parked)).toContain("publish example.com MX 0 .");
});

test.each([
  ["the root", "."],
  ["a name that is not there", "gone.example.net."],
  ["what is no host", "a\\032b.example.net."],
])("an alias that leads to %s is named in no MX", (_, target) => {
  const dns = {
    ...RULED,
    "example.com MX": ["10 alias.example.com."],
    "alias.example.com CNAME": [target],
  };
  expect(recommended(dns).filter((one) => one.includes(" MX "))).toEqual([]);
});

test("two aliases of one host become one record", () => {
  const dns = {
    ...RULED,
    "example.com MX": ["10 a.example.com.", "10 b.example.com."],
    "a.example.com CNAME": ["mx.example.com."],
    "b.example.com CNAME": ["mx.example.com."],
  };
  expect(recommended(dns).filter((one) => one.includes("publish example.com MX"))).toEqual([
    "publish example.com MX 10 mx.example.com.",
  ]);
});

test("addresses for reports are kept, whatever else is wrong with the record", () => {
  const to = (texts: readonly string[]) =>
    recommended({ ...RULED, "_smtp._tls.example.com TXT": texts }).filter((one) =>
      one.includes("publish _smtp"),
    );
  const kept = (rua: string) => [`publish _smtp._tls.example.com TXT v=TLSRPTv1; rua=${rua}`];
  expect(to(["v=TLSRPTv1; rua=mailto:a@example.com!10m"])).toEqual(kept("mailto:a@example.com"));
  expect(to(["v=TLSRPTv1; rua=mailto:a@example.com", "v=TLSRPTv1; rua=mailto:b@example.com"])).toEqual(
    kept("mailto:a@example.com,mailto:b@example.com"),
  );
  expect(to(["v=tlsrptv1; rua=mailto:a@example.com"])).toEqual(kept("mailto:a@example.com"));
});

test("a missing and a faulty TLS-RPT record lead to one recommended record", () => {
  const dns = {
    ...withServers(1),
    "_smtp._tls.example.com TXT": [
      "v=TLSRPTv1; rua=mailto:a@example.com",
      "v=TLSRPTv1; rua=mailto:a@example.com?x",
    ],
  };
  const published = recommended(dns, { files: { [STS]: policy("testing", servers(1)) } });
  expect(published.filter((one) => one.startsWith("publish _smtp"))).toHaveLength(1);
});

test("a policy that has no effect yet is recommended in testing mode first, whatever mode it has", () => {
  const files = { [STS]: "version: STSv1\nmode: enforce\nmx: old.example.com\n" };
  const { data } = reportOf({ dns: withServers(1), files }, { domain: "example.com", selector: null });
  const [file] = data.recommendations.flatMap((one) => (one.file === null ? [] : [one.file]));
  expect(file?.body).toContain("mode: testing");
});

test("the local-part prefixes of a BIMI record are kept", () => {
  const text =
    "v=BIMI1; l=https://l.example.com/l.svg; a=https://l.example.com:8443/c.pem; lps=brand; avp=personal; what";
  const changes = recommended({ ...RULED, "default._bimi.example.com TXT": [text] });
  const published = changes.filter((one) => one.startsWith("publish default._bimi"));
  for (const part of ["a=https://l.example.com:8443/c.pem", "lps=brand", "avp=personal"])
    expect(published.every((one) => one.includes(part))).toBe(true);
});

test.each(["servfail", "timeout", "refused", "budget"] as const satisfies readonly Reason[])(
  "of a domain of which nothing could be determined (%s) nothing is reported",
  (reason) => {
    const types = ["MX", "A", "AAAA", "TXT", "SPF"];
    const below = [
      "_dmarc",
      "_mta-sts",
      "_smtp._tls",
      "default._bimi",
      "_domainkey",
      "randomrandom._domainkey",
    ];
    const dns = Object.fromEntries([
      ...types.map((type) => [`example.com ${type}`, reason]),
      ...below.map((label) => [`${label}.example.com TXT`, reason]),
    ]);
    const { data, codes } = reportOf({ dns }, { domain: "example.com", selector: null });
    expect(codes).toEqual([]);
    expect(data.recommendations).toEqual([]);
    const { mx, spf, dkim, dmarc, mtaSts, tlsRpt, bimi, dane, reputation } = data;
    for (const section of [mx, spf, dkim, dmarc, mtaSts, tlsRpt, bimi, dane, reputation])
      expect([section.status, section.reason]).toEqual(["unknown", reason]);
  },
);

test("a key that was found counts, even if other lookups failed", () => {
  const dns = {
    ...RULED,
    "google._domainkey.example.com TXT": [KEY],
    "default._domainkey.example.com TXT": "timeout",
  };
  const { data } = reportOf({ dns: dns as ReportCase["dns"] }, { domain: "example.com", selector: null });
  expect([data.dkim.conclusion, data.dkim.status]).toEqual(["found", "valid"]);
});

const findingsOf = (dns: ReportCase["dns"]) =>
  reportOf({ dns }, { domain: "example.com", selector: null }).findings;

test("a finding names the term that lets every host send, and its record", () => {
  const allAt = (spf: string) =>
    findingsOf({
      ...RULED,
      "example.com TXT": [spf],
      "open.example.net TXT": ["v=spf1 a:mx.example.com +all"],
    }).find(({ code }) => code === "mail.spf_pass_all")?.subject;
  expect(allAt("v=spf1 include:open.example.net -all")).toBe(
    "example.com, by +all in the record of open.example.net",
  );
  expect(allAt("v=spf1 +all")).toBe("example.com, by +all");
  expect(allAt("v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all")).toBe(
    "example.com, by the networks that it names",
  );
});

test("a character that only looks like a space is shown as dig shows it", () => {
  const dns = { ...RULED, "_dmarc.example.com TXT": ["v=DMARC1;\u00a0p=reject; rua=mailto:d@example.com"] };
  expect(findingsOf(dns).find(({ code }) => code === "mail.dmarc_syntax")?.subject).toBe(
    "\\194\\160p=reject",
  );
});
