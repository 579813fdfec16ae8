/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import type { Answer } from "@dnstools/core/report/answer";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Contract } from "@dnstools/core/tool/contract";
import { environmentTexts } from "@dnstools/core/tool/environment";
import type { ProblemBody } from "@dnstools/render/problem";
import type { Child } from "hono/jsx";
import type { Assets } from "../pages/assets.ts";
import { mainHtml, type PageHead, pageFrame, pageHtml } from "../pages/page.tsx";
import { reports } from "../reports.ts";
import type { Everything, PartCall } from "./everything.ts";
import { Card, ProblemCard, WaitingCard } from "./part-card.tsx";
import { inToolWords, QUESTIONS, SearchForm, type UnitsLeft, unitsText } from "./search-form.tsx";

/**
 * The HTML chunks of the overview of a target, as they are streamed. The cards may be sent in any order; CSS arranges
 * them.
 */
export type EverythingPage = {
  /** The HTML before the first card. */
  readonly start: string;
  /**
   * Returns the card of a tool's answer.
   * @param answer the API's answer as JSON
   */
  readonly part: (call: PartCall, answer: string) => string;
  /**
   * Returns the card of a tool call that failed.
   * @param problem the problem document as JSON
   */
  readonly problem: (call: PartCall, problem: string) => string;
  /**
   * Returns the HTML after the last card.
   * @param ageS seconds since the results were observed
   */
  readonly end: (ageS: number) => string;
};

/** The data that the overview of a target is rendered from. */
export type EverythingProps = {
  readonly everything: Everything;
  readonly contracts: readonly Contract[];
  /** Units that the client has left; undefined if unknown. */
  readonly units?: UnitsLeft;
  readonly assets: Assets;
};

/** Creates the page of a running overview. Each tool has a placeholder card until its result arrives. */
export function createEverythingPage(props: EverythingProps): EverythingPage {
  const { everything } = props;
  const { before, after } = pageFrame(headOf(props), props.assets);
  /** What is wrong with this API's own network, which the page says once for all cards. */
  const told = new Set<string>();
  const cards = everything.parts.map(({ contract }) => <WaitingCard tool={contract.tool} />);
  return {
    start: `${before}${html(<Heading {...props} />)}<div class="parts" aria-live="polite">${html(cards)}\n`,
    part: ({ contract, report }, answer) => {
      const read = JSON.parse(answer) as Answer;
      const made = makeReport(contract, reports, read);
      const untold = environmentTexts(read.meta.environment).filter((text) => !told.has(text));
      for (const text of untold) told.add(text);
      const notes = untold.map((text) => <p class="note">{text}</p>);
      return `${html([...notes, <Card tool={contract.tool} report={made} href={report} />])}\n`;
    },
    problem: ({ contract, report }, problem) => {
      const body = JSON.parse(problem) as ProblemBody;
      return `${html(<ProblemCard tool={contract.tool} problem={body} href={report} />)}\n`;
    },
    end: (ageS) => `</div>${html(<After everything={everything} ageS={ageS} />)}${after}`,
  };
}

/**
 * Returns the page that is shown before a run: the tools that would be called, their costs, and a button that starts
 * the run.
 */
export function everythingRunPage(props: EverythingProps): string {
  const { everything } = props;
  const main = (
    <>
      <Heading {...props} />
      <p class="lead">A run sends queries to other people's servers, so it waits for your click.</p>
      <ul>
        {everything.parts.map(({ contract }) => (
          <li>
            {QUESTIONS[contract.tool]} <span class="tag">{unitsText(contract.cost)}</span>
          </li>
        ))}
      </ul>
      <form class="again" method="post">
        <button class="button" type="submit">
          Run
        </button>{" "}
        <small>{unitsText(everything.units)}</small>
      </form>
    </>
  );
  return pageHtml({ ...headOf(props), main }, props.assets);
}

function Heading({ everything: { target, units, omitted }, units: left }: EverythingProps) {
  return (
    <header>
      <h1>
        Everything about <bdi>{harmless(target)}</bdi>
      </h1>
      {left !== undefined && left !== null && <p class="cost">This took {unitsText(units)}.</p>}
      {omitted.map(({ tool, why }) => (
        <p class="note">
          {QUESTIONS[tool]} is not included. {harmless(inToolWords(why))}
        </p>
      ))}
    </header>
  );
}

/** The footer below the cards. */
function After({
  everything: { units, parts, target },
  ageS,
}: {
  readonly everything: Everything;
  readonly ageS: number;
}) {
  return (
    <footer class="after">
      <form class="again" method="post">
        {ageS > 0 && `Observed ${ageS} s ago. `}
        <button class="tool-button" type="submit">
          Run again
        </button>{" "}
        <small>{unitsText(units)}</small>
      </form>
      {parts.some(({ contract }) => contract.tool === "dns") && (
        <p>
          Not included in this page, because it sends hundreds of queries:{" "}
          <a href={`/scout/${encodeURIComponent(target)}`} rel="nofollow">
            names and hosts of this domain
          </a>
          .
        </p>
      )}
    </footer>
  );
}

function headOf({ everything: { target }, contracts, units, assets }: EverythingProps): PageHead {
  return {
    path: "/all",
    title: `everything about ${harmless(target)} - dnstools`,
    description: "DNS, registration, mail, certificates, blacklists and resolvers in one page.",
    kind: "report",
    styles: [assets.reportStyle.path],
    search: (
      <SearchForm
        contracts={contracts}
        typed={target}
        tool="all"
        {...(units === undefined ? {} : { units })}
      />
    ),
  };
}

function html(main: Child): string {
  return mainHtml({ main });
}
