import type { PolicyDomain } from "./policy-domain.ts";

const dmarc = (text: PolicyDomain["dmarc"], more?: string): PolicyDomain => ({
  dmarc: text ?? null,
  ...(more === undefined ? {} : { more }),
});
const RUA = "rua=mailto:dmarc@policy.com";
/** Reports go to an agency. */
const to = (host: string) => dmarc(`v=DMARC1; p=reject; rua=mailto:reports@${host}`);
const txt = (label: string, text: string) => `_dmarc.${label} TXT "${text}"`;
/** A name below it that is there. */
const there = (label: string) => `${label} MX 10 mx.policy.com.\n${label} TXT "v=spf1 mx -all"`;

/** Domains by their DMARC. Their reports go to policy.com, another organisation's: it takes everybody's. */
export const DMARC = {
  /** Reports to itself. */
  dmarcGood: {},
  dmarcQuarantine: dmarc(`v=DMARC1; p=quarantine; ${RUA}`),
  dmarcMissing: dmarc(null),
  /** At the domain's own name, not below _dmarc. */
  dmarcMisplaced: dmarc(null, '@ TXT "v=DMARC1; p=reject"'),
  dmarcSeveral: dmarc([`v=DMARC1; p=reject; ${RUA}`, "v=DMARC1; p=none"]),
  /** Not the right case. */
  dmarcNearMiss: dmarc("v=dmarc1; p=reject"),
  dmarcVersion: dmarc("v=DMARC1.0; p=reject"),
  /** Something else stands there. */
  dmarcOther: dmarc("v=spf1 -all"),
  dmarcPolicyMissing: dmarc(`v=DMARC1; ${RUA}`),
  /** No p and no rua: no DMARC. */
  dmarcNothing: dmarc("v=DMARC1"),
  dmarcPolicyInvalid: dmarc(`v=DMARC1; p=rejected; ${RUA}`),
  /** A bad sp takes p with it. */
  dmarcSpInvalid: dmarc(`v=DMARC1; p=reject; sp=nope; ${RUA}`),
  /** The same, and nobody to tell: no DMARC. */
  dmarcSpInvalidAlone: dmarc("v=DMARC1; p=reject; sp=nope"),
  dmarcMonitoring: dmarc(`v=DMARC1; p=none; ${RUA}`),
  dmarcSpWeaker: dmarc(`v=DMARC1; p=reject; sp=none; ${RUA}`),
  dmarcNpWeaker: dmarc(`v=DMARC1; p=reject; np=none; ${RUA}`),
  dmarcTest: dmarc(`v=DMARC1; p=reject; t=y; ${RUA}`),
  /** In test, a quarantine is none. */
  dmarcTestQuarantine: dmarc(`v=DMARC1; p=quarantine; t=y; ${RUA}`),
  dmarcPct: dmarc(`v=DMARC1; p=reject; pct=50; ${RUA}`),
  dmarcRemoved: dmarc(`v=DMARC1; p=reject; pct=100; rf=afrf; ri=86400; ${RUA}`),
  dmarcSizeSuffix: dmarc(`v=DMARC1; p=reject; ${RUA}!10m`),
  dmarcUnknownTag: dmarc(`v=DMARC1; p=reject; foo=bar; ${RUA}`),
  /** Not a list of tags to its end. */
  dmarcSyntax: dmarc(`v=DMARC1; p=reject; ${RUA}; what`),
  dmarcDuplicate: dmarc(`v=DMARC1; p=reject; p=none; ${RUA}`),
  dmarcValueInvalid: dmarc(`v=DMARC1; p=reject; adkim=x; fo=z; ${RUA}`),
  dmarcNoReports: dmarc("v=DMARC1; p=reject"),
  /** An address that is no URI. */
  dmarcUri: dmarc("v=DMARC1; p=reject; rua=dmarc@policy.com"),
  /** An address that receivers need not support. */
  dmarcScheme: dmarc(`v=DMARC1; p=reject; ${RUA},https://reports.policy.com/dmarc`),
  dmarcPLate: dmarc(`v=DMARC1; ${RUA}; p=reject`),
  /** In force, without DKIM. */
  dmarcWithoutDkim: { dkim: null },
  /** 50 KB. */
  dmarcHuge: dmarc(`v=DMARC1; p=reject; rua=${"mailto:a@policy.com,".repeat(2500)}mailto:b@policy.com`),
  dmarcBytes: dmarc(null, String.raw`_dmarc TXT "v=DMARC1; p=reject; x=\255\254"`),
  /** Its zone is SERVFAIL. */
  dmarcServfail: { dmarc: null },
  /** Nobody answers for its zone. */
  dmarcSilent: { dmarc: null },
  /** Its record is an alias of another's. */
  dmarcAlias: dmarc(null, "_dmarc CNAME _dmarc.dmarc-quarantine.policy.com."),

  /** A tag in capitals. */
  dmarcTagCase: dmarc(`v=DMARC1; P=reject; ${RUA}`),

  /** An agency that has it on its list. */
  reportsAuthorised: to("agency.net"),
  /** One that has not. */
  reportsUnauthorised: to("agency.net"),
  /** One that takes everybody's. */
  reportsWildcard: to("all.agency.net"),
  /** Everything below it is there, and is no consent. */
  reportsJunk: to("junk.agency.net"),
  /** It names another address of its own. */
  reportsReplaced: to("agency.net"),
  /** It names an address that is not its own. */
  reportsDiverted: to("agency.net"),
  /** Its zone is SERVFAIL. */
  reportsServfail: to("www.servfail.org"),
  /** Its zone does not answer. */
  reportsSilent: to("www.silent.com"),
  /** Two, of which one is not authorised. */
  reportsTwo: dmarc(
    "v=DMARC1; p=reject; rua=mailto:a@all.agency.net,mailto:b@agency.net; ruf=mailto:c@all.agency.net",
  ),

  /** `a.b.c.d.e.f.g.h.i.j`, 13 labels in all, has no record; this one has. */
  walkDeep: dmarc(`v=DMARC1; p=reject; sp=quarantine; ${RUA}`, there("a.b.c.d.e.f.g.h.i.j")),
  /** `mail.a.b.c.d.e.f` has ten labels in all: the record with psd=n at `b.c.d.e.f`, of eight, is passed over. */
  walkUnseen: dmarc(
    `v=DMARC1; p=reject; sp=quarantine; ${RUA}`,
    `${there("mail.a.b.c.d.e.f")}\n${txt("b.c.d.e.f", "v=DMARC1; p=none; psd=n")}`,
  ),
  /** `a.mid` is of the organisation `mid`. */
  walkPsdNo: dmarc(
    `v=DMARC1; p=none; ${RUA}`,
    `${there("a.mid")}\n${txt("mid", `v=DMARC1; p=reject; psd=n; ${RUA}`)}`,
  ),
  /** A suffix: `giant` has a record of its own, `mega` and `a.mega` have not. */
  walkSuffix: dmarc(
    "v=DMARC1; p=reject; sp=quarantine; psd=y",
    `${there("giant")}\n${there("mail.giant")}\n${there("mega")}\n${there("a.mega")}\n${txt("giant", `v=DMARC1; p=reject; ${RUA}`)}`,
  ),
  /** `a.b`: the record at `b` is between, and does not apply. */
  walkBetween: dmarc(
    `v=DMARC1; p=reject; sp=reject; ${RUA}`,
    `${there("a.b")}\n${txt("b", `v=DMARC1; p=none; ${RUA}`)}`,
  ),
  /** `a.b`: there is a record at `b` alone, which so applies. */
  walkAlone: dmarc(null, `${there("a.b")}\n${txt("b", `v=DMARC1; p=reject; ${RUA}`)}`),
  /** `sub` inherits. */
  walkInherited: dmarc(`v=DMARC1; p=reject; sp=quarantine; ${RUA}`, there("sub")),
  /** `sub` is there and has sp's policy; what is not there, such as `nowhere`, has np's. */
  walkNp: dmarc(`v=DMARC1; p=reject; sp=reject; np=none; ${RUA}`, there("sub")),
  /** `sub` has two records, which so are none: it inherits. */
  walkSeveral: dmarc(
    `v=DMARC1; p=none; sp=quarantine; ${RUA}`,
    `${there("sub")}\n${txt("sub", "v=DMARC1; p=reject")}\n${txt("sub", "v=DMARC1; p=reject; psd=n")}`,
  ),
  /** `sub` has no record, and its parent's is SERVFAIL. */
  walkServfail: { dmarc: null, more: there("sub") },
} satisfies Readonly<Record<string, PolicyDomain>>;
