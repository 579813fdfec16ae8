import type { Answer } from "@dnstools/core/report/answer";
import { blocks, facts, join, list, outside, say, table } from "@dnstools/core/report/blocks";
import type { Bar, Block, Cell, Moment, Section, Text } from "@dnstools/core/report/report";
import { groupsOf, worstFirst } from "../../report-parts.ts";
import type { PropagationData, ResolverData } from "../data.ts";
import { type ComparedType, TYPES } from "../observations.ts";
import { valuesText } from "./values.ts";
import { CLASS_WORDS, CONCLUSION_STATUS, resultCell, resultStatus } from "./words.ts";

/** Ends of old answers, rows of other answers, and resolvers in a row that are shown. */
const MOMENTS_MAX = 10;
const ROWS_MAX = 8;
const NAMES_MAX = 4;

/** Who still has an old answer, and until when; and what else resolvers have that the zone has not. */
export function oldAnswersSection({ data, meta }: Answer<PropagationData>): Section {
  const { resolvers, summary, conclusion, country } = data;
  const current = resolvers.filter(({ results }) => TYPES.every((type) => results[type].class === "match"));
  const isMixed = current.length > 0 && current.length < resolvers.length;
  return {
    heading: "Who still has the old answer, until when?",
    status: CONCLUSION_STATUS[conclusion.status],
    blocks: blocks([
      ...(resolvers.length === 0
        ? []
        : [
            note(
              say`${summary.overall.asked} answers to A, MX and TXT of ${resolvers.length} resolvers (${country.toUpperCase()}):`,
            ),
            bars(summary.overall.classes),
          ]),
      ...endBlocks(resolvers, meta.observedAt),
      table(["Resolvers", "Types", "What they gave", "Values"], otherRows(resolvers), ROWS_MAX),
      facts([["Up to date", isMixed ? list(current.map(nameOf), NAMES_MAX) : null]]),
    ]),
  };
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

/** When old answers end, and those that may be old: the last ends of many. */
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
    { at: observedAt, text: "asked", status: "none" },
    ...ends.slice(0, MOMENTS_MAX),
  ];
  return [
    { kind: "timeline", moments },
    ...(ends.length > MOMENTS_MAX
      ? [note(`${ends.length - MOMENTS_MAX} that end earlier in the JSON.`)]
      : []),
  ];
}

function endOf(resolver: ResolverData, types: readonly ComparedType[]): Moment {
  const [first] = types.map((type) => resolver.results[type]);
  const status = first === undefined ? "none" : resultStatus(first);
  const what = status === "unknown" ? "drops what may be old: " : "drops its old answer: ";
  return {
    at: first?.until ?? "",
    text: join([outside(nameOf(resolver)), ` ${what}`, valuesOf(resolver, types, true)]),
    status,
  };
}

/** Answers that are not the zone's and have no known end, those alike in one row. */
function otherRows(resolvers: readonly ResolverData[]): readonly (readonly Cell[])[] {
  const other = resolvers.flatMap((resolver) => {
    const open = TYPES.filter((type) => {
      const { class: is, until } = resolver.results[type];
      return is !== "match" && until === null;
    });
    const { results } = resolver;
    return groupsOf(open, (type) => [
      results[type].class,
      results[type].detail,
      results[type].reason,
    ]).flatMap((types) => {
      const [first] = types;
      return first === undefined ? [] : [{ resolver, types, result: results[first] }];
    });
  });
  const alike = groupsOf(other, ({ resolver, types, result }) => [
    types,
    result.class,
    result.detail,
    result.reason,
    types.map((type) => resolver.results[type].values),
  ]);
  return worstFirst(alike, ([first]) => (first === undefined ? "none" : resultStatus(first.result))).flatMap(
    (group) => {
      const [first] = group;
      if (first === undefined) return [];
      return [
        [
          list(
            group.map(({ resolver }) => nameOf(resolver)),
            NAMES_MAX,
          ),
          first.types.join(", "),
          resultCell(first.result),
          valuesOf(first.resolver, first.types),
        ],
      ];
    },
  );
}

/** What a resolver gave of some types, with their names where there are several; empty where nothing came. */
function valuesOf({ results }: ResolverData, types: readonly ComparedType[], named = types.length > 1): Text {
  const come = types.filter((type) => results[type].values !== null);
  if (come.every((type) => results[type].values?.length === 0)) return come.length === 0 ? "" : "none";
  return join(
    come.map((type) => join([named ? `${type} ` : "", valuesText(type, results[type])])),
    "; ",
  );
}

/** What people call a resolver, and its address. */
export function nameOf({ service, operator, ip }: Pick<ResolverData, "service" | "operator" | "ip">): string {
  return `${service ?? operator} (${ip})`;
}
