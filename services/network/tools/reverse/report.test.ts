import { expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import type { ReverseData } from "./data.ts";
import { reportReverse } from "./report.ts";

const EXAMPLE = new URL("../../../../gateway/openapi/examples/reverse.json", import.meta.url);
const ANSWER: Answer<ReverseData> = await Bun.file(EXAMPLE).json();
const { parts } = ANSWER.data;
const UNKNOWN = { status: "unknown", reason: "timeout", source: null, elapsedMs: 1 } as const;
const PTR = { name: "mail.example.com", addresses: ["192.0.2.1"], reason: null, generic: false };

/** Returns the report of the recorded answer with the given data. */
function report(data: Partial<ReverseData>, more: Partial<Answer> = {}) {
  const answer: Answer<ReverseData> = { ...ANSWER, ...more, data: { ...ANSWER.data, ...data } };
  return JSON.stringify(reportReverse(answer));
}

test("a part that could not be determined is shown with its reason", () => {
  const said = report({ ptr: null, origins: null, parts: { ...parts, ptr: UNKNOWN, origins: UNKNOWN } });
  expect(said.match(/could not be determined \(timeout\)/g)).toHaveLength(2);
});

test("a block that no registry names is not shown as unknown", () => {
  const absent = { ...UNKNOWN, status: "absent", reason: null } as const;
  expect(report({ network: null, parts: { ...parts, network: absent } })).toContain(
    "no registry names a holder",
  );
  expect(report({ network: null, parts: { ...parts, network: UNKNOWN } })).not.toContain("no registry");
});

test("a name has the status of its finding and is marked as text from outside", () => {
  const [finding] = ANSWER.findings;
  const findings = finding === undefined ? [] : [{ ...finding, code: "reverse.other_address" }];
  const ptr = [
    { ...PTR, name: "<script>", confirmed: false, reason: "other_address" as const },
    { ...PTR, confirmed: true },
  ];
  const said = report({ ptr }, { findings });
  expect(said).toContain(
    '{"status":"warning","text":[{"outside":"<script>"}," ","resolves to ",{"outside":"192.0.2.1"}]',
  );
  // The confirmed name comes first.
  expect(said.indexOf("resolves back")).toBeLessThan(said.indexOf("resolves to"));
});

test("an address without names and aliases has no empty tree", () => {
  const { sections } = reportReverse({ ...ANSWER, data: { ...ANSWER.data, ptr: [], aliases: [] } });
  expect(sections[0]?.blocks).toEqual([]);
});
