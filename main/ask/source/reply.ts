import type { Answer } from "@dnstools/core/report/answer";
import type { ProblemBody } from "@dnstools/render/problem";

/** The result of a call, an answer or a problem, with its JSON text. */
export type Reply =
  | { readonly kind: "answer"; readonly json: string; readonly answer: Answer }
  | { readonly kind: "problem"; readonly json: string; readonly problem: ProblemBody };

/** Creates a reply from the JSON of an answer. */
export function answerReply(json: string): Reply {
  return { kind: "answer", json, answer: JSON.parse(json) as Answer };
}

/** Creates a reply from the JSON of a problem document. */
export function problemReply(json: string): Reply {
  return { kind: "problem", json, problem: JSON.parse(json) as ProblemBody };
}
