import { oneOf, type Param } from "./params.ts";

/** Parts that a call leaves out of its answer. The work, its cost and its verdicts stay the same. */
export type Shape = { readonly view: "full" | "summary"; readonly evidence: "full" | "none" };

/** The shape of a complete answer. */
export const WHOLE: Shape = { view: "full", evidence: "full" };

/** The parameters that all tools have. */
export const SHAPE_PARAMS = {
  view: {
    ...oneOf(["full", "summary"], {
      description: "With `summary`, `data` and `evidence` are left out and are null.",
      example: "summary",
    }),
    fallback: { value: WHOLE.view },
  },
  evidence: {
    ...oneOf(["full", "none"], {
      description: "With `none`, `evidence` is left out and is null.",
      example: "none",
    }),
    fallback: { value: WHOLE.evidence },
  },
} as const satisfies { readonly [K in keyof Shape]: Param<Shape[K]> };
