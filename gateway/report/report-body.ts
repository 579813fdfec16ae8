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

/** Columns of a text: as many as a terminal mostly has that is as wide as half a screen. */
const COLUMNS = 100;

const TYPES = {
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  json: "application/json",
  html: PAGE_TYPE,
  events: EVENTS_TYPE,
} as const satisfies Record<Form, string>;

/** The media type of a report in a form. */
export function typeOf(form: Form): string {
  return TYPES[form];
}

/** An answer as a report. @param answer as the service wrote it. */
export function reportBody(contract: Contract, answer: string, form: Exclude<Form, StreamedForm>): string {
  if (form === "json") return answer;
  const report = makeReport(contract, reports, JSON.parse(answer) as Answer);
  return form === "markdown"
    ? renderMarkdown(report)
    : renderText(report, { columns: COLUMNS, colours: false });
}

/** A problem as a report. @param problem as problem+json has it. */
export function problemBody(problem: string, form: Exclude<Form, "json" | "events">): string {
  const body = JSON.parse(problem) as ProblemBody;
  return form === "markdown" ? renderProblemMarkdown(body) : renderProblemText(body, COLUMNS);
}

/** The media type of a problem in a form: browsers are given the text until there is a page. */
export function problemType(form: Exclude<Form, "json" | "events">): string {
  return TYPES[form === "html" ? "text" : form];
}
