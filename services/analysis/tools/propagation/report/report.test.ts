import { expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import { wordsOf } from "../../test/words.ts";
import type { PropagationData, ResolverData, ResultData } from "../data.ts";
import { reportPropagation } from "./report.ts";

type PropagationAnswer = Answer<PropagationData>;

const EXAMPLE = new URL("../../../../../gateway/openapi/examples/propagation.json", import.meta.url);
const UNTIL = "2026-11-24T10:00:00.000Z";
const HOSTILE = "\u001b[31m\u202e<script>`";

const example: PropagationAnswer = await Bun.file(EXAMPLE).json();

/** Returns the example answer, with the given data in place of its own. */
function answer(data: Partial<PropagationData>, more: Partial<PropagationAnswer> = {}): PropagationAnswer {
  return { ...example, ...more, data: { ...example.data, ...data } };
}

/** Returns the example's resolvers, with a changed A result for the first one. */
function withAnswer(result: Partial<ResultData>): readonly ResolverData[] {
  return example.data.resolvers.map((resolver, at) =>
    at > 0
      ? resolver
      : { ...resolver, results: { ...resolver.results, A: { ...resolver.results.A, ...result } } },
  );
}

function sectionOf(given: PropagationAnswer, heading: string) {
  return reportPropagation(given).sections.find((section) => section.heading.startsWith(heading));
}

test("the expiry of an old answer is in the timeline, and the old answer is a row of the table", () => {
  const resolvers = [...withAnswer({ class: "stale", until: UNTIL, values: ["192.0.2.66"], total: 1 })];
  const conclusion = { status: "in_progress", until: UNTIL, detail: "" } as const;
  const section = sectionOf(answer({ resolvers, conclusion }), "Which resolvers still have");
  const [first] = resolvers;
  expect(section?.status).toBe("warning");
  expect(section?.blocks.find(({ kind }) => kind === "timeline")).toMatchObject({
    moments: [
      { at: example.meta.observedAt, status: "none" },
      {
        at: UNTIL,
        status: "warning",
        text: [{ outside: first?.service }, " (", { outside: first?.ip }, ")", " drops ", "A"],
      },
    ],
  });
  const table = section?.blocks.find(({ kind }) => kind === "table");
  expect(wordsOf(table).plain).toContain("old answer");
  expect(wordsOf(table).outside).toContain("192.0.2.66");
});

test("an answer that may be old is shown as unknown", () => {
  const resolvers = [...withAnswer({ class: "different", detail: "same_operator_unproved", until: UNTIL })];
  const section = sectionOf(answer({ resolvers }), "Which resolvers still have");
  expect(section?.blocks.find(({ kind }) => kind === "timeline")).toMatchObject({
    moments: [{}, { status: "unknown" }],
  });
  expect(section?.status).toBe("none");
});

test("a missing answer is shown as unknown, with its reason", () => {
  const resolvers = [...withAnswer({ class: "unknown", reason: "timeout", values: null, total: null })];
  const section = sectionOf(answer({ resolvers }), "Which resolvers still have");
  expect(wordsOf(section).plain).toContain("timeout");
  expect([section?.status, example.data.conclusion.status]).toEqual(["none", "propagated"]);
});

test("without resolvers and servers, the report says what could not be determined", () => {
  const { authoritative, summary } = example.data;
  const A = { ...authoritative.values.A, status: "unknown", reason: "servfail", values: null } as const;
  const given = answer({
    resolvers: [],
    summary: { ...summary, asked: 0 },
    authoritative: { ...authoritative, agree: null, servers: [], values: { ...authoritative.values, A } },
  });
  expect(sectionOf(given, "Which resolvers still have")?.blocks).toEqual([]);
  const servers = sectionOf(given, "Do the zone's servers agree?");
  expect(servers?.status).toBe("unknown");
  expect(wordsOf(servers).plain).toContain("could not be determined (servfail)");
});

test("servers that contradict each other come first, and the contradictory types are marked", () => {
  const { authoritative } = example.data;
  const [server, ...others] = authoritative.servers;
  if (server === undefined) throw new Error("the example has no server");
  const A = { ...server.results.A, values: ["192.0.2.99"], total: 1 };
  const servers = [{ ...server, results: { ...server.results, A } }, ...others];
  const findings = [
    { ...example.findings[0], code: "propagation.authoritative_disagree", subjects: ["A"] },
  ] as unknown as PropagationAnswer["findings"];
  const given = answer({ authoritative: { ...authoritative, agree: false, servers } }, { findings });
  const [first] = reportPropagation(given).sections;
  expect(first).toMatchObject({ heading: "Do the zone's servers agree?", status: "fail" });
  const [table] = first?.blocks ?? [];
  const rows = table?.kind === "table" ? table.rows : [];
  expect(rows.filter(([type]) => type === "A").map((row) => row[1])).toEqual([
    expect.objectContaining({ status: "fail" }),
    expect.objectContaining({ status: "fail" }),
  ]);
});

test("of 50 resolvers with different answers, only some are shown, and the others are counted", () => {
  const [one] = withAnswer({ class: "stale", until: UNTIL });
  if (one === undefined) throw new Error("the example has no resolver");
  const resolvers = Array.from({ length: 50 }, (_, i) => ({
    ...one,
    ip: `192.0.2.${i}`,
    results: { ...one.results, A: { ...one.results.A, values: [`198.51.100.${i}`] } },
  }));
  const section = sectionOf(answer({ resolvers }), "Which resolvers still have");
  expect(section?.blocks.find(({ kind }) => kind === "table")).toMatchObject({ more: 43 });
  expect(wordsOf(section).plain).toContain("40 more expire earlier; see the JSON.");
});

test("text from servers and resolvers is marked as text from outside", () => {
  const { authoritative, excluded } = example.data;
  const hostile = {
    ...example.data.resolvers[0]?.results.A,
    class: "stale",
    alias: HOSTILE,
    values: [HOSTILE],
  };
  const resolvers = [...withAnswer(hostile as ResultData)].map((one) => ({
    ...one,
    operator: HOSTILE,
    service: null,
  }));
  const servers = authoritative.servers.map((one) => ({
    ...one,
    name: HOSTILE,
    results: { ...one.results, TXT: { ...one.results.TXT, values: [HOSTILE], alias: HOSTILE } },
  }));
  const given = answer({
    resolvers,
    authoritative: { ...authoritative, zone: HOSTILE, servers },
    excluded: excluded.map((one) => ({ ...one, service: HOSTILE, operator: HOSTILE })),
  });
  const { plain, outside } = wordsOf(reportPropagation(given));
  expect(plain.filter((text) => text.includes("\u001b") || text.includes("<"))).toEqual([]);
  expect(outside.filter((text) => text.includes(HOSTILE)).length).toBeGreaterThan(5);
});
