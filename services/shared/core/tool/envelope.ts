import { type TSchema, Type } from "@sinclair/typebox";
import type { ToolName } from "./contract.ts";
import { HOST_REASONS } from "./environment.ts";
import { Evidence } from "./evidence.ts";
import { Finding } from "./finding.ts";
import { Links } from "./links.ts";
import { enumeration, nullable } from "./schema.ts";
import { Summary } from "./summary.ts";

/** Schema of the metadata in every answer. */
export const Meta = Type.Object(
  {
    observedAt: Type.String({
      format: "date-time",
      description: "Time at which the observation began, in UTC.",
    }),
    elapsedMs: Type.Number({ description: "Duration of the observation in milliseconds." }),
    deadlineMs: Type.Integer({
      description:
        "Deadline of the call in milliseconds, after which the tool answers with the results it has.",
    }),
    cost: Type.Integer({ description: "Units of the caller's rate limit that this call used." }),
    version: Type.String({ description: "Version of the software that answered." }),
    requestId: Type.String({ description: "Identifier of the request, also in the header X-Request-Id." }),
    cache: Type.Object(
      {
        hit: Type.Boolean({
          description: "True if the observation was made for an earlier call and is reused.",
        }),
        ageS: Type.Number({
          description: "Age of the observation in seconds; 0 if it was made for this call.",
        }),
      },
      { description: "Whether the observation was reused, and its age." },
    ),
    environment: Type.Array(
      enumeration(HOST_REASONS, "A fault of this API's own host or network; see the reasons in the docs."),
      {
        description:
          "Faults of this API's own host or network that this call met. Parts of the answer that need what is missing are unknown; nothing is said about the domain there.",
      },
    ),
  },
  { title: "Meta" },
);

/** Returns the schema of a tool's complete answer. */
export function envelope(tool: ToolName, query: TSchema, data: TSchema) {
  return Type.Object({
    tool: Type.Literal(tool),
    query,
    summary: Summary,
    // The description does not mention null, because only calls that request an answer without data receive null.
    data: nullable(data),
    findings: Type.Array(Finding, { description: "Findings of the call, the most severe first." }),
    evidence: nullable(Type.Array(Evidence)),
    links: Links,
    meta: Meta,
  });
}
