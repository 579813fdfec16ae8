import { expect, test } from "bun:test";
import { harmless } from "@dnstools/core/harmless";
import { makeReport } from "@dnstools/core/report/make-report";
import { renderMarkdown } from "@dnstools/render/markdown";
import { renderText } from "@dnstools/render/text";
import { contractOf } from "../../tools.ts";
import { printed } from "../output/print.ts";
import { readResponse } from "../source/read-response.ts";

const mail = await Bun.file(new URL("../../../gateway/openapi/examples/mail.json", import.meta.url)).json();
const SERVER = new URL("https://api.example");
const HOSTILE = "\u001b]0;x\u0007`[l](http://evil.example)<b>";
const [finding] = mail.findings;

const read = (body: unknown, init?: ResponseInit) =>
  readResponse(
    typeof body === "string" ? new Response(body, init) : Response.json(body, init),
    SERVER,
    "mail",
  );

/** Response bodies with status 200 that are not valid answers. */
const WRONG: readonly [what: string, body: unknown][] = [
  ["no summary", { ...mail, summary: {} }],
  ["another status", { ...mail, summary: { status: "great", text: "All is well." } }],
  ["a status of Object's", { ...mail, summary: { status: "constructor", text: "" } }],
  ["no findings", { ...mail, findings: {} }],
  ["an invalid finding", { ...mail, findings: [null] }],
  ["another severity", { ...mail, findings: [{ ...finding, severity: "toString" }] }],
  ["no evidence", { ...mail, evidence: [{}] }],
  ["no links", { ...mail, links: null }],
  ["another tool", { ...mail, tool: "dns" }],
  ["a tool with a terminal's sequence", { ...mail, tool: `mail${HOSTILE}` }],
  ["nothing but a summary", { summary: mail.summary }],
  ["a list", [mail]],
];

test.each(WRONG)("%s: not an answer of this API", async (_what, body) => {
  const reply = await read(body);
  expect(reply).toMatchObject({ kind: "problem", problem: { code: "service_unavailable" } });
});

test.each([
  ["no title", { detail: "", code: "", status: 400, type: "" }],
  ["an invalid status", { detail: "", code: "", status: "x", title: "", type: "" }],
  ["invalid errors", { detail: "", code: "", status: 400, title: "", type: "", errors: "zz" }],
])("%s: not a problem of this API", async (_what, body) => {
  const headers = { "content-type": "application/problem+json" };
  const reply = await read(body, { status: 400, headers });
  expect(reply).toMatchObject({ kind: "problem", problem: { code: "service_unavailable", status: 503 } });
});

test("a server's JSON is one line, however it was written, and says a member once", async () => {
  const text = JSON.stringify(mail, null, "\t").replaceAll("\n", "\r\n");
  const reply = await read(text.replace("{", `{"summary":{"status":"fail","text":"ü"},`));
  const contract = await contractOf("mail");
  const terminal = { interactive: false, columns: 100, colours: false };
  const line = await printed({ name: "example.com", reply }, "jsonl", contract, terminal);
  expect(line.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(line)).toEqual({ name: "example.com", answer: mail });
});

test("codes, references and ids of exchanges are harmless too", async () => {
  const hostile = { ...finding, code: HOSTILE, reference: HOSTILE, evidence: [HOSTILE], docs: HOSTILE };
  const reply = await read({ ...mail, findings: [hostile] });
  if (reply.kind !== "answer") throw new Error("no answer");
  const report = makeReport(await contractOf("mail"), {}, reply.answer);
  const text = renderText(report, { columns: 100, colours: false });
  const markdown = renderMarkdown(report);
  // Apart from line breaks, the output contains no character that should have been escaped.
  for (const shown of [text, markdown])
    for (const line of shown.split("\n")) expect(harmless(line)).toBe(line);
  expect(markdown).toContain("\\[l\\](http://evil.example)\\<b\\>");
});

test("data of another version: general sections, not an end without a report", async () => {
  const numbers = JSON.parse(JSON.stringify(mail.data), (_, value) =>
    typeof value === "string" ? 7 : value,
  );
  const reply = await read({ ...mail, data: numbers });
  const contract = await contractOf("mail");
  const text = await printed({ name: "example.com", reply }, "text", contract, {
    interactive: false,
    columns: 100,
    colours: false,
  });
  expect(text).toStartWith("mail  ");
});

test("a suggestion of a server that is not a path: no command", async () => {
  const { problemLines } = await import("../output/problem-lines.ts");
  const problem = { title: "T", detail: "d", status: 400, code: "invalid_parameter", type: "about:blank" };
  expect(await problemLines({ ...problem, retry: "http://[" })).toEqual(["T. d"]);
});
