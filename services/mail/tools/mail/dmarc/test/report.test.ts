import { expect, test } from "bun:test";
import { checkReport, MAIL_DOMAIN, type ReportCase, reportOf } from "../../test/report.ts";

const DRAFT = "(read in draft-ietf-dmarc-dmarcbis-41)";
const RUA = "rua=mailto:d@example.com";
const SENDER = { ...MAIL_DOMAIN, "example.com TXT": ["v=spf1 mx -all"] };
const PARKED = { "example.com MX": ["0 ."], "example.com TXT": ["v=spf1 -all"] };
const KEY = { "mail._domainkey.example.com TXT": ["v=DKIM1; k=ed25519; p="] };

const cases: readonly ReportCase[] = [
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: a domain that sends and has no record gets a finding, and its spoofing verdict`,
    dns: SENDER,
    only: "dmarc_",
    has: ["dmarc_missing"],
    data: { summary: { spoofing: { status: "fail", reason: "no_dmarc" } }, dmarc: { status: "absent" } },
  },
  {
    says: "who sends nothing and says so in full is praised",
    dns: { ...PARKED, "_dmarc.example.com TXT": ["v=DMARC1; p=reject;"] },
    only: "dmarc_",
    has: ["parked_well"],
    hasNot: ["dkim_absent", "dkim_not_found"],
    data: { role: "parked", dmarc: { status: "valid" }, summary: { spoofing: { status: "pass" } } },
  },
  {
    says: "who sends nothing and has no record gets a recommended record",
    dns: PARKED,
    only: "dmarc_",
    has: ["dmarc_missing_parked"],
    hasNot: ["parked_well"],
  },
  {
    says: "who sends nothing, with none for a policy, is not praised",
    dns: { ...PARKED, "_dmarc.example.com TXT": ["v=DMARC1; p=none"] },
    only: "dmarc_",
    has: ["dmarc_monitoring"],
    hasNot: ["parked_well"],
  },
  {
    says: `RFC 9989 7.4 ${DRAFT}: reject, and it is proved that there is no key`,
    dns: { ...SENDER, "_dmarc.example.com TXT": [`v=DMARC1; p=reject; ${RUA}`] },
    only: "dmarc_",
    has: ["dmarc_reject_without_dkim"],
    data: { dkim: { conclusion: "proven_absent" } },
  },
  {
    says: `RFC 9989 7.4 ${DRAFT}: reject, and there may be keys`,
    dns: { ...SENDER, ...KEY, "_dmarc.example.com TXT": [`v=DMARC1; p=reject; ${RUA}`] },
    only: "dmarc_",
    has: [],
    data: { summary: { spoofing: { status: "pass" } } },
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: a failure is not "no record"`,
    dns: { ...SENDER, "_dmarc.example.com TXT": "servfail" },
    only: "dmarc_",
    has: [],
    data: {
      dmarc: { status: "unknown", reason: "servfail", effective: null },
      summary: { spoofing: { status: "unknown" } },
    },
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: nor is one above`,
    dns: { ...SENDER, "_dmarc.com TXT": "timeout" },
    only: "dmarc_",
    has: [],
    data: { dmarc: { status: "unknown", reason: "timeout" }, summary: { spoofing: { status: "unknown" } } },
  },
  {
    says: "RFC 7505 3: reports to the domain's own null MX are lost",
    dns: { ...PARKED, "_dmarc.example.com TXT": [`v=DMARC1; p=reject; ${RUA}`] },
    only: "dmarc_",
    has: ["dmarc_report_no_mail"],
    data: { dmarc: { reports: [{ takesMail: false }] } },
  },
  {
    says: "RFC 5321 5.1: to a host that does not exist, and to an authorized one that takes no mail",
    dns: {
      ...SENDER,
      ...KEY,
      "_dmarc.example.com TXT": ["v=DMARC1; p=reject; rua=mailto:d@gone.example.com,mailto:d@r.example.net"],
      "example.com._report._dmarc.r.example.net TXT": ["v=DMARC1;"],
      "r.example.net MX": ["0 ."],
      "_smtp._tls.example.com TXT": ["v=TLSRPTv1; rua=mailto:t@gone.example.com"],
    },
    has: ["dmarc_report_no_mail", "tls_rpt_no_mail"],
    data: { dmarc: { reports: [{ takesMail: false }, { takesMail: false }] } },
  },
  {
    says: "RFC 5321 5.1: mail goes to a host's addresses without MX; and what could not be determined is no loss",
    dns: {
      ...SENDER,
      ...KEY,
      "_dmarc.example.com TXT": ["v=DMARC1; p=reject; rua=mailto:d@a.example.com,mailto:d@b.example.com"],
      "a.example.com A": ["93.184.215.14"],
      "b.example.com MX": "servfail",
    },
    only: "dmarc_",
    has: [],
    data: { dmarc: { reports: [{ takesMail: true }, { takesMail: null }] } },
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: names below are open`,
    dns: { ...SENDER, ...KEY, "_dmarc.example.com TXT": [`v=DMARC1; p=reject; np=none; ${RUA}`] },
    only: "dmarc_",
    has: ["dmarc_subdomains_weaker"],
    data: { summary: { spoofing: { status: "warning", reason: "subdomains" } } },
  },
];

test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => checkReport(one));

test("recommendations name the records in whole", () => {
  const { data } = reportOf({ dns: SENDER }, { domain: "example.com", selector: null });
  const mine = data.recommendations.filter(({ section }) => section === "dmarc");
  expect(
    mine.map(({ codes, records }) => [codes, records?.map(({ action, line }) => `${action} ${line}`)]),
  ).toEqual([
    [
      ["mail.dmarc_missing"],
      ['publish _dmarc.example.com. 3600 IN TXT "v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com;"'],
    ],
  ]);
});
