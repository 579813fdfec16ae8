/** @jsxImportSource hono/jsx */
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Advice, Report } from "@dnstools/core/report/report";
import type { ToolName } from "@dnstools/core/tool/contract";
import { Inline, Mark } from "@dnstools/render/html/inline";
import type { ProblemBody } from "@dnstools/render/problem";
import { ProblemText } from "../pages/problem-text.tsx";
import { QUESTIONS } from "./search-form.tsx";

/** Maximum number of findings on a card. */
const FINDINGS_MAX = 3;

/** A placeholder card for a result that has not arrived yet. CSS hides the placeholder when the result arrives. */
export function WaitingCard({ tool }: { readonly tool: ToolName }) {
  return (
    <section class={`part waiting part-${tool}`}>
      <h2>{QUESTIONS[tool]}</h2>
      <p>Running ...</p>
    </section>
  );
}

type CardProps = { readonly tool: ToolName; readonly report: Report; readonly href: string };

/** The card of a tool's answer: its verdict, the worst findings, and a link to the report. */
export function Card({ tool, report: { verdict, sections }, href }: CardProps) {
  const all = sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "finding"));
  const worst = all.filter(({ severity }) => SEVERITY_STATUS[severity] !== "none");
  return (
    <section class={`part done part-${tool} ${verdict.status}`}>
      <h2>
        {QUESTIONS[tool]} <Mark status={verdict.status} />
      </h2>
      <p class="part-verdict">
        <Inline text={verdict.text} />
      </p>
      {worst.length > 0 && (
        <ul class="part-findings">
          {worst.slice(0, FINDINGS_MAX).map((finding) => (
            <Finding finding={finding} />
          ))}
        </ul>
      )}
      <ToReport tool={tool} href={href} more={Math.max(0, worst.length - FINDINGS_MAX)} />
    </section>
  );
}

function Finding({ finding: { severity, text, docs } }: { readonly finding: Advice }) {
  return (
    <li class={SEVERITY_STATUS[severity]}>
      <span class={`mark ${SEVERITY_STATUS[severity]}`}>{severity}</span> <Inline text={text} />{" "}
      <a class="about" href={docs}>
        What it means
      </a>
    </li>
  );
}

type ProblemProps = { readonly tool: ToolName; readonly problem: ProblemBody; readonly href: string };

/** The card of a tool call that failed. Its status is unknown, or fail if the name does not exist (404). */
export function ProblemCard({ tool, problem: { title, detail, status, type }, href }: ProblemProps) {
  return (
    <section class={`part done part-${tool} ${status === 404 ? "fail" : "unknown"}`}>
      <h2>
        {QUESTIONS[tool]} <Mark status={status === 404 ? "fail" : "unknown"} />
      </h2>
      <p class="part-verdict">{title}</p>
      <p>
        <ProblemText text={detail} /> <a href={type}>About this problem</a>
      </p>
      <ToReport tool={tool} href={href} more={0} />
    </section>
  );
}

function ToReport({
  tool,
  href,
  more,
}: {
  readonly tool: ToolName;
  readonly href: string;
  readonly more: number;
}) {
  return (
    <p class="part-more">
      {more > 0 && `${more} more. `}
      <a href={href} rel="nofollow">
        Report of {tool}
      </a>
    </p>
  );
}
