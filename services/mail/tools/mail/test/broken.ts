import { REPORTS } from "@dnstools/lab/plan/fix";
import { DKIM } from "@dnstools/lab/plan/policy-dkim";
import { DMARC } from "@dnstools/lab/plan/policy-dmarc";
import { dkimKey, type PolicyDomain } from "@dnstools/lab/plan/policy-domain";
import { EDGES } from "@dnstools/lab/plan/policy-edges";
import { MX } from "@dnstools/lab/plan/policy-mx";
import { ROLES } from "@dnstools/lab/plan/policy-roles";
import { SPF } from "@dnstools/lab/plan/policy-spf";
import { BIMI, MTA_STS, TLS_RPT } from "@dnstools/lab/plan/policy-web";

/**
 * Domains that each have the fault of one finding, by the finding's code without `mail.`. Each domain is published
 * below fix.com.
 */
export const BROKEN = {
  mx_null_preference: MX.mxNullPreference,
  mx_null_with_others: MX.mxNullWithOthers,
  mx_null_wrong_form: MX.mxNullZero,
  mx_implicit: MX.mxImplicit,
  mx_null_missing: { ...ROLES.parkedHalf, more: "@ A 93.184.215.99" },
  mx_none: ROLES.parkedHalf,
  mx_alias: MX.mxAlias,
  spf_missing: SPF.spfMissing,
  spf_missing_parked: { mx: ["0 ."], spf: null, dkim: null, dmarc: null },
  spf_several: SPF.spfSeveral,
  spf_syntax: { spf: "v=spf1 5.43.0.1 ipv4:5.43.0.2 -all" },
  spf_near_miss: SPF.spfNoSpace,
  spf_sender_id: SPF.spfSenderId,
  spf_type99: SPF.spfType99,
  spf_lookups: {
    spf: `v=spf1 ${Array.from({ length: 11 }, (_, i) => `a:h${i}.{name}`).join(" ")} -all`,
    more: hosts(11),
  },
  spf_voids: SPF.spfThreeVoids,
  spf_voids_ipv6: {
    spf: "v=spf1 a:v0.{name} a:v1.{name} a:v2.{name} -all",
    more: hosts(3).replaceAll("h", "v"),
  },
  spf_ignored_term: { spf: "v=spf1 ip4=5.43.0.1 mx -all" },
  spf_size: {
    spf: `v=spf1 mx ${Array.from({ length: 8 }, (_, i) => `a:${"nothing-there-".repeat(3)}${i}.{name}`).join(" ")} -all`,
  },
  spf_include_none: SPF.spfIncludeNone,
  spf_loop: { spf: "v=spf1 mx include:{name} -all" },
  spf_pass_all: SPF.spfPassAll,
  spf_no_all: SPF.spfNoAll,
  spf_neutral_all: SPF.spfNeutralAll,
  spf_after_all: SPF.spfAfterAll,
  spf_redirect_ignored: SPF.spfRedirectIgnored,
  spf_void_term: SPF.spfVoid,
  spf_not_public: SPF.spfNotPublic,
  spf_duplicate_term: SPF.spfDuplicate,
  dkim_not_a_key: EDGES.dkimRawKey,
  dkim_wildcard: DKIM.dkimWildcard,
  dkim_test_flag: DKIM.dkimTest,
  dkim_sha1_only: DKIM.dkimSha1,
  dkim_not_for_mail: DKIM.dkimService,
  dkim_version: DKIM.dkimVersion,
  dkim_enclosed_key: DKIM.dkimEnclosed,
  dkim_pkcs1: DKIM.dkimPkcs1,
  dkim_several_records: { dkim: { google: [dkimKey("rsa2048"), "junk"] } },
  dmarc_missing: DMARC.dmarcMissing,
  dmarc_missing_parked: ROLES.parkedHalf,
  dmarc_several: DMARC.dmarcSeveral,
  dmarc_near_miss: DMARC.dmarcNearMiss,
  dmarc_policy_missing: DMARC.dmarcPolicyMissing,
  dmarc_policy_invalid: DMARC.dmarcSpInvalid,
  dmarc_monitoring: DMARC.dmarcMonitoring,
  dmarc_subdomains_weaker: DMARC.dmarcSpWeaker,
  dmarc_test_mode: DMARC.dmarcTest,
  dmarc_removed_tag: DMARC.dmarcRemoved,
  dmarc_pct: DMARC.dmarcPct,
  dmarc_size_suffix: DMARC.dmarcSizeSuffix,
  dmarc_unknown_tag: DMARC.dmarcUnknownTag,
  dmarc_syntax: DMARC.dmarcSyntax,
  dmarc_duplicate_tag: DMARC.dmarcDuplicate,
  dmarc_value_invalid: DMARC.dmarcValueInvalid,
  dmarc_no_reports: DMARC.dmarcNoReports,
  dmarc_uri_invalid: DMARC.dmarcUri,
  dmarc_p_not_second: DMARC.dmarcPLate,
  dmarc_tag_case: DMARC.dmarcTagCase,
  dmarc_report_unauthorised: { dmarc: `v=DMARC1; p=reject; rua=mailto:a@${REPORTS}` },
  dmarc_report_diverted: { dmarc: `v=DMARC1; p=reject; rua=mailto:a@${REPORTS}` },
  mta_sts_missing: MX.mxGood,
  mta_sts_several: MTA_STS.stsSeveral,
  mta_sts_record_invalid: MTA_STS.stsNoId,
  mta_sts_near_miss: MTA_STS.stsNearMiss,
  mta_sts_redirect: MTA_STS.stsRedirect,
  mta_sts_status: MTA_STS.stsNotFound,
  mta_sts_too_large: MTA_STS.stsTooLarge,
  mta_sts_policy_invalid: MTA_STS.stsNoMode,
  mta_sts_mx_unlisted: MTA_STS.stsUnlisted,
  mta_sts_mx_unlisted_testing: MTA_STS.stsUnlistedTesting,
  mta_sts_mx_unused: MTA_STS.stsUnused,
  mta_sts_max_age: MTA_STS.stsMaxAge,
  mta_sts_policy_loose: MTA_STS.stsLoose,
  mta_sts_testing: MTA_STS.stsTesting,
  mta_sts_without_reports: MTA_STS.stsWithoutReports,
  tls_rpt_missing: MX.mxTwo,
  tls_rpt_several: TLS_RPT.tlsRptSeveral,
  tls_rpt_invalid: TLS_RPT.tlsRptInvalid,
  tls_rpt_near_miss: TLS_RPT.tlsRptNearMiss,
  tls_rpt_uri_invalid: TLS_RPT.tlsRptUri,
  bimi_several: BIMI.bimiSeveral,
} satisfies Readonly<Record<string, PolicyDomain>>;

function hosts(count: number): string {
  return Array.from({ length: count }, (_, i) => `h${i} A 5.43.0.${i + 1}`).join("\n");
}

/** Records of the domains whose fault needs a signed zone, by code; names are relative to fix.org. */
export const BROKEN_SIGNED: Readonly<Record<string, readonly string[]>> = {
  dane_without_reports: [
    "reports MX 10 mx.reports.fix.org.",
    "mx.reports A 5.43.0.1",
    `_25._tcp.mx.reports TLSA 3 1 1 ${"AB".repeat(32)}`,
  ],
};

/** The codes of BROKEN and BROKEN_SIGNED. */
export const FIXABLE: readonly string[] = [...Object.keys(BROKEN), ...Object.keys(BROKEN_SIGNED)];

/** The code of a fault that needs a public suffix of its own; dmarc/test/recommendations.test.ts covers it. */
export const FIXED_ELSEWHERE = "dmarc_suffix_without_psd";
