import { harmless } from "@dnstools/core/harmless";
import type { Report, Section } from "@dnstools/core/report/report";
import { BlockOf, Facts } from "./blocks.tsx";
import { Inline, Mark } from "./inline.tsx";

/** Where else the same call can be read. */
export type ReportLinks = {
  /** The report's own path, with its query. */
  readonly report: string;
  /** The call of the API. */
  readonly json: string;
};

/** The report as HTML, for the main part of a page. Text from outside is escaped, and can start nothing. */
export function renderHtml(report: Report, links: ReportLinks): string {
  return String(<ReportOf report={report} links={links} />);
}

function ReportOf({ report, links }: { readonly report: Report; readonly links: ReportLinks }) {
  const { tool, target, parameters, verdict, sections, facts } = report;
  const joint = links.report.includes("?") ? "&" : "?";
  return (
    <article class="report">
      <header class={`verdict ${verdict.status}`}>
        <p class="kicker">
          {tool} · <bdi>{harmless(target.outside)}</bdi>
        </p>
        <h1>
          <Mark status={verdict.status} /> <Inline text={verdict.text} />
        </h1>
        {parameters.length > 0 && <Facts facts={parameters} />}
        <p class="actions">
          <a href={links.json}>JSON</a> <a href={`${links.report}${joint}format=text`}>Text</a>{" "}
          <a href={`${links.report}${joint}format=markdown`}>Markdown</a>
        </p>
      </header>
      {sections.map((section) => (
        <SectionOf section={section} />
      ))}
      <footer>
        <Facts facts={facts} />
      </footer>
    </article>
  );
}

/** A section; one without a culprit is folded. */
function SectionOf({ section: { heading, status, blocks } }: { readonly section: Section }) {
  const inner = blocks.map((block) => <BlockOf block={block} />);
  const isOpen = status !== "pass" && status !== "none";
  return (
    <details class={`section ${status}`} open={isOpen}>
      <summary>
        <h2>
          {heading} <Mark status={status} />
        </h2>
      </summary>
      {inner}
    </details>
  );
}
