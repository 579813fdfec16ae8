import { expect, test } from "bun:test";
import type { Reason } from "@dnstools/core/outcome";
import { Value } from "@sinclair/typebox/value";
import { replay } from "../cases/replay.ts";
import type { Remedy } from "../section.ts";
import { DmarcData } from "./data.ts";
import { DMARC_FINDINGS } from "./findings.ts";
import { judgeDmarc } from "./judge-dmarc.ts";
import { readDmarc } from "./read-dmarc.ts";

const DRAFT = "(read in draft-ietf-dmarc-dmarcbis-41)";
const REPORTS = "(read in draft-ietf-dmarc-aggregate-reporting-32)";
const NOTES = "(an implementation's notes)";
const GENERAL = "(general knowledge, not read at the source)";

/** By name: of `_dmarc.` and the name, or of a report name (with `._report.` in it) as it stands. */
type Records = Readonly<Record<string, readonly string[] | Reason>>;
type Context = { readonly parked?: boolean; readonly withoutDkim?: boolean };

type Case = {
  readonly says: string;
  readonly domain?: string;
  readonly records: Records;
  readonly context?: Context;
  readonly status: DmarcData["status"];
  /** Codes without `mail.dmarc_`: exactly these. */
  readonly codes: readonly string[];
  /** For the domain, names below it, and names below it that do not exist. */
  readonly effective?: readonly (string | null)[];
  readonly data?: Readonly<Record<string, unknown>>;
};

const RUA = "rua=mailto:d@example.com";
const GOOD = `v=DMARC1; p=reject; ${RUA}`;
/** Records at example.com. */
const at = (...texts: readonly string[]) => ({ records: { "example.com": texts } });
const tags = (text: string) => at(`v=DMARC1; ${text}`);
/** Also at a host of others, under the name that RFC 9990 4 gives. */
const REPORT = "example.com._report._dmarc.r.example.net";
const rua = (uri: string, report: readonly string[] | Reason, more: Records = {}) => ({
  records: { "example.com": [`v=DMARC1; p=reject; rua=${uri}`], [REPORT]: report, ...more },
});
const OUTSIDE = "mailto:d@r.example.net";
const reported = (status: string, sentTo: string | null = null) => ({
  data: { reports: [{ tag: "rua", status, authorisation: REPORT, sentTo }] },
});

const policies: readonly Case[] = [
  { says: `RFC 9989 4.7 ${DRAFT}: all right`, ...at(GOOD), status: "valid", codes: [] },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: none`,
    records: {},
    status: "absent",
    codes: ["missing"],
    effective: [null, null, null],
    data: { foundAt: null, policies: null, organizationalDomain: "example.com" },
  },
  {
    says: "none, of a domain that sends nothing",
    records: {},
    context: { parked: true },
    status: "absent",
    codes: ["missing_parked"],
  },
  {
    says: "a domain that sends nothing needs no reports and no key",
    ...tags("p=reject"),
    context: { parked: true, withoutDkim: true },
    status: "valid",
    codes: [],
  },
  {
    says: `RFC 9989 B.2.1 ${DRAFT}: monitoring`,
    ...tags("p=none; rua=mailto:dmarc-feedback@example.com"),
    status: "warning",
    codes: ["monitoring"],
    effective: ["none", "none", "none"],
    data: { testMode: false, reports: [{ status: "inside", authorisation: null }] },
  },
  {
    says: `RFC 9989 B.2.2 ${DRAFT}: failure reports`,
    ...tags("p=none; rua=mailto:dmarc-feedback@example.com; ruf=mailto:auth-reports@example.com"),
    status: "warning",
    codes: ["monitoring"],
    data: { failureOptions: ["0"] },
  },
  {
    says: `RFC 9989 B.2.5 ${DRAFT}: t=y of quarantine is none`,
    domain: "test.example.com",
    records: {
      "test.example.com": ["v=DMARC1; p=quarantine; rua=mailto:a@example.com,mailto:b@test.example.com; t=y"],
      "example.com": ["v=DMARC1; p=none"],
    },
    status: "warning",
    codes: ["test_mode", "monitoring", "differs_7489"],
    effective: ["none", "none", "none"],
    data: { testMode: true, asSeenByRfc7489: { policy: "quarantine", differs: true } },
  },
  {
    says: `RFC 9989 B.2.5 ${DRAFT}: later reject, without t`,
    ...tags(`p=reject; ${RUA}`),
    status: "valid",
    codes: [],
    effective: ["reject", "reject", "reject"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: t=y weakens sp and np too`,
    ...tags(`p=reject; sp=quarantine; np=none; t=y; ${RUA}`),
    status: "warning",
    codes: ["test_mode", "subdomains_weaker", "differs_7489"],
    effective: ["quarantine", "none", "none"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: sp falls back to p, np to sp`,
    ...tags(`p=quarantine; sp=reject; ${RUA}`),
    status: "valid",
    codes: [],
    effective: ["quarantine", "reject", "reject"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: np falls back to p`,
    ...tags(`p=quarantine; ${RUA}`),
    status: "valid",
    codes: [],
    effective: ["quarantine", "quarantine", "quarantine"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: sp weaker than p`,
    ...tags(`p=reject; sp=none; ${RUA}`),
    status: "warning",
    codes: ["subdomains_weaker"],
    effective: ["reject", "none", "none"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: np alone weaker than p`,
    ...tags(`p=reject; np=quarantine; ${RUA}`),
    status: "warning",
    codes: ["subdomains_weaker"],
    effective: ["reject", "reject", "quarantine"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: sp weaker, np as p`,
    ...tags(`p=reject; sp=none; np=reject; ${RUA}`),
    status: "warning",
    codes: ["subdomains_weaker"],
    effective: ["reject", "none", "reject"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: stronger below than the domain`,
    ...tags(`p=none; sp=reject; ${RUA}`),
    status: "warning",
    codes: ["monitoring"],
    effective: ["none", "reject", "reject"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: no p, with reports, is none`,
    ...tags(RUA),
    status: "warning",
    codes: ["policy_missing"],
    effective: ["none", "none", "none"],
    data: { policies: { p: null, sp: null, np: null } },
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: no p, without reports, is no DMARC`,
    ...at("v=DMARC1"),
    status: "warning",
    codes: ["policy_missing", "no_reports"],
    effective: [null, null, null],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: a p that is none, with reports`,
    ...tags(`p=monitor; ${RUA}`),
    status: "invalid",
    codes: ["policy_invalid"],
    effective: ["none", "none", "none"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: a wrong sp takes p=reject with it`,
    ...tags(`p=reject; sp=nope; ${RUA}`),
    status: "invalid",
    codes: ["policy_invalid"],
    effective: ["none", "none", "none"],
  },
  {
    says: `no valid URI, no DMARC ${NOTES}`,
    ...tags("p=reject; sp=nope; rua=mailto:"),
    status: "invalid",
    codes: ["policy_invalid", "uri_invalid"],
    effective: [null, null, null],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: a wrong np too, and to receivers of RFC 7489 it is nothing`,
    ...tags(`p=reject; np=nope; ${RUA}`),
    status: "invalid",
    codes: ["policy_invalid", "differs_7489"],
    effective: ["none", "none", "none"],
    data: { asSeenByRfc7489: { policy: "reject" } },
  },
  {
    says: `RFC 9989 7.4 ${DRAFT}: reject without a key`,
    ...at(GOOD),
    context: { withoutDkim: true },
    status: "warning",
    codes: ["reject_without_dkim"],
  },
  {
    says: `RFC 9989 7.4 ${DRAFT}: quarantine without a key`,
    ...tags(`p=quarantine; ${RUA}`),
    context: { withoutDkim: true },
    status: "valid",
    codes: [],
  },
  {
    says: `RFC 9989 7.4 ${DRAFT}: reject that t=y makes quarantine`,
    ...tags(`p=reject; t=y; ${RUA}`),
    context: { withoutDkim: true },
    status: "warning",
    codes: ["test_mode", "differs_7489"],
  },
];

const texts: readonly Case[] = [
  {
    says: `RFC 9989 4.7 ${DRAFT}: t=y changes nothing of none`,
    ...tags(`p=none; t=y; ${RUA}`),
    status: "warning",
    codes: ["monitoring"],
  },
  {
    says: "no p, of a domain that sends nothing",
    ...at("v=DMARC1"),
    context: { parked: true },
    status: "warning",
    codes: ["policy_missing"],
  },
  {
    says: `RFC 7489 6.6.3 ${GENERAL}: no p, without reports, is no DMARC there too`,
    ...tags("sp=reject"),
    status: "warning",
    codes: ["policy_missing", "no_reports"],
    data: { asSeenByRfc7489: { foundAt: null, policy: null, differs: false } },
  },
  {
    says: `RFC 7489 6.6.3 ${GENERAL}: no p, with reports, is none there too`,
    ...tags(`sp=reject; ${RUA}`),
    status: "warning",
    codes: ["policy_missing"],
    data: { asSeenByRfc7489: { foundAt: "example.com", policy: "none", differs: false } },
  },
  {
    says: `RFC 7489 6.6.3 ${GENERAL}: sp of the organisation by the list`,
    domain: "a.b.example.com",
    records: { "example.com": [`${GOOD}; sp=quarantine`] },
    status: "valid",
    codes: ["inherited"],
    data: {
      asSeenByRfc7489: {
        ...{ organizationalDomain: "example.com", foundAt: "example.com", policy: "quarantine" },
        ...{ percent: 100, differs: false, why: [] },
      },
    },
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: several are none`,
    ...at(GOOD, "v=DMARC1; p=none"),
    status: "invalid",
    codes: ["several", "missing"],
    effective: [null, null, null],
    data: { records: [GOOD, "v=DMARC1; p=none"], asSeenByRfc7489: { policy: null, differs: false } },
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: beside other texts one is one`,
    ...at("v=spf1 -all", GOOD),
    status: "valid",
    codes: [],
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: several at the organisation are none for a subdomain`,
    domain: "a.example.com",
    records: { "example.com": [GOOD, GOOD] },
    status: "invalid",
    codes: ["several", "missing"],
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: several of one's own, and then the parent's`,
    domain: "a.example.com",
    records: { "a.example.com": [GOOD, "v=DMARC1; p=none"], "example.com": [`${GOOD}; sp=quarantine`] },
    status: "invalid",
    codes: ["several", "inherited", "differs_7489"],
    effective: ["quarantine", "quarantine", "quarantine"],
    data: { asSeenByRfc7489: { policy: null, differs: true } },
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: several in between are nobody's concern`,
    domain: "a.b.example.com",
    records: { "b.example.com": [GOOD, GOOD], "example.com": [GOOD] },
    status: "valid",
    codes: ["inherited"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: the version in small letters`,
    ...at(`v=dmarc1; p=reject; ${RUA}`),
    status: "absent",
    codes: ["near_miss", "missing"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: no semicolon`,
    ...at("v=DMARC1 p=none"),
    status: "absent",
    codes: ["near_miss", "missing"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: a near miss without a policy that could be read`,
    ...at("v=DMARC1, p=none, rua=mailto:d@example.com"),
    status: "absent",
    codes: ["near_miss", "missing"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: a near miss beside a record`,
    ...at(GOOD, " v=DMARC1; p=none"),
    status: "warning",
    codes: ["near_miss"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: a near miss below a record`,
    domain: "a.example.com",
    records: { "a.example.com": [" v=DMARC1; p=none; rua=mailto:x@r.example.net"], "example.com": [GOOD] },
    status: "warning",
    codes: ["near_miss", "inherited"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: a near miss at the organisation`,
    domain: "a.example.com",
    records: { "example.com": [`v=DMARC1 p=reject; ${RUA}`] },
    status: "absent",
    codes: ["near_miss", "missing"],
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: other texts alone`,
    ...at("v=spf1 include:dmarc.example.net -all"),
    status: "absent",
    codes: ["missing"],
  },
  {
    says: `RFC 9989 9.3 ${DRAFT}: removed tags`,
    ...at(`${GOOD}; rf=afrf; ri=3600; pct=100`),
    status: "valid",
    codes: ["removed_tag"],
  },
  {
    says: `RFC 9989 C.5.2 ${DRAFT}: pct means all mail now`,
    ...at(`${GOOD}; pct=50`),
    status: "warning",
    codes: ["pct", "differs_7489"],
    effective: ["reject", "reject", "reject"],
    data: { asSeenByRfc7489: { policy: "reject", percent: 50 } },
  },
  {
    says: `RFC 9989 C.5.2 ${DRAFT}: pct=0 too`,
    ...at(`${GOOD}; pct=0`),
    status: "warning",
    codes: ["pct", "differs_7489"],
  },
  {
    says: `RFC 9989 C.5.2 ${DRAFT}: of p=none pct changes nothing`,
    ...tags(`p=none; pct=50; ${RUA}`),
    status: "warning",
    codes: ["pct", "monitoring"],
    data: { asSeenByRfc7489: { differs: false, why: [] } },
  },
  {
    says: "RFC 7489 6.3: a pct that is none",
    ...at(`${GOOD}; pct=x`),
    status: "valid",
    codes: ["removed_tag"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: a size`,
    ...at(`${GOOD}!10m`),
    status: "valid",
    codes: ["size_suffix"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: unknown tags`,
    ...at(`${GOOD}; foo=bar`),
    status: "valid",
    codes: ["unknown_tag"],
  },
  {
    says: `tag names in capitals ${NOTES}`,
    ...tags(`P=reject; ${RUA}`),
    status: "valid",
    codes: ["tag_case"],
    effective: ["reject", "reject", "reject"],
  },
  { says: `RFC 9989 4.8 ${DRAFT}: two semicolons`, ...at(`${GOOD};;`), status: "warning", codes: ["syntax"] },
  { says: `RFC 9989 4.8 ${DRAFT}: one at the end`, ...at(`${GOOD};`), status: "valid", codes: [] },
  {
    says: `RFC 6376 3.2 ${GENERAL}: twice`,
    ...at(`${GOOD}; p=none`),
    status: "invalid",
    codes: ["duplicate_tag"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: wrong values, and the default, the looser one`,
    ...at(`${GOOD}; adkim=strict; psd=x; t=yes; fo=0:1; aspf=s`),
    status: "warning",
    codes: ["value_invalid"],
    data: { alignment: { dkim: "relaxed", spf: "strict" }, psd: "u", testMode: false, failureOptions: ["0"] },
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: nobody gets reports`,
    ...tags("p=reject"),
    status: "valid",
    codes: ["no_reports"],
  },
  {
    says: `RFC 9989 4.8 ${DRAFT}: rua of nothing`,
    ...tags("p=reject; rua="),
    status: "warning",
    codes: ["syntax", "no_reports"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: an address is no URI`,
    ...tags("p=reject; rua=d@example.com"),
    status: "warning",
    codes: ["uri_invalid"],
    data: { reports: [{ uri: "d@example.com", status: "invalid" }] },
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: an address of others is no URI either`,
    ...tags("p=reject; rua=d@r.example.net"),
    status: "warning",
    codes: ["uri_invalid"],
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: p may stand anywhere; to RFC 7489 it may not`,
    ...tags(`${RUA}; p=reject`),
    status: "valid",
    codes: ["p_not_second"],
  },
];

const SUFFIX = "v=DMARC1; p=quarantine; sp=reject; rua=mailto:d@com";
const places: readonly Case[] = [
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: the organisation's`,
    domain: "a.example.com",
    records: { "example.com": [GOOD] },
    status: "valid",
    codes: ["inherited"],
    effective: ["reject", "reject", "reject"],
    data: { foundAt: "example.com", organizationalDomain: "example.com" },
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: of the organisation's, sp is the policy; none is none`,
    domain: "a.example.com",
    records: { "example.com": [`${GOOD}; sp=none`] },
    status: "warning",
    codes: ["inherited", "monitoring"],
    effective: ["none", "none", "none"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: of the organisation's, np is for what does not exist`,
    domain: "a.example.com",
    records: { "example.com": [`${GOOD}; np=none`] },
    status: "warning",
    codes: ["inherited", "subdomains_weaker"],
    effective: ["reject", "reject", "none"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: one in between is nobody's`,
    domain: "a.b.example.com",
    records: { "b.example.com": ["v=DMARC1; p=none"], "example.com": [GOOD] },
    status: "valid",
    codes: ["inherited", "intermediate_ignored"],
    effective: ["reject", "reject", "reject"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: who has one needs none in between`,
    domain: "a.b.example.com",
    records: { "a.b.example.com": [GOOD], "b.example.com": ["v=DMARC1; p=none"], "example.com": [GOOD] },
    status: "valid",
    codes: [],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: names below one's own follow the organisation's`,
    domain: "a.example.com",
    records: { "a.example.com": [`${GOOD}; sp=reject`], "example.com": ["v=DMARC1; p=quarantine; np=none"] },
    status: "warning",
    codes: ["subdomains_weaker"],
    effective: ["reject", "quarantine", "none"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: or the suffix's, where the organisation has none`,
    domain: "a.giant.bank.com",
    records: {
      "a.giant.bank.com": ["v=DMARC1; p=reject; rua=mailto:d@giant.bank.com"],
      "bank.com": ["v=DMARC1; p=reject; sp=quarantine; psd=y"],
    },
    status: "warning",
    codes: ["subdomains_weaker", "differs_7489"],
    effective: ["reject", "quarantine", "quarantine"],
    data: { organizationalDomain: "giant.bank.com" },
  },
  {
    says: `RFC 9989 4.7 ${DRAFT}: a public suffix's own sp is for names below it`,
    domain: "bank.com",
    records: { "bank.com": [`v=DMARC1; p=reject; sp=none; psd=y; rua=mailto:d@bank.com`] },
    status: "warning",
    codes: ["subdomains_weaker"],
    effective: ["reject", "none", "none"],
  },
  {
    says: `half a walk above one's own: names below are not known, nor what lies between ${NOTES}`,
    domain: "a.example.com",
    records: { "a.example.com": [GOOD], "example.com": ["v=DMARC1; p=none"], com: "servfail" },
    status: "valid",
    codes: [],
    effective: ["reject", null, null],
    data: { organizationalDomain: null, foundAt: "a.example.com" },
  },
  {
    says: `RFC 9989 11.8 ${DRAFT}: a suffix without psd=y makes all below it one`,
    records: { com: [SUFFIX] },
    status: "warning",
    codes: ["inherited", "suffix_without_psd", "differs_7489"],
    effective: ["reject", "reject", "reject"],
    data: {
      organizationalDomain: "com",
      asSeenByRfc7489: { policy: null, organizationalDomain: "example.com" },
    },
  },
  {
    says: `RFC 9989 11.8 ${DRAFT}: and those too that have one of their own`,
    records: { "example.com": [GOOD], com: [SUFFIX] },
    status: "warning",
    codes: ["suffix_without_psd", "differs_7489"],
  },
  {
    says: `RFC 9989 11.8 ${DRAFT}: psd=n prevents it`,
    records: { "example.com": [`${GOOD}; psd=n`], com: [SUFFIX] },
    status: "valid",
    codes: [],
    data: { psd: "n", organizationalDomain: "example.com" },
  },
  {
    says: `RFC 9989 11.8 ${DRAFT}: the organisation's is then one in between`,
    domain: "a.example.com",
    records: { "example.com": [GOOD], com: [SUFFIX] },
    status: "warning",
    codes: ["inherited", "intermediate_ignored", "suffix_without_psd", "differs_7489"],
    effective: ["reject", "reject", "reject"],
  },
  {
    says: `RFC 9989 11.8 ${DRAFT}: a subdomain with its own cannot mend it`,
    domain: "a.example.com",
    records: { "a.example.com": [GOOD], com: [SUFFIX] },
    status: "warning",
    codes: ["suffix_without_psd", "differs_7489"],
  },
  {
    says: `RFC 9989 4.10.1 ${DRAFT}: a suffix's with psd=y`,
    records: { com: [`${SUFFIX}; psd=y; pct=20`] },
    status: "warning",
    codes: ["inherited", "pct", "differs_7489"],
    effective: ["reject", "reject", "reject"],
    data: { organizationalDomain: "example.com" },
  },
  {
    says: `RFC 9989 4.10 ${DRAFT}: several of a suffix are not the domain's fault`,
    records: { com: [SUFFIX, SUFFIX] },
    status: "absent",
    codes: ["missing"],
  },
  {
    says: "RFC 7489 3.2: the organisation by the list, where the policy is the same",
    domain: "a.example.com",
    records: { "a.example.com": ["v=DMARC1; p=reject; rua=mailto:d@a.example.com"] },
    status: "valid",
    codes: ["differs_7489"],
    data: { organizationalDomain: "a.example.com", asSeenByRfc7489: { organizationalDomain: "example.com" } },
  },
  {
    says: `RFC 7489 6.6.3 ${DRAFT}: psd=n in between is not asked for`,
    domain: "a.b.example.com",
    records: {
      "b.example.com": ["v=DMARC1; p=reject; psd=n; rua=mailto:d@b.example.com"],
      "example.com": ["v=DMARC1; p=none"],
    },
    status: "valid",
    codes: ["inherited", "differs_7489", "report_unauthorised"].filter(
      (one) => one !== "report_unauthorised",
    ),
    data: { asSeenByRfc7489: { policy: "none", foundAt: "example.com" } },
  },
];

const destinations: readonly Case[] = [
  {
    says: `RFC 9990 4 ${REPORTS}: authorised`,
    ...rua(OUTSIDE, ["v=DMARC1"]),
    status: "valid",
    codes: [],
    ...reported("authorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: a wildcard answers with its own text`,
    ...rua(OUTSIDE, ["v=DMARC1;"]),
    status: "valid",
    codes: [],
    ...reported("authorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: none`,
    ...rua(OUTSIDE, []),
    status: "invalid",
    codes: ["report_unauthorised"],
    ...reported("unauthorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: a wildcard of another kind is none`,
    ...rua(OUTSIDE, ["v=spf1 -all"]),
    status: "invalid",
    codes: ["report_unauthorised"],
    ...reported("unauthorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: the version comes first`,
    ...rua(OUTSIDE, ["rua=mailto:x@r.example.net; v=DMARC1"]),
    status: "invalid",
    codes: ["report_unauthorised"],
  },
  {
    says: `RFC 9990 4 ${REPORTS}: the version in small letters`,
    ...rua(OUTSIDE, ["v=dmarc1"]),
    status: "invalid",
    codes: ["report_unauthorised"],
  },
  {
    says: `RFC 9990 4 ${REPORTS}: several are fine, and others beside them`,
    ...rua(OUTSIDE, ["v=spf1 -all", "v=DMARC1", "v=DMARC1;"]),
    status: "valid",
    codes: [],
  },
  {
    says: `RFC 9990 4 ${REPORTS}: another address at the same host`,
    ...rua(OUTSIDE, ["v=DMARC1; rua=mailto:x@r.example.net"]),
    status: "valid",
    codes: [],
    ...reported("authorised", "mailto:x@r.example.net"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: an address at another host`,
    ...rua(OUTSIDE, ["v=DMARC1; rua=mailto:x@s.example.net"]),
    status: "invalid",
    codes: ["report_diverted"],
    ...reported("diverted", "mailto:x@s.example.net"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: an address that is none replaces nothing`,
    ...rua(OUTSIDE, ["v=DMARC1; rua="]),
    status: "valid",
    codes: [],
    ...reported("authorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: ruf of the authorisation is not for rua`,
    ...rua(OUTSIDE, ["v=DMARC1; ruf=mailto:x@s.example.net"]),
    status: "valid",
    codes: [],
    ...reported("authorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: not found out`,
    ...rua(OUTSIDE, "servfail"),
    status: "valid",
    codes: [],
    data: { reports: [{ status: "unknown", reason: "servfail" }] },
  },
  {
    says: `RFC 9990 4 ${REPORTS}: others are unaffected`,
    ...rua(`${OUTSIDE},mailto:d@s.example.net`, [], {
      "example.com._report._dmarc.s.example.net": ["v=DMARC1"],
    }),
    status: "invalid",
    codes: ["report_unauthorised"],
    data: { reports: [{ status: "unauthorised" }, { status: "authorised" }] },
  },
  {
    says: `RFC 9990 4 ${REPORTS}: within the organisation none is needed`,
    ...rua("mailto:d@a.example.com", []),
    status: "valid",
    codes: [],
    data: { reports: [{ status: "inside", authorisation: null }] },
  },
  {
    says: "RFC 9990 4 (derived from draft-ietf-dmarc-aggregate-reporting-32): a host with psd=n is outside",
    ...rua("mailto:d@a.example.com", [], { "a.example.com": [`${GOOD}; psd=n`] }),
    status: "invalid",
    codes: ["report_unauthorised"],
    data: {
      reports: [{ status: "unauthorised", authorisation: "example.com._report._dmarc.a.example.com" }],
    },
  },
  {
    says: "RFC 9990 4 (derived): hosts that a suffix without psd=y makes one are inside",
    records: {
      "example.com": ["v=DMARC1; p=reject; rua=mailto:d@example.net.com"],
      com: ["v=DMARC1; p=none"],
    },
    status: "warning",
    codes: ["suffix_without_psd", "subdomains_weaker", "differs_7489"],
    data: { reports: [{ status: "inside" }] },
  },
  {
    says: `RFC 9990 4 ${REPORTS}: the name is by where the record is, not by the subdomain`,
    ...rua(OUTSIDE, ["v=DMARC1"]),
    domain: "a.example.com",
    status: "valid",
    codes: ["inherited"],
    ...reported("authorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: the organisation is not known, the authorisation is`,
    ...rua(OUTSIDE, ["v=DMARC1"], { com: "timeout" }),
    status: "valid",
    codes: [],
    ...reported("authorised"),
  },
  {
    says: `RFC 9990 4 ${REPORTS}: the organisation is not known, nor whether one is needed`,
    ...rua(OUTSIDE, [], { com: "timeout" }),
    status: "valid",
    codes: [],
    data: { reports: [{ status: "unknown" }] },
  },
  {
    says: `RFC 9990 4 ${REPORTS}: the host's organisation is not known`,
    ...rua(OUTSIDE, ["v=DMARC1; rua=mailto:x@s.example.net"], { "example.net": "timeout" }),
    status: "valid",
    codes: [],
    data: { reports: [{ status: "unknown", reason: "timeout" }] },
  },
  {
    says: `RFC 9989 B.2.3 ${DRAFT}: failure reports to others`,
    records: {
      "example.com": [`v=DMARC1; p=none; ${RUA}; ruf=mailto:auth-reports@thirdparty.example.net`],
      "example.com._report._dmarc.thirdparty.example.net": ["v=DMARC1;"],
    },
    status: "warning",
    codes: ["monitoring"],
    data: { reports: [{ status: "inside" }, { tag: "ruf", status: "authorised", sentTo: null }] },
  },
  {
    says: `RFC 9989 B.2.4 ${DRAFT}: of two addresses only that is replaced which pointed there`,
    records: {
      "example.com": [`v=DMARC1; p=none; ${RUA}; ruf=mailto:auth-reports@thirdparty.example.net`],
      "example.com._report._dmarc.thirdparty.example.net": [
        "v=DMARC1; rua=mailto:aggregate-reports@thirdparty.example.net; ruf=mailto:failure-reports@thirdparty.example.net",
      ],
    },
    status: "warning",
    codes: ["monitoring"],
    data: {
      reports: [
        { status: "inside", sentTo: null },
        { status: "authorised", sentTo: "mailto:failure-reports@thirdparty.example.net" },
      ],
    },
  },
];

const cases = [...policies, ...texts, ...places, ...destinations];

const keyOf = (name: string) => (name.includes("._report.") ? `${name} TXT` : `_dmarc.${name} TXT`);
const dnsOf = (records: Records) =>
  Object.fromEntries(Object.entries(records).map(([name, texts]) => [keyOf(name), texts]));

type Dns = ReturnType<typeof dnsOf>;

function judgeDns(dns: Dns, { domain = "example.com", context }: Pick<Case, "domain" | "context">) {
  const { value, asked } = replay({ dns }, (known) => readDmarc(known, domain));
  return { ...judgeDmarc(value, { domain, parked: false, withoutDkim: false, ...context }), asked };
}

const judge = (one: Case) => judgeDns(dnsOf(one.records), one);
const short = (code: string) => code.replace("mail.dmarc_", "");

function remedied(before: Dns, { publish, remove }: Remedy): Dns {
  const dns: Record<string, readonly string[] | Reason> = { ...before };
  for (const { name, type, value } of remove) {
    const texts = dns[`${name} ${type}`] ?? [];
    expect(texts).toContain(value);
    dns[`${name} ${type}`] = typeof texts === "string" ? texts : texts.filter((text) => text !== value);
  }
  for (const { name, type, value } of publish)
    dns[`${name} ${type}`] = [...((dns[`${name} ${type}`] ?? []) as readonly string[]), value];
  return dns;
}

test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => {
  const { data, findings, remedies } = judge(one);
  expect(data.findings.map(short).toSorted()).toEqual(one.codes.toSorted());
  expect(data.status).toBe(one.status);
  expect(data).toMatchObject(one.data ?? {});
  if (one.effective !== undefined)
    expect(data.effective && (Object.values(data.effective) as unknown[])).toEqual([...one.effective]);
  expect(Value.Errors(DmarcData, data).First()).toBeUndefined();
  for (const { severity, fix } of findings) if (severity !== "info") expect(fix).not.toBeNull();
  const claimed = remedies.flatMap(({ cures }) => cures);
  expect(claimed).toEqual([...new Set(claimed)]);
  for (const remedy of remedies) {
    expect(data.findings).toEqual(expect.arrayContaining([...remedy.cures]));
    const after = judgeDns(remedied(dnsOf(one.records), remedy), one);
    const left = after.data.findings.filter((code) => remedy.cures.includes(code));
    const bad = after.findings
      .filter(({ severity }) => severity === "error" || severity === "critical")
      .filter(({ code }) => !data.findings.includes(code));
    expect({ left, bad, remedy }).toEqual({ left: [], bad: [], remedy });
  }
});

/** What no record of the domain's mends: what is no fault, and what is another's or takes a decision. */
const WITHOUT = ["differs_7489", "inherited", "intermediate_ignored", "reject_without_dkim"];

test("every finding has a case with it and one without, and what a record can mend has a remedy", () => {
  const codes = Object.keys(DMARC_FINDINGS).map(short);
  for (const code of codes) {
    expect([code, cases.some((one) => one.codes.includes(code))]).toEqual([code, true]);
    expect([code, cases.every((one) => one.codes.includes(code))]).toEqual([code, false]);
  }
  const cured = new Set(cases.flatMap((one) => judge(one).remedies.flatMap(({ cures }) => cures.map(short))));
  expect(codes.filter((code) => !cured.has(code)).toSorted()).toEqual(WITHOUT);
});

test("what to publish is told in whole: for none, for a typing error, for several, for a policy of a suffix", () => {
  const published = (one: Pick<Case, "records" | "domain" | "context">) =>
    judgeDns(dnsOf(one.records), one).remedies.map(({ publish }) =>
      publish.map(({ name, value }) => `${name} ${value}`),
    );
  const none = "_dmarc.example.com v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com;";
  expect(published({ records: {} })).toEqual([[none]]);
  expect(published({ records: {}, context: { parked: true } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject;"],
  ]);
  expect(published(tags("p=none; sp=rejct; rua=d@example.com"))).toEqual([
    ["_dmarc.example.com v=DMARC1; p=none; rua=mailto:d@example.com;"],
  ]);
  // np as it was: without it sp would count.
  expect(published(tags(`p=reject; sp=none; np=reject; ri=1; ${RUA}`))).toEqual([
    [`_dmarc.example.com v=DMARC1; p=reject; sp=none; np=reject; ${RUA};`],
    [`_dmarc.example.com v=DMARC1; p=reject; ${RUA};`],
  ]);
  expect(published(at("v=DMARC1; p=quarantine", "v=DMARC1; p=none"))).toEqual([
    ["_dmarc.example.com v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.com;"],
  ]);
  expect(published({ ...at("v=DMARC1"), context: { parked: true } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject;"],
  ]);
  expect(published({ ...tags("p=none"), context: { parked: true } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject;"],
  ]);
  // Of a public suffix nobody below changes the record; and an organisation is marked where it is one.
  expect(published({ domain: "a.example.com", records: { com: ["v=DMARC1; p=reject"] } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject; psd=n; rua=mailto:dmarc-reports@example.com;"],
  ]);
  // Addresses of others that nobody asked about before come with what they need.
  expect(published(tags("p=reject; rua=d@r.example.net"))).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject; rua=mailto:d@r.example.net;", `${REPORT} v=DMARC1;`],
  ]);
});

test("no record is told where half of it is not known: one's own would take the place of a parent's", () => {
  const { remedies, data } = judgeDns(
    dnsOf({ "a.example.com": ["v=DMARC1, p=x"], "example.com": "timeout" }),
    {
      domain: "a.example.com",
    },
  );
  expect([data.status, data.findings]).toEqual(["unknown", ["mail.dmarc_near_miss"]]);
  expect(remedies.map(({ publish, remove }) => [publish.length, remove.length])).toEqual([[0, 1]]);
});

test("where reports go is asked for by organisation, and each once", () => {
  const { asked } = judgeDns(
    dnsOf({
      "example.com": [`v=DMARC1; p=reject; ${RUA},mailto:x@a.example.com,${OUTSIDE}; ruf=${OUTSIDE}`],
      [REPORT]: ["v=DMARC1"],
    }),
    {},
  );
  const names = ["example.com", "com", "a.example.com", "r.example.net", "example.net", "net"];
  expect(asked.toSorted()).toEqual([...names.map(keyOf), `${REPORT} TXT`].toSorted());
});

test("RFC 9990 4: a report name that is too long is not asked for, and authorises nobody", () => {
  const label = "a".repeat(60);
  const host = `${label}.${label}.${label}.${label}.net`;
  const { data, asked, remedies } = judge({
    says: "",
    ...rua(`mailto:d@${host}`, []),
    status: "valid",
    codes: [],
  });
  expect([data.findings, remedies]).toEqual([["mail.dmarc_report_unauthorised"], []]);
  expect(asked.filter((question) => question.includes("_report"))).toEqual([]);
});

test("hostile records are judged in time, asked few questions for, and shown cut", () => {
  const long = 50_000;
  const many = (count: number, text: (i: number) => string, by: string) =>
    Array.from({ length: count }, (_, i) => text(i)).join(by);
  const hosts = many(900, (i) => `mailto:d@h${i}.r${i}.example${i}.net`, ",");
  const worlds = [
    [`v=DMARC1; p=reject; rua=${hosts}; ruf=${hosts}`],
    [`v=DMARC1; p=reject; rua=${many(2000, (i) => `mailto:${i}@r.example.net`, ",")}`],
    [`v=DMARC1; ${many(9000, (i) => `t${i}=x`, ";")}`],
    [`v=DMARC1; ${many(5000, () => "p=none", ";")}`],
    [`v=DMARC1;${";".repeat(long)}`],
    [`v=DMARC1${" ".repeat(long)}`],
    [`v=DMARC1; p=none; ${"\\255\\000".repeat(long / 8)}`],
    [`v=DMARC1; p=none; rua=${"\u202e\ufffd".repeat(long / 2)}`],
    [`v=DMARC1; p=none; rua=mailto:${"%41".repeat(long / 3)}@example.net`],
    [`v=DMARC1; p=none; rua=mailto:d@${"a.".repeat(long / 2)}`],
    [`v${" ".repeat(long)}=dmarc1`, `p${" ".repeat(long)}=none`],
    Array.from({ length: 1000 }, (_, i) => `v=DMARC1; p=none; x=${i}`),
    Array.from({ length: 1000 }, (_, i) => `dmarc1 p=none ${i}`),
  ];
  const report = Array.from(
    { length: 500 },
    () => `v=DMARC1; rua=${many(90, (i) => `mailto:${i}@x.example`, ",")}`,
  );
  for (const texts of worlds) {
    const started = performance.now();
    const { data, findings, remedies, asked } = judgeDns(
      dnsOf({ "example.com": texts, [REPORT]: report }),
      {},
    );
    expect(performance.now() - started).toBeLessThan(200);
    expect(asked.length).toBeLessThanOrEqual(8 + 6 * 9);
    expect(JSON.stringify([data, findings]).length).toBeLessThan(200_000);
    // Each remedy names what goes, in whole, and that is there.
    expect(JSON.stringify(remedies).length).toBeLessThan(500_000);
    expect(findings.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify([data, findings])).not.toMatch(/\u202e/);
    expect(Value.Errors(DmarcData, data).First()).toBeUndefined();
  }
});
