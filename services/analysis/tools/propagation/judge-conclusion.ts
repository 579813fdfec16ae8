import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { PropagationData } from "./data.ts";
import { hasAnswered, isUpToDate, type Judged, latestExpiry, verdictsOf } from "./judge-summary.ts";
import type { Truth } from "./judge-truth.ts";

type Conclusion = PropagationData["conclusion"];

/** What all of it comes to. What could not be found out never counts for or against "propagated". */
export function conclude(
  judged: readonly Judged[],
  truths: readonly Truth[],
  disagree: readonly string[],
  intercepted: boolean | null,
): Conclusion {
  const inconclusive = (detail: string): Conclusion => ({ status: "inconclusive", until: null, detail });
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
  if (judged.length === 0) return inconclusive("No healthy resolver was found.");
  if (2 * answered < judged.length)
    return inconclusive(`Only ${answered} of ${judged.length} resolvers answered.`);
  const verdicts = verdictsOf(judged);
  const until = latestExpiry(verdicts);
  if (until !== null) {
    const old = judged.filter(({ verdicts: of }) =>
      Object.values(of).some(({ class: is }) => is === "stale"),
    );
    const at = isoTime(until);
    const detail = `${old.length} of ${answered} resolvers that answered have an old answer; the last ends ${at}.`;
    return { status: "in_progress", until: at, detail };
  }
  if (unknown.length > 0)
    return inconclusive(`What the zone's servers have of ${unknown.join(", ")} could not be found out.`);
  if (!verdicts.some(isUpToDate)) return inconclusive("No resolver gave what the zone has.");
  const fit = judged.filter(({ verdicts: of }) =>
    Object.values(of).every((one) => isUpToDate(one) || one.class === "unknown"),
  ).length;
  const rest = answered - Math.min(fit, answered);
  const others = rest === 0 ? "" : ` ${rest} of them give something else that is no old answer.`;
  return {
    status: "propagated",
    until: null,
    detail: `No resolver of the ${answered} that answered has an old answer.${others}`,
  };
}
