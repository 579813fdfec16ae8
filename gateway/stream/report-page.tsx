import { harmless } from "@dnstools/core/harmless";
import type { Answer } from "@dnstools/core/report/answer";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Contract } from "@dnstools/core/tool/contract";
import { linksOf } from "@dnstools/core/tool/links";
import type { InputOf, ParamSpecs } from "@dnstools/core/tool/params";
import { targetsOf } from "@dnstools/core/tool/target";
import { renderHtml } from "@dnstools/render/html";
import type { ProblemBody } from "@dnstools/render/problem";
import type { Progress } from "@dnstools/server/client/call";
import { SearchForm, type UnitsLeft, unitsText } from "../console/search-form.tsx";
import type { Assets } from "../pages/assets.ts";
import { mainHtml, type PageHead, pageFrame, pageHtml } from "../pages/page.tsx";
import { reports } from "../reports.ts";
import { ProblemPart } from "./problem-part.tsx";
import { progressText } from "./progress.ts";

/** What a page is about. */
export type Subject = { readonly contract: Contract; readonly input: InputOf<ParamSpecs> };

/** What pages have around the report. */
export type Around = {
  readonly assets: Assets;
  readonly contracts: readonly Contract[];
  /** What the client has left; left out where nothing was charged. */
  readonly units?: UnitsLeft;
};

/** The HTML of a report's page, in the order in which it is sent. */
export type ReportPage = {
  /** All before the answer, but for the lines of progress. */
  readonly start: string;
  readonly progress: (progress: Progress) => string;
  readonly report: (answer: string) => string;
  readonly problem: (problem: string) => string;
  /** Below a report: how old it is, where another call was given it, and the button that runs again. */
  readonly again: (ageS: number) => string;
  readonly end: string;
};

/** The page of a call. Its lines of progress are hidden by CSS once a report or a problem is below them. */
export function createReportPage(subject: Subject, around: Around): ReportPage {
  const { before, after } = pageFrame(headOf(subject, around), around.assets);
  const { contract } = subject;
  return {
    start: `${before}<section class="progress" aria-live="polite">${mainHtml({
      main: (
        <>
          <Heading {...subject} />
          <p>The report stands here as soon as the servers have answered.</p>
        </>
      ),
    })}\n`,
    progress: (progress) => mainHtml({ main: <p>{progressText(progress)}</p> }),
    report(answer) {
      const read = JSON.parse(answer) as Answer;
      const { self, report } = read.links;
      return `</section>\n${renderHtml(makeReport(contract, reports, read), { json: self, report: report ?? self })}`;
    },
    problem: (problem) =>
      `</section>\n${mainHtml({ main: <ProblemPart problem={JSON.parse(problem) as ProblemBody} /> })}`,
    again: (ageS) =>
      mainHtml({
        main: (
          <form class="again" method="post">
            {ageS === 0 ? null : `Observed ${ageS} s ago. `}
            <button type="submit">Run again</button>
          </form>
        ),
      }),
    end: after,
  };
}

/** The page in place of a run that nobody asked for: what the link is about, and a button. */
export function runPage(subject: Subject, around: Around): string {
  const { contract, input } = subject;
  return pageHtml(
    {
      ...headOf(subject, around),
      main: (
        <>
          <Heading {...subject} />
          <p class="lead">{contract.summary}</p>
          <form method="post">
            <button type="submit">Run</button> <small>{contract.cost} units of your limit</small>
          </form>
          <p>
            Other people's servers are asked, so nothing was asked yet. Programs ask{" "}
            <code>{linksOf(contract, input).self}</code>.
          </p>
        </>
      ),
    },
    around.assets,
  );
}

function Heading({ contract, input }: Subject) {
  return (
    <h1>
      {contract.tool} <bdi>{harmless(targetsOf(input)[0] ?? "")}</bdi>
    </h1>
  );
}

function headOf({ contract, input }: Subject, { contracts, units }: Around): PageHead {
  const [target = ""] = targetsOf(input);
  return {
    path: `/${contract.tool}`,
    title: `${contract.tool} ${harmless(target)} - dnstools`,
    description: contract.summary,
    kind: "report",
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
