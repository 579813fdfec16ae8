import { type Static, Type } from "@sinclair/typebox";
import { type Outcome, REASON_CODES } from "./outcome.ts";
import { enumeration, nullable } from "./schema.ts";

/** How one part of an answer was come by, so that "could not find out" never reads as "no". */
export const Part = Type.Object(
  {
    status: enumeration(
      ["ok", "absent", "unknown", "skipped"],
      "`absent`: proved not to be there; `skipped`: not asked for.",
    ),
    reason: nullable(enumeration(REASON_CODES, "Why it is unknown.")),
    source: nullable(Type.String({ description: "Who said it." })),
    elapsedMs: nullable(
      Type.Number({ description: "Milliseconds until it was known; null where nobody was asked." }),
    ),
  },
  { title: "Part" },
);
export type Part = Static<typeof Part>;

/** A part that was looked for. */
export function partOf(outcome: Outcome<unknown>, source: string | null, elapsedMs: number): Part {
  if (outcome.kind === "unknown") return { status: "unknown", reason: outcome.reason, source, elapsedMs };
  return { status: outcome.kind === "present" ? "ok" : "absent", reason: null, source, elapsedMs };
}

/** A part that was not looked for. */
export const SKIPPED: Part = { status: "skipped", reason: null, source: null, elapsedMs: null };
