import type { PolicyDomain } from "./policy-domain.ts";

const dmarc = (text: PolicyDomain["dmarc"], more?: string): PolicyDomain => ({
  dmarc: text ?? null,
  ...(more === undefined ? {} : { more }),
});
const RUA = "rua=mailto:dmarc@policy.com";
/** Returns a domain that sends its reports to another host. */
const to = (host: string) => dmarc(`v=DMARC1; p=reject; rua=mailto:reports@${host}`);
const txt = (label: string, text: string) => `_dmarc.${label} TXT "${text}"`;
/** Returns records that make a name below the domain exist. */
const there = (label: string) => `${label} MX 10 mx.policy.com.\n${label} TXT "v=spf1 mx -all"`;

/**
 * Domains by their DMARC records. By default, reports go to policy.com, another organizational domain, which accepts
 * reports for all domains.
 */
export const DMARC = {
  /** The domain sends its reports to itself. */
  dmarcGood: {},
  dmarcQuarantine: dmarc(`v=DMARC1; p=quarantine; ${RUA}`),
  dmarcMissing: dmarc(null),
  /** The record is at the domain itself, not at _dmarc. */
  dmarcMisplaced: dmarc(null, '@ TXT "v=DMARC1; p=reject"'),
  dmarcSeveral: dmarc([`v=DMARC1; p=reject; ${RUA}`, "v=DMARC1; p=none"]),
  /** The version has the wrong case. */
  dmarcNearMiss: dmarc("v=dmarc1; p=reject"),
  dmarcVersion: dmarc("v=DMARC1.0; p=reject"),
  /** The TXT record at _dmarc is not a DMARC record. */
  dmarcOther: dmarc("v=spf1 -all"),
  dmarcPolicyMissing: dmarc(`v=DMARC1; ${RUA}`),
  /** The record has neither p nor rua, so the domain has no DMARC policy. */
  dmarcNothing: dmarc("v=DMARC1"),
  dmarcPolicyInvalid: dmarc(`v=DMARC1; p=rejected; ${RUA}`),
  /** An invalid sp also invalidates p. */
  dmarcSpInvalid: dmarc(`v=DMARC1; p=reject; sp=nope; ${RUA}`),
  /** An invalid sp and no report address, so the domain has no DMARC policy. */
  dmarcSpInvalidAlone: dmarc("v=DMARC1; p=reject; sp=nope"),
  dmarcMonitoring: dmarc(`v=DMARC1; p=none; ${RUA}`),
  dmarcSpWeaker: dmarc(`v=DMARC1; p=reject; sp=none; ${RUA}`),
  dmarcNpWeaker: dmarc(`v=DMARC1; p=reject; np=none; ${RUA}`),
  dmarcTest: dmarc(`v=DMARC1; p=reject; t=y; ${RUA}`),
  /** In test mode, quarantine has the effect of none. */
  dmarcTestQuarantine: dmarc(`v=DMARC1; p=quarantine; t=y; ${RUA}`),
  dmarcPct: dmarc(`v=DMARC1; p=reject; pct=50; ${RUA}`),
  dmarcRemoved: dmarc(`v=DMARC1; p=reject; pct=100; rf=afrf; ri=86400; ${RUA}`),
  dmarcSizeSuffix: dmarc(`v=DMARC1; p=reject; ${RUA}!10m`),
  dmarcUnknownTag: dmarc(`v=DMARC1; p=reject; foo=bar; ${RUA}`),
  /** The record ends with a word that is not a tag. */
  dmarcSyntax: dmarc(`v=DMARC1; p=reject; ${RUA}; what`),
  dmarcDuplicate: dmarc(`v=DMARC1; p=reject; p=none; ${RUA}`),
  dmarcValueInvalid: dmarc(`v=DMARC1; p=reject; adkim=x; fo=z; ${RUA}`),
  dmarcNoReports: dmarc("v=DMARC1; p=reject"),
  /** A report address that is not a URI. */
  dmarcUri: dmarc("v=DMARC1; p=reject; rua=dmarc@policy.com"),
  /** A report URI with a scheme that receivers need not support. */
  dmarcScheme: dmarc(`v=DMARC1; p=reject; ${RUA},https://reports.policy.com/dmarc`),
  dmarcPLate: dmarc(`v=DMARC1; ${RUA}; p=reject`),
  /** An enforced policy, but no DKIM key. */
  dmarcWithoutDkim: { dkim: null },
  /** A record of 50 KB. */
  dmarcHuge: dmarc(`v=DMARC1; p=reject; rua=${"mailto:a@policy.com,".repeat(2500)}mailto:b@policy.com`),
  dmarcBytes: dmarc(null, String.raw`_dmarc TXT "v=DMARC1; p=reject; x=\255\254"`),
  /** The zone of the record answers SERVFAIL. */
  dmarcServfail: { dmarc: null },
  /** The name servers for the zone of the record do not answer. */
  dmarcSilent: { dmarc: null },
  /** The record is an alias of another domain's record. */
  dmarcAlias: dmarc(null, "_dmarc CNAME _dmarc.dmarc-quarantine.policy.com."),

  /** A tag name in capitals. */
  dmarcTagCase: dmarc(`v=DMARC1; P=reject; ${RUA}`),

  /** Reports go to an agency that has authorised this domain. */
  reportsAuthorised: to("agency.net"),
  /** Reports go to an agency that has not authorised this domain. */
  reportsUnauthorised: to("agency.net"),
  /** Reports go to an agency that accepts reports for every domain. */
  reportsWildcard: to("all.agency.net"),
  /** Reports go to an agency with a wildcard TXT record, which is not an authorisation. */
  reportsJunk: to("junk.agency.net"),
  /** The agency's authorisation names another address of the agency for the reports. */
  reportsReplaced: to("agency.net"),
  /** Reports go to an agency whose authorisation record names a report address in another domain. */
  reportsDiverted: to("agency.net"),
  /** The zone of the report address answers SERVFAIL. */
  reportsServfail: to("www.servfail.org"),
  /** The name servers for the zone of the report address do not answer. */
  reportsSilent: to("www.silent.com"),
  /** Reports go to two agencies, only one of which has authorised this domain. */
  reportsTwo: dmarc(
    "v=DMARC1; p=reject; rua=mailto:a@all.agency.net,mailto:b@agency.net; ruf=mailto:c@all.agency.net",
  ),

  /** `a.b.c.d.e.f.g.h.i.j` has 13 labels, including those of the domain. Only the domain itself has a record. */
  walkDeep: dmarc(`v=DMARC1; p=reject; sp=quarantine; ${RUA}`, there("a.b.c.d.e.f.g.h.i.j")),
  /**
   * The name `mail.a.b.c.d.e.f` has ten labels in all. The tree walk for it skips `b.c.d.e.f`, which has eight
   * labels and a record with psd=n.
   */
  walkUnseen: dmarc(
    `v=DMARC1; p=reject; sp=quarantine; ${RUA}`,
    `${there("mail.a.b.c.d.e.f")}\n${txt("b.c.d.e.f", "v=DMARC1; p=none; psd=n")}`,
  ),
  /** The organizational domain of `a.mid` is `mid`, whose record has psd=n. */
  walkPsdNo: dmarc(
    `v=DMARC1; p=none; ${RUA}`,
    `${there("a.mid")}\n${txt("mid", `v=DMARC1; p=reject; psd=n; ${RUA}`)}`,
  ),
  /** The domain is a public suffix. Below it, `giant` has a record; `mega` and `a.mega` have none. */
  walkSuffix: dmarc(
    "v=DMARC1; p=reject; sp=quarantine; psd=y",
    `${there("giant")}\n${there("mail.giant")}\n${there("mega")}\n${there("a.mega")}\n${txt("giant", `v=DMARC1; p=reject; ${RUA}`)}`,
  ),
  /** The record at `b`, between `a.b` and the domain, does not apply to `a.b`. */
  walkBetween: dmarc(
    `v=DMARC1; p=reject; sp=reject; ${RUA}`,
    `${there("a.b")}\n${txt("b", `v=DMARC1; p=none; ${RUA}`)}`,
  ),
  /** Only `b` has a record, so it applies to `a.b`. */
  walkAlone: dmarc(null, `${there("a.b")}\n${txt("b", `v=DMARC1; p=reject; ${RUA}`)}`),
  /** `sub` inherits the domain's policy. */
  walkInherited: dmarc(`v=DMARC1; p=reject; sp=quarantine; ${RUA}`, there("sub")),
  /** sp applies to `sub`, which exists. np applies to names that do not exist, such as `nowhere`. */
  walkNp: dmarc(`v=DMARC1; p=reject; sp=reject; np=none; ${RUA}`, there("sub")),
  /** `sub` has two records, which are both ignored, so the domain's policy applies to `sub`. */
  walkSeveral: dmarc(
    `v=DMARC1; p=none; sp=quarantine; ${RUA}`,
    `${there("sub")}\n${txt("sub", "v=DMARC1; p=reject")}\n${txt("sub", "v=DMARC1; p=reject; psd=n")}`,
  ),
  /** `sub` has no record, and the zone of the domain's record answers SERVFAIL. */
  walkServfail: { dmarc: null, more: there("sub") },
} satisfies Readonly<Record<string, PolicyDomain>>;
