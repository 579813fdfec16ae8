import type { Answer } from "@dnstools/core/report/answer";
import { blocks, facts, join, list, say } from "@dnstools/core/report/blocks";
import type { Bar, Block, Moment, Section, Status, Text } from "@dnstools/core/report/report";
import { groupsOf } from "../../report-parts.ts";
import type { PropagationData, ResolverData } from "../data.ts";
import { type ComparedType, TYPES } from "../observations.ts";
import { otherAnswers } from "./other-answers.ts";
import { CLASS_WORDS, CONCLUSION_STATUS, nameOf, resultStatus } from "./words.ts";

/** Maximum number of expiry times that are shown; NAMES_MAX is the maximum number of names of current resolvers. */
const MOMENTS_MAX = 10;
const NAMES_MAX = 3;

/**
 * Builds the section on resolvers that still have an old answer, with its expiry, or another answer that the zone does
 * not have.
 */
export function oldAnswersSection({ data, meta }: Answer<PropagationData>): Section {
  const { resolvers, summary, conclusion, country } = data;
  const current = resolvers.filter(({ results }) => TYPES.every((type) => results[type].class === "match"));
  const isMixed = current.length > 0 && current.length < resolvers.length;
  return {
    heading: "Which resolvers still have the old answer, and until when?",
    status: headingStatus(conclusion.status, resolvers),
    blocks: blocks([
      ...(resolvers.length === 0
        ? []
        : [
            note(
              say`${summary.overall.asked} answers for A, MX and TXT from ${resolvers.length} resolvers (${country}):`,
            ),
            bars(summary.overall.classes),
          ]),
      ...endBlocks(resolvers, meta.observedAt),
      otherAnswers(resolvers),
      facts([["Up to date", isMixed ? list(current.map(nameOf), NAMES_MAX) : null]]),
    ]),
  };
}

/** Returns the status of the section's heading. It must not be `pass` if an answer is missing or may be old. */
function headingStatus(
  conclusion: PropagationData["conclusion"]["status"],
  resolvers: readonly ResolverData[],
): Status {
  const status = CONCLUSION_STATUS[conclusion];
  const isOpen = resolvers.some(({ results }) =>
    TYPES.some((type) => resultStatus(results[type]) === "unknown"),
  );
  return status === "pass" && isOpen ? "none" : status;
}

function note(text: Text): Block {
  return { kind: "note", text };
}

function bars(counts: PropagationData["summary"]["overall"]["classes"]): Block {
  const shown = Object.entries(CLASS_WORDS).flatMap(([name, [status, text]]): Bar[] => {
    const count = counts[name as keyof typeof counts];
    return count === 0 ? [] : [{ name: text, count, status }];
  });
  return { kind: "bars", bars: shown };
}

/**
 * Shows when the answers that are or may be old expire. If there are too many expiry times, only the latest are shown.
 */
function endBlocks(resolvers: readonly ResolverData[], observedAt: string): readonly Block[] {
  const ends = resolvers
    .flatMap((resolver) => {
      const open = TYPES.filter((type) => resolver.results[type].until !== null);
      return groupsOf(open, (type) => [
        resolver.results[type].until,
        resultStatus(resolver.results[type]),
      ]).map((types) => endOf(resolver, types));
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
  if (ends.length === 0) return [];
  const moments: readonly Moment[] = [
    { at: observedAt, text: "asked", status: "none", isNow: true },
    ...ends.slice(0, MOMENTS_MAX),
  ];
  return [
    { kind: "timeline", moments },
    ...(ends.length > MOMENTS_MAX
      ? [note(`${ends.length - MOMENTS_MAX} more expire earlier; see the JSON.`)]
      : []),
  ];
}

function endOf(resolver: ResolverData, types: readonly ComparedType[]): Moment {
  const [first] = types.map((type) => resolver.results[type]);
  const status = first === undefined ? "none" : resultStatus(first);
  return {
    at: first?.until ?? "",
    text: join([
      say`${nameOf(resolver)} drops `,
      types.join(", "),
      status === "unknown" ? ", which may be old" : "",
    ]),
    status,
  };
}
