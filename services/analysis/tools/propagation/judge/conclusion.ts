import { minuteOf } from "@dnstools/core/protocol/calendar";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { PropagationData } from "../data.ts";
import type { PropagationObservation } from "../observations.ts";
import type { Agreement, AuthoritativeAnswer } from "./authoritative.ts";
import { contradictionsOf } from "./contradictions.ts";
import { hasAnswered, isUpToDate, type JudgedResolver, latestExpiry, verdictsOf } from "./summary.ts";
import { isUnproved } from "./verdict.ts";

type Conclusion = PropagationData["conclusion"];

/** The queried domain, and the country whose resolvers are queried. */
export type Asked = { readonly domain: string; readonly country: string };

function inconclusive(detail: string): Conclusion {
  return { status: "inconclusive", until: null, detail };
}

/** Draws the conclusion from all answers. An unknown result counts neither for nor against "propagated". */
export function conclude(
  judged: readonly JudgedResolver[],
  authoritativeAnswers: readonly AuthoritativeAnswer[],
  { disagree, unsure }: Agreement,
  { intercepted, excluded }: Pick<PropagationObservation, "intercepted" | "excluded">,
  asked: Asked,
): Conclusion {
  const { domain } = asked;
  if (intercepted === true)
    return inconclusive(
      `Whether ${domain} has propagated is unknown: this API's own network answers in place of the resolvers, so no resolver was queried.`,
    );
  if (disagree.length > 0) {
    const [first] = contradictionsOf(authoritativeAnswers, disagree);
    return {
      status: "authoritative_disagree",
      until: null,
      detail: `The name servers of ${domain} contradict each other on ${disagree.join(", ")}, so resolvers cannot agree: ${first?.type} is ${first?.text}.`,
    };
  }
  const unknown = authoritativeAnswers.filter(({ status }) => status === null).map(({ type }) => type);
  if (unknown.length === authoritativeAnswers.length)
    return inconclusive(
      `The records at the name servers of ${domain} could not be determined (${authoritativeAnswers[0]?.reason}), so there is nothing to compare the resolvers' answers with.`,
    );
  const answered = judged.filter(hasAnswered).length;
  if (judged.length === 0)
    return inconclusive(
      `Whether ${domain} has propagated is unknown: no healthy resolver was found (${asked.country.toUpperCase()})${whyNone(excluded)}.`,
    );
  if (2 * answered < judged.length)
    return inconclusive(
      `Whether ${domain} has propagated is unknown: only ${answered} of ${resolvers(judged.length, asked)} answered.`,
    );
  const old = judged.filter(isOld);
  if (old.length > 0) return inProgress(judged, old, unknown, asked);
  if (unknown.length > 0)
    return inconclusive(
      `The ${unknown.join(", ")} records at the name servers of ${domain} could not be determined.`,
    );
  if (unsure.length > 0)
    return inconclusive(
      `The name servers of ${domain} differ (${unsure.join(", ")}), and it could not be determined whether this is intended.`,
    );
  const doubts = authoritativeAnswers.flatMap((authoritative) => doubtOf(judged, authoritative) ?? []);
  if (doubts.length > 0)
    return inconclusive(
      `Whether ${domain} has propagated is unknown. ${doubts.join(" ")} No answer is known to be old.`,
    );
  return { status: "propagated", until: null, detail: arrivedOf(judged, asked) };
}

function isOld({ verdicts }: JudgedResolver): boolean {
  return Object.values(verdicts).some(({ class: is }) => is === "stale");
}

/**
 * Returns true if a resolver has the zone's current records of every type.
 * @param open types to ignore because the zone's own answer is unknown.
 */
function isCurrent(one: JudgedResolver, open: readonly string[] = []): boolean {
  const verdicts = Object.entries(one.verdicts);
  return hasAnswered(one) && verdicts.every(([type, each]) => isUpToDate(each) || open.includes(type));
}

/**
 * Returns true if a resolver gave no usable answer for at least one type but has the zone's current records for the
 * other types.
 */
function isPartlyCurrent(one: JudgedResolver): boolean {
  const verdicts = Object.values(one.verdicts);
  const isSilent = verdicts.some((each) => each.class === "unknown");
  return (
    hasAnswered(one) && isSilent && verdicts.every((each) => isUpToDate(each) || each.class === "unknown")
  );
}

function resolvers(count: number, { country }: Asked): string {
  return `${count} ${count === 1 ? "resolver" : "resolvers"} (${country.toUpperCase()})`;
}

/** Returns text about why resolvers were excluded: some failed their check, others could not be checked. */
function whyNone(excluded: PropagationObservation["excluded"]): string {
  if (excluded.length === 0) return "";
  const ill = excluded.filter(({ health }) => health.state === "ill").length;
  const texts = [
    ...(ill > 0 ? [`${ill} failed ${ill === 1 ? "its" : "their"} check`] : []),
    ...(ill < excluded.length ? [`${excluded.length - ill} could not be checked`] : []),
  ];
  return `: ${texts.join(", ")}`;
}

function inProgress(
  judged: readonly JudgedResolver[],
  old: readonly JudgedResolver[],
  unknown: readonly string[],
  asked: Asked,
): Conclusion {
  const until = latestExpiry(verdictsOf(old));
  const endless = old.filter(({ verdicts }) =>
    Object.values(verdicts).some(({ detail }) => detail === "serve_stale"),
  ).length;
  const answered = judged.filter(hasAnswered).length;
  const current = judged.filter((one) => isCurrent(one, unknown)).length;
  const last = old.length === 1 ? " until" : ", the last until";
  const end = until === null ? "" : `${last} ${minuteOf(isoTime(until))}`;
  const still = `${old.length} ${old.length === 1 ? "has an old answer" : "have old answers"}`;
  const detail = [
    `${current} of ${resolvers(answered, asked)} that answered ${current === 1 ? "has" : "have"} the current records of ${asked.domain}, and ${still}${end}.`,
    ...(endless === 0
      ? []
      : [`${endless} of them ${endless === 1 ? "stays" : "stay"} stale until the zone can be reached.`]),
    ...(unknown.length === 0
      ? []
      : [`The ${unknown.join(", ")} records at the zone's servers could not be determined.`]),
  ].join(" ");
  return { status: "in_progress", until: until === null ? null : isoTime(until), detail };
}

/**
 * Returns text about why the answers for a type do not show that a change has reached the resolvers; null if most
 * resolvers have the zone's current records.
 */
function doubtOf(judged: readonly JudgedResolver[], { type }: AuthoritativeAnswer): string | null {
  const all = judged.map(({ verdicts }) => verdicts[type]);
  const compared = all.filter(({ class: is }) => is !== "unknown");
  if (2 * compared.length < all.length)
    return `${type}: only ${compared.length} of ${all.length} resolvers gave an answer that can be compared.`;
  const open = compared.filter(({ class: is }) => is !== "filtered");
  if (open.length === 0) return `${type}: all resolvers that answered filter the name.`;
  const fit = open.filter(isUpToDate).length;
  if (2 * fit > open.length) return null;
  const unproved = open.filter((one) => isUnproved(one) || one.detail === "unclear").length;
  const may = unproved === 0 ? "" : `, and the answers of ${unproved} of them may be old`;
  return `${type}: only ${fit} of the ${open.length} resolvers that answered have the zone's current records${may}.`;
}

/** Returns text about how many resolvers have the zone's current records, for use if no resolver has an old answer. */
function arrivedOf(judged: readonly JudgedResolver[], asked: Asked): string {
  const answered = judged.filter(hasAnswered).length;
  const current = judged.filter((one) => isCurrent(one)).length;
  const partly = judged.filter(isPartlyCurrent).length;
  const rest = answered - current - partly;
  const records = `the current records of ${asked.domain}`;
  if (current === answered && answered > 1)
    return `All ${resolvers(answered, asked)} that answered have ${records}.`;
  const have = current === 1 ? "has" : "have";
  const silent =
    partly === 0 ? "" : `; ${partly} answered only some of the queries, all with the current records`;
  const others =
    rest === 0
      ? ""
      : `; ${rest} ${rest === 1 ? "filters the name or gives" : "filter the name or give"} another answer that is not known to be old`;
  return `${current} of ${resolvers(answered, asked)} that answered ${have} ${records}${silent}${others}.`;
}
