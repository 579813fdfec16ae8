/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import type { Answer } from "@dnstools/core/report/answer";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Contract } from "@dnstools/core/tool/contract";
import { linksOf } from "@dnstools/core/tool/links";
import { targetsOf } from "@dnstools/core/tool/target";
import { renderHtml } from "@dnstools/render/html";
import type { Input, Progress } from "@dnstools/server/client/call";
import { SearchForm, type UnitsLeft, unitsText } from "../console/search-form.tsx";
import type { Assets } from "../pages/assets.ts";
import { baseOf } from "../pages/docs/calls.tsx";
import { mainHtml, type PageHead, pageFrame, pageHtml } from "../pages/page.tsx";
import { problemPage, type ShownProblem } from "../pages/problem.tsx";
import { reports } from "../reports.ts";
import { progressText } from "./progress.ts";

/** The call whose report a page shows. */
export type Subject = { readonly contract: Contract; readonly input: Input };

/** Data that every report page needs. */
export type PageDeps = {
  readonly assets: Assets;
  readonly contracts: readonly Contract[];
  /** PUBLIC_URL; empty if it is not set. */
  readonly publicUrl: string;
};

/** Data that a page shows around its report. */
export type Around = PageDeps & {
  /** Units that the client has left; undefined if nothing was charged. */
  readonly units?: UnitsLeft;
};

/** The HTML chunks of a report's page, listed in the order in which they are sent. */
export type ReportPage = {
  /** The HTML before the progress lines. */
  readonly start: string;
  /** Returns a line of progress; empty if the previous line was the same. */
  readonly progress: (progress: Progress) => string;
  /** Returns the rendered report. @param answer the answer as JSON */
  readonly report: (answer: string) => string;
  /** Returns the rendered problem. @param problem the problem document as JSON */
  readonly problem: (problem: string) => string;
  /** Returns the "Run again" button, which shows the age of the report. */
  readonly again: (ageS: number) => string;
  readonly end: string;
};

/** Creates the page of a call. CSS hides the progress lines as soon as a report or a problem follows. */
export function createReportPage(subject: Subject, around: Around): ReportPage {
  const { before, after } = pageFrame(headOf(subject, around), around.assets);
  const { contract } = subject;
  const told = new Set<string>();
  return {
    start: `${before}<section class="progress" aria-live="polite">${mainHtml({
      main: (
        <>
          <Heading {...subject} />
          <p>The report appears here as soon as the servers have responded.</p>
        </>
      ),
    })}\n`,
    progress(progress) {
      const text = progressText(progress);
      const isTold = told.has(text);
      told.add(text);
      return isTold ? "" : `${mainHtml({ main: <p>{text}</p> })}\n`;
    },
    report(answer) {
      const read = JSON.parse(answer) as Answer;
      const { self, report } = read.links;
      const links = { json: self, report: report ?? self, origin: baseOf(around.publicUrl) };
      return `</section>\n${renderHtml(makeReport(contract, reports, read), links)}`;
    },
    problem(problem) {
      const shown = JSON.parse(problem) as ShownProblem;
      const { contracts } = around;
      const { main } = problemPage(shown, { path: "", again: null, waitS: null, contracts });
      return `</section>\n${mainHtml({ main: <article class="report text">{main}</article> })}`;
    },
    again: (ageS) => mainHtml({ main: <RunAgain ageS={ageS} /> }),
    end: after,
  };
}

/** Renders the page that is shown before a run: the target, the cost, and a button that starts the run. */
export function runPage(subject: Subject, around: Around): string {
  const { contract, input } = subject;
  const main = (
    <>
      <Heading {...subject} />
      <p class="lead">{contract.summary}</p>
      <form class="again" method="post">
        <button class="button" type="submit">
          Run
        </button>{" "}
        <small>costs {unitsText(contract.cost)} of your limit</small>
      </form>
      <p>
        A run sends queries to other people's servers, so it waits for your click. Programs call{" "}
        <code>{linksOf(contract, input).self}</code>.
      </p>
    </>
  );
  return pageHtml({ ...headOf(subject, around), main }, around.assets);
}

function RunAgain({ ageS }: { readonly ageS: number }) {
  return (
    <form class="again" method="post">
      {ageS > 0 && `Observed ${ageS} s ago. `}
      <button type="submit">Run again</button>
    </form>
  );
}

function Heading({ contract, input }: Subject) {
  return (
    <h1>
      {contract.tool} <bdi>{harmless(targetsOf(input)[0] ?? "")}</bdi>
    </h1>
  );
}

function headOf({ contract, input }: Subject, { assets, contracts, units }: Around): PageHead {
  const [target = ""] = targetsOf(input);
  return {
    path: `/${contract.tool}`,
    title: `${contract.tool} ${harmless(target)} - dnstools`,
    description: contract.summary,
    kind: "report",
    styles: [assets.reportStyle.path],
    search: (
      <SearchForm
        contracts={contracts}
        typed={target}
        tool={contract.tool}
        hint={`Costs ${unitsText(contract.cost)}.`}
        {...(units === undefined ? {} : { units })}
      />
    ),
  };
}
