import type { Answer } from "@dnstools/core/report/answer";
import type { ProblemBody } from "@dnstools/render/problem";

/** What came of a question, with its JSON text. */
export type Reply =
  | { readonly kind: "answer"; readonly json: string; readonly answer: Answer }
  | { readonly kind: "problem"; readonly json: string; readonly problem: ProblemBody };

export function answerReply(json: string): Reply {
  return { kind: "answer", json, answer: JSON.parse(json) as Answer };
}

export function problemReply(json: string): Reply {
  return { kind: "problem", json, problem: JSON.parse(json) as ProblemBody };
}
