import { expect, jest, test } from "bun:test";
import { contract } from "@dnstools/core/contract";
import { Fault } from "@dnstools/core/fault";
import { domain } from "@dnstools/core/params";
import { enumeration } from "@dnstools/core/schema";
import { tool } from "@dnstools/core/tool";
import { Type } from "@sinclair/typebox";
import { createGate, type Gate } from "./gate.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { createService } from "./mount.ts";
import { TRACES_NOTHING } from "./trace/tracing.ts";

/** A tool whose look is nothing and whose judgement is what a test says, to see what mount makes of it. */
function serving(
  data: unknown,
  probe: (input: unknown, io: unknown, signal: AbortSignal) => Promise<{ evidence: [] }> = async () => ({
    evidence: [],
  }),
  targetConcurrency = 0,
  gate: Gate | null = null,
) {
  const lines: string[] = [];
  const metrics = createMetrics({ version: "1", revision: "r", target: "dns" });
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
    tracing: TRACES_NOTHING,
    deadlines: {},
    rules: { allow: [], deny: { names: [], blocks: [] } },
    cacheMaxAgeS: 0,
    targetConcurrency,
    gate: gate ?? createGate(0, metrics.make),
    pages: new Map(),
  });
  const ask = (name = "example.com", signal = new AbortController().signal, waitedMs = "0") =>
    door(
      new Request(`http://localhost/api/v1/dns?domain=${name}`, {
        signal,
        headers: { "x-waited-ms": waitedMs },
      }),
    );
  return { ask, lines, metrics };
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
  const { ask, lines, metrics } = serving({ status: "unknown" }, () => new Promise<never>(() => {}));
  const response = await ask();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "internal_error" });
  expect(lines.join("")).toContain("run past its deadline");
  expect(await metrics.render()).toContain('dnstools_tool_requests_total{tool="dns",outcome="timeout"} 1');
});

/** A look that ends when the test says so, or when its signal fires. */
function held() {
  const looks: { readonly end: () => void; readonly signal: AbortSignal }[] = [];
  const probe = (_input: unknown, _io: unknown, signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<{ evidence: [] }>();
    const end = () => resolve({ evidence: [] });
    signal.addEventListener("abort", end);
    looks.push({ end, signal });
    return promise;
  };
  return { looks, probe };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a run goes on while a caller waits for it, and ends when the last has gone", async () => {
  const { looks, probe } = held();
  const { ask, metrics } = serving({ status: "answer" }, probe);
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [ask("example.com", first.signal), ask("example.com", second.signal)];
  await settled();
  expect(looks).toHaveLength(1);
  first.abort();
  await settled();
  expect(looks[0]?.signal.aborted).toBe(false);
  second.abort();
  await settled();
  expect(looks[0]?.signal.aborted).toBe(true);
  for (const answer of answers) expect(await (await answer).json()).toMatchObject({ code: "client_gone" });
  const later = ask("example.com");
  await settled();
  expect(looks).toHaveLength(2);
  looks[1]?.end();
  expect((await later).status).toBe(200);
  const text = await metrics.render();
  // Each request counts, and each run is timed once.
  expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="cancelled"} 2');
  expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="ok"} 1');
  expect(text).toContain('dnstools_tool_duration_seconds_count{tool="dns"} 2');
  expect(text).toContain('dnstools_cache_requests_total{cache="dns",result="coalesced"} 1');
  expect(text).toContain('dnstools_cache_requests_total{cache="dns",result="miss"} 2');
});

test("calls about one target take turns, and beyond those that may wait they are refused without work", async () => {
  const { looks, probe } = held();
  const { ask, metrics } = serving({ status: "answer" }, probe, 1);
  const answers = ["a", "b", "c", "d"].map((label) => ask(`${label}.example.com`));
  const other = ask("example.org");
  await settled();
  // One of example.com, and the other target's.
  expect(looks).toHaveLength(2);
  const refused = await (answers[3] as Promise<Response>);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: "target_busy" });
  expect([refused.headers.get("x-work-done"), refused.headers.get("retry-after")]).toEqual(["no", "2"]);
  for (let turn = 0; turn < 4; turn++) {
    looks[turn]?.end();
    await settled();
  }
  for (const answer of [...answers.slice(0, 3), other]) expect((await answer).status).toBe(200);
  expect(looks).toHaveLength(4);
  const text = await metrics.render();
  expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="ok"} 4');
  expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="refused"} 1');
});

test("waiting for a turn is part of the tool's time", async () => {
  const { ask } = serving({ status: "answer" }, held().probe, 1);
  // The first has all of its 100 ms; the second waits for half of its own, in vain.
  const [first, second] = await Promise.all([ask("a.example.com"), ask("b.example.com")]);
  expect(first.status).toBe(200);
  expect(await second.json()).toMatchObject({ code: "target_busy" });
});

test("what a call has waited at the gateway comes off the tool's time", async () => {
  const { ask } = serving({ status: "answer" }, held().probe);
  const response = await ask("example.com", new AbortController().signal, "60000");
  expect(response.status).toBe(200);
  const { meta } = (await response.json()) as { meta: { elapsedMs: number } };
  // It had no time left, and no more than it can have waited is believed.
  expect(meta.elapsedMs).toBeGreaterThanOrEqual(2000);
  expect(meta.elapsedMs).toBeLessThan(60_000);
});

test("a call that has waited too long at the gateway has no time left for its tool", async () => {
  jest.useFakeTimers();
  try {
    let firedMs: number | null = null;
    const began = performance.now();
    const probe = (_input: unknown, _io: unknown, signal: AbortSignal) =>
      new Promise<{ evidence: [] }>((resolve) =>
        signal.addEventListener("abort", () => {
          firedMs = performance.now() - began;
          resolve({ evidence: [] });
        }),
      );
    const { ask } = serving({ status: "answer" }, probe);
    const asked = ask("example.com", new AbortController().signal, "90");
    for (let passed = 0; passed < 100 && firedMs === null; passed++) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      jest.advanceTimersByTime(1);
    }
    expect((await asked).status).toBe(200);
    // Of its 100 ms, 90 had passed at the gateway.
    expect(firedMs).toBeWithin(9, 13);
  } finally {
    jest.useRealTimers();
  }
});

test("waiting until the process has time is part of the tool's time, and being refused there is counted", async () => {
  const late = serving({ status: "answer" }, held().probe, 0, {
    enter: () => new Promise((resolve) => setTimeout(resolve, 300)),
  });
  const { meta } = (await (await late.ask()).json()) as { meta: { elapsedMs: number } };
  // Of the tool's 100 ms nothing was left: all of the time is the wait's.
  expect(meta.elapsedMs).toBeGreaterThanOrEqual(300);
  const refusing = serving({ status: "answer" }, held().probe, 0, {
    enter: () => Promise.reject(new Fault("overloaded", { detail: "Later.", workDone: false })),
  });
  expect((await refusing.ask()).status).toBe(503);
  expect(await refusing.metrics.render()).toContain(
    'dnstools_tool_requests_total{tool="dns",outcome="refused"} 1',
  );
});
