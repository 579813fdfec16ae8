import { type TSchema, Type } from "@sinclair/typebox";
import type { ToolName } from "./contract.ts";
import { Evidence } from "./evidence.ts";
import { Finding } from "./finding.ts";
import { Links } from "./links.ts";
import { nullable } from "./schema.ts";
import { Summary } from "./summary.ts";

/** What every answer says about itself. */
export const Meta = Type.Object(
  {
    observedAt: Type.String({ format: "date-time", description: "When the look at the network began, UTC." }),
    elapsedMs: Type.Number({ description: "Milliseconds the look took." }),
    deadlineMs: Type.Integer({
      description: "Milliseconds after which it would have answered with what it had.",
    }),
    cost: Type.Integer({ description: "Units this call took from the limit." }),
    version: Type.String({ description: "Version of this API's software." }),
    requestId: Type.String({ description: "Also in X-Request-Id." }),
    cache: Type.Object(
      {
        hit: Type.Boolean({ description: "True when the look was made for an earlier call." }),
        ageS: Type.Number({ description: "Seconds since that look; 0 when made for this call." }),
      },
      { description: "Age of what is shown." },
    ),
  },
  { title: "Meta" },
);

/** Schema of a tool's whole answer. */
export function envelope(tool: ToolName, query: TSchema, data: TSchema) {
  return Type.Object({
    tool: Type.Literal(tool),
    query,
    summary: Summary,
    // A client that left them out knows that they are null.
    data: nullable(data),
    findings: Type.Array(Finding, { description: "Worst first." }),
    evidence: nullable(Type.Array(Evidence)),
    links: Links,
    meta: Meta,
  });
}
