/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import type { Answer } from "@dnstools/core/report/answer";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Contract } from "@dnstools/core/tool/contract";
import type { ProblemBody } from "@dnstools/render/problem";
import type { Child } from "hono/jsx";
import type { Assets } from "../pages/assets.ts";
import { mainHtml, type PageHead, pageFrame, pageHtml } from "../pages/page.tsx";
import { reports } from "../reports.ts";
import type { Everything, PartCall } from "./everything.ts";
import { Card, ProblemCard, WaitingCard } from "./part-card.tsx";
import { inToolWords, QUESTIONS, SearchForm, type UnitsLeft, unitsText } from "./search-form.tsx";

/** The HTML of the page of everything, in the order in which it is sent. Parts come in any order: CSS puts each in its place. */
export type EverythingPage = {
  /** All before the first part. */
  readonly start: string;
  readonly part: (call: PartCall, answer: string) => string;
  /** A part that ended with a problem. */
  readonly problem: (call: PartCall, problem: string) => string;
  /** @param ageS seconds since the parts were observed. */
  readonly end: (ageS: number) => string;
};

/** What the page of everything is made with. */
export type EverythingProps = {
  readonly everything: Everything;
  readonly contracts: readonly Contract[];
  /** What the client has left; left out where it is not known. */
  readonly units?: UnitsLeft;
  readonly assets: Assets;
};

/** The page of a run: a card waits for each part, and goes away when the part is there. */
export function createEverythingPage(props: EverythingProps): EverythingPage {
  const { everything } = props;
  const { before, after } = pageFrame(headOf(props), props.assets);
  const cards = everything.parts.map(({ contract }) => <WaitingCard tool={contract.tool} />);
  return {
    start: `${before}${html(<Heading {...props} />)}<div class="parts" aria-live="polite">${html(cards)}\n`,
    part: ({ contract, report }, answer) => {
      const made = makeReport(contract, reports, JSON.parse(answer) as Answer);
      return `${html(<Card tool={contract.tool} report={made} href={report} />)}\n`;
    },
    problem: ({ contract, report }, problem) => {
      const body = JSON.parse(problem) as ProblemBody;
      return `${html(<ProblemCard tool={contract.tool} problem={body} href={report} />)}\n`;
    },
    end: (ageS) => `</div>${html(<After everything={everything} ageS={ageS} />)}${after}`,
  };
}

/** The page in place of a run where no reader clicked: what would be asked, what it costs, and a button. */
export function everythingRunPage(props: EverythingProps): string {
  const { everything } = props;
  const main = (
    <>
      <Heading {...props} />
      <p class="lead">A run asks other people's servers, so it waits for your click.</p>
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
          {QUESTIONS[tool]} is left out. {harmless(inToolWords(why))}
        </p>
      ))}
    </header>
  );
}

/** Below the parts. */
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
          Not in this page, since it asks hundreds of questions:{" "}
          <a href={`/scout/${encodeURIComponent(target)}`} rel="nofollow">
            what hangs on this name
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
