import { expect, test } from "bun:test";
import { outside, table } from "@dnstools/core/report/blocks";
import type { Report } from "@dnstools/core/report/report";
import { renderMarkdown } from "./markdown.ts";

test.each([
  ["a|b", "`a\\|b`"],
  ["a\\|b", "`a\\|b`"],
  ["a\\\\|b", "`a\\\\\\|b`"],
  ["a\\\\\\|b", "`a\\\\\\|b`"],
])("no bar in %p ends its table cell, however a parser counts backslashes", (text, shown) => {
  const block = table(["Name", "Value"], [[outside(text), "b"]]);
  const report: Report = {
    ...{ tool: "dns", target: outside("example.com"), parameters: [], facts: [], related: [] },
    evidence: { exchanges: [], more: 0 },
    verdict: { status: "pass", text: "" },
    sections: [{ heading: "All", status: "none", blocks: block === null ? [] : [block] }],
  };
  expect(renderMarkdown(report)).toContain(`| ${shown} | b |\n`);
});
