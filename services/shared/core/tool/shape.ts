import { oneOf, type Param } from "./params.ts";

/**
 * Selects the parts of an answer to leave out. The selection does not change how the call is processed, its cost or
 * the verdicts.
 */
export type Shape = { readonly view: "full" | "summary"; readonly evidence: "full" | "none" };

/** The shape of a complete answer, which leaves nothing out. */
export const WHOLE: Shape = { view: "full", evidence: "full" };

/** The parameters that all tools have. */
export const SHAPE_PARAMS = {
  view: {
    ...oneOf(["full", "summary"], {
      description: "With the value `summary`, the fields `data` and `evidence` are null.",
      example: "summary",
    }),
    fallback: { value: WHOLE.view },
  },
  evidence: {
    ...oneOf(["full", "none"], {
      description: "With the value `none`, the field `evidence` is null.",
      example: "none",
    }),
    fallback: { value: WHOLE.evidence },
  },
} as const satisfies { readonly [K in keyof Shape]: Param<Shape[K]> };
