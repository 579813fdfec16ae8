import type { Contract } from "@dnstools/core/tool/contract";
import { type FindingRule, findingPath, SEVERITIES, type Severity } from "@dnstools/core/tool/finding";
import { raw } from "hono/html";
import { codeHtml, type Page } from "./page.tsx";
import { SEVERITY_WORDS } from "./words.ts";

/** The page that lists every finding of every tool, the worst first in each. */
export function findingsPage(contracts: readonly Contract[]): Page {
  const count = contracts.reduce((sum, { findings }) => sum + Object.keys(findings).length, 0);
  return {
    path: "/docs/findings",
    kind: "text",
    title: "dnstools: findings",
    description: `The ${count} findings of the API by tool and severity, each with a page of its own.`,
    main: raw(`<h1>Findings</h1>
<p class="lead">A finding is something worth saying about what was seen. Its <code>code</code> is stable, and leads to a page
that says what it means, how it is found, and what to do. There are ${count}.</p>
<p class="jump">${contracts.map(jumpLink).join("\n")}</p>
<h2 id="severities">Severities</h2>
<dl class="codes">
${SEVERITIES.map(severityRow).join("\n")}
</dl>
${contracts.map(toolSection).join("\n")}
<p class="small">${SUBJECT_NOTE}</p>`),
  };
}

/** What the placeholder in the texts stands for. */
export const SUBJECT_NOTE =
  "<var>subject</var> stands for what an answer puts there: a name, an address, a server, a number or a text.";

/** A rule's text as HTML, with what an answer fills in shown as a placeholder. */
export function ruleHtml(text: string): string {
  return codeHtml(text).replaceAll("{subject}", "<var>subject</var>");
}

/** A severity as a label. */
export function severityTag(severity: Severity): string {
  return `<span class="tag ${severity}">${severity}</span>`;
}

function jumpLink({ tool, findings }: Contract): string {
  return `<span><a href="#${tool}">${tool}</a> <span class="small">${Object.keys(findings).length}</span></span>`;
}

function severityRow(severity: Severity): string {
  return `<div><dt>${severityTag(severity)}</dt><dd>${codeHtml(SEVERITY_WORDS[severity])}</dd></div>`;
}

function toolSection({ tool, findings }: Contract): string {
  const rows = Object.entries(findings);
  const parts = SEVERITIES.flatMap((severity) => {
    const own = rows.filter(([, rule]) => rule.severity === severity);
    if (own.length === 0) return [];
    return [`<h3>${severityTag(severity)}</h3>\n<dl class="codes">\n${own.map(codeRow).join("\n")}\n</dl>`];
  });
  return `<section aria-labelledby="${tool}">
<h2 id="${tool}"><a href="/docs#/tools/${tool}">${tool}</a></h2>
${parts.join("\n")}
</section>`;
}

function codeRow([code, { message }]: readonly [string, FindingRule]): string {
  return `<div><dt><a href="${findingPath(code)}"><code>${code}</code></a></dt><dd>${ruleHtml(message)}</dd></div>`;
}
