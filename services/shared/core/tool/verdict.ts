import { type Static, Type } from "@sinclair/typebox";
import { enumeration, nullable } from "./schema.ts";

/** The words of a verdict. `/docs/words` explains them. */
export const VERDICTS = ["pass", "warning", "fail", "unknown"] as const;

/** What all that was seen comes to. */
export const Verdict = Type.Object(
  {
    status: enumeration(VERDICTS, "`unknown` is never a pass or a fail."),
    reason: nullable(Type.String({ description: "Which of the ways to fail, or why it is unknown." })),
    detail: Type.String({ description: "The same in a sentence." }),
  },
  { title: "Verdict" },
);
export type Verdict = Static<typeof Verdict>;
