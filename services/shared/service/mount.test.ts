import { expect, test } from "bun:test";
import { contract } from "@dnstools/core/contract";
import { domain } from "@dnstools/core/params";
import { enumeration } from "@dnstools/core/schema";
import { tool } from "@dnstools/core/tool";
import { Type } from "@sinclair/typebox";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { createService } from "./mount.ts";

/** A tool whose look is nothing and whose judgement is what a test says, to see what mount makes of it. */
function serving(data: unknown, probe = async () => ({ evidence: [] })) {
  const lines: string[] = [];
  const metrics = createMetrics({ version: "1", target: "dns" });
  const said = tool({
    contract: contract({
      tool: "dns",
      service: "dns",
      summary: "",
      description: "",
      cost: 1,
      deadlineMs: 100,
      params: { domain: domain({ description: "" }) },
      notFound: true,
      data: Type.Object({ status: enumeration(["answer", "unknown"], "") }),
      findings: {},
      examples: [],
    }),
    probe,
    analyse: () => ({ kind: "answer" as const, data, findings: [] }),
  });
  const log = createLog("info", {}, (line) => void lines.push(line));
  const door = createService("dns", [said], {
    io: null,
    version: "1",
    log,
    metrics,
    deadlines: {},
    rules: { allow: [] },
    cacheMaxAgeS: 0,
    pages: new Map(),
  });
  return { ask: () => door(new Request("http://localhost/api/v1/dns?domain=example.com")), lines, metrics };
}

test("an answer that breaks its published schema does not leave, and the log says where", async () => {
  const { ask, lines, metrics } = serving({ status: "perhaps" });
  const response = await ask();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "internal_error" });
  expect(lines.join("")).toContain("breaks its contract at /status");
  expect(await metrics.render()).toContain(
    'dnstools_tool_requests_total{tool="dns",outcome="internal_error"} 1',
  );
});

test("an answer that holds leaves in its envelope", async () => {
  const { ask } = serving({ status: "unknown" });
  const response = await ask();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    tool: "dns",
    query: { domain: "example.com" },
    data: { status: "unknown" },
    meta: { deadlineMs: 100, cost: 1, version: "1", cache: { hit: false, ageS: 0 } },
  });
});

test("a tool that does not settle is ended after its deadline, and the log says so", async () => {
  const { ask, lines } = serving({ status: "unknown" }, () => new Promise<never>(() => {}));
  const response = await ask();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "internal_error" });
  expect(lines.join("")).toContain("run past its deadline");
});
