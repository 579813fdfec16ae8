import { harmless } from "@dnstools/core/harmless";
import { join, outside, say } from "@dnstools/core/report/blocks";
import type { Text } from "@dnstools/core/report/report";
import { plain } from "./inline.ts";
import { wrap } from "./lines.ts";
import { inline } from "./markdown.ts";

/** The fields of a problem's JSON (RFC 9457) that are shown to people. */
export type ProblemBody = {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly type: string;
  readonly errors?: readonly { readonly parameter: string; readonly message: string }[];
  /** The call that the caller most likely meant. */
  readonly retry?: string;
};

/** Renders a problem as text with lines of at most `columns` columns. */
export function renderProblemText(problem: ProblemBody, columns: number): string {
  return `${linesOf(problem)
    .flatMap((line) => wrap(plain(line), columns))
    .join("\n")}\n`;
}

/** Renders a problem as Markdown. Text that may come from the caller appears in code spans. */
export function renderProblemMarkdown(problem: ProblemBody): string {
  return `${linesOf(problem).map(inline).join("\n\n")}\n`;
}

function linesOf({ title, status, detail, code, type, errors = [], retry }: ProblemBody): readonly Text[] {
  const details =
    errors.length === 0
      ? [outside(detail)]
      : errors.map(({ parameter, message }) => say`${parameter}: ${message}`);
  return [
    join([`${status} ${title}`]),
    ...details,
    ...(retry === undefined ? [] : [say`Did you mean ${harmless(retry)}`]),
    `${code} · ${type}`,
  ];
}
