import { expect, test } from "bun:test";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { json, startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

type Part = "spf" | "dmarc" | "dkim" | "mtaSts" | "tlsRpt" | "bimi";
type Answer = {
  readonly summary: { readonly status: string };
  readonly data: {
    readonly email: Readonly<
      Record<Part, { readonly status: string; readonly findings: readonly string[] }>
    > & {
      readonly dmarc: { readonly domain: string | null; readonly policy: string | null };
    };
  };
};

/** Domains, each with a part, its status, the code of its worst finding, and why. */
const CASES: readonly (readonly [domain: string, part: Part, status: string, code: string, why: string])[] = [
  [POLICY.spfTen, "spf", "valid", "", "RFC 7208 4.6.4: ten terms that need a lookup are allowed"],
  [POLICY.spfEleven, "spf", "invalid", "mail.spf_lookups", "RFC 7208 4.6.4: the eleventh is a permerror"],
  [POLICY.spfChain, "spf", "invalid", "mail.spf_lookups", "RFC 7208 4.6.4: each redirect of a chain counts"],
  [POLICY.spfThreeVoids, "spf", "invalid", "mail.spf_voids", "RFC 7208 4.6.4: two void lookups are allowed"],
  [POLICY.spfIncludeMissing, "spf", "invalid", "mail.spf_include_none", "RFC 7208 5.2: none is a permerror"],
  [POLICY.spfRedirectNone, "spf", "invalid", "mail.spf_include_none", "RFC 7208 6.1: none is a permerror"],
  [POLICY.spfIncludeSeveral, "spf", "invalid", "mail.spf_include_invalid", "RFC 7208 4.5, 5.2: a permerror"],
  [POLICY.spfSeveral, "spf", "invalid", "mail.spf_several", "RFC 7208 4.5: several records are a permerror"],
  [POLICY.spfLoop, "spf", "invalid", "mail.spf_loop", "RFC 7208 4.6.4: a loop ends at the limit of lookups"],
  [POLICY.spfMxNames, "spf", "invalid", "mail.spf_mx_names", "RFC 7208 4.6.4: ten names of an mx term"],
  [POLICY.spfPassAll, "spf", "invalid", "mail.spf_pass_all", "RFC 7208 5.1: all matches every host"],
  [POLICY.spfEquals, "spf", "invalid", "mail.spf_ignored_term", "RFC 7208 6: an unknown modifier is ignored"],
  [POLICY.spfNeutralAll, "spf", "warning", "mail.spf_neutral_all", "RFC 7208 8.2: neutral says nothing"],
  [POLICY.spfMissing, "spf", "absent", "mail.spf_missing", "RFC 7208 4.5: no record is none"],
  [POLICY.spfServfail, "spf", "unknown", "mail.spf_temperror", "RFC 7208 2.6.6: a failed lookup"],
  [POLICY.dmarcSeveral, "dmarc", "invalid", "mail.dmarc_several", "RFC 9989 4.10: several are dropped"],
  [POLICY.dmarcDuplicate, "dmarc", "invalid", "mail.dmarc_duplicate_tag", "RFC 9989 4.8: a tag occurs once"],
  [
    POLICY.dmarcMonitoring,
    "dmarc",
    "warning",
    "mail.dmarc_monitoring",
    "RFC 9989 4.7: none asks for nothing",
  ],
  [
    POLICY.reportsUnauthorised,
    "dmarc",
    "invalid",
    "mail.dmarc_report_unauthorised",
    "RFC 9990 4: no consent",
  ],
  [`sub.${POLICY.walkInherited}`, "dmarc", "valid", "", "RFC 9989 4.10.1: sp of the organizational domain"],
  [POLICY.dkim512, "dkim", "invalid", "mail.dkim_key_weak", "RFC 8301 3.2: less than 1024 bits"],
  [POLICY.dkim1024, "dkim", "warning", "mail.dkim_key_short", "RFC 8301 3.2: signers should use 2048 bits"],
  [POLICY.dkimAbsent, "dkim", "absent", "mail.dkim_absent", "RFC 8020 2: NXDOMAIN covers all names below"],
  [POLICY.dkimHidden, "dkim", "not_found_in_tried", "", "RFC 6376 3.1: selectors cannot be listed"],
  [POLICY.stsSeveral, "mtaSts", "invalid", "mail.mta_sts_several", "RFC 8461 3.1: several are none"],
  [POLICY.tlsRptUri, "tlsRpt", "invalid", "mail.tls_rpt_uri_invalid", "RFC 8460 3: a URI"],
  [POLICY.tlsRptNearMiss, "tlsRpt", "warning", "mail.tls_rpt_near_miss", "RFC 8460 3: v=TLSRPTv1;"],
  [POLICY.bimiSeveral, "bimi", "invalid", "mail.bimi_several", "draft-brand-indicators: one record"],
];

/** Status of the summary that a status of a part leads to, if no other part is worse. */
const SUMMARY: Readonly<Record<string, readonly string[]>> = {
  valid: ["pass", "warning"],
  warning: ["warning"],
  invalid: ["fail"],
  absent: ["fail", "warning"],
  not_found_in_tried: ["pass"],
  unknown: ["unknown"],
};

test("each record is judged as the tool mail judges it, whatever it refers to", async () => {
  const { url } = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const wrong: unknown[] = [];
  const check = async ([domain, part, status, code, why]: (typeof CASES)[number]) => {
    const { summary, data }: Answer = await json(
      fetch(`${url}/api/v1/scout?domain=${domain}&sections=email`),
    );
    const { status: got, findings } = data.email[part];
    const told = code === "" ? findings.length === 0 : findings.includes(code);
    if (got !== status || !told || !SUMMARY[status]?.includes(summary.status))
      wrong.push({ domain, part, why, status: got, findings, summary });
  };
  await atOnce(CASES, check, 6);
  expect(wrong).toEqual([]);
});

test("RFC 9989 4.10.1: the policy of a subdomain is sp of the record above it", async () => {
  const { url } = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const { data }: Answer = await json(
    fetch(`${url}/api/v1/scout?domain=sub.${POLICY.walkInherited}&sections=email`),
  );
  expect(data.email.dmarc).toMatchObject({ domain: POLICY.walkInherited, policy: "quarantine" });
});

test("no record is valid if the call's queries did not suffice to look up all that it refers to", async () => {
  for (const most of [3, 8, 12, 16]) {
    await using product = await startProduct("all", { SCOUT_QUESTIONS: String(most), RATE_LIMIT_UNITS: "0" });
    const { data }: Answer = await json(
      fetch(`${product.url}/api/v1/scout?domain=${POLICY.spfEleven}&sections=email`),
    );
    expect([most, data.email.spf.status]).not.toEqual([most, "valid"]);
    expect(data.email).toMatchObject({ complete: false });
  }
});
