import { isoTime } from "@dnstools/core/protocol/dns/text";
import { type Finding, finding } from "@dnstools/core/tool/finding";
import { FINDINGS } from "../findings.ts";
import { type PropagationObservation, TYPES } from "../observations.ts";
import { isOurs } from "./health.ts";
import { hasAnswered, type Judged, latestExpiry, verdictsOf } from "./summary.ts";
import { serialsOf, type Truth } from "./truth.ts";
import { isUnproved, type Verdict } from "./verdict.ts";

/** Resolvers that a finding names; the answer has the rest. */
const NAMED_MAX = 5;
/** Seconds after which waiting takes a plan. */
const LONG_S = 86_400;
/** Resolvers that say something of a country. */
const FEW = 5;

const say = (code: keyof typeof FINDINGS, subject: string): Finding => finding(FINDINGS, code, subject);

export function findingsOf(
  observed: PropagationObservation,
  name: string,
  limit: number,
  judged: readonly Judged[],
  truths: readonly Truth[],
  disagree: readonly Truth["type"][],
): Finding[] {
  const serials = [...new Set(serialsOf(observed).values())].sort((a, b) => a - b);
  const unknown = truths.filter(({ status }) => status === null);
  const typesOf = (some: readonly Truth[]) => `${name} ${some.map(({ type }) => type).join(", ")}`;
  const ours = unknown.filter(isOurFailure);
  const theirs = unknown.filter((truth) => !isOurFailure(truth));
  const answered = judged.filter(hasAnswered).length;
  return [
    ...(observed.intercepted === true
      ? [say("propagation.port53_intercepted", "name servers of others")]
      : []),
    ...(disagree.length > 0
      ? [say("propagation.authoritative_disagree", whoSays(name, truths, disagree))]
      : serials.length > 1
        ? [say("propagation.serials_differ", serials.join(", "))]
        : []),
    ...(theirs.length > 0 ? [say("propagation.authority_unknown", typesOf(theirs))] : []),
    ...(ours.length > 0 ? [say("propagation.authority_not_asked", typesOf(ours))] : []),
    // What nobody but our own network said is no resolver's doing.
    ...(observed.intercepted === true ? [] : resolverFindings(judged)),
    ...(judged.length < Math.min(limit, FEW)
      ? [say("propagation.few_resolvers", resolvers(judged.length))]
      : []),
    ...(judged.length > 0 && 2 * answered < judged.length
      ? [say("propagation.few_answers", `${answered} of ${judged.length}`)]
      : []),
  ];
}

/** Whether it was for reasons of this API's own that no server said anything. */
function isOurFailure({ reason, servers }: Truth): boolean {
  const reasons = servers.length === 0 ? [reason] : servers.map((one) => one.reason);
  return reasons.every((one) => one !== null && isOurs(one));
}

/** What resolvers do, each thing once, naming who does it. */
function resolverFindings(judged: readonly Judged[]): Finding[] {
  const about = (code: keyof typeof FINDINGS, is: (verdict: Verdict) => boolean) => {
    const who = judged.filter(({ verdicts }) => TYPES.some((type) => is(verdicts[type])));
    return who.length === 0 ? [] : [say(code, namesOf(who, is))];
  };
  const until = latestExpiry(verdictsOf(judged));
  const long = verdictsOf(judged).some(({ keptS }) => (keptS ?? 0) > LONG_S);
  const bogus = about(bogusCode(judged), ({ detail }) => detail === "dnssec");
  // Of bogus data SERVFAIL is the right answer, also without a word about DNSSEC.
  const explained = bogus.some(({ code }) => code === "propagation.dnssec_bogus");
  return [
    ...bogus,
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
    ...(until !== null && long ? [say("propagation.ttl_long", isoTime(until))] : []),
    ...(explained
      ? []
      : about("propagation.servfail", ({ reason, detail }) => reason === "servfail" && detail === null)),
    ...about("propagation.refused", ({ reason, detail }) => reason === "refused" && detail === null),
    ...about("propagation.filtered", ({ class: is }) => is === "filtered"),
    ...about("propagation.denied", ({ detail }) => detail === "possible_filter"),
    ...about("propagation.pinned", ({ detail }) => detail === "pinned"),
    ...about("propagation.same_operator", ({ detail }) => detail === "same_operator"),
    ...about("propagation.by_place", ({ detail }) => detail === "by_place"),
    ...about("propagation.unclear", ({ detail }) => detail === "unclear"),
    ...about("propagation.perhaps_old", isUnproved),
  ];
}

/** One resolver's trouble with signatures may be its own; that of most which check them is the zone's. */
function bogusCode(judged: readonly Judged[]): "propagation.dnssec_bogus" | "propagation.dnssec_fails_at" {
  const fails = ({ verdicts }: Judged) => TYPES.some((type) => verdicts[type].detail === "dnssec");
  const failing = judged.filter(fails);
  const checking = judged.filter((one) => one.resolver.validates === true || fails(one));
  return 2 * failing.length > checking.length ? "propagation.dnssec_bogus" : "propagation.dnssec_fails_at";
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
