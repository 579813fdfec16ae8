import { harmless, harmlessJson } from "@dnstools/core/harmless";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Contract } from "@dnstools/core/tool/contract";
import { renderMarkdown } from "@dnstools/render/markdown";
import { renderProblemMarkdown } from "@dnstools/render/problem";
import { renderText } from "@dnstools/render/text";
import { reportsOf } from "../../tools.ts";
import type { Form } from "../read/read-args.ts";
import type { Reply } from "../source/reply.ts";
import type { Terminal } from "./terminal.ts";

/** A reply, and the name that the reply is about, as the user wrote it. */
export type Named = { readonly name: string; readonly reply: Reply };

/**
 * Formats a reply for standard output, ending with a line break. In text format, the result for a problem is empty,
 * because the messages of `problemLines` are printed on standard error instead.
 */
export async function printed(
  { name, reply }: Named,
  form: Form,
  contract: Contract,
  { interactive, columns, colours }: Terminal,
): Promise<string> {
  if (form === "jsonl") return `${jsonLine({ name, reply })}\n`;
  if (form === "json") {
    const json = interactive ? JSON.stringify(JSON.parse(reply.json), null, 2) : reply.json;
    return `${harmlessJson(json)}\n`;
  }
  if (reply.kind === "problem") return form === "markdown" ? renderProblemMarkdown(reply.problem) : "";
  const report = makeReport(contract, await reportsOf(contract.service), reply.answer);
  return form === "markdown" ? renderMarkdown(report) : renderText(report, { columns, colours });
}

/** Formats a reply as one line of JSON, with the name and its answer or problem. */
export function jsonLine({ name, reply }: Named): string {
  return harmlessJson(`{"name":${JSON.stringify(name)},${JSON.stringify(reply.kind)}:${reply.json}}`);
}

/** Formats a reply as one line of text, with the name, its status and the summary. */
export function summaryLine({ name, reply }: Named): string {
  const { status, text } =
    reply.kind === "answer"
      ? reply.answer.summary
      : { status: reply.problem.code, text: reply.problem.detail };
  return harmless(`${name}  ${status}  ${text}`);
}
