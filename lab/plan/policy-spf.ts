import type { PolicyDomain } from "./policy-domain.ts";

const spf = (text: PolicyDomain["spf"], more?: string): PolicyDomain => ({
  spf: text ?? null,
  ...(more === undefined ? {} : { more }),
});
/** A TXT record of a name below the domain. */
const txt = (label: string, text: string) => `${label} TXT "${text}"`;
const times = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i));

const LEVELS = 20;

/** Domains by their SPF. */
export const SPF = {
  spfMissing: spf(null),
  /** TXT records, none of them SPF. */
  spfOthers: spf(["google-site-verification=abc", "MS=ms123"]),
  spfSeveral: spf(["v=spf1 mx -all", "v=spf1 ip4:5.43.0.1 -all"]),
  /** Twice the same, as two records that differ in case. */
  spfSeveralAlike: spf(["v=spf1 mx -all", "V=SPF1 mx -all"]),
  spfBadAddress: spf("v=spf1 ip4:5.43.0 -all"),
  /** An unknown mechanism, behind what matches all. */
  spfUnknown: spf("v=spf1 -all foo:bar"),
  spfTwoRedirects: spf("v=spf1 redirect=mx-good.policy.com redirect=mx-good.policy.com"),
  spfBadMacro: spf("v=spf1 exists:%{z}.policy.com -all"),
  spfNearMiss: spf("v=spf10 mx -all"),
  /** A space before it. */
  spfSpace: spf(" v=spf1 mx -all"),
  spfNoSpace: spf("v=spf1-all"),
  spfTab: spf("v=spf1 mx\t-all"),
  spfUpper: spf("V=SPF1 MX -ALL"),
  /** Nothing but its version. */
  spfEmpty: spf("v=spf1"),
  spfSenderId: spf(["v=spf1 mx -all", "spf2.0/pra mx -all"]),
  /** The record of type 99 beside that of TXT. */
  spfType99: { more: '@ SPF "v=spf1 mx -all"' },
  spfType99Alone: spf(null, '@ SPF "v=spf1 mx -all"'),
  /** Two strings, broken within an address. */
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
  /** Nine includes in one another, the last with two lookups. */
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
  /** One lookup without an answer. */
  spfVoid: spf("v=spf1 mx a:v1.spf-void.policy.com -all"),
  spfTwoVoids: spf("v=spf1 mx a:v1.spf-two-voids.policy.com mx:v2.spf-two-voids.policy.com -all"),
  spfThreeVoids: spf(`v=spf1 mx ${times(3, (i) => `a:v${i + 1}.spf-three-voids.policy.com`).join(" ")} -all`),
  /** Names without IPv6: for its clients alone the third is one too many. */
  spfVoidsV6: spf(
    `v=spf1 ${times(3, (i) => `a:v${i + 1}.spf-voids-v6.policy.com`).join(" ")} -all`,
    times(3, (i) => `v${i + 1} A 5.43.0.${i + 1}`).join("\n"),
  ),
  /** An mx term with 12 exchange names. */
  spfMxNames: spf("v=spf1 mx:mx-many.policy.com -all"),
  spfPtr: spf("v=spf1 mx ptr -all"),
  /** An include of a name that is not there. */
  spfIncludeMissing: spf("v=spf1 mx include:nowhere.policy.com -all"),
  /** An include of a name without SPF. */
  spfIncludeNone: spf("v=spf1 mx include:spf-others.policy.com -all"),
  /** An include of a record that is wrong. */
  spfIncludeInvalid: spf("v=spf1 mx include:spf-bad-address.policy.com -all"),
  spfIncludeSeveral: spf("v=spf1 mx include:spf-several.policy.com -all"),
  /** Its own include. */
  spfLoop: spf("v=spf1 mx include:spf-loop.policy.com -all"),
  /** Two that include one another. */
  spfLoopTwo: spf(
    "v=spf1 include:_a.spf-loop-two.policy.com -all",
    [
      txt("_a", "v=spf1 include:_b.spf-loop-two.policy.com -all"),
      txt("_b", "v=spf1 include:_a.spf-loop-two.policy.com -all"),
    ].join("\n"),
  ),
  spfRedirectLoop: spf("v=spf1 redirect=spf-redirect-loop.policy.com"),
  /** Each of 20 levels includes two of the next, and both of those the two after: a million. */
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
  /** Without a sign, which is the same. */
  spfAll: spf("v=spf1 mx all"),
  spfNoAll: spf("v=spf1 mx"),
  spfNeutralAll: spf("v=spf1 mx ?all"),
  spfSoftAll: spf("v=spf1 mx ~all"),
  spfAfterAll: spf("v=spf1 mx -all a:mx2.policy.com"),
  /** A token of another service. */
  spfToken: spf("v=spf1 mx -all google-site-verification=abc"),
  spfRedirect: spf("v=spf1 redirect=mx-good.policy.com"),
  spfRedirectIgnored: spf("v=spf1 mx redirect=mx-two.policy.com -all"),
  spfRedirectNone: spf("v=spf1 redirect=spf-others.policy.com"),
  /** 16 million addresses. */
  spfWide: spf("v=spf1 ip4:5.0.0.0/8 -all"),
  spfWideA: spf("v=spf1 a:mx.policy.com/8 -all"),
  /** All addresses, in two halves. */
  spfHalves: spf("v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all"),
  /** More than 450 octets. */
  spfSize: spf(`v=spf1 ${times(35, (i) => `ip4:5.43.3.${i}`).join(" ")} -all`),
  spfNotPublic: spf("v=spf1 mx ip4:10.0.0.0/8 -all"),
  spfDuplicate: spf("v=spf1 mx ip4:5.43.0.2 ip4:5.43.0.2 -all"),
  /** A macro that needs no client, and one that does. */
  spfMacros: spf(
    "v=spf1 exists:%{i}._spf.%{d} include:_x.%{d} -all",
    txt("_x", "v=spf1 mx:mx-good.policy.com -all"),
  ),
  /** Signs of equality where colons belong. */
  spfEquals: spf("v=spf1 ip4=5.43.0.1 mx -all"),
  spfExp: spf("v=spf1 mx -all exp=_exp.spf-exp.policy.com", txt("_exp", "%{i} may not send for %{d}")),
  /** An include whose zone is SERVFAIL. */
  spfServfail: spf("v=spf1 mx include:www.servfail.org -all"),
  /** An include whose zone nobody answers for. */
  spfSilent: spf("v=spf1 mx include:www.silent.com -all"),
  /** An include whose zone does not validate. */
  spfBogus: spf("v=spf1 mx include:expired.com -all"),
  /** An include whose zone's servers are 300 ms late. */
  spfSlow: spf("v=spf1 mx include:slow.policy.com -all"),
  /** An include by an alias. */
  spfIncludeAlias: spf("v=spf1 include:_a.spf-include-alias.policy.com -all", "_a CNAME mx-good.policy.com."),
  /** 50 KB of addresses. */
  spfHuge: spf(`v=spf1 ${times(2500, (i) => `ip4:5.${44 + (i >> 8)}.${i & 255}.0/24`).join(" ")} -all`),
  /** 50 KB of one term, which may cost who reads it much. */
  spfLongTerm: spf(`v=spf1 exists:${"%{d}.".repeat(10_000)}a -all`),
  spfLongLetters: spf(`v=spf1 ${"a".repeat(50_000)} -all`),
  /** 200 records beside it. */
  spfCrowd: spf(["v=spf1 mx -all", ...times(200, (i) => `verification-${i}=${"x".repeat(200)}`)]),
  /** Not ASCII. */
  spfUmlaut: spf("v=spf1 mx include:mü.policy.com -all"),
  /** Not UTF-8. */
  spfBytes: spf(null, String.raw`@ TXT "v=spf1 mx \255\254 -all"`),
  /** Not UTF-8, in another record. */
  spfOtherBytes: { more: String.raw`@ TXT "\255\254bytes"` },
} satisfies Readonly<Record<string, PolicyDomain>>;
