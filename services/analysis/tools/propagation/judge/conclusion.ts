import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { PropagationData } from "../data.ts";
import type { PropagationObservation } from "../observations.ts";
import { hasAnswered, isUpToDate, type Judged, latestExpiry, verdictsOf } from "./summary.ts";
import type { Agreement, Truth } from "./truth.ts";
import { isUnproved } from "./verdict.ts";

type Conclusion = PropagationData["conclusion"];

function inconclusive(detail: string): Conclusion {
  return { status: "inconclusive", until: null, detail };
}

/** What all of it comes to. What could not be found out never counts for or against "propagated". */
export function conclude(
  judged: readonly Judged[],
  truths: readonly Truth[],
  { disagree, unsure }: Agreement,
  { intercepted, excluded }: Pick<PropagationObservation, "intercepted" | "excluded">,
): Conclusion {
  if (intercepted === true)
    return inconclusive("This API's own network answers in the resolvers' place, so none was really asked.");
  if (disagree.length > 0)
    return {
      status: "authoritative_disagree",
      until: null,
      detail: `The zone's own servers contradict each other (${disagree.join(", ")}): resolvers cannot agree before they do.`,
    };
  const unknown = truths.filter(({ status }) => status === null).map(({ type }) => type);
  if (unknown.length === truths.length)
    return inconclusive("What the zone's servers have could not be found out.");
  const answered = judged.filter(hasAnswered).length;
  if (judged.length === 0) return inconclusive(`No healthy resolver was found${whyNone(excluded)}.`);
  if (2 * answered < judged.length)
    return inconclusive(`Only ${answered} of ${judged.length} resolvers answered.`);
  const old = judged.filter(({ verdicts: of }) => Object.values(of).some(({ class: is }) => is === "stale"));
  if (old.length > 0) return inProgress(old, answered);
  if (unknown.length > 0)
    return inconclusive(`What the zone's servers have of ${unknown.join(", ")} could not be found out.`);
  if (unsure.length > 0)
    return inconclusive(
      `The zone's servers differ (${unsure.join(", ")}), and whether on purpose could not be found out.`,
    );
  const doubts = truths.flatMap((truth) => doubtOf(judged, truth) ?? []);
  if (doubts.length > 0) return inconclusive(`${doubts.join(" ")} No answer is known to be an old one.`);
  return propagated(judged, answered);
}

/** Resolvers that are ill, and those of which nothing was found out, are not the same. */
function whyNone(excluded: PropagationObservation["excluded"]): string {
  if (excluded.length === 0) return "";
  const ill = excluded.filter(({ health }) => health.state === "ill").length;
  const told = [
    ...(ill > 0 ? [`${ill} ${ill === 1 ? "is" : "are"} ill`] : []),
    ...(ill < excluded.length ? [`${excluded.length - ill} could not be checked`] : []),
  ];
  return `: ${told.join(", ")}`;
}

function inProgress(old: readonly Judged[], answered: number): Conclusion {
  const until = latestExpiry(verdictsOf(old));
  const at = until === null ? null : isoTime(until);
  const endless = old.filter(({ verdicts }) =>
    Object.values(verdicts).some(({ detail }) => detail === "serve_stale"),
  ).length;
  const ends = [
    ...(at === null ? [] : [`the last with a TTL ends ${at}`]),
    ...(endless === 0 ? [] : [`${endless} of them stay stale until they reach the zone`]),
  ];
  const detail = `${old.length} of ${answered} resolvers that answered have an old answer; ${ends.join("; ")}.`;
  return { status: "in_progress", until: at, detail };
}

/** Why a type does not show that a change has arrived; null where most have what the zone has. */
function doubtOf(judged: readonly Judged[], { type }: Truth): string | null {
  const all = judged.map(({ verdicts }) => verdicts[type]);
  const known = all.filter(({ class: is }) => is !== "unknown");
  if (2 * known.length < all.length)
    return `${type}: only ${known.length} of ${all.length} resolvers gave an answer that can be compared.`;
  const open = known.filter(({ class: is }) => is !== "filtered");
  if (open.length === 0) return `${type}: all that answered filter the name.`;
  const fit = open.filter(isUpToDate).length;
  if (2 * fit > open.length) return null;
  const unproved = open.filter((one) => isUnproved(one) || one.detail === "unclear").length;
  const may = unproved === 0 ? "" : `, and what ${unproved} of them have may be old`;
  return `${type}: only ${fit} of the ${open.length} resolvers that answered have what the zone has${may}.`;
}

function propagated(judged: readonly Judged[], answered: number): Conclusion {
  const fit = judged.filter(({ verdicts: of }) =>
    Object.values(of).every((one) => isUpToDate(one) || one.class === "unknown"),
  ).length;
  const rest = answered - Math.min(fit, answered);
  const others = rest === 0 ? "" : ` ${rest} of them give something else that is not known to be old.`;
  return {
    status: "propagated",
    until: null,
    detail: `No resolver of the ${answered} that answered is known to have an old answer.${others}`,
  };
}
