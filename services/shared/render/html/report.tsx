/** @jsxImportSource hono/jsx */
import type { Block, Report, Section, Status } from "@dnstools/core/report/report";
import { plain } from "../inline.ts";
import { BlockOf } from "./blocks.tsx";
import { Copyable } from "./copyable.tsx";
import { Evidence, type Page } from "./evidence.tsx";
import { FactList } from "./facts.tsx";
import { Inline, Mark } from "./inline.tsx";
import { curlLine, inForm, type ReportLinks, reportPath } from "./links.ts";
import { shown } from "./shown.ts";

export type { ReportLinks } from "./links.ts";

/** Renders the report as HTML for the main part of a page. Text from outside is escaped and cannot run scripts. */
export function renderHtml(report: Report, links: ReportLinks): string {
  return String(<ReportOf report={report} links={links} />);
}

function ReportOf({ report, links }: { readonly report: Report; readonly links: ReportLinks }) {
  const { tool, target, parameters, verdict, sections, facts, related, evidence } = report;
  const page: Page = { id: tool, exchanges: new Set(evidence.exchanges.map(({ id }) => id)) };
  const open = openSection(sections);
  return (
    <article class="report" aria-labelledby={`${tool}-verdict`}>
      <header class={`verdict ${verdict.status}`}>
        <p class="kicker">
          {tool} · <bdi>{shown(target.outside)}</bdi> · <Run facts={facts} />
        </p>
        <h1 id={`${tool}-verdict`}>
          <Mark status={verdict.status} /> <Inline text={verdict.text} />
        </h1>
        {parameters.length > 0 && <FactList facts={parameters} />}
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
      <Related related={related} />
    </article>
  );
}

/** Renders the time of the call and its duration. */
function Run({ facts }: Pick<Report, "facts">) {
  const [observed, took] = ["observed", "took"].map((name) => {
    const value = facts.find((one) => one.name === name)?.value ?? "";
    return typeof value === "object" && "status" in value ? "" : plain(value);
  });
  if (observed === undefined || !MOMENT.test(observed)) return <>{took}</>;
  return (
    <>
      <time datetime={observed}>{observed.slice(0, 19).replace("T", " ")} UTC</time> · {took}
    </>
  );
}

/** Matches a time in the format of the JSON (ISO 8601, UTC). */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Renders links to the same call in other formats, and its curl command. */
function Actions({ links }: { readonly links: ReportLinks }) {
  const forms = [
    ["JSON", inForm(links, "json")],
    ["Text", inForm(links, "text")],
    ["Markdown", inForm(links, "markdown")],
  ] as const;
  const curl = curlLine(links);
  return (
    <>
      <p class="actions">{forms.map(([name, path]) => path !== null && <a href={path}>{name}</a>)}</p>
      {curl !== null && (
        <details class="fold">
          <summary>curl</summary>
          <Copyable code={{ kind: "code", label: "The same call", language: "shell", lines: [curl] }} />
        </details>
      )}
    </>
  );
}

/** Renders links to the reports of other tools about the same target. */
function Related({ related }: Pick<Report, "related">) {
  const links = related.flatMap(({ tool, call }) => {
    const path = reportPath(call);
    return path === null ? [] : [{ tool, path }];
  });
  if (links.length === 0) return null;
  return (
    <p class="related">
      Related reports:{" "}
      {links.map(({ tool, path }) => (
        <a href={path} rel="nofollow">
          {shown(tool)}
        </a>
      ))}
    </p>
  );
}

/** Renders a section that can be folded. */
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
          {heading} {blocks.some(({ kind }) => kind === "finding") || <Mark status={status} />}
        </h2>
      </summary>
      {blocks.map((block, at) => (
        <BlockOf block={block} id={`${id}-${at}`} page={page} />
      ))}
    </details>
  );
}

/** Statuses that need attention. Sections with such a status are open. */
const OPEN: readonly Status[] = ["fail", "warning", "unknown"];
const PICTURES: readonly Block["kind"][] = ["tree", "bars", "grid", "timeline"];

/**
 * Returns true if a section is initially open. A section without a status is folded if it contains pictures or
 * findings, and otherwise open, because its facts are what the reader asked for.
 */
function isOpen({ status, blocks }: Section): boolean {
  if (status !== "none") return OPEN.includes(status);
  return !blocks.some(({ kind }) => kind === "finding" || PICTURES.includes(kind));
}

/**
 * Returns the tool's first section if no section has a problem, so that the result that the reader asked for is
 * visible.
 */
function openSection(sections: readonly Section[]): Section | undefined {
  if (sections.some(({ status }) => OPEN.includes(status))) return undefined;
  return sections.find(({ blocks }) => blocks.every(({ kind }) => kind !== "finding"));
}
