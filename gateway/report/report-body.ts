import type { Answer } from "@dnstools/core/report/answer";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Contract } from "@dnstools/core/tool/contract";
import { renderMarkdown } from "@dnstools/render/markdown";
import { type ProblemBody, renderProblemMarkdown, renderProblemText } from "@dnstools/render/problem";
import { renderText } from "@dnstools/render/text";
import { PAGE_TYPE } from "../pages/page.tsx";
import { reports } from "../reports.ts";
import { EVENTS_TYPE } from "../stream/events.ts";
import type { Form, StreamedForm } from "./choose-form.ts";

/** Width of text reports in columns, typical for a terminal that fills half of a screen. */
const COLUMNS = 100;

const TYPES = {
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  json: "application/json",
  html: PAGE_TYPE,
  events: EVENTS_TYPE,
} as const satisfies Record<Form, string>;

/** Returns the media type of a report in a format. */
export function typeOf(form: Form): string {
  return TYPES[form];
}

/**
 * Renders an answer as a report.
 * @param answer the answer of the service as JSON
 */
export function reportBody(contract: Contract, answer: string, form: Exclude<Form, StreamedForm>): string {
  if (form === "json") return answer;
  const report = makeReport(contract, reports, JSON.parse(answer) as Answer);
  return form === "markdown"
    ? renderMarkdown(report)
    : renderText(report, { columns: COLUMNS, colours: false });
}

/** Renders a problem as a report. @param problem the problem document as JSON */
export function problemBody(problem: string, form: Exclude<Form, "json" | "events">): string {
  const body = JSON.parse(problem) as ProblemBody;
  return form === "markdown" ? renderProblemMarkdown(body) : renderProblemText(body, COLUMNS);
}

/**
 * Returns the media type of a problem in a format. For HTML, the type is plain text, because createProblemPages
 * replaces the text with a page.
 */
export function problemType(form: Exclude<Form, "json" | "events">): string {
  return TYPES[form === "html" ? "text" : form];
}
