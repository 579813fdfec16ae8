import { expect, test } from "bun:test";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { ReputationObservation } from "../observations.ts";
import { checkReport, MAIL_DOMAIN, type ReportCase, reportOf } from "./report.ts";

const PARKED = {
  "example.com MX": ["0 ."],
  "example.com TXT": ["v=spf1 -all"],
  "_dmarc.example.com TXT": ["v=DMARC1; p=reject;"],
};
const KEY = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

const CLEAN: Outcome<ReputationObservation> = present({
  summary: {
    ...{ listed: 0, notListed: 79, unknown: 0, notApplicable: 0 },
    verdict: { status: "pass", reason: null, detail: "" },
  },
  lists: [],
});

const CASES: readonly ReportCase[] = [
  {
    says: "RFC 7505 4, RFC 7208 10.1.2: a perfectly parked domain is praised, and nothing else",
    dns: PARKED,
    has: ["parked_well", "mx_null"],
    only: "",
    data: {
      role: "parked",
      summary: { verdict: { status: "pass" }, spoofing: { status: "pass" }, unknown: [] },
      dkim: { status: "not_applicable" },
      recommendations: [],
    },
  },
  {
    says: "one that is parked badly gets findings on what is missing, and none on DKIM",
    dns: { "example.com A": ["93.184.215.14"] },
    has: ["mx_null_missing", "spf_missing_parked", "dmarc_missing_parked"],
    only: "",
    reputation: { "93.184.215.14": CLEAN },
    data: { role: "parked", summary: { verdict: { status: "warning" }, spoofing: { status: "fail" } } },
  },
  {
    says: "RFC 7208 5.2: an include that is permerror lets nobody send, whatever it says",
    dns: {
      ...MAIL_DOMAIN,
      "example.com TXT": ["v=spf1 include:wrong.example.net -all"],
      "wrong.example.net TXT": ["v=spf1 ip4:1.2.3 +all"],
      "_dmarc.example.com TXT": ["v=DMARC1; p=reject; rua=mailto:d@example.com"],
    },
    has: ["spf_include_invalid"],
    hasNot: ["spf_pass_all"],
    data: { spf: { evaluation: "permerror" }, summary: { spoofing: { status: "pass" } } },
  },
  {
    says: "who names senders and takes no mail only sends",
    dns: { "example.com MX": ["0 ."], "example.com TXT": ["v=spf1 ip4:93.184.215.14 -all"] },
    hasNot: ["mta_sts_missing", "tls_rpt_missing", "mx_null_missing"],
    data: { role: "sends_only" },
  },
  {
    says: "who takes mail and lets nobody send only receives: no nagging about DKIM",
    dns: { ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 -all"] },
    has: ["mta_sts_missing"],
    hasNot: ["dkim_absent", "dkim_not_found", "dmarc_no_reports"],
    data: { role: "receives_only" },
  },
  {
    says: "a DKIM key is the sign of a sender",
    dns: { "example.com MX": ["0 ."], "google._domainkey.example.com TXT": [KEY] },
    has: ["spf_missing"],
    data: { role: "sends_only" },
  },
  {
    says: "SPF that could not be determined: the role is unknown, and nothing is said to be missing",
    dns: { "example.com MX": ["0 ."], "example.com TXT": "timeout" },
    hasNot: ["spf_missing", "spf_missing_parked", "parked_well"],
    data: { role: "unknown", spf: { status: "unknown", reason: "timeout" } },
  },
  {
    says: "SPF that lets nobody send with a softfail is no word that nothing is sent",
    dns: { "example.com MX": ["0 ."], "example.com TXT": ["v=spf1 ~all"] },
    data: { role: "sends_only" },
  },
  ...[
    "ip6:fd96:1c8a:43ad::/48",
    "ip4:127.0.0.1 ip4:10.0.0.0/8",
    "a:inside.example.com",
    "include:none.example.com",
  ].map(
    (terms): ReportCase => ({
      says: `RFC 7208 5.6, RFC 6890: ${terms} lets no public address send, so who has only that is no sender`,
      dns: {
        ...MAIL_DOMAIN,
        "example.com TXT": [`v=spf1 ${terms} -all`],
        "inside.example.com A": ["10.0.0.1"],
        "none.example.com TXT": ["v=spf1 ip4:192.168.0.0/16 ~all"],
      },
      has: ["dmarc_missing_parked"],
      hasNot: ["dkim_absent", "dkim_not_found", "dmarc_missing"],
      data: { role: "receives_only" },
    }),
  ),
  ...[
    "ip4:10.0.0.1 ip4:93.184.215.16",
    "ip6:fd96::/6",
    "ptr",
    "exists:%{i}.example.com",
    "include:all.example.com",
  ].map(
    (terms): ReportCase => ({
      says: `RFC 7208 5: ${terms} may let a public address send`,
      dns: {
        ...MAIL_DOMAIN,
        "example.com TXT": [`v=spf1 ${terms} -all`],
        "all.example.com TXT": ["v=spf1 +all"],
      },
      data: { role: "sends_and_receives" },
    }),
  ),
  {
    says: "RFC 7208 5.1: with ~all, other servers may send too",
    dns: { ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 ip4:10.0.0.1 ~all"] },
    data: { role: "sends_and_receives" },
  },
];
test.each(CASES)("$says", checkReport);

const listed = (kind: "spam" | "policy", weight: "high" | "low") =>
  present({
    summary: {
      listed: 1,
      notListed: 78,
      unknown: 0,
      notApplicable: 0,
      verdict: { status: "fail", reason: "listed", detail: "" },
    },
    lists: [
      {
        ...{ zone: "x.example.net", operator: "X", status: "listed", reason: null, kind, weight },
        ...{ delistUrl: null },
        results: [
          {
            ...{ subject: "ip", status: "listed", reason: null },
            codes: [{ code: "127.0.0.2", meaning: "spam", counts: true, kind }],
            ...{ text: "why", proof: "1" },
          },
        ],
      },
    ],
  } as const satisfies ReputationObservation) as ReturnType<typeof present<ReputationObservation>>;
const silent = (zone: string, weight: "high" | "low", reason: "blocked" | "timeout") => ({
  ...{ zone, operator: "X", status: "unknown", reason, kind: "spam", weight, results: [] },
  ...{ delistUrl: null },
});
const REFUSED = present({
  summary: {
    ...{ listed: 0, notListed: 76, unknown: 3, notApplicable: 0 },
    verdict: { status: "unknown", reason: "important_lists_unknown", detail: "" },
  },
  lists: [
    silent("zen.example.net", "high", "blocked"),
    silent("b.example.net", "high", "timeout"),
    silent("c.example.net", "low", "timeout"),
  ],
}) as Outcome<ReputationObservation>;
/** A minor list contains the address, and the important lists do not answer: `dnsbl` reports this as unknown. */
const MINOR_AND_REFUSED = present({
  summary: { ...(REFUSED.kind === "present" ? REFUSED.value.summary : {}), listed: 1 },
  lists: [listed("spam", "low"), REFUSED].flatMap((one) => (one.kind === "present" ? one.value.lists : [])),
}) as Outcome<ReputationObservation>;
const RULED = {
  "example.com TXT": ["v=spf1 mx -all"],
  "_dmarc.example.com TXT": ["v=DMARC1; p=reject; rua=mailto:d@example.com"],
  "_domainkey.example.com TXT": [],
};
const MX_IP = "93.184.215.16";
const OWN_IP = "93.184.215.14";

const REPUTATION: readonly ReportCase[] = [
  {
    says: "RFC 6471 2.2: a mail server on a list",
    dns: MAIL_DOMAIN,
    reputation: { [MX_IP]: listed("spam", "high"), [OWN_IP]: listed("spam", "high") },
    has: ["reputation_listed", "reputation_domain_listed"],
    only: "reputation",
    data: {
      reputation: { status: "invalid", addresses: [{ ip: MX_IP, subject: "mx" }, { subject: "domain" }] },
    },
  },
  {
    says: "a provider's mail server on a list is the provider's to fix, and no error of its customers",
    dns: { ...MAIL_DOMAIN, "example.com MX": ["10 mx.mailgun.org."], "mx.mailgun.org A": [MX_IP] },
    reputation: { [MX_IP]: listed("spam", "high"), [OWN_IP]: CLEAN },
    has: ["reputation_provider_listed"],
    only: "reputation",
  },
  {
    says: "a list that few go by",
    dns: MAIL_DOMAIN,
    reputation: { [MX_IP]: listed("spam", "low"), [OWN_IP]: CLEAN },
    has: ["reputation_listed_minor"],
    only: "reputation",
    data: {
      summary: {
        reputation: {
          status: "warning",
          reason: "listed_by_minor_lists",
          detail: "Listed: 1 of 2 addresses that blocklists answered about.",
        },
      },
    },
  },
  {
    says: "a list that few go by, while important ones do not answer: as unknown as `dnsbl` says",
    dns: MAIL_DOMAIN,
    reputation: { [MX_IP]: MINOR_AND_REFUSED, [OWN_IP]: CLEAN },
    has: ["reputation_listed_minor", "reputation_refused", "reputation_unknown"],
    only: "reputation",
    data: {
      reputation: { status: "unknown", reason: "blocked" },
      summary: {
        reputation: {
          status: "unknown",
          reason: "blocked",
          detail:
            "Listed: 1 of 2 addresses that blocklists answered about. Could not be determined: zen.example.net (blocked), b.example.net (timeout).",
        },
      },
    },
  },
  {
    says: "a policy list says nothing bad, and nothing at all of a web server",
    dns: MAIL_DOMAIN,
    reputation: { [MX_IP]: listed("policy", "high"), [OWN_IP]: listed("policy", "high") },
    has: ["reputation_policy"],
    only: "reputation",
  },
  {
    says: "the network service is down: that section is unknown, the rest stands",
    dns: MAIL_DOMAIN,
    reputation: { [MX_IP]: unknown("service_unavailable"), [OWN_IP]: unknown("service_unavailable") },
    has: ["reputation_unknown"],
    only: "reputation",
    data: {
      mx: { status: "valid" },
      reputation: { status: "unknown", reason: "service_unavailable" },
      summary: {
        verdict: { status: "fail" },
        reputation: { status: "unknown", reason: "service_unavailable" },
        unknown: ["reputation"],
      },
    },
  },
  {
    says: "lists that refuse this API leave the verdict on the domain as it is, and are named with their reason",
    dns: { ...MAIL_DOMAIN, ...RULED },
    reputation: { [MX_IP]: REFUSED, [OWN_IP]: REFUSED },
    has: ["reputation_refused", "reputation_unknown"],
    only: "reputation",
    data: {
      reputation: { status: "unknown", reason: "blocked" },
      summary: {
        verdict: { status: "pass", reason: null, detail: "0 errors, 0 warnings." },
        reputation: {
          status: "unknown",
          reason: "blocked",
          detail:
            "Listed: 0 of 2 addresses that blocklists answered about. Could not be determined: zen.example.net (blocked), b.example.net (timeout).",
        },
        unknown: ["dkim", "reputation"],
      },
    },
  },
  {
    says: "a mail server on a blocklist says nothing against the records of its domain",
    dns: { ...MAIL_DOMAIN, ...RULED },
    reputation: { [MX_IP]: listed("spam", "high"), [OWN_IP]: CLEAN },
    has: ["reputation_listed"],
    only: "reputation",
    data: { summary: { verdict: { status: "pass" }, reputation: { status: "fail", reason: "listed" } } },
  },
  {
    says: "a domain without addresses has no reputation to ask for",
    dns: PARKED,
    only: "reputation",
    data: { reputation: { status: "not_applicable", addresses: [] }, summary: { reputation: null } },
  },
];
test.each(REPUTATION)("$says", checkReport);

test("what only the operator of this API can act on is recommended to no domain's owner", () => {
  const reputation = { [MX_IP]: REFUSED, [OWN_IP]: REFUSED };
  const { data } = reportOf(
    { dns: { ...MAIL_DOMAIN, ...RULED }, reputation },
    { domain: "example.com", selector: null },
  );
  expect(data.recommendations.filter(({ section }) => section === "reputation")).toEqual([]);
});

test("eight addresses are asked about, mail servers' first, and the others are named", () => {
  const ips = Array.from({ length: 12 }, (_, i) => `93.184.216.${i + 10}`);
  const dns = { ...MAIL_DOMAIN, "mx.example.com A": ips.slice(0, 8), "example.com A": ips.slice(6) };
  const { data, asked, codes } = reportOf({ dns }, { domain: "example.com", selector: null });
  expect(asked.filter((one) => /^[0-9.]+$/.test(one))).toEqual(ips.slice(0, 8));
  expect(data.reputation.addresses.map(({ ip, status }) => [ip, status])).toEqual([
    ...ips.slice(0, 8).map((ip) => [ip, "unknown"]),
    ...ips.slice(8).map((ip) => [ip, "not_asked"]),
  ]);
  expect(codes).toContain("reputation_not_asked");
});

test("a parked domain takes twelve questions", () => {
  const { asked } = reportOf({ dns: PARKED }, { domain: "example.com", selector: null });
  expect(asked.toSorted()).toEqual(
    [
      ...["A", "AAAA", "MX", "TXT", "SPF"].map((type) => `example.com ${type}`),
      ...["_dmarc.example.com", "_dmarc.com", "_mta-sts.example.com", "_smtp._tls.example.com"].map(
        (name) => `${name} TXT`,
      ),
      ...["default._bimi", "_domainkey", "randomrandom._domainkey"].map((name) => `${name}.example.com TXT`),
    ].toSorted(),
  );
});

test("labels before a domain as long as DNS has it make names that cannot be there, and are not asked for", () => {
  const domain = `${"a.".repeat(120)}example.com`;
  const dns = { [`${domain} MX`]: ["0 ."], [`${domain} TXT`]: ["v=spf1 -all"] };
  const { data, asked } = reportOf({ dns }, { domain, selector: null });
  expect(asked.every((one) => (one.split(" ")[0] ?? "").length <= 253)).toBe(true);
  expect([data.mtaSts.status, data.tlsRpt.status, data.bimi.status, data.dkim.conclusion]).toEqual([
    "absent",
    "absent",
    "absent",
    "proven_absent",
  ]);
});
