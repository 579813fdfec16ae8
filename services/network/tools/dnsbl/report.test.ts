import { expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import type { DnsblData, ListData, ResultData } from "./data.ts";
import { reportDnsbl } from "./report.ts";

const EXAMPLE = new URL("../../../../gateway/openapi/examples/dnsbl.json", import.meta.url);
const ANSWER: Answer<DnsblData> = await Bun.file(EXAMPLE).json();
const RESULT: ResultData = {
  ...{ subject: "ip", status: "listed", reason: null, text: null, proof: null },
  codes: [{ code: "127.0.0.2", meaning: "spam", counts: true, kind: "spam" }],
};
const LISTED: ListData = {
  ...{ zone: "light.example", operator: null, status: "listed", reason: null, results: [RESULT] },
  ...{ kind: "spam", weight: "low", delistUrl: null },
};
const SILENT: ListData = { ...LISTED, status: "unknown", reason: "timeout", results: [] };

/** Returns the section with this heading as JSON, from the report of the recorded answer with the given data. */
function section(heading: string, data: Partial<DnsblData>, findings: Answer["findings"] = []): string {
  const { sections } = reportDnsbl({ ...ANSWER, findings, data: { ...ANSWER.data, ...data } });
  return JSON.stringify(sections.find((one) => one.heading.startsWith(heading))?.blocks);
}

test("lists that many receivers use come first, each with the status of its finding", () => {
  const heavy: ListData = {
    ...LISTED,
    zone: "heavy.example",
    weight: "high",
    delistUrl: "https://x.example/",
  };
  const finding = {
    ...{ subject: null, evidence: [], reference: null, fix: null, docs: "", message: "" },
    ...{ code: "dnsbl.listed", severity: "error" as const, subjects: ["192.0.2.1", heavy.zone] },
  };
  const said = section(
    "Which lists have an entry",
    { lists: [LISTED, heavy], summary: { ...ANSWER.data.summary, listed: 2 } },
    [finding],
  );
  expect(said).toContain(
    '[{"status":"fail","text":{"outside":"heavy.example"}},"many",[{"outside":"spam"}]],[{"status":"warning","text":{"outside":"light.example"}},"few"',
  );
  expect(said).toContain('[{"outside":"https://x.example/"},[{"outside":"heavy.example"}]]');
});

test("a list's text is marked as from outside and is cut between words", () => {
  const text = `<script> ${"word ".repeat(40)}`;
  const said = section("Which lists have an entry", {
    lists: [{ ...LISTED, results: [{ ...RESULT, text }] }],
  });
  expect(said).toContain('{"outside":"<script> word');
  expect(said).toContain('word"}," ..."');
});

test("the listed subject is named if several are listed", () => {
  const results = [RESULT, { ...RESULT, subject: "mx_ip" as const }];
  expect(section("Which lists have an entry", { lists: [{ ...LISTED, results }] })).toContain(
    "the mail server: ",
  );
  expect(
    section("Which lists have an entry", { lists: [{ ...LISTED, results: results.slice(1) }] }),
  ).not.toContain("mail server");
});

test("lists without an answer are grouped by reason, and lists with few users share a row", () => {
  const asked = [{ ...RESULT, status: "unknown" as const, reason: "timeout" as const, codes: [] }];
  const heavy = ["a.example", "b.example"].map(
    (zone): ListData => ({ ...SILENT, zone, weight: "high", results: asked }),
  );
  const said = section("Which lists gave", { lists: [{ ...SILENT, results: asked }, ...heavy] });
  expect(said).toContain('[{"outside":"a.example"},", ",{"outside":"b.example"}]},"many","timeout"]');
  expect(said).toContain('[{"outside":"light.example"}," (","timeout",")"]');
});

test("lists that were not asked because the mail server's address is missing are not shown as silent", () => {
  const mx = {
    ...{ status: "unknown" as const, reason: "timeout" as const, nullMx: false },
    ...{ host: "mail.example", preference: 10, ip: null },
  };
  const data = { mx, lists: [SILENT] };
  expect(section("Which lists gave", data)).toContain(
    "not asked, because the address of the mail server is missing",
  );
  expect(section("Which mail server", data)).toContain("could not be determined (timeout)");
  expect(section("Which mail server", { mx: null })).toBe("[]");
});
