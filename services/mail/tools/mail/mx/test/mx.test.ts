import { expect, test } from "bun:test";
import { checkReport, MAIL_DOMAIN, type ReportCase, reportOf } from "../../test/report.ts";

const WITHOUT_MX = { "example.com TXT": ["v=spf1 ip4:93.184.215.14 -all"] };
const good = (records: ReportCase["dns"]) => ({ ...MAIL_DOMAIN, ...records });
const only = "mx_";

const CASES: readonly ReportCase[] = [
  {
    says: "RFC 5321 5.1: an ordinary mail server whose name leads back",
    dns: MAIL_DOMAIN,
    only,
    data: {
      role: "sends_and_receives",
      mx: {
        status: "valid",
        kind: "ordinary",
        records: ["10 mx.example.com."],
        hosts: [{ host: "mx.example.com", status: "ok", addresses: [{ fcrdns: { status: "pass" } }] }],
      },
    },
  },
  {
    says: "RFC 5321 5.1: by preference",
    dns: good({
      "example.com MX": ["20 b.example.com.", "10 mx.example.com.", "20 a.example.com."],
      "a.example.com CNAME": ["mx.example.com."],
    }),
    has: ["mx_missing", "mx_alias"],
    only,
    data: {
      mx: {
        status: "invalid",
        hosts: [
          { host: "mx.example.com", preference: 10 },
          { host: "a.example.com", status: "ok", aliases: ["mx.example.com"] },
          { host: "b.example.com", status: "missing" },
        ],
      },
    },
  },
  {
    says: "RFC 5321 5.1: no MX, so the addresses take the mail of who sends",
    dns: {
      ...WITHOUT_MX,
      "example.com A": ["93.184.215.14"],
      "14.215.184.93.in-addr.arpa PTR": ["example.com."],
    },
    has: ["mx_implicit"],
    only,
    data: { role: "sends_and_receives", mx: { status: "absent", kind: "implicit" } },
  },
  {
    says: "RFC 7505 1: who sends nothing and has a web server takes no mail, and should say so",
    dns: { "example.com TXT": ["v=spf1 -all"], "example.com A": ["93.184.215.14"] },
    has: ["mx_null_missing"],
    hasNot: ["mx_implicit"],
    data: { role: "parked", mx: { status: "absent", kind: "implicit" } },
  },
  {
    says: "RFC 5321 5.1: neither MX nor address, which senders report as an error at once",
    dns: WITHOUT_MX,
    has: ["mx_none"],
    only,
    data: { role: "sends_only", mx: { status: "absent", kind: "none", hosts: [] } },
  },
  ...(["example.com A", "example.com AAAA"] as const).map(
    (failed): ReportCase => ({
      says: `RFC 5321 5.1: no MX, and ${failed} could not be determined`,
      dns: { ...WITHOUT_MX, [failed]: "servfail" },
      hasNot: ["mx_none", "mx_null_missing"],
      data: { mx: { kind: "unknown" } },
    }),
  ),
  ...(
    [
      ["MX", { "example.com MX": ["10 mx.example.com."] }],
      ["TXT", { "example.com TXT": ["v=spf1 -all"] }],
      ["AAAA", { "example.com AAAA": ["2606:2800:21f::1"] }],
    ] as const
  ).map(
    ([type, records]): ReportCase => ({
      says: `RFC 1034 3.6.2: a CNAME beside ${type}`,
      dns: { "example.com CNAME": ["www.example.com."], "www.example.com A": ["93.184.215.14"], ...records },
      has: ["cname_beside_data"],
    }),
  ),
  {
    says: "RFC 1034 3.6.2: a CNAME alone, whose target has the records",
    dns: {
      "example.com CNAME": ["www.example.com."],
      "www.example.com A": ["93.184.215.14"],
      "www.example.com MX": ["10 www.example.com."],
      "www.example.com TXT": ["v=spf1 mx -all"],
    },
    hasNot: ["cname_beside_data"],
  },
  {
    says: "RFC 7505 3: null MX",
    dns: { "example.com MX": ["0 ."], "example.com A": ["93.184.215.14"] },
    has: ["mx_null"],
    only,
    data: { role: "parked", mx: { status: "valid", kind: "null", hosts: [] } },
  },
  {
    says: "RFC 7505 3: its preference is 0",
    dns: { "example.com MX": ["10 ."] },
    has: ["mx_null", "mx_null_preference"],
    only,
  },
  {
    says: "RFC 7505 3: it stands alone",
    dns: good({ "example.com MX": ["0 .", "10 mx.example.com."] }),
    has: ["mx_null_with_others"],
    hasNot: ["mx_null"],
    data: { mx: { status: "invalid", kind: "null_and_others" }, role: "sends_and_receives" },
  },
  ...["0.", "null.", "none.", "localhost."].map(
    (target): ReportCase => ({
      says: `RFC 7505 3: ${target} is no null MX`,
      dns: good({ "example.com MX": [`0 ${target}`] }),
      has: ["mx_null_wrong_form"],
      only,
    }),
  ),
  {
    says: "RFC 5321 5.1: an address is no name",
    dns: good({ "example.com MX": ["10 93.184.215.16."] }),
    has: ["mx_address_literal"],
    only,
    data: { mx: { hosts: [{ host: "93.184.215.16", status: "address" }] } },
  },
  ...["mail.", "mx.internal.", "under score.example.com."].map(
    (target): ReportCase => ({
      says: `RFC 5321 5.1: ${target} is no host of the public DNS, and nobody is asked for it`,
      dns: good({ "example.com MX": [`10 ${target.replace(" ", "\\032")}`] }),
      has: ["mx_not_a_host"],
      only,
    }),
  ),
  {
    says: "an address that is not public is reported and not looked up",
    dns: good({ "mx.example.com A": ["10.0.0.1", "93.184.215.16"] }),
    has: ["mx_not_public"],
    only,
    data: {
      mx: { hosts: [{ addresses: [{ ip: "10.0.0.1", isPublic: false, fcrdns: null, names: null }, {}] }] },
    },
  },
  {
    says: "RFC 5321 5.2: IPv6 alone",
    dns: {
      "example.com MX": ["10 mx.example.com."],
      "mx.example.com AAAA": ["2a01:4f8::25"],
    },
    has: ["mx_ipv6_only", "mx_no_ptr"],
    only,
  },
  {
    says: "IPv6 alone is not reported where the other family is unknown",
    dns: {
      "example.com MX": ["10 mx.example.com.", "20 other.example.com."],
      "mx.example.com AAAA": ["2a01:4f8::25"],
      "mx.example.com A": "servfail",
      "other.example.com A": "timeout",
      "other.example.com AAAA": "timeout",
    },
    hasNot: ["mx_ipv6_only", "mx_missing"],
    data: { mx: { status: "unknown", reason: "timeout" } },
  },
  {
    says: "RFC 1912 2.1: no name, a name that leads elsewhere",
    dns: good({
      "mx.example.com A": ["93.184.215.16", "93.184.215.17"],
      "17.215.184.93.in-addr.arpa PTR": ["other.example.com."],
      "other.example.com A": ["93.184.215.18"],
      "16.215.184.93.in-addr.arpa PTR": [],
    }),
    has: ["mx_no_ptr", "mx_ptr_mismatch"],
    only,
  },
  {
    says: "RFC 1912 2.1: a PTR that could not be asked for is no missing one",
    dns: good({ "16.215.184.93.in-addr.arpa PTR": "servfail" }),
    hasNot: ["mx_no_ptr", "mx_ptr_mismatch"],
    data: {
      mx: { hosts: [{ addresses: [{ names: null, fcrdns: { status: "unknown", reason: "servfail" } }] }] },
    },
  },
  {
    says: "MX that could not be determined is no missing one",
    dns: { ...WITHOUT_MX, "example.com MX": "servfail", "example.com A": ["93.184.215.14"] },
    hasNot: ["mx_null_missing", "mx_implicit", "mx_null", "mta_sts_missing"],
    data: { role: "unknown", mx: { status: "unknown", reason: "servfail", kind: "unknown", hosts: null } },
  },
  {
    says: "no MX, and addresses that could not be determined: nobody knows what takes the mail",
    dns: { ...WITHOUT_MX, "example.com A": "timeout", "example.com AAAA": "timeout" },
    hasNot: ["mx_null_missing", "mx_implicit"],
    data: { mx: { status: "unknown", reason: "timeout" } },
  },
  {
    says: "twelve mail servers: ten are looked at",
    dns: good({
      "example.com MX": Array.from({ length: 12 }, (_, i) => `${i} mx${i}.example.com.`),
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`mx${i}.example.com A`, ["93.184.215.16"]]),
      ),
    }),
    has: ["mx_too_many"],
    data: { mx: { left: 2 } },
  },
  {
    says: "a provider, by the end of the host's name",
    dns: good({ "example.com MX": ["1 smtp.google.com."], "smtp.google.com A": ["93.184.215.16"] }),
    data: { mx: { provider: "Google Workspace" } },
  },
];

test.each(CASES)("$says", checkReport);

test("what a lookup of mail servers asks for", () => {
  const asked = reportOf({ dns: MAIL_DOMAIN }, { domain: "example.com", selector: null }).asked;
  expect(asked.filter((one) => / (MX|A|AAAA|PTR)$/.test(one))).toEqual([
    "example.com MX",
    "example.com A",
    "example.com AAAA",
    "mx.example.com A",
    "mx.example.com AAAA",
    "16.215.184.93.in-addr.arpa PTR",
  ]);
});
