/** @jsxImportSource hono/jsx */
import { type Contract, docsPath } from "@dnstools/core/tool/contract";
import { FAULTS } from "@dnstools/core/tool/fault";
import { SEVERITIES } from "@dnstools/core/tool/finding";
import { SearchForm } from "../../console/search-form.tsx";
import { EXAMPLES, examplePath } from "../../openapi/examples.ts";
import { toolCodes } from "../../openapi/responses.ts";
import type { Assets } from "../assets.ts";
import type { Page } from "../page.tsx";
import type { PagesInfo } from "../pages-info.ts";
import { Calls } from "./calls.tsx";
import { Fields, type Schema } from "./fields.tsx";
import { SeverityTag } from "./findings.tsx";
import { JsonView } from "./json-view.tsx";
import { Parameters } from "./parameters.tsx";
import { Prose } from "./prose.tsx";

/** Number of unfolded levels of a recorded answer: the members of the answer and those of `data`. */
const OPEN = 2;

/**
 * Returns the page of one tool: its purpose, calls and parameters, a sample answer and its fields, the findings, and
 * the refusals.
 */
export function toolPage(contract: Contract, info: PagesInfo, assets: Assets): Page {
  const { tool, summary, description, data } = contract;
  return {
    path: docsPath(tool),
    kind: "text",
    title: `dnstools: ${tool}`,
    description: `${summary}.`,
    styles: [assets.docsStyle.path],
    search: <SearchForm contracts={info.contracts} tool={tool} typed={targetOf(contract)} />,
    main: (
      <>
        <p class="crumb">
          <a href="/docs">Documentation</a>
        </p>
        <h1 class="code">{tool}</h1>
        <p class="lead">{summary}.</p>
        <p>
          <Prose text={description} />
        </p>
        <Costs contract={contract} info={info} />
        <h2 id="calls">Calls</h2>
        <Calls contract={contract} publicUrl={info.publicUrl} />
        <h2 id="parameters">Parameters</h2>
        <Parameters contract={contract} />
        <h2 id="answer">An answer</h2>
        <p>
          A recorded answer, with only the first entries of each list. See also{" "}
          <a href={examplePath(tool)}>the same as a file</a> and <a href="/docs#answers">how to read it</a>.
        </p>
        <JsonView value={EXAMPLES[tool]} label={`An answer of ${tool}`} open={OPEN} />
        <h2 id="fields">
          Fields of <code>data</code>
        </h2>
        <Fields schema={data as Schema} />
        <Findings contract={contract} />
        <Refusals contract={contract} />
      </>
    ),
  };
}

/** Returns the initial text of the search field: the target of the first example. */
function targetOf({ examples }: Contract): string {
  const [[, target = ""] = []] = [...new URLSearchParams(examples[0]?.query)];
  return target;
}

type ToolProps = { readonly contract: Contract };

function Costs({ contract, info }: ToolProps & { readonly info: PagesInfo }) {
  const deadlineMs = info.deadlines[contract.tool] ?? contract.deadlineMs;
  return (
    <p class="small">
      Costs <a href="/#limits">{contract.cost === 1 ? "1 unit" : `${contract.cost} units`}</a>. Runs for at
      most {deadlineMs / 1000} s, and then answers with the results it has.
    </p>
  );
}

function Findings({ contract: { tool, findings } }: ToolProps) {
  const rules = Object.values(findings);
  return (
    <>
      <h2 id="findings">Findings</h2>
      <p>
        <a href={`/docs/findings#${tool}`}>All {rules.length} findings</a>, each with its meaning and what to
        do.
      </p>
      <ul class="counts">
        {SEVERITIES.map(
          (severity) => [severity, rules.filter((rule) => rule.severity === severity).length] as const,
        )
          .filter(([, count]) => count > 0)
          .map(([severity, count]) => (
            <li>
              {count} <SeverityTag severity={severity} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Refusals({ contract: { notFound } }: ToolProps) {
  return (
    <>
      <h2 id="errors">Refusals</h2>
      <p>
        Each is a problem document (RFC 9457) that says what to send instead. See{" "}
        <a href="/docs/errors">all errors</a>.
      </p>
      <dl class="codes">
        {toolCodes(notFound).map((code) => (
          <div>
            <dt>
              <span class="tag">{FAULTS[code].status}</span>{" "}
              <a href={`/docs/errors#${code}`}>
                <code>{code}</code>
              </a>
            </dt>
            <dd>{FAULTS[code].title}.</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
