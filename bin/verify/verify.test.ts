import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkPaths } from "./docs.ts";
import { labImports, leavingImports } from "./imports.ts";
import { compareMetrics } from "./metric-table.ts";
import { checkOnce } from "./once.ts";
import { compareRoutes } from "./routes.ts";
import { compareRunbook } from "./runbook.ts";

const ROOT = `${import.meta.dir}/../..`;
const HOUSE = mkdtempSync(join(tmpdir(), "dnstools-verify-"));

// Only the linter's rules are copied into a separate folder, because the tests must not write files into the checkout.
beforeAll(() => {
  for (const file of ["biome.json", ".gitignore"]) cpSync(join(ROOT, file), join(HOUSE, file));
});
afterAll(() => rmSync(HOUSE, { recursive: true }));

/** Runs the linter on a file at a path. @returns its exit code and its output. */
function lint(path: string, text: string): { code: number; says: string } {
  mkdirSync(dirname(join(HOUSE, path)), { recursive: true });
  writeFileSync(join(HOUSE, path), text);
  const biome = Bun.spawnSync([`${ROOT}/node_modules/.bin/biome`, "lint", "--error-on-warnings", path], {
    cwd: HOUSE,
  });
  rmSync(join(HOUSE, path));
  return { code: biome.exitCode, says: `${biome.stdout}${biome.stderr}`.replace(/\s+/g, " ") };
}

test.each([
  ["services/shared/core/planted.ts", 'export { connect } from "node:net";', "do I/O in services/shared/net"],
  [
    "services/shared/core/planted.ts",
    'export { openNet } from "@dnstools/net";',
    "core knows no other package",
  ],
  [
    "services/shared/core/planted.ts",
    'export { problems } from "@dnstools/server/http/http";',
    "core knows no other package",
  ],
  [
    "services/shared/server/planted.ts",
    'export { findZone } from "@dnstools/net/lookup/zone";',
    "server knows only core",
  ],
  ["services/shared/core/planted.ts", "export const at = Date.now();", "This file knows no clock"],
  [
    "services/shared/net/planted.ts",
    'export { problems } from "@dnstools/server/http/http";',
    "net knows only core",
  ],
  ["services/shared/net/planted.ts", 'export { Elysia } from "elysia";', "net knows no HTTP server"],
  ["services/shared/net/planted.ts", 'export { Counter } from "prom-client";', "net emits events"],
  ["services/shared/server/planted.ts", 'export { openNet } from "@dnstools/net";', "server knows only core"],
  ["services/dns/tools/dns/analyse.ts", 'export { probe } from "./probe.ts";', "A judgement does not look"],
  [
    "services/dns/tools/dns/analyse.ts",
    'export type { Net } from "@dnstools/net";',
    "shapes and protocols belong to @dnstools/core",
  ],
  ["services/dns/tools/dns/contract.ts", "export const now = performance.now();", "This file knows no clock"],
  ["services/dns/tools/dns/probe.ts", 'export { Elysia } from "elysia";', "HTTP stays in service"],
  ["services/dns/tools/dns/probe.ts", 'export { analyse } from "./analyse.ts";', "A probe never judges"],
  ["services/dns/app.ts", 'export const home = process.env["HOME"];', "noProcessEnv"],
  ["gateway/planted.ts", 'export { openNet } from "@dnstools/net";', "ask through a service's door"],
  ["gateway/planted.ts", 'export { createDnsService } from "@dnstools/dns";', "import <service>/contracts"],
])("a forbidden import fails: %s %s", (path, text, message) => {
  const verdict = lint(path, `${text}\n`);
  expect(verdict.says).toContain(message);
  expect(verdict.code).toBe(1);
});

test.each([
  ["gateway/planted.ts", 'export { contracts } from "@dnstools/dns/contracts";'],
  ["services/shared/net/planted.ts", 'export { present } from "@dnstools/core/tool/outcome";'],
  ["services/dns/tools/dns/probe.ts", 'export { openNet } from "@dnstools/net";'],
])("an allowed import passes: %s %s", (path, text) => {
  expect(lint(path, `${text}\n`)).toMatchObject({ code: 0 });
});

test("a relative import that leaves its package is found", () => {
  const leaving = leavingImports(
    "gateway/app.ts",
    'import { x } from "../services/dns/tools/dns/probe.ts";\nimport { y } from "./routes.ts";',
  );
  expect(leaving).toEqual([
    'gateway/app.ts: "../services/dns/tools/dns/probe.ts" leaves its package: import @dnstools/... and declare it in package.json',
  ]);
  expect(
    leavingImports("services/dns/app.ts", 'import type { x } from "../shared/core/outcome.ts";'),
  ).toHaveLength(1);
  expect(leavingImports("services/dns/tools/dns/probe.ts", 'import { x } from "../index.ts";')).toHaveLength(
    0,
  );
});

test.each([
  ["gateway/app.ts", "support/until", "which the product does not have"],
  ["gateway/app.test.ts", "support/product", "a unit test imports @dnstools/lab/support"],
  ["gateway/app.test.ts", "plan/hosts", null],
  ["gateway/app.lab.test.ts", "support/product", null],
  ["gateway/test/edge.ts", "support/until", null],
  ["gateway/app.fixture.ts", "support/until", null],
  ["bench/gateway.ts", "support/product", null],
])("%s imports lab/%s, with the problem %p", (file, part, problem) => {
  const problems = labImports(file, `import { x } from "@dnstools/lab/${part}";`);
  expect(problems).toHaveLength(problem === null ? 0 : 1);
  if (problem !== null) expect(problems[0]).toContain(problem);
});

const ROW = "| `dnstools_tool_requests_total` | counter | tool, outcome (ok, refused) | every | x |\n";
const SHAPE = { name: "dnstools_tool_requests_total", type: "counter", labels: ["tool", "outcome"] };
const SAMPLES = ["ok", "refused"]
  .map((outcome) => `dnstools_tool_requests_total{tool="dns",outcome="${outcome}"} 0\n`)
  .join("");

test.each([
  ["nothing", ROW, [SHAPE], SAMPLES, null],
  ["a metric without a row", "", [SHAPE], SAMPLES, "lacks the row of dnstools_tool_requests_total"],
  ["a row without a metric", ROW, [], SAMPLES, "is no metric of ours"],
  ["another type", ROW, [{ ...SHAPE, type: "gauge" }], SAMPLES, "is a gauge, not a counter"],
  ["a label that is not listed", ROW, [{ ...SHAPE, labels: ["tool"] }], SAMPLES, 'has the labels "tool"'],
  ["a value that is not listed", ROW.replace("ok, ", ""), [SHAPE], SAMPLES, "outcome is one of ok, refused"],
  [
    "a value that does not occur",
    ROW.replace("ok", "ok, late"),
    [SHAPE],
    SAMPLES,
    "not of ok, late, refused",
  ],
] as const)("in the table of metrics %s is found", (_, table, shapes, samples, problem) => {
  const problems = compareMetrics(table, shapes, samples);
  expect(problems).toHaveLength(problem === null ? 0 : 1);
  if (problem !== null) expect(problems[0]).toContain(problem);
});

const ENTRY = "### DnstoolsDown\n\n**Callers notice** it.\n\n**See** _Alerts_.\n\n**Do** nothing.\n";

test.each([
  ["nothing", ENTRY, null],
  ["an alert without an entry", "", "DnstoolsDown has no entry"],
  ["an entry without an alert", `${ENTRY}${ENTRY.replace("Down", "Up")}`, "there is no alert DnstoolsUp"],
  ["an entry that says too little", ENTRY.replace("**See**", "See"), "DnstoolsDown does not say"],
  [
    "an entry longer than a screen",
    `${ENTRY}${"More.\n".repeat(24)}`,
    "DnstoolsDown is longer than a screen",
  ],
  ["a panel that does not exist", ENTRY.replace("Alerts", "Alarms"), "no panel is called Alarms"],
] as const)("in the runbook %s is found", (_, text, problem) => {
  const problems = compareRunbook(text, ["DnstoolsDown"], ["Alerts, now"]);
  expect(problems.join()).toContain(problem ?? "");
  expect(problems).toHaveLength(problem === null ? 0 : 1);
});

test("a second implementation of a step of the chain is found", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-once-"));
  await Bun.write(
    join(folder, "gateway/other.ts"),
    'headers["ratelimit"] = "x"; limiter.charge(client, 1);\n',
  );
  expect(await checkOnce(folder)).toEqual([
    "gateway/other.ts: only gateway/plugins/limit-headers.ts writes the headers of the limit",
    "gateway/other.ts: only gateway/plugins/rate-limit.ts charges a client's limit",
  ]);
  rmSync(folder, { recursive: true });
});

test.each([
  ["nothing", ["/", "/dns/:target", "/docs/findings/:code"], ["dns"], null],
  ["a tool without its report", ["/"], ["dns"], "there is no route /dns/:target"],
  ["a tool with the path of a page", ["/dns/:target", "/dns"], ["dns"], "no tool can have its name"],
  ["a path that the edge's log would not name", ["/dns/:target", "/new"], ["dns"], "has no name for /new"],
] as const)("among paths %s is found", (_, routes, tools, problem) => {
  const problems = compareRoutes(routes, tools);
  expect(problems.join()).toContain(problem ?? "");
  if (problem === null) expect(problems).toBeEmpty();
});

test("documents and comments may only name files and headings that exist", async () => {
  mkdirSync(join(HOUSE, "bin/part"), { recursive: true });
  writeFileSync(
    join(HOUSE, "bin/part/there.ts"),
    "// As ./there.ts, part/there.ts and x.test.ts have it, not gone/there.ts.\n",
  );
  writeFileSync(
    join(HOUSE, "GUIDE.md"),
    "# The guide: `one`\n\n`there.ts`, `bin/part`, [one](#the-guide-one), [two](#two) and `gone.ts`\n",
  );
  const problems = await checkPaths(HOUSE);
  for (const path of ["bin", "GUIDE.md"]) rmSync(join(HOUSE, path), { recursive: true });
  expect(problems).toEqual([
    "GUIDE.md: names gone.ts, which does not exist",
    "bin/part/there.ts: names gone/there.ts, which does not exist",
    "GUIDE.md: links to #two, but there is no such heading",
  ]);
});
