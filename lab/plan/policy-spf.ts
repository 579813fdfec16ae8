import type { PolicyDomain } from "./policy-domain.ts";

const spf = (text: PolicyDomain["spf"], more?: string): PolicyDomain => ({
  spf: text ?? null,
  ...(more === undefined ? {} : { more }),
});
/** Returns a TXT record for a name below the domain. */
const txt = (label: string, text: string) => `${label} TXT "${text}"`;
const times = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i));

const LEVELS = 20;

/** Test domains with different SPF records. */
export const SPF = {
  spfMissing: spf(null),
  /** TXT records, but no SPF record. */
  spfOthers: spf(["google-site-verification=abc", "MS=ms123"]),
  spfSeveral: spf(["v=spf1 mx -all", "v=spf1 ip4:5.43.0.1 -all"]),
  /** The same policy in two records that differ in case. */
  spfSeveralAlike: spf(["v=spf1 mx -all", "V=SPF1 mx -all"]),
  spfBadAddress: spf("v=spf1 ip4:5.43.0 -all"),
  /** An unknown mechanism after `all`. */
  spfUnknown: spf("v=spf1 -all foo:bar"),
  spfTwoRedirects: spf("v=spf1 redirect=mx-good.policy.com redirect=mx-good.policy.com"),
  spfBadMacro: spf("v=spf1 exists:%{z}.policy.com -all"),
  spfNearMiss: spf("v=spf10 mx -all"),
  /** The record begins with a space. */
  spfSpace: spf(" v=spf1 mx -all"),
  spfNoSpace: spf("v=spf1-all"),
  spfTab: spf("v=spf1 mx\t-all"),
  spfUpper: spf("V=SPF1 MX -ALL"),
  /** The record contains only the version. */
  spfEmpty: spf("v=spf1"),
  spfSenderId: spf(["v=spf1 mx -all", "spf2.0/pra mx -all"]),
  /** A record of type SPF (99) in addition to the TXT record. */
  spfType99: { more: '@ SPF "v=spf1 mx -all"' },
  spfType99Alone: spf(null, '@ SPF "v=spf1 mx -all"'),
  /** An SPF record of two strings, split within an address. */
  spfStrings: spf(null, '@ TXT "v=spf1 ip4:5.43." "0.1 -all"'),
  /** Ten lookups in three records. */
  spfTen: spf(
    "v=spf1 include:_a.spf-ten.policy.com include:_b.spf-ten.policy.com mx a:mx.policy.com -all",
    [
      txt("_a", "v=spf1 a:mx.policy.com a:mx2.policy.com mx:mx-good.policy.com -all"),
      txt("_b", "v=spf1 a:mx.policy.com a:mx2.policy.com mx:mx-good.policy.com -all"),
    ].join("\n"),
  ),
  /** Eleven lookups in three records. */
  spfEleven: spf(
    "v=spf1 include:_a.spf-eleven.policy.com include:_b.spf-eleven.policy.com mx a:mx.policy.com -all",
    [
      txt("_a", "v=spf1 a:mx.policy.com a:mx2.policy.com mx:mx-good.policy.com -all"),
      txt("_b", "v=spf1 a:mx.policy.com a:mx2.policy.com mx:mx-good.policy.com mx:mx-two.policy.com -all"),
    ].join("\n"),
  ),
  /** A chain of nine includes. The last record needs two lookups. */
  spfChain: spf(
    "v=spf1 include:_1.spf-chain.policy.com -all",
    times(9, (i) =>
      txt(
        `_${i + 1}`,
        i === 8
          ? "v=spf1 a:mx.policy.com a:mx2.policy.com -all"
          : `v=spf1 include:_${i + 2}.spf-chain.policy.com -all`,
      ),
    ).join("\n"),
  ),
  /** One void lookup. */
  spfVoid: spf("v=spf1 mx a:v1.spf-void.policy.com -all"),
  spfTwoVoids: spf("v=spf1 mx a:v1.spf-two-voids.policy.com mx:v2.spf-two-voids.policy.com -all"),
  spfThreeVoids: spf(`v=spf1 mx ${times(3, (i) => `a:v${i + 1}.spf-three-voids.policy.com`).join(" ")} -all`),
  /**
   * Mechanisms with names that have no IPv6 addresses, so the limit of void lookups is exceeded only for IPv6 senders.
   */
  spfVoidsV6: spf(
    `v=spf1 ${times(3, (i) => `a:v${i + 1}.spf-voids-v6.policy.com`).join(" ")} -all`,
    times(3, (i) => `v${i + 1} A 5.43.0.${i + 1}`).join("\n"),
  ),
  /** An mx mechanism for a domain with 12 MX hosts. */
  spfMxNames: spf("v=spf1 mx:mx-many.policy.com -all"),
  spfPtr: spf("v=spf1 mx ptr -all"),
  /** Includes a name that does not exist. */
  spfIncludeMissing: spf("v=spf1 mx include:nowhere.policy.com -all"),
  /** Includes a name without an SPF record. */
  spfIncludeNone: spf("v=spf1 mx include:spf-others.policy.com -all"),
  /** Includes an invalid record. */
  spfIncludeInvalid: spf("v=spf1 mx include:spf-bad-address.policy.com -all"),
  spfIncludeSeveral: spf("v=spf1 mx include:spf-several.policy.com -all"),
  /** Includes itself. */
  spfLoop: spf("v=spf1 mx include:spf-loop.policy.com -all"),
  /** Two records that include each other. */
  spfLoopTwo: spf(
    "v=spf1 include:_a.spf-loop-two.policy.com -all",
    [
      txt("_a", "v=spf1 include:_b.spf-loop-two.policy.com -all"),
      txt("_b", "v=spf1 include:_a.spf-loop-two.policy.com -all"),
    ].join("\n"),
  ),
  spfRedirectLoop: spf("v=spf1 redirect=spf-redirect-loop.policy.com"),
  /** Each of 20 levels includes both records of the next level: about a million includes in all. */
  spfExponential: spf(
    "v=spf1 include:a0.spf-exponential.policy.com include:b0.spf-exponential.policy.com -all",
    times(LEVELS, (i) =>
      ["a", "b"]
        .map((side) =>
          txt(
            `${side}${i}`,
            i === LEVELS - 1
              ? "v=spf1 -all"
              : `v=spf1 include:a${i + 1}.spf-exponential.policy.com include:b${i + 1}.spf-exponential.policy.com -all`,
          ),
        )
        .join("\n"),
    ).join("\n"),
  ),
  spfPassAll: spf("v=spf1 mx +all"),
  /** `all` without a qualifier, which means +all. */
  spfAll: spf("v=spf1 mx all"),
  spfNoAll: spf("v=spf1 mx"),
  spfNeutralAll: spf("v=spf1 mx ?all"),
  spfSoftAll: spf("v=spf1 mx ~all"),
  spfAfterAll: spf("v=spf1 mx -all a:mx2.policy.com"),
  /** Contains a verification token of another service, which belongs in a separate TXT record. */
  spfToken: spf("v=spf1 mx -all google-site-verification=abc"),
  spfRedirect: spf("v=spf1 redirect=mx-good.policy.com"),
  spfRedirectIgnored: spf("v=spf1 mx redirect=mx-two.policy.com -all"),
  spfRedirectNone: spf("v=spf1 redirect=spf-others.policy.com"),
  /** A range of 16 million addresses. */
  spfWide: spf("v=spf1 ip4:5.0.0.0/8 -all"),
  spfWideA: spf("v=spf1 a:mx.policy.com/8 -all"),
  /** All IPv4 addresses, in two halves. */
  spfHalves: spf("v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all"),
  /** A record of more than 450 bytes. */
  spfSize: spf(`v=spf1 ${times(35, (i) => `ip4:5.43.3.${i}`).join(" ")} -all`),
  spfNotPublic: spf("v=spf1 mx ip4:10.0.0.0/8 -all"),
  spfDuplicate: spf("v=spf1 mx ip4:5.43.0.2 ip4:5.43.0.2 -all"),
  /** One macro whose value depends on the client, and one whose value does not. */
  spfMacros: spf(
    "v=spf1 exists:%{i}._spf.%{d} include:_x.%{d} -all",
    txt("_x", "v=spf1 mx:mx-good.policy.com -all"),
  ),
  /** An equals sign instead of a colon. */
  spfEquals: spf("v=spf1 ip4=5.43.0.1 mx -all"),
  spfExp: spf("v=spf1 mx -all exp=_exp.spf-exp.policy.com", txt("_exp", "%{i} may not send for %{d}")),
  /** Includes a name whose zone answers SERVFAIL. */
  spfServfail: spf("v=spf1 mx include:www.servfail.org -all"),
  /** Includes a name in a zone whose name servers do not answer. */
  spfSilent: spf("v=spf1 mx include:www.silent.com -all"),
  /** Includes a name whose zone fails DNSSEC validation. */
  spfBogus: spf("v=spf1 mx include:expired.com -all"),
  /** Includes a name in a zone whose name servers answer 300 ms late. */
  spfSlow: spf("v=spf1 mx include:slow.policy.com -all"),
  /** Includes a name that is an alias. */
  spfIncludeAlias: spf("v=spf1 include:_a.spf-include-alias.policy.com -all", "_a CNAME mx-good.policy.com."),
  /** 50 KB of addresses. */
  spfHuge: spf(`v=spf1 ${times(2500, (i) => `ip4:5.${44 + (i >> 8)}.${i & 255}.0/24`).join(" ")} -all`),
  /** One term of 50 KB, which may be expensive to parse. */
  spfLongTerm: spf(`v=spf1 exists:${"%{d}.".repeat(10_000)}a -all`),
  spfLongLetters: spf(`v=spf1 ${"a".repeat(50_000)} -all`),
  /** 200 other TXT records in addition to the SPF record. */
  spfCrowd: spf(["v=spf1 mx -all", ...times(200, (i) => `verification-${i}=${"x".repeat(200)}`)]),
  /** An include whose name contains a non-ASCII character. */
  spfUmlaut: spf("v=spf1 mx include:mü.policy.com -all"),
  /** Bytes that are not valid UTF-8. */
  spfBytes: spf(null, String.raw`@ TXT "v=spf1 mx \255\254 -all"`),
  /** Bytes that are not valid UTF-8, in another TXT record. */
  spfOtherBytes: { more: String.raw`@ TXT "\255\254bytes"` },
} satisfies Readonly<Record<string, PolicyDomain>>;
