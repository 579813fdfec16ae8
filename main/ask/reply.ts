import type { Summary } from "@dnstools/core/tool/summary";

/** An answer as far as the command itself reads it. */
export type AnswerHead = { readonly summary: Summary };

/** A problem (RFC 9457) as the API writes it. */
export type ProblemBody = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId?: string;
  readonly errors?: readonly { readonly parameter: string; readonly message: string }[];
  readonly retry?: string;
};

/** What came of a question, with its JSON text. */
export type Reply =
  | { readonly kind: "answer"; readonly json: string; readonly answer: AnswerHead }
  | { readonly kind: "problem"; readonly json: string; readonly problem: ProblemBody };

export function answerReply(json: string): Reply {
  return { kind: "answer", json, answer: JSON.parse(json) as AnswerHead };
}

export function problemReply(json: string): Reply {
  return { kind: "problem", json, problem: JSON.parse(json) as ProblemBody };
}
