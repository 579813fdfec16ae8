import { oneOf, type Param } from "./params.ts";

/** What a call leaves out of its answer. The work, its cost and its verdicts are the same. */
export type Shape = { readonly view: "full" | "summary"; readonly evidence: "full" | "none" };

export const WHOLE: Shape = { view: "full", evidence: "full" };

/** The parameters that all tools have. */
export const SHAPE_PARAMS = {
  view: {
    ...oneOf(["full", "summary"], {
      description: "`summary` leaves `data` and `evidence` out: they are null.",
      example: "summary",
    }),
    fallback: { value: WHOLE.view },
  },
  evidence: {
    ...oneOf(["full", "none"], { description: "`none` leaves `evidence` out: it is null.", example: "none" }),
    fallback: { value: WHOLE.evidence },
  },
} as const satisfies { readonly [K in keyof Shape]: Param<Shape[K]> };
