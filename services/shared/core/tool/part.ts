import { type Static, Type } from "@sinclair/typebox";
import { type Outcome, REASON_CODES } from "./outcome.ts";
import { enumeration, nullable } from "./schema.ts";

/** Schema of the state of one part of an answer. It distinguishes "could not be determined" from "no". */
export const Part = Type.Object(
  {
    status: enumeration(
      ["ok", "absent", "unknown", "skipped"],
      "State of the part: `ok`, `absent` (it provably does not exist), `unknown` (it could not be determined) or `skipped` (it was not requested).",
    ),
    reason: nullable(enumeration(REASON_CODES, "Why the part is unknown; null if it is known.")),
    source: nullable(
      Type.String({ description: "Source of the part, such as the server that returned it." }),
    ),
    elapsedMs: nullable(
      Type.Number({
        description:
          "Milliseconds until the result of this part was available; null if no server was queried.",
      }),
    ),
  },
  { title: "Part" },
);
/** State of one part of an answer. */
export type Part = Static<typeof Part>;

/** Returns the state of a part that was requested. */
export function partOf(outcome: Outcome<unknown>, source: string | null, elapsedMs: number): Part {
  if (outcome.kind === "unknown") return { status: "unknown", reason: outcome.reason, source, elapsedMs };
  return { status: outcome.kind === "present" ? "ok" : "absent", reason: null, source, elapsedMs };
}

/** State of a part that was not requested. */
export const SKIPPED: Part = { status: "skipped", reason: null, source: null, elapsedMs: null };
