import { harmless } from "@dnstools/core/harmless";
import type { Report, Section } from "@dnstools/core/report/report";
import { BlockOf } from "./blocks.tsx";
import { Copyable } from "./copyable.tsx";
import { Evidence, type Page } from "./evidence.tsx";
import { FactList } from "./facts.tsx";
import { Inline, Mark } from "./inline.tsx";
import { curlLine, inForm, ownPath, type ReportLinks } from "./links.ts";

export type { ReportLinks } from "./links.ts";

/** The report as HTML, for the main part of a page. Text from outside is escaped, and can start nothing. */
export function renderHtml(report: Report, links: ReportLinks): string {
  return String(<ReportOf report={report} links={links} />);
}

/** What a reader wants to know of the run first. */
const FIRST_FACTS: readonly unknown[] = ["observed", "took"];

function ReportOf({ report, links }: { readonly report: Report; readonly links: ReportLinks }) {
  const { tool, target, parameters, verdict, sections, facts, evidence } = report;
  const page: Page = { id: tool, exchanges: new Set(evidence.exchanges.map(({ id }) => id)) };
  const open = openSection(sections);
  return (
    <article class="report" aria-labelledby={`${tool}-verdict`}>
      <header class={`verdict ${verdict.status}`}>
        <p class="kicker">
          {tool} · <bdi>{harmless(target.outside)}</bdi>
        </p>
        <h1 id={`${tool}-verdict`}>
          <Mark status={verdict.status} /> <Inline text={verdict.text} />
        </h1>
        {parameters.length > 0 && <FactList facts={parameters} />}
        <FactList facts={facts.filter(({ name }) => FIRST_FACTS.includes(name))} />
        <Actions links={links} />
      </header>
      {sections.map((section, at) => (
        <SectionOf
          section={section}
          isOpen={section === open || isOpen(section)}
          id={`${tool}-${at}`}
          page={page}
        />
      ))}
      <Evidence evidence={evidence} page={page} />
    </article>
  );
}

/** The same call in other forms. */
function Actions({ links }: { readonly links: ReportLinks }) {
  const forms = [
    ["JSON", ownPath(links.json)],
    ["Text", inForm(links, "text")],
    ["Markdown", inForm(links, "markdown")],
  ] as const;
  const curl = curlLine(links);
  return (
    <>
      <p class="actions">
        {forms.map(([name, path]) => path !== null && <a href={path}>{name}</a>)}
        {/* For a script, which shows it. */}
        <button type="button" data-print hidden>
          Print
        </button>
      </p>
      {curl !== null && (
        <details class="again">
          <summary>curl</summary>
          <Copyable code={{ kind: "code", label: "The same call", language: "shell", lines: [curl] }} />
        </details>
      )}
    </>
  );
}

/** A section, which can be folded. */
function SectionOf(props: {
  readonly section: Section;
  readonly isOpen: boolean;
  readonly id: string;
  readonly page: Page;
}) {
  const { section, isOpen, id, page } = props;
  const { heading, status, blocks } = section;
  return (
    <details class={`section ${status}`} open={isOpen}>
      <summary>
        <h2>
          {heading} <Mark status={status} />
        </h2>
      </summary>
      {blocks.map((block, at) => (
        <BlockOf block={block} id={`${id}-${at}`} page={page} />
      ))}
    </details>
  );
}

/** Pictures without a culprit, and what is only worth knowing, are folded; other facts are what the reader came for. */
function isOpen({ status, blocks }: Section): boolean {
  if (status === "pass") return false;
  return status !== "none" || !blocks.some(({ kind }) => FOLDED.includes(kind));
}

const FOLDED = ["finding", "tree", "bars", "grid", "timeline"];

/** Where nothing is wrong, the tool's first section is open all the same: it answers what was asked. */
function openSection(sections: readonly Section[]): Section | undefined {
  if (sections.some(isOpen)) return undefined;
  return sections.find(({ blocks }) => blocks.every(({ kind }) => kind !== "finding"));
}
