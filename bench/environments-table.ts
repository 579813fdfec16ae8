import type { Run } from "./environments-ask.ts";
import { judge, statusOf, textOf, type Verdict } from "./environments-judge.ts";

/** The head of the table. */
export const HEAD = `| environment | right | wrong | unknown | 503 | seconds | codes | in the log |
| --- | --- | --- | --- | --- | --- | --- | --- |`;

/** Returns the row of an environment. */
export function rowOf(run: Run, clean: Run): string {
  const verdicts = [...judge(run, clean).values()];
  const count = (is: Verdict["is"]) => verdicts.filter((verdict) => verdict.is === is).length;
  const reasons = counted(verdicts.flatMap((verdict) => (verdict.is === "unknown" ? verdict.reasons : [])));
  const unknown = `${count("unknown")}${reasons === "" ? "" : ` (${reasons})`}`;
  const seconds = Object.values(run.answers).reduce((sum, { s }) => sum + s, 0);
  const codes = counted(Object.values(run.answers).flatMap(({ body }) => body?.meta?.environment ?? []));
  const logged = codesOf(run).filter((code) => run.log.includes(code));
  const cells = [
    count("right"),
    count("wrong"),
    unknown,
    count("503"),
    seconds.toFixed(0),
    codes,
    logged.join(", "),
  ];
  return `| ${[run.name, ...cells].join(" | ")} |`;
}

/** Returns the wrong answers of an environment as Markdown; empty without one. */
export function wrongAnswers(run: Run, clean: Run): string {
  const lines = [...judge(run, clean)].flatMap(([call, verdict]) => {
    const [here, there] = [run.answers[call], clean.answers[call]];
    if (verdict.is !== "wrong" || here === undefined || there === undefined) return [];
    const [was, is] = [there, here].map((answer) => `${statusOf(answer)}: ${textOf(answer)}`);
    return [`- \`${call}\`: ${verdict.why}\n  - ${was}\n  - → ${is}`];
  });
  return lines.length === 0 ? "" : `\n### ${run.name}\n\n${lines.join("\n")}\n`;
}

function codesOf({ answers }: Run): string[] {
  return [...new Set(Object.values(answers).flatMap(({ body }) => body?.meta?.environment ?? []))];
}

/** Returns how often each text occurs, the most frequent first. */
function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([text, count]) => `${count} ${text}`)
    .join(", ");
}
