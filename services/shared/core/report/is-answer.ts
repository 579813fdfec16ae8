import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { SEVERITIES } from "../tool/finding.ts";
import { enumeration, nullable } from "../tool/schema.ts";
import { VERDICTS } from "../tool/verdict.ts";

const text = Type.String();
const texts = Type.Array(text);

/**
 * The fields of an answer that every report reads. `data` is not checked here, because the tools' own reports read it
 * defensively. Other versions may add fields.
 */
const AnswerShape = Type.Object({
  tool: text,
  query: Type.Object({}),
  summary: Type.Object({ status: enumeration(VERDICTS, ""), text }),
  data: Type.Unknown(),
  findings: Type.Array(
    Type.Object({
      code: text,
      severity: enumeration(SEVERITIES, ""),
      message: text,
      subject: nullable(text),
      subjects: texts,
      evidence: texts,
      reference: nullable(text),
      fix: nullable(text),
    }),
  ),
  evidence: nullable(
    Type.Array(
      Type.Object({
        id: text,
        question: text,
        address: text,
        transport: text,
        rcode: nullable(text),
        flags: texts,
      }),
    ),
  ),
  links: Type.Object({ self: text }),
  meta: Type.Object({
    observedAt: text,
    elapsedMs: Type.Number(),
    cache: Type.Object({ hit: Type.Boolean(), ageS: Type.Number() }),
  }),
});

/** The fields of a problem document that are shown to people. */
const ProblemShape = Type.Object({
  type: text,
  title: text,
  status: Type.Integer(),
  detail: text,
  code: text,
  errors: Type.Optional(Type.Array(Type.Object({ parameter: text, message: text }))),
  retry: Type.Optional(text),
});

/**
 * Returns true if a server's JSON is an answer of the tool. Without this check, an unknown status could be shown as a
 * good one.
 */
export function isAnswer(json: unknown, tool: string): boolean {
  return Value.Check(AnswerShape, json) && json.tool === tool;
}

/** Returns true if a server's JSON is a problem document in the form of this API. */
export function isProblem(json: unknown): boolean {
  return Value.Check(ProblemShape, json);
}
