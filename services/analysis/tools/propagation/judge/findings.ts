import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { Finding } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import { type PropagationObservation, TYPES } from "../observations.ts";
import { type AuthoritativeAnswer, serialsOf } from "./authoritative.ts";
import { isOurs } from "./health.ts";
import { hasAnswered, type JudgedResolver, latestExpiry, verdictsOf } from "./summary.ts";
import { type AnswerVerdict, isUnproved } from "./verdict.ts";

/** Resolvers that a finding names; the answer has the rest. */
const NAMED_MAX = 5;
/** Seconds after which waiting takes a plan. */
const LONG_S = 86_400;
/** Resolvers that say something of a country. */
const FEW = 5;

export function findingsOf(
  observed: PropagationObservation,
  name: string,
  limit: number,
  judged: readonly JudgedResolver[],
  authoritativeAnswers: readonly AuthoritativeAnswer[],
  disagree: readonly AuthoritativeAnswer["type"][],
): Finding[] {
  const serials = [...new Set(serialsOf(observed).values())].sort((a, b) => a - b);
  const unknown = authoritativeAnswers.filter(({ status }) => status === null);
  const typesOf = (some: readonly AuthoritativeAnswer[]) =>
    `${name} ${some.map(({ type }) => type).join(", ")}`;
  const ours = unknown.filter(isOurFailure);
  const theirs = unknown.filter((authoritative) => !isOurFailure(authoritative));
  const answered = judged.filter(hasAnswered).length;
  return [
    ...(observed.intercepted === true
      ? [findingOf("propagation.port53_intercepted", "name servers of others")]
      : []),
    ...(disagree.length > 0
      ? [findingOf("propagation.authoritative_disagree", whoSays(name, authoritativeAnswers, disagree))]
      : serials.length > 1
        ? [findingOf("propagation.serials_differ", serials.join(", "))]
        : []),
    ...(theirs.length > 0 ? [findingOf("propagation.authority_unknown", typesOf(theirs))] : []),
    ...(ours.length > 0 ? [findingOf("propagation.authority_not_asked", typesOf(ours))] : []),
    // Where our own network answered in place of the resolvers, no resolver is to blame.
    ...(observed.intercepted === true ? [] : resolverFindings(judged)),
    ...(judged.length < Math.min(limit, FEW)
      ? [findingOf("propagation.few_resolvers", resolvers(judged.length))]
      : []),
    ...(judged.length > 0 && 2 * answered < judged.length
      ? [findingOf("propagation.few_answers", `${answered} of ${judged.length}`)]
      : []),
  ];
}

/** Whether it was for reasons of this API's own that no server said anything. */
function isOurFailure({ reason, servers }: AuthoritativeAnswer): boolean {
  const reasons = servers.length === 0 ? [reason] : servers.map((one) => one.reason);
  return reasons.every((one) => one !== null && isOurs(one));
}

/** Findings about resolvers: one for each behaviour, with the resolvers that show it. */
function resolverFindings(judged: readonly JudgedResolver[]): Finding[] {
  const resolversWith = (code: keyof typeof FINDINGS, is: (verdict: AnswerVerdict) => boolean) => {
    const who = judged.filter(({ verdicts }) => TYPES.some((type) => is(verdicts[type])));
    return who.length === 0 ? [] : [findingOf(code, namesOf(who, is))];
  };
  const until = latestExpiry(verdictsOf(judged));
  const long = verdictsOf(judged).some(({ cacheTtlS }) => (cacheTtlS ?? 0) > LONG_S);
  const bogus = resolversWith(bogusCode(judged), ({ detail }) => detail === "dnssec");
  // Of bogus data SERVFAIL is the right answer, also without a word about DNSSEC.
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
    ...(until !== null && long ? [findingOf("propagation.ttl_long", isoTime(until))] : []),
    ...(explained
      ? []
      : resolversWith(
          "propagation.servfail",
          ({ reason, detail }) => reason === "servfail" && detail === null,
        )),
    ...resolversWith("propagation.refused", ({ reason, detail }) => reason === "refused" && detail === null),
    ...resolversWith("propagation.filtered", ({ class: is }) => is === "filtered"),
    ...resolversWith("propagation.denied", ({ detail }) => detail === "possible_filter"),
    ...resolversWith("propagation.pinned", ({ detail }) => detail === "pinned"),
    ...resolversWith("propagation.same_operator", ({ detail }) => detail === "same_operator"),
    ...resolversWith("propagation.by_place", ({ detail }) => detail === "by_place"),
    ...resolversWith("propagation.unclear", ({ detail }) => detail === "unclear"),
    ...resolversWith("propagation.perhaps_old", isUnproved),
  ];
}

/** One resolver's trouble with signatures may be its own; that of most which check them is the zone's. */
function bogusCode(
  judged: readonly JudgedResolver[],
): "propagation.dnssec_bogus" | "propagation.dnssec_fails_at" {
  const fails = ({ verdicts }: JudgedResolver) => TYPES.some((type) => verdicts[type].detail === "dnssec");
  const failing = judged.filter(fails);
  const checking = judged.filter((one) => one.resolver.validates === true || fails(one));
  return 2 * failing.length > checking.length ? "propagation.dnssec_bogus" : "propagation.dnssec_fails_at";
}

function resolvers(count: number): string {
  return count === 1 ? "1 resolver" : `${count} resolvers`;
}

/** Who it is, and of which types. */
function namesOf(judged: readonly JudgedResolver[], is: (verdict: AnswerVerdict) => boolean): string {
  const names = judged.slice(0, NAMED_MAX).map(({ resolver: { service, operator, ip }, verdicts }) => {
    const types = TYPES.filter((type) => is(verdicts[type])).join(", ");
    return `${service ?? operator} (${ip}) ${types}`;
  });
  const more = judged.length - names.length;
  return more > 0 ? `${names.join("; ")}; and ${more} more` : names.join("; ");
}

/** Types with their answers, and the servers that gave each. */
function whoSays(
  name: string,
  authoritativeAnswers: readonly AuthoritativeAnswer[],
  disagree: readonly AuthoritativeAnswer["type"][],
): string {
  // Where a server lacks the name all types differ; those with records say more.
  const differing = authoritativeAnswers.filter(({ type }) => disagree.includes(type));
  const telling = differing.filter(({ union }) => union.size > 0);
  return (telling.length > 0 ? telling : differing)
    .map(({ type, servers }) => {
      const groups = Map.groupBy(
        servers.filter(({ answer }) => answer !== null),
        ({ answer }) => answer?.key,
      );
      const answers = [...groups.values()].map((group) => {
        const [{ answer, server }] = group as [(typeof group)[number]];
        const shown = answer?.values.slice(0, 3).join(", ").slice(0, 100) || answer?.status;
        return `${shown} (${server.name}${group.length > 1 ? ` and ${group.length - 1} more` : ""})`;
      });
      return `${name} ${type}: ${answers.join(" or ")}`;
    })
    .join("; ");
}
