import type { Contract } from "@dnstools/core/tool/contract";
import type { Form } from "./choose-form.ts";

/** Forms that are rendered here; JSON is sent as it is. */
export type Rendered = Exclude<Form, "json">;

const TYPES: Readonly<Record<Rendered, string>> = {
  text: "text/plain; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  // Browsers are given the text until there is a page.
  html: "text/plain; charset=utf-8",
};

export const typeOf = (form: Rendered): string => TYPES[form];

/** An answer as a report. @param answer JSON. */
export function reportBody(_contract: Contract, answer: string, form: Rendered): string {
  const { summary } = JSON.parse(answer) as { readonly summary?: { readonly text: string } };
  return `${form === "markdown" ? "# " : ""}${summary?.text}\n`;
}

/** A problem as a report. @param problem JSON. */
export function problemBody(problem: string, form: Rendered): string {
  const { title, detail } = JSON.parse(problem) as { readonly title: string; readonly detail: string };
  return `${form === "markdown" ? "# " : ""}${title}\n\n${detail}\n`;
}
