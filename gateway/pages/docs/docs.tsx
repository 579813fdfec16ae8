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

/** Returns the start page of the documentation. */
export function docsPage(info: PagesInfo, assets: Assets): Page {
  return {
    path: "/docs",
    kind: "text",
    title: "dnstools: documentation",
    description: "How to read an answer, the tools with their parameters, and the rules for every call.",
    styles: [assets.docsStyle.path],
    main: (
      <>
        <h1>Documentation</h1>
        <p class="lead">
          {info.contracts.length} tools, each called by one GET request. People get a report, programs JSON.{" "}
          <em>Unknown</em> never means <em>no</em>.
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

/** Different forms of the same call, such as the API and the report. */
const FORMS: readonly (readonly [path: string, text: string])[] = [
  [
    "/mail/example.com",
    "A report: a page in a browser, text in a terminal. `format=html`, `text`, `markdown` or `json` overrides this choice.",
  ],
  ["/api/v1/mail?domain=example.com", "JSON, regardless of `Accept`."],
  [
    "&view=summary",
    "Omits `data` and `evidence`; `evidence=none` omits only the evidence. The queries and the cost are the same.",
  ],
  [
    "dnstools mail example.com",
    "The command-line program: it sends the queries itself, or uses another server with `--server`.",
  ],
  ["/mcp", "The same tools for AI assistants (Model Context Protocol)."],
];

function Forms({ info: { publicUrl } }: { readonly info: PagesInfo }) {
  return (
    <section aria-labelledby="forms">
      <h2 id="forms">Ways to call a tool</h2>
      <Copyable
        label="A report in the terminal"
        language="shell"
        text={`curl '${baseOf(publicUrl)}/mail/example.com'`}
      />
      <Rows rows={FORMS} />
    </section>
  );
}

/** Rules that apply to every call. */
const EVERY_CALL: readonly string[] = [
  "The API is read-only: GET, HEAD at the same cost, and OPTIONS, which is free. Refused requests cost nothing.",
  "Refusals are `application/problem+json` (RFC 9457), and pages in a browser. `detail` says what to send instead; `retry` is the call that was probably meant. See [all errors](/docs/errors).",
  "Any web page may call the API: `Access-Control-Allow-Origin` is `*`, unless the operator allows only certain origins.",
  "No key is needed. With a key in the header `X-API-Key`, [the limit](/#limits) does not apply. After status 429, wait for `Retry-After` seconds.",
  "You can send your own id in `X-Request-Id`; the response repeats it.",
  "v1 may gain fields but never loses one: ignore fields that you do not know.",
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
      <h3>Response headers</h3>
      <Rows rows={headers} />
    </section>
  );
}

/** Links to further documentation. */
const MORE: readonly (readonly [path: string, text: string])[] = [
  ["/docs/findings", "Every finding: what it means, how it is detected, and what to do."],
  ["/docs/errors", "Every error and every reason for `unknown`."],
  ["/docs/words", "Every status word."],
  ["/openapi.json", "OpenAPI 3.1, for clients and tests."],
  ["/api/v1", "The tools with their parameters and costs, as JSON; free."],
  ["/api/v1/limits", "Your remaining units; free."],
  ["/llms.txt", "A short summary for AI assistants."],
];

function More() {
  return (
    <section aria-labelledby="more">
      <h2 id="more">More</h2>
      <Rows rows={MORE} link />
    </section>
  );
}
