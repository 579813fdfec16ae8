import type { Wanted } from "./answer-result.ts";
import { SHAPE } from "./tool-list.ts";

/** Arguments of a tool call, as an assistant sends them. */
export type Arguments = Readonly<Record<string, unknown>>;

type Pairs = [name: string, value: string][];

/**
 * Converts an assistant's arguments to the query string of an API call, and reads the requested amount of detail.
 * Invalid arguments remain in the query string, so that the API refuses them. `view=summary` is removed, because the
 * report needs the full answer.
 */
export function readArguments(args: Arguments): { readonly query: string; readonly wanted: Wanted } {
  const pairs = pairsOf(args);
  const sent = (name: string) =>
    pairs
      .find(([other]) => other === name)?.[1]
      .trim()
      .toLowerCase();
  const wanted: Wanted = {
    view: sent("view") === "full" ? "full" : SHAPE.view.fallback.value,
    evidence: sent("evidence") === "full" ? "full" : SHAPE.evidence.fallback.value,
  };
  const own = pairs.filter(([name]) => name !== "view" || sent("view") !== "summary");
  const all: Pairs = sent("evidence") === undefined ? [...own, ["evidence", wanted.evidence]] : own;
  return { query: String(new URLSearchParams(all)), wanted };
}

/**
 * Returns the arguments as pairs of texts. A null value counts as missing, because many assistants send every
 * parameter.
 */
function pairsOf(args: Arguments): Pairs {
  return Object.entries(args).flatMap(([name, value]): Pairs => {
    return value === null || value === undefined ? [] : [[name, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
