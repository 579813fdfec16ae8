import { type Static, Type } from "@sinclair/typebox";
import { enumeration, nullable } from "./schema.ts";

/** The possible verdicts. The page `/docs/words` explains them. */
export const VERDICTS = ["pass", "warning", "fail", "unknown"] as const;

/** Schema of a verdict on everything that was observed. */
export const Verdict = Type.Object(
  {
    status: enumeration(VERDICTS, "Verdict in one word; `unknown` means neither pass nor fail."),
    reason: nullable(
      Type.String({
        description:
          "Code of the cause of a failure, or of the reason why the verdict is unknown; null if there is none.",
      }),
    ),
    detail: Type.String({ description: "The verdict in one sentence." }),
  },
  { title: "Verdict" },
);
/** A verdict on everything that was observed. */
export type Verdict = Static<typeof Verdict>;
