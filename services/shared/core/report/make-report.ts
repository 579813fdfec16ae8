import type { Contract, ToolName } from "../tool/contract.ts";
import { environmentTexts } from "../tool/environment.ts";
import type { Finding, Severity } from "../tool/finding.ts";
import type { ParamSpecs } from "../tool/params.ts";
import { targetsOf } from "../tool/target.ts";
import type { Answer } from "./answer.ts";
import { outside } from "./blocks.ts";
import { evidenceOf } from "./exchanges.ts";
import { generalSections } from "./general.ts";
import { marked, markedFinding, valuesOf } from "./marked.ts";
import { repeatOf } from "./repeat.ts";
import type { Advice, Block, Fact, Remedy, Report, Section, Status, ToolReport } from "./report.ts";

/** Maximum number of findings in a report. The remaining findings are only counted. */
const PROBLEMS_MAX = 8;
const NOTES_MAX = 4;
/** Maximum number of findings with the same code that are shown. */
const ALIKE_MAX = 2;
/** Maximum length of a parameter in the title, in characters. */
const PARAMETER_MAX = 60;

/** Status with which a finding of each severity is shown. */
export const SEVERITY_STATUS: Readonly<Record<Severity, Status>> = {
  critical: "fail",
  error: "fail",
  warning: "warning",
  notice: "none",
  info: "none",
};

/** The tools' own report functions. Each function reads the data of its own tool's contract. */
export type Reports = { readonly [tool in ToolName]?: ReadAnswer["read"] };
/** Declared as a method so that each tool's report function may use its own data type. */
type ReadAnswer = { read(answer: Answer): ToolReport };

/**
 * Makes the report of an answer: the verdict, the findings (worst first) with what to publish, and the tool's own
 * sections. Everything in the report comes from the answer.
 */
export function makeReport(contract: Contract, reports: Reports, answer: Answer): Report {
  const { tool, query, summary, findings, links, meta } = answer;
  const own = toolReport(reports[contract.tool], answer);
  const { todo, notes } = findingSections(answer, own.remedies ?? []);
  const [target] = targetsOf(query);
  return {
    tool,
    target: outside(target ?? ""),
    parameters: parametersOf(contract.params, query, target),
    verdict: { status: summary.status, text: marked(summary.text, valuesOf(answer)) },
    sections: [environmentSection(meta), todo, ...own.sections, notes].filter(
      ({ blocks }) => blocks.length > 0,
    ),
    facts: [
      { name: "observed", value: outside(meta.observedAt) },
      {
        name: "took",
        value: meta.cache.hit ? `${meta.elapsedMs} ms, ${meta.cache.ageS} s ago` : `${meta.elapsedMs} ms`,
      },
      { name: "evidence", value: exchangesOf(answer) },
      { name: "JSON", value: outside(links.self) },
      ...(findings.length === 0 ? [] : [{ name: "codes", value: "/docs/findings" }]),
    ],
    related: links.related.map(({ tool: other, href }) => ({ tool: other, call: href })),
    evidence: evidenceOf(answer),
  };
}

/** Returns what this API's own host or network could not do, with the remedy for its operator. */
function environmentSection({ environment }: Answer["meta"]): Section {
  const blocks = environmentTexts(environment).map((text) => ({ kind: "note", text }) as const);
  return { heading: "This API's own network", status: blocks.length === 0 ? "none" : "unknown", blocks };
}

function exchangesOf({ evidence }: Answer): string {
  return evidence === null ? "left out" : `${evidence.length} exchanges (see the JSON)`;
}

/**
 * Returns the tool's own part of the report. If that fails because another version wrote the answer, general sections
 * show the data.
 */
function toolReport(report: ReadAnswer["read"] | undefined, answer: Answer): ToolReport {
  if (answer.data === null) return { sections: [] };
  try {
    return report?.(answer) ?? { sections: generalSections(answer.data) };
  } catch {
    return { sections: generalSections(answer.data) };
  }
}

/** Returns the parameters that the caller set, except the target. */
function parametersOf(
  params: ParamSpecs,
  query: Answer["query"],
  target: string | undefined,
): readonly Fact[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const fallback = params[name]?.fallback?.value;
    if (value === null || value === target || String(value) === String(fallback)) return [];
    return [{ name, value: outside(shortened(String(value))) }];
  });
}

function shortened(text: string): string {
  return text.length > PARAMETER_MAX ? `${text.slice(0, PARAMETER_MAX)}...` : text;
}

/** Shown instead of a finding's fix if the remedy of an earlier finding also resolves this finding. */
export const MENDED = "Publishing what is shown above also fixes this.";

/**
 * `todo` contains the findings that need action and is shown first; `notes` contains findings for information and is
 * shown last.
 */
type FindingSections = { readonly todo: Section; readonly notes: Section };

function findingSections(answer: Answer, remedies: readonly Remedy[]): FindingSections {
  const { findings } = answer;
  const isNote = ({ severity }: Finding) => SEVERITY_STATUS[severity] === "none";
  const problems = findings.filter((one) => !isNote(one));
  const notes = findings.filter(isNote);
  const left = [...remedies];
  const said = new Set<string>();
  const mended = new Set<string>();
  const adviceOf = (one: Finding): Advice => {
    const at = left.findIndex(({ codes }) => codes.includes(one.code));
    const [remedy] = at === -1 ? [] : left.splice(at, 1);
    const made = advice(one, answer, remedy);
    // A remedy for several findings is shown only with the first of these findings.
    if (remedy === undefined && mended.has(one.code)) return { ...made, fix: MENDED, repeat: null };
    for (const code of remedy?.codes ?? []) if (code !== one.code) mended.add(code);
    const isNew = !said.has(`${one.code} ${one.fix}`);
    said.add(`${one.code} ${one.fix}`);
    const command = made.repeat?.lines.join() ?? "";
    const isSaid = said.has(command);
    said.add(command);
    return { ...made, fix: isNew ? made.fix : null, repeat: isNew && !isSaid ? made.repeat : null };
  };
  return {
    todo: {
      heading: "What to do",
      status: problems[0] === undefined ? "none" : SEVERITY_STATUS[problems[0].severity],
      blocks: bounded(some(problems, PROBLEMS_MAX).map(adviceOf), problems.length),
    },
    notes: {
      heading: "Worth knowing",
      status: "none",
      blocks: bounded(some(notes, NOTES_MAX).map(adviceOf), notes.length),
    },
  };
}

/** Returns the first `max` findings, with at most ALIKE_MAX findings of the same code. */
function some(findings: readonly Finding[], max: number): readonly Finding[] {
  const alike = new Map<string, number>();
  return findings
    .filter(({ code }) => {
      const before = alike.get(code) ?? 0;
      alike.set(code, before + 1);
      return before < ALIKE_MAX;
    })
    .slice(0, max);
}

function advice(one: Finding, { evidence, summary }: Answer, remedy: Remedy | undefined): Advice {
  const { code, severity, reference, docs, message, fix } = one;
  // If the verdict already contains the message, the finding shows only its fix.
  const mend = remedy?.fix ?? (fix === null ? null : markedFinding(fix, one));
  const said = mend !== null && summary.text.includes(message.replace(/[.:]$/, ""));
  const exchanges = (evidence ?? []).filter(({ id }) => one.evidence.includes(id));
  const repeats = exchanges.map(repeatOf).filter((found) => found !== null);
  return {
    kind: "finding",
    code,
    severity,
    text: said ? mend : markedFinding(message, one),
    fix: said ? null : mend,
    reference,
    docs,
    evidence: one.evidence,
    publish: remedy?.publish ?? [],
    test: remedy?.test ?? null,
    repeat: SEVERITY_STATUS[severity] === "none" ? null : (repeats[0] ?? null),
  };
}

/** Returns the shown blocks, followed by a note with the number of blocks that are not shown. */
function bounded(shown: readonly Block[], all: number): readonly Block[] {
  if (all <= shown.length) return shown;
  return [...shown, { kind: "note", text: `${all - shown.length} more in the JSON.` }];
}
