import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { SEVERITIES } from "@dnstools/core/tool/finding";
import { raw } from "hono/html";
import { severityTag } from "./findings.ts";
import { codeHtml, type Page } from "./page.tsx";
import { statusFields } from "./status-fields.ts";
import { SEVERITY_WORDS, WORD_GROUPS, type WordGroup } from "./words.ts";

/** Fields that are named for a word; of a word with more, the tools alone. */
const FIELDS_MAX = 6;

/** The page that explains every word of a status, with the fields in which it stands. */
export function wordsPage(contracts: readonly Contract[]): Page {
  const fields = statusFields(contracts);
  return {
    path: "/docs/words",
    kind: "text",
    title: "dnstools: words of answers",
    description: "Every status word of the API's answers: what it means, and where it stands.",
    main: raw(`<h1>Words of answers</h1>
<p class="lead">Whatever came from outside has a status beside it, so that <em>could not find out</em> never reads as
<em>no</em>. These are all words that a status can be, and what each says.</p>
${WORD_GROUPS.map((group) => groupHtml(group, fields)).join("\n")}
<h2 id="severities">Severities</h2>
<p>How much a <a href="/docs/findings">finding</a> matters, and what it makes of the summary.</p>
<dl class="codes">
${SEVERITIES.map((one) => `<div id="severity-${one}"><dt>${severityTag(one)}</dt><dd>${codeHtml(SEVERITY_WORDS[one])}</dd></div>`).join("\n")}
</dl>`),
  };
}

function groupHtml({ title, of, words }: WordGroup, fields: Fields): string {
  const id = title.toLowerCase().replaceAll(" ", "-");
  const rows = Object.entries(words).map(
    ([word, text]) =>
      `<div id="word-${word}"><dt><a href="#word-${word}"><code>${word}</code></a></dt>
<dd>${textHtml(text)} <span class="small where">${whereHtml(fields.get(word))}</span></dd></div>`,
  );
  return `<h2 id="${id}">${title}</h2>
<p>${codeHtml(of)}</p>
<dl class="codes">
${rows.join("\n")}
</dl>`;
}

type Fields = ReturnType<typeof statusFields>;

/** In which fields a word stands, by tool. */
function whereHtml(where: ReadonlyMap<ToolName, ReadonlySet<string>> = new Map()): string {
  const count = [...where.values()].reduce((sum, { size }) => sum + size, 0);
  const tools = [...where].map(([tool, fields]) =>
    count > FIELDS_MAX ? tool : `${tool}: ${[...fields].map((field) => `<code>${field}</code>`).join(", ")}`,
  );
  return tools.join(count > FIELDS_MAX ? ", " : "; ");
}

/** Text with code in backticks and links in Markdown's form. */
function textHtml(text: string): string {
  return codeHtml(text).replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');
}
