import { type Finding, finding } from "@dnstools/core/finding";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { FINDINGS } from "./findings.ts";
import type { Verdict } from "./judge-answer.ts";
import { hasAnswered, type Judged, latestExpiry, verdictsOf } from "./judge-summary.ts";
import { serialsOf, type Truth } from "./judge-truth.ts";
import { type PropagationSeen, TYPES } from "./seen.ts";

/** Resolvers that a finding names; the answer has the rest. */
const NAMED_MAX = 5;
/** Seconds after which waiting takes a plan. */
const LONG_S = 86_400;
/** Resolvers that say something of a country. */
const FEW = 5;

const say = (code: keyof typeof FINDINGS, subject: string): Finding => finding(FINDINGS, code, subject);

export function findingsOf(
  seen: PropagationSeen,
  name: string,
  limit: number,
  judged: readonly Judged[],
  truths: readonly Truth[],
  disagree: readonly Truth["type"][],
): Finding[] {
  const serials = [...new Set(serialsOf(seen).values())].sort((a, b) => a - b);
  const unknown = truths.filter(({ status }) => status === null).map(({ type }) => type);
  const answered = judged.filter(hasAnswered).length;
  return [
    ...(seen.intercepted === true ? [say("propagation.port53_intercepted", "name servers of others")] : []),
    ...(disagree.length > 0
      ? [say("propagation.authoritative_disagree", whoSays(name, truths, disagree))]
      : serials.length > 1
        ? [say("propagation.serials_differ", serials.join(", "))]
        : []),
    ...(unknown.length > 0 ? [say("propagation.authority_unknown", `${name} ${unknown.join(", ")}`)] : []),
    ...resolverFindings(judged, observedAt(seen)),
    ...(judged.length < Math.min(limit, FEW)
      ? [say("propagation.few_resolvers", resolvers(judged.length))]
      : []),
    ...(judged.length > 0 && 2 * answered < judged.length
      ? [say("propagation.few_answers", `${answered} of ${judged.length}`)]
      : []),
  ];
}

/** Seconds since 1970 of the last answer. */
function observedAt({ resolvers: all }: PropagationSeen): number {
  return all.flatMap(({ answers }) => answers).reduce((last, { at }) => Math.max(last, at), 0);
}

/** What resolvers do, each thing once, naming who does it. */
function resolverFindings(judged: readonly Judged[], now: number): Finding[] {
  const about = (code: keyof typeof FINDINGS, is: (verdict: Verdict) => boolean) => {
    const who = judged.filter(({ verdicts }) => TYPES.some((type) => is(verdicts[type])));
    return who.length === 0 ? [] : [say(code, namesOf(who, is))];
  };
  const until = latestExpiry(verdictsOf(judged));
  return [
    ...about("propagation.dnssec_bogus", ({ detail }) => detail === "dnssec"),
    ...about(
      "propagation.in_progress",
      ({ class: is, answer, detail }) =>
        is === "stale" && answer?.status === "answer" && detail !== "serve_stale",
    ),
    ...about(
      "propagation.negative_cached",
      ({ class: is, answer }) => is === "stale" && answer?.status !== "answer",
    ),
    ...about("propagation.serve_stale", ({ detail }) => detail === "serve_stale"),
    ...(until !== null && until - now > LONG_S ? [say("propagation.ttl_long", isoTime(until))] : []),
    ...about("propagation.filtered", ({ class: is }) => is === "filtered"),
    ...about("propagation.denied", ({ detail }) => detail === "possible_filter"),
    ...about("propagation.pinned", ({ detail }) => detail === "pinned"),
    ...about("propagation.same_operator", ({ detail }) => detail === "same_operator"),
  ];
}

function resolvers(count: number): string {
  return count === 1 ? "1 resolver" : `${count} resolvers`;
}

/** Who it is, and of which types. */
function namesOf(judged: readonly Judged[], is: (verdict: Verdict) => boolean): string {
  const names = judged.slice(0, NAMED_MAX).map(({ resolver: { service, operator, ip }, verdicts }) => {
    const types = TYPES.filter((type) => is(verdicts[type])).join(", ");
    return `${service ?? operator} (${ip}) ${types}`;
  });
  const more = judged.length - names.length;
  return more > 0 ? `${names.join("; ")}; and ${more} more` : names.join("; ");
}

/** Types and what is said of each, with the servers that say it. */
function whoSays(name: string, truths: readonly Truth[], disagree: readonly Truth["type"][]): string {
  // Where a server lacks the name all types differ; those with records say more.
  const differing = truths.filter(({ type }) => disagree.includes(type));
  const telling = differing.filter(({ union }) => union.size > 0);
  return (telling.length > 0 ? telling : differing)
    .map(({ type, servers }) => {
      const groups = Map.groupBy(
        servers.filter(({ answer }) => answer !== null),
        ({ answer }) => answer?.key,
      );
      const said = [...groups.values()].map((group) => {
        const [{ answer, server }] = group as [(typeof group)[number]];
        const shown = answer?.values.slice(0, 3).join(", ").slice(0, 100) || answer?.status;
        return `${shown} (${server.name}${group.length > 1 ? ` and ${group.length - 1} more` : ""})`;
      });
      return `${name} ${type}: ${said.join(" or ")}`;
    })
    .join("; ");
}
