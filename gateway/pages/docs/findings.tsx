/** @jsxImportSource hono/jsx */
import { type Contract, docsPath } from "@dnstools/core/tool/contract";
import { findingPath, SEVERITIES, type Severity } from "@dnstools/core/tool/finding";
import type { Page } from "../page.tsx";
import { Prose } from "./prose.tsx";
import { SEVERITY_WORDS } from "./words.ts";

/** Returns the page that lists the findings of every tool, the most severe first. */
export function findingsPage(contracts: readonly Contract[]): Page {
  const count = contracts.reduce((sum, { findings }) => sum + Object.keys(findings).length, 0);
  return {
    path: "/docs/findings",
    kind: "text",
    title: "dnstools: findings",
    description: `The ${count} findings of the API by tool and severity, each with its own page.`,
    main: (
      <>
        <h1>Findings</h1>
        <p class="lead">
          A finding is a noteworthy result of the observations. Its <code>code</code> is stable and links to a
          page that says what it means, how it is detected, and what to do. There are {count} findings.
        </p>
        <p class="jump">
          {contracts.map(({ tool, findings }) => (
            <span>
              <a href={`#${tool}`}>{tool}</a> <span class="small">{Object.keys(findings).length}</span>
            </span>
          ))}
        </p>
        <h2 id="severities">Severities</h2>
        <Severities />
        {contracts.map((contract) => (
          <ToolFindings contract={contract} />
        ))}
        <SubjectNote />
      </>
    ),
  };
}

/** A note that explains the placeholder `subject` in the texts of findings. */
export function SubjectNote() {
  return (
    <p class="small">
      <var>subject</var> is a placeholder. An answer replaces it by a name, an address, a server, a number or
      a text.
    </p>
  );
}

/** The label of a severity. */
export function SeverityTag({ severity }: { readonly severity: Severity }) {
  return <span class={`tag ${severity}`}>{severity}</span>;
}

/**
 * A list that explains the severities.
 * @param idPrefix prefix of the rows' ids; only needed if links point to the rows
 */
export function Severities({ idPrefix }: { readonly idPrefix?: string }) {
  return (
    <dl class="codes">
      {SEVERITIES.map((severity) => (
        <div id={idPrefix === undefined ? undefined : `${idPrefix}${severity}`}>
          <dt>
            <SeverityTag severity={severity} />
          </dt>
          <dd>
            <Prose text={SEVERITY_WORDS[severity]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ToolFindings({ contract: { tool, findings } }: { readonly contract: Contract }) {
  const rows = Object.entries(findings);
  const parts = SEVERITIES.map((severity) => ({
    severity,
    own: rows.filter(([, rule]) => rule.severity === severity),
  })).filter(({ own }) => own.length > 0);
  return (
    <section aria-labelledby={tool}>
      <h2 id={tool}>
        <a href={docsPath(tool)}>{tool}</a>
      </h2>
      {parts.map(({ severity, own }) => (
        <>
          <h3>
            <SeverityTag severity={severity} />
          </h3>
          <dl class="codes">
            {own.map(([code, { message }]) => (
              <div>
                <dt>
                  <a href={findingPath(code)}>
                    <code>{code}</code>
                  </a>
                </dt>
                <dd>
                  <Prose text={message} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      ))}
    </section>
  );
}
