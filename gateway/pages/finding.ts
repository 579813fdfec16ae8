import { toolPath } from "@dnstools/core/tool/contract";
import { findingPath, rfcUrl } from "@dnstools/core/tool/finding";
import { raw } from "hono/html";
import type { CatalogueEntry } from "./catalogue.ts";
import { ruleHtml, SUBJECT_NOTE, severityTag } from "./findings.ts";
import { codeHtml, escapeHtml, type Page } from "./page.tsx";
import { SEVERITY_WORDS } from "./words.ts";

/** The page of one finding: what it means, how it is found, what to do, and what it rests on. */
export function findingPage({ code, rule, contract }: CatalogueEntry): Page {
  const { severity, message, meaning, found, fix, record, reference } = rule;
  const texts = [message, meaning, found, fix].join(" ");
  const parts = [
    meaning === undefined ? "" : section("What it means", `<p>${ruleHtml(meaning)}</p>`),
    found === undefined ? "" : section("How it is found", `<p>${ruleHtml(found)}</p>`),
    section("What to do", `<p>${fix === null ? "Nothing needs to be done." : ruleHtml(fix)}</p>`),
    record === undefined ? "" : section("The record", recordHtml(record)),
    reference === null ? "" : section("The rule", `<p>${referenceHtml(reference)}</p>`),
    section("The tool", toolHtml(contract)),
  ];
  return {
    path: findingPath(code),
    kind: "text",
    title: `dnstools: ${code}`,
    description: message.replaceAll("{subject}", "the subject"),
    main: raw(`<p class="crumb"><a href="/docs/findings#${contract.tool}">Findings of ${contract.tool}</a></p>
<h1 class="code">${escapeHtml(code)}</h1>
<p class="lead">${ruleHtml(message)}</p>
<p class="severity">${severityTag(severity)} ${codeHtml(SEVERITY_WORDS[severity])}</p>
${parts.filter((part) => part !== "").join("\n")}
${texts.includes("{subject}") ? `<p class="small">${SUBJECT_NOTE}</p>` : ""}`),
  };
}

function section(title: string, html: string): string {
  return `<h2>${title}</h2>\n${html}`;
}

function recordHtml(record: string): string {
  return `<p>For example, as in a zone file:</p>
<pre tabindex="0" aria-label="The record"><code>${escapeHtml(record)}</code></pre>`;
}

function referenceHtml(reference: string): string {
  const url = rfcUrl(reference);
  return url === null ? escapeHtml(reference) : `<a href="${url}">${escapeHtml(reference)}</a>`;
}

function toolHtml({ tool, summary, examples }: CatalogueEntry["contract"]): string {
  const [example] = examples;
  const call = escapeHtml(`${toolPath(tool)}?${example?.query ?? ""}`);
  return `<p><a href="/docs#/tools/${tool}">${tool}</a>: ${escapeHtml(summary)}.</p>
<p><a href="${call}"><code>${call}</code></a></p>`;
}
