import { join, list, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Text } from "@dnstools/core/report/report";
import { groupsOf, worstFirst } from "../../report-parts.ts";
import type { ResolverData, ResultData } from "../data.ts";
import { type ComparedType, TYPES } from "../observations.ts";
import { valuesText } from "./values.ts";
import { nameOf, resultCell, resultStatus } from "./words.ts";

/**
 * Maximum number of rows that are shown. NAMES_MAX is the maximum number of resolvers in a row; VALUES has the maximum
 * number of values of a type, and of characters of a value.
 */
const ROWS_MAX = 7;
const NAMES_MAX = 2;
const VALUES = { most: 2, characters: 40 } as const;

/** A resolver and the record types for which it has the same result, whatever the values. */
type Given = {
  readonly resolver: ResolverData;
  readonly types: readonly ComparedType[];
  readonly result: ResultData;
};

/**
 * Builds the table of answers that are not the zone's, with the worst first. Resolvers with the same answers share a
 * row.
 */
export function otherAnswers(resolvers: readonly ResolverData[]): Block | null {
  const alike = groupsOf(resolvers.flatMap(givenBy), ({ resolver, types, result }) => [
    types,
    kindOf(result),
    types.map((type) => resolver.results[type].values),
  ]);
  const rows = worstFirst(
    alike.toSorted((a, b) => b.length - a.length),
    ([first]) => (first === undefined ? "none" : resultStatus(first.result)),
  );
  return table(
    ["Resolvers", "Types", "What they gave", "Values"],
    rows.flatMap((group): (readonly Cell[])[] => {
      const [first] = group;
      if (first === undefined) return [];
      const names = list(
        group.map(({ resolver }) => nameOf(resolver)),
        NAMES_MAX,
      );
      return [[names, first.types.join(", "), resultCell(first.result), valuesOf(first)]];
    }),
    ROWS_MAX,
  );
}

function givenBy(resolver: ResolverData): readonly Given[] {
  const { results } = resolver;
  const other = TYPES.filter((type) => results[type].class !== "match");
  return groupsOf(other, (type) => kindOf(results[type])).flatMap((types) => {
    const [first] = types;
    return first === undefined ? [] : [{ resolver, types, result: results[first] }];
  });
}

function kindOf({ class: is, detail, reason }: ResultData): unknown {
  return [is, detail, reason];
}

/** Returns the values of the answers, with their types if there are several; empty if no answer arrived. */
function valuesOf({ resolver: { results }, types }: Given): Text {
  const come = types.filter((type) => results[type].values !== null);
  if (come.every((type) => results[type].values?.length === 0)) return come.length === 0 ? "" : "none";
  return join(
    come.map((type) => join([types.length > 1 ? `${type} ` : "", valuesText(type, results[type], VALUES)])),
    "; ",
  );
}
