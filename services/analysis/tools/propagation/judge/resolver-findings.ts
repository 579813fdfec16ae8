import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Ids } from "../../exchanges.ts";
import { type FINDINGS, findingOf } from "../findings.ts";
import { TYPES } from "../observations.ts";
import { type JudgedResolver, latestExpiry, verdictsOf } from "./summary.ts";
import { type AnswerVerdict, isUnproved } from "./verdict.ts";

/** Maximum number of exchanges in the evidence of a finding about many resolvers. */
export const MANY_IDS = 20;
/** Maximum number of resolvers that the text of a finding names; the finding's subjects contain all of them. */
const NAMED_MAX = 5;
/** Remaining TTL in seconds above which an old answer gets a separate finding. */
const LONG_S = 86_400;

/** Returns the findings about resolvers: one finding for each behaviour, with the resolvers that show the behaviour. */
export function resolverFindings(judged: readonly JudgedResolver[], domain: string, ids: Ids): Finding[] {
  const about = (is: (verdict: AnswerVerdict) => boolean) => {
    const some = judged.filter(({ verdicts }) => TYPES.some((type) => is(verdicts[type])));
    return some.length === 0 ? null : aboutResolvers(domain, some, is, ids);
  };
  const resolversWith = (code: keyof typeof FINDINGS, is: (verdict: AnswerVerdict) => boolean) => {
    const them = about(is);
    return them === null ? [] : [findingOf(code, them)];
  };
  const until = latestExpiry(verdictsOf(judged));
  const long = verdictsOf(judged).some(({ cacheTtlS }) => (cacheTtlS ?? 0) > LONG_S);
  const last = about((one) => one.class === "stale" && until !== null && one.until === until);
  const bogus = resolversWith(bogusCode(judged), ({ detail }) => detail === "dnssec");
  // If the zone's data is bogus, SERVFAIL is the right answer, even without an extended error about DNSSEC.
  const explained = bogus.some(({ code }) => code === "propagation.dnssec_bogus");
  return [
    ...bogus,
    ...resolversWith(
      "propagation.in_progress",
      ({ class: is, answer, detail }) =>
        is === "stale" && answer?.status === "answer" && detail !== "serve_stale",
    ),
    ...resolversWith(
      "propagation.negative_cached",
      ({ class: is, answer }) => is === "stale" && answer?.status !== "answer",
    ),
    ...resolversWith("propagation.serve_stale", ({ detail }) => detail === "serve_stale"),
    ...(until !== null && long && last !== null
      ? [findingOf("propagation.ttl_long", { ...last, subject: isoTime(until) })]
      : []),
    ...(explained
      ? []
      : resolversWith(
          "propagation.servfail",
          ({ reason, detail }) => reason === "servfail" && detail === null,
        )),
    ...resolversWith("propagation.refused", ({ reason, detail }) => reason === "refused" && detail === null),
    ...resolversWith("propagation.denied", ({ detail }) => detail === "possible_filter"),
    ...resolversWith("propagation.pinned", ({ detail }) => detail === "pinned"),
    ...resolversWith("propagation.unclear", ({ detail }) => detail === "unclear"),
    ...resolversWith("propagation.perhaps_old", isUnproved),
    ...resolversWith("propagation.filtered", ({ class: is }) => is === "filtered"),
    ...resolversWith("propagation.same_operator", ({ detail }) => detail === "same_operator"),
    ...resolversWith("propagation.by_place", ({ detail }) => detail === "by_place"),
  ];
}

/**
 * Returns the finding code for signatures that do not verify. Failures at only a few validating resolvers may be the
 * fault of these resolvers; failures at most of them are the zone's fault.
 */
function bogusCode(
  judged: readonly JudgedResolver[],
): "propagation.dnssec_bogus" | "propagation.dnssec_fails_at" {
  const fails = ({ verdicts }: JudgedResolver) => TYPES.some((type) => verdicts[type].detail === "dnssec");
  const failing = judged.filter(fails);
  const checking = judged.filter((one) => one.resolver.validates === true || fails(one));
  return 2 * failing.length > checking.length ? "propagation.dnssec_bogus" : "propagation.dnssec_fails_at";
}

/**
 * Describes the affected resolvers and types for the text of a finding. The evidence is the queries for these types to
 * these resolvers.
 */
function aboutResolvers(
  domain: string,
  judged: readonly JudgedResolver[],
  is: (verdict: AnswerVerdict) => boolean,
  ids: Ids,
) {
  const each = judged.map(({ resolver: { service, operator, ip }, verdicts }) => {
    const types = TYPES.filter((type) => is(verdicts[type]));
    return { ip, types, text: `${service ?? operator} (${ip}) ${types.join(", ")}` };
  });
  const texts = each.slice(0, NAMED_MAX).map(({ text }) => text);
  const more = each.length - texts.length;
  // Each resolver gets an equal share of the evidence. All queries for one type are listed before those for the next,
  // because a repeated query explains the first answer.
  const perResolver = Math.max(1, Math.floor(MANY_IDS / each.length));
  const evidence = each.flatMap(({ ip, types }) =>
    types
      .flatMap((type) =>
        ids((one) => one.address === ip && one.type === type && one.name === domain, perResolver),
      )
      .slice(0, perResolver),
  );
  return {
    subject: more > 0 ? `${texts.join("; ")}; and ${more} more` : texts.join("; "),
    subjects: [
      ...each.map(({ ip }) => ip),
      ...TYPES.filter((type) => each.some(({ types }) => types.includes(type))),
    ],
    evidence: evidence.slice(0, MANY_IDS),
  };
}
