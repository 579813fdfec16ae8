import type { Wanted } from "./answer-result.ts";
import { SHAPE } from "./tool-list.ts";

/** What an assistant sends for a tool's parameters. */
export type Arguments = Readonly<Record<string, unknown>>;

type Pairs = [name: string, value: string][];

/**
 * The query of the API's call that an assistant's call becomes, and how much of its answer is wanted. What is wrong stays wrong: the
 * API refuses it. The report is made of the whole answer, so that `view=summary` is not passed on.
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

/** The arguments as texts. What is null was left out: many assistants name every parameter. */
function pairsOf(args: Arguments): Pairs {
  return Object.entries(args).flatMap(([name, value]): Pairs => {
    return value === null || value === undefined ? [] : [[name, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
