/** @jsxImportSource hono/jsx */
import { type Contract, docsPath } from "@dnstools/core/tool/contract";
import { HEADERS } from "../../plugins/headers.ts";
import type { Assets } from "../assets.ts";
import type { Page } from "../page.tsx";
import type { PagesInfo } from "../pages-info.ts";
import { baseOf, CallLink, pathsOfCall } from "./calls.tsx";
import { Copyable } from "./copyable.tsx";
import { Prose, Rows } from "./prose.tsx";
import { ReadAnswer } from "./read-answer.tsx";

/** The first page of the documentation: how to read an answer, the tools, and what holds for every call. */
export function docsPage(info: PagesInfo, assets: Assets): Page {
  return {
    path: "/docs",
    kind: "text",
    title: "dnstools: documentation",
    description: "How to read an answer, the tools with their parameters, and what holds for every call.",
    styles: [assets.docsStyle.path],
    main: (
      <>
        <h1>Documentation</h1>
        <p class="lead">
          {info.contracts.length} tools, each one GET. People get a report, programs JSON. <em>Unknown</em> is
          never a <em>no</em>.
        </p>
        <p class="jump">
          {info.contracts.map(({ tool }) => (
            <a href={docsPath(tool)}>{tool}</a>
          ))}
        </p>
        <ReadAnswer />
        <Tools contracts={info.contracts} />
        <Forms info={info} />
        <EveryCall />
        <More />
      </>
    ),
  };
}

function Tools({ contracts }: Pick<PagesInfo, "contracts">) {
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">Tools</h2>
      <ul class="tools">
        {contracts.map((contract) => (
          <Tool contract={contract} />
        ))}
      </ul>
    </section>
  );
}

function Tool({ contract }: { readonly contract: Contract }) {
  const { tool, cost, summary, examples } = contract;
  return (
    <li class="tool">
      <h3>
        <a href={docsPath(tool)}>{tool}</a> <span class="tag">{cost === 1 ? "1 unit" : `${cost} units`}</span>
      </h3>
      <p>{summary}.</p>
      <p class="examples">
        <CallLink href={pathsOfCall(contract, examples[0]?.query ?? "").report} />
      </p>
    </li>
  );
}

/** Ways to ask the same. */
const FORMS: readonly (readonly [path: string, text: string])[] = [
  [
    "/mail/example.com",
    "A report: a page in a browser, text at a terminal. `format=html`, `text`, `markdown` or `json` chooses by itself.",
  ],
  ["/api/v1/mail?domain=example.com", "JSON, whatever `Accept` says."],
  [
    "&view=summary",
    "Leaves `data` and `evidence` out, `evidence=none` the evidence alone. The work and its cost are the same.",
  ],
  ["dnstools mail example.com", "The command: it asks by itself, or another server by `--server`."],
  ["/mcp", "The same tools for assistants (Model Context Protocol)."],
];

function Forms({ info: { publicUrl } }: { readonly info: PagesInfo }) {
  return (
    <section aria-labelledby="forms">
      <h2 id="forms">Ways to ask</h2>
      <Copyable
        label="A report at the terminal"
        language="shell"
        text={`curl '${baseOf(publicUrl)}/mail/example.com'`}
      />
      <Rows rows={FORMS} />
    </section>
  );
}

/** What holds for every call. */
const EVERY_CALL: readonly string[] = [
  "The API only reads: GET, HEAD at the same cost, and OPTIONS, which is free. What is refused costs nothing.",
  "Refusals are `application/problem+json` (RFC 9457), and pages in a browser. `detail` says what to send instead; `retry` is the call that was most likely meant. [All errors](/docs/errors).",
  "Any page may call it: `Access-Control-Allow-Origin` is `*`, unless the operator chose some origins.",
  "No key is needed. With one in the header `X-API-Key` [the limit](/#limits) does not apply. After 429 wait for `Retry-After` seconds.",
  "`X-Request-Id` takes an id of your own and gives it back.",
  "v1 gains fields and never loses one: ignore what you do not know.",
];

function EveryCall() {
  const headers = Object.entries(HEADERS).map(([name, { description }]) => [name, description] as const);
  return (
    <section aria-labelledby="every-call">
      <h2 id="every-call">Every call</h2>
      <ul>
        {EVERY_CALL.map((text) => (
          <li>
            <Prose text={text} />
          </li>
        ))}
      </ul>
      <h3>Headers of every answer</h3>
      <Rows rows={headers} />
    </section>
  );
}

/** Where else to look. */
const MORE: readonly (readonly [path: string, text: string])[] = [
  ["/docs/findings", "Every finding: what it means, how it is found, what to do."],
  ["/docs/errors", "Every error, and every reason for `unknown`."],
  ["/docs/words", "Every word of a status."],
  ["/openapi.json", "OpenAPI 3.1, for clients and tests."],
  ["/api/v1", "The tools with their parameters and costs, as JSON; free."],
  ["/api/v1/limits", "What you have left; free."],
  ["/llms.txt", "The same for assistants, in short."],
];

function More() {
  return (
    <section aria-labelledby="more">
      <h2 id="more">More</h2>
      <Rows rows={MORE} link />
    </section>
  );
}
