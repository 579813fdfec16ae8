import { expect, test } from "bun:test";
import type { Finding } from "@dnstools/core/tool/finding";
import { SEVERITIES } from "@dnstools/core/tool/finding";
import type { Summary } from "@dnstools/core/tool/summary";
import { VERDICTS } from "@dnstools/core/tool/verdict";
import { EXAMPLES } from "./examples.ts";

/** The members of an answer that a front end needs to show the result of any tool. */
type Answer = {
  readonly tool: string;
  readonly summary: Summary;
  readonly findings: readonly Pick<Finding, "severity" | "message" | "docs">[];
};

/** Formats an answer of any tool as text: its status, its summary and its findings, in this order. */
function draw({ tool, summary, findings }: Answer): string {
  return [
    `${tool}: ${summary.status.toUpperCase()}`,
    summary.text,
    ...findings.map(({ severity, message, docs }) => `- ${severity}: ${message} (${docs})`),
  ].join("\n");
}

test.each(Object.entries(EXAMPLES))("one function of ten lines draws the answer of %s", (tool, example) => {
  const answer = example as Answer;
  const [head = "", text = "", ...findings] = draw(answer).split("\n");
  expect(head).toMatch(new RegExp(`^${tool}: (${VERDICTS.join("|")})$`, "i"));
  expect(text).toMatch(/^\S.*\S$/);
  expect(findings).toHaveLength(answer.findings.length);
  const ranks = findings.map((line) =>
    SEVERITIES.findIndex((severity) => line.startsWith(`- ${severity}: `)),
  );
  expect(ranks).not.toContain(-1);
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  for (const line of findings) expect(line).toMatch(new RegExp(`\\(/docs/findings/${tool}\\.[a-z0-9_]+\\)$`));
});
