import { expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import type { Finding } from "@dnstools/core/tool/finding";
import { wordsOf } from "../../test/words.ts";
import type { NameData, ScoutData } from "../data.ts";
import { findingOf } from "../findings.ts";
import { reportScout } from "./report.ts";

type ScoutAnswer = Answer<ScoutData>;

const EXAMPLE = new URL("../../../../../gateway/openapi/examples/scout.json", import.meta.url);
const HOSTILE = "\u001b[31m\u202e<script>`";

const example: ScoutAnswer = await Bun.file(EXAMPLE).json();
const { subdomains, email, axfr, records, srv } = example.data;

function answer(data: Partial<ScoutData>, findings: readonly Finding[] = []): ScoutAnswer {
  return { ...example, findings, data: { ...example.data, ...data } };
}

function withNames(names: readonly Partial<NameData>[]): Partial<ScoutData> {
  const none: NameData = {
    name: "www.example.com",
    proof: "no_wildcard",
    delegated: false,
    nameServers: [],
    aliases: [],
    target: null,
    reason: null,
    records: [],
  };
  return { subdomains: subdomains && { ...subdomains, names: names.map((name) => ({ ...none, ...name })) } };
}

function sectionOf(given: ScoutAnswer, heading: string) {
  return reportScout(given).sections.find((section) => section.heading.startsWith(heading));
}

/** Returns the tree of names in a report. */
function treeOf(given: ScoutAnswer) {
  const [tree] = sectionOf(given, "What depends")?.blocks ?? [];
  return tree?.kind === "tree" ? tree : undefined;
}

function branchesOf(given: ScoutAnswer) {
  return treeOf(given)?.branches[0]?.children ?? [];
}

test("names with broken aliases come first, then names with unknown aliases, then working names", () => {
  const given = answer({
    srv: null,
    email: null,
    ...withNames([
      { name: "a.example.com" },
      { name: "b.example.com", aliases: ["b.example.net"], target: "unknown", reason: "timeout" },
      { name: "c.example.com", aliases: ["c.example.net"], target: "unregistered" },
    ]),
  });
  const shown = branchesOf(given);
  expect(shown.slice(0, 2).map(({ status }) => status)).toEqual(["fail", "unknown"]);
  expect(wordsOf(shown[0]).outside).toEqual(["c", "c.example.net"]);
  expect(wordsOf(shown[1]).plain).toContain("could not be determined (timeout)");
  expect(sectionOf(given, "What depends")?.status).toBe("fail");
});

test("a finding about a name marks it", () => {
  const finding = findingOf("scout.private_address", {
    subjects: ["a.example.com", "10.0.0.1"],
    evidence: [],
  });
  const given = answer(withNames([{ name: "a.example.com" }]), [finding]);
  expect(branchesOf(given).find(({ status }) => status === "warning")).toBeDefined();
});

test("with many problems, fewer names are shown", () => {
  const names = Array.from({ length: 60 }, (_, i) => ({ name: `n${i}.example.com` }));
  const problems = Array.from({ length: 8 }, () =>
    findingOf("scout.dangling_alias", { subjects: ["x"], evidence: [] }),
  );
  const few = treeOf(answer(withNames(names)))?.lines ?? 0;
  const many = treeOf(answer(withNames(names), problems))?.lines ?? 0;
  expect(few).toBeGreaterThan(many);
  expect(many).toBeGreaterThan(5);
});

test("an incomplete section is unknown with its reason, and sections that were not requested are left out", () => {
  const open = email && {
    ...email,
    status: "unknown" as const,
    reason: "timeout" as const,
    complete: false,
    mx: null,
    spf: { ...email.spf, status: "unknown" as const, reason: "timeout" as const, record: null },
  };
  const given = answer({ records: null, srv: null, subdomains: null, axfr: null, ptr: null, email: open });
  const { sections } = reportScout(given);
  expect(
    sections.filter(({ blocks }) => blocks.length > 0).map(({ heading, status }) => [heading, status]),
  ).toEqual([
    ["What depends on this name?", "unknown"],
    ["What is published for mail?", "unknown"],
    ["How complete are these results?", "unknown"],
  ]);
  expect(wordsOf(sections).plain).toContain("MX could not be determined (timeout)");
});

test("an open zone transfer fails, and its records are shown", () => {
  const servers = (axfr?.servers ?? []).map((one) => ({ ...one, result: "allowed" as const, records: 21 }));
  const given = answer({
    axfr: axfr && {
      ...axfr,
      servers,
      records: [{ name: "x.example.com", type: "A", ttl: 60, value: "192.0.2.1" }],
    },
  });
  expect(sectionOf(given, "How do the name servers")?.status).toBe("fail");
  expect(sectionOf(given, "Which records does the zone transfer")).toMatchObject({
    status: "fail",
    blocks: [
      { kind: "table", rows: [[{ outside: "x.example.com" }, { outside: "A" }, { outside: "192.0.2.1" }]] },
    ],
  });
});

test("records, names and servers are marked as text from outside", () => {
  const given = answer({
    zone: HOSTILE,
    ...withNames([
      { name: `${HOSTILE}.example.com`, aliases: [HOSTILE], target: "exists" },
      { records: [{ type: "TXT", ttl: 60, values: [HOSTILE], total: 1 }] },
    ]),
    records: records && { ...records, servers: records.servers.map((one) => ({ ...one, name: HOSTILE })) },
    srv: srv && {
      ...srv,
      services: srv.services.map((one) => ({ ...one, name: HOSTILE })),
      unknown: [HOSTILE],
    },
    axfr: axfr && { ...axfr, records: [{ name: HOSTILE, type: "TXT", ttl: 1, value: HOSTILE }] },
    email: email && {
      ...email,
      mx: [{ preference: 1, exchange: HOSTILE, addresses: [HOSTILE] }],
      spf: { ...email.spf, record: HOSTILE },
    },
  });
  const { plain, outside } = wordsOf(reportScout(given));
  expect(plain.filter((text) => text.includes("\u001b") || text.includes("<"))).toEqual([]);
  expect(outside.filter((text) => text.includes(HOSTILE)).length).toBeGreaterThan(8);
});

test("records that differ are marked as their finding says: no problem if servers vary on purpose", () => {
  const at = { name: "ns1.example.com", address: "192.0.2.53" };
  const answers = ["192.0.2.1", "192.0.2.2"].map((value) => ({
    ...{ status: "answer" as const, values: [value], servers: [at] },
  }));
  const differing = { records: records && { ...records, differences: [{ type: "A" as const, answers }] } };
  const statusOf = (code: "scout.servers_vary" | "scout.servers_disagree") =>
    sectionOf(
      answer(differing, [findingOf(code, { subjects: ["A"], evidence: [] })]),
      "Which records does the domain",
    )?.status;
  expect(statusOf("scout.servers_disagree")).toBe("warning");
  expect(statusOf("scout.servers_vary")).not.toBe("warning");
});
