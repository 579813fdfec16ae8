import { expect, jest, test } from "bun:test";
import { contract } from "@dnstools/core/tool/contract";
import { domain, type InputOf, type ParamSpecs } from "@dnstools/core/tool/params";
import { enumeration } from "@dnstools/core/tool/schema";
import { WHOLE } from "@dnstools/core/tool/shape";
import { tool } from "@dnstools/core/tool/tool";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import { Type } from "@sinclair/typebox";
import type { Progress, ToolCall } from "../client/call.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { TRACES_NOTHING } from "../trace/tracing.ts";
import type { Load } from "./admission.ts";
import { createService } from "./mount.ts";

const ANY_LOAD: Load = { capacity: 0, perCaller: 0, perTarget: 0, queueWaitMs: 1000 };

type Probe = (
  input: unknown,
  io: unknown,
  signal: AbortSignal,
  progress: WorkProgress,
) => Promise<{ evidence: [] }>;
const SEES_NOTHING: Probe = async () => ({ evidence: [] });

/** Creates a service with one tool, whose probe and data the test supplies. */
function serving(
  data: unknown,
  probe = SEES_NOTHING,
  more: Partial<Load> & { deadlineMs?: number } = {},
  asksTarget = true,
) {
  // The default deadline is longer than any delay on a busy machine; it is for tests that are not about the deadline.
  const { deadlineMs = 60_000, ...load } = more;
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
    analyse: () => ({
      kind: "answer" as const,
      summary: { status: "pass" as const, text: "" },
      data,
      findings: [],
    }),
    asksTarget: () => asksTarget,
  });
  const { call } = createService("dns", [said], {
    io: null,
    version: "1",
    log: createLog("info", {}, (line) => void lines.push(line)),
    metrics,
    tracing: TRACES_NOTHING,
    deadlines: { dns: deadlineMs },
    rules: { allow: [], deny: { names: [], blocks: [] } },
    cacheMaxAgeS: 0,
    load: { ...ANY_LOAD, ...load },
    pages: new Map(),
  });
  const ask = async (
    name = "example.com",
    { signal = new AbortController().signal, ...more }: Partial<ToolCall> & { signal?: AbortSignal } = {},
    onProgress?: (progress: Progress) => void,
  ) => {
    const input = { domain: name } as unknown as InputOf<ParamSpecs>;
    const asked = {
      tool: "dns",
      input,
      shape: WHOLE,
      requestId: "abcdefgh",
      trace: null,
      caller: "",
      waitedMs: 0,
    } as const;
    return JSON.parse(await call({ ...asked, ...more }, signal, onProgress));
  };
  return { ask, lines, metrics };
}
/** Returns the fault code with which a call fails; null if the call succeeds. */
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code }: { code: string }) => code,
  );

test("an answer that violates its published schema is not sent, and the log says where", async () => {
  const { ask, lines, metrics } = serving({ status: "perhaps" });
  expect(await codeOf(ask())).toBe("internal_error");
  expect(lines.join("")).toContain("violates its contract at /status");
  expect(await metrics.render()).toContain(
    'dnstools_tool_requests_total{tool="dns",outcome="internal_error"} 1',
  );
});

test("a valid answer is sent in its envelope", async () => {
  const { ask } = serving({ status: "unknown" });
  expect(await ask()).toMatchObject({
    tool: "dns",
    query: { domain: "example.com" },
    data: { status: "unknown" },
    meta: { deadlineMs: 60_000, cost: 1, version: "1", cache: { hit: false, ageS: 0 } },
  });
});

test("a tool that does not settle is given up after its deadline, and the log says so", async () => {
  const { ask, lines, metrics } = serving({ status: "unknown" }, () => new Promise<never>(() => {}), {
    deadlineMs: 100,
  });
  expect(await codeOf(ask())).toBe("internal_error");
  expect(lines.join("")).toContain("run past its deadline");
  expect(await metrics.render()).toContain('dnstools_tool_requests_total{tool="dns",outcome="timeout"} 1');
});

/** Creates a probe that ends when the test calls `end` or when its signal fires. */
function held() {
  const looks: { readonly end: () => void; readonly signal: AbortSignal }[] = [];
  const probe: Probe = (_input, _io, signal) => {
    const { promise, resolve } = Promise.withResolvers<{ evidence: [] }>();
    const end = () => resolve({ evidence: [] });
    signal.addEventListener("abort", end);
    looks.push({ end, signal });
    return promise;
  };
  return { looks, probe };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a run continues while a caller waits for it, and ends when the last one has left", async () => {
  const { looks, probe } = held();
  const { ask, metrics } = serving({ status: "answer" }, probe);
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [first, second].map(({ signal }) => codeOf(ask("example.com", { signal })));
  await settled();
  expect(looks).toHaveLength(1);
  first.abort();
  await settled();
  expect(looks[0]?.signal.aborted).toBe(false);
  second.abort();
  await settled();
  expect(looks[0]?.signal.aborted).toBe(true);
  expect(await Promise.all(answers)).toEqual(["client_gone", "client_gone"]);
  const later = ask("example.com");
  await settled();
  expect(looks).toHaveLength(2);
  looks[1]?.end();
  expect((await later).tool).toBe("dns");
  const text = await metrics.render();
  // Every request is counted once. Every run is timed once, even if several requests shared it.
  expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="cancelled"} 2');
  expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="ok"} 1');
  expect(text).toContain('dnstools_tool_duration_seconds_count{tool="dns"} 2');
  expect(text).toContain('dnstools_cache_requests_total{cache="dns",result="coalesced"} 1');
  expect(text).toContain('dnstools_cache_requests_total{cache="dns",result="miss"} 2');
});

test("a run that waits for its turn ends without work when its callers have left", async () => {
  const { looks, probe } = held();
  const { ask } = serving({ status: "answer" }, probe, { capacity: 1 });
  const first = ask("a.example.com");
  const gone = new AbortController();
  const second = codeOf(ask("b.example.com", { signal: gone.signal }));
  await settled();
  gone.abort();
  expect(await second).toBe("client_gone");
  looks[0]?.end();
  await first;
  await settled();
  expect(looks).toHaveLength(1);
});

test("calls about one target take turns; calls about other targets, and calls that query no server of the target, do not wait", async () => {
  const { looks, probe } = held();
  const { ask } = serving({ status: "answer" }, probe, { perTarget: 1 });
  const answers = ["a", "b"].map((label) => ask(`${label}.example.com`));
  const other = ask("example.org");
  await settled();
  // Two calls are in progress: one of the two about example.com, and the one about the other target.
  expect(looks).toHaveLength(2);
  for (let turn = 0; turn < 3; turn++) {
    looks[turn]?.end();
    await settled();
  }
  await Promise.all([...answers, other]);
  const free = held();
  const own = serving({ status: "answer" }, free.probe, { perTarget: 1 }, false);
  const all = ["a", "b", "c"].map((label) => own.ask(`${label}.example.com`));
  await settled();
  expect(free.looks).toHaveLength(3);
  for (const { end } of free.looks) end();
  await Promise.all(all);
});

/** Advances Bun's fake clock until the condition is true. */
async function passUntil(isSo: () => boolean): Promise<void> {
  for (let passed = 0; passed < 20_000 && !isSo(); passed++) {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    jest.advanceTimersByTime(1);
  }
}

test("a tool's deadline starts when its work begins, regardless of how long the call waited", async () => {
  jest.useFakeTimers();
  try {
    const times: { began: number; ended: number }[] = [];
    const probe: Probe = (_input, _io, signal) => {
      const own = { began: performance.now(), ended: 0 };
      times.push(own);
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          own.ended = performance.now();
          resolve({ evidence: [] });
        }),
      );
    };
    const { ask } = serving({ status: "answer" }, probe, { perTarget: 1, deadlineMs: 100 });
    const both = [ask("a.example.com"), ask("b.example.com", { waitedMs: 500 })];
    await passUntil(() => times.length === 2 && times.every(({ ended }) => ended > 0));
    for (const { meta } of await Promise.all(both)) expect(meta.elapsedMs).toBeWithin(99, 103);
    for (const { began, ended } of times) expect(ended - began).toBeWithin(99, 103);
  } finally {
    jest.useRealTimers();
  }
});

test("a call waits for its turn for the remainder of QUEUE_WAIT_MS, then it is refused without work", async () => {
  jest.useFakeTimers();
  try {
    const { looks, probe } = held();
    const { ask, metrics } = serving(
      { status: "answer" },
      (...args) => {
        // The run ignores its deadline, so it occupies the service for the whole test.
        void probe(...args);
        return new Promise<never>(() => {});
      },
      { capacity: 1 },
    );
    void codeOf(ask("a.example.com"));
    let refusedAt = 0;
    const start = performance.now();
    const refused = codeOf(ask("b.example.com", { waitedMs: 990 })).then((code) => {
      refusedAt = performance.now();
      return code;
    });
    await passUntil(() => refusedAt > 0);
    expect(await refused).toBe("overloaded");
    expect(refusedAt - start).toBeWithin(9, 13);
    expect(looks).toHaveLength(1);
    const text = await metrics.render();
    expect(text).toContain('dnstools_tool_requests_total{tool="dns",outcome="refused"} 1');
    expect(text).toContain('dnstools_admission_refused_total{at="service",service="dns",reason="late"} 1');
  } finally {
    jest.useRealTimers();
  }
});

test("a call that shares a run is not refused because the run's first caller had little time left", async () => {
  const { looks, probe } = held();
  const { ask } = serving({ status: "answer" }, probe, { capacity: 1, queueWaitMs: 1000 });
  const first = ask("first.example");
  const waitedLong = codeOf(ask("example.com", { waitedMs: 999 }));
  const joins = ask("example.com");
  expect(await waitedLong).toBe("overloaded");
  for (const at of [0, 1]) {
    looks[at]?.end();
    await settled();
  }
  expect([(await first).tool, (await joins).tool]).toEqual(["dns", "dns"]);
});

test("progress shows when a call waits and when its tool works, also to calls that share the run", async () => {
  const { looks, probe } = held();
  const { ask } = serving({ status: "answer" }, probe, { capacity: 1 });
  const observed: string[] = [];
  const tell =
    (name: string) =>
    ({ phase }: Progress) =>
      void observed.push(`${name} ${phase}`);
  const first = ask("a.example.com", {}, tell("a"));
  const second = ask("b.example.com", {}, tell("b"));
  const shared = ask("b.example.com", {}, tell("c"));
  await settled();
  expect(observed).toEqual(["a working", "b waiting", "c waiting"]);
  looks[0]?.end();
  await first;
  await settled();
  expect(observed.slice(3)).toEqual(["b working", "c working"]);
  looks[1]?.end();
  await Promise.all([second, shared]);
});

test("a caller that has left gets no more progress, while another one does; the last progress comes before the answer", async () => {
  const told: string[] = [];
  const tell =
    (name: string) =>
    ({ done, parts = [] }: Progress) =>
      void told.push(`${name} ${done} ${parts}`);
  const { looks, probe } = held();
  const works: WorkProgress[] = [];
  const { ask } = serving({ status: "answer" }, (input, io, signal, progress) => {
    works.push(progress);
    return probe(input, io, signal, progress);
  });
  const gone = new AbortController();
  const left = codeOf(ask("example.com", { signal: gone.signal }, tell("left")));
  const stays = ask("example.com", {}, tell("stays")).then(() => void told.push("answer"));
  await settled();
  gone.abort();
  await left;
  const [work] = works;
  Object.assign(work ?? {}, { total: 1, done: 1 });
  work?.finish("SPF");
  looks[0]?.end();
  await stays;
  expect(told).toEqual(["left 0 ", "stays 0 ", "stays 1 SPF", "answer"]);
});

test("no progress timer runs if no caller requests progress", async () => {
  jest.useFakeTimers();
  try {
    const { looks, probe } = held();
    const { ask } = serving({ status: "answer" }, probe);
    const timers = () => jest.getTimerCount();
    const before = timers();
    const plain = ask("a.example.com");
    const [withDeadline] = [timers()];
    const listening = ask("b.example.com", {}, () => {});
    // Each run has one timer for its deadline, and the call that receives progress has one more.
    expect([withDeadline - before, timers() - withDeadline]).toEqual([1, 2]);
    for (const { end } of looks) end();
    await Promise.all([plain, listening]);
    expect(timers()).toBe(before);
  } finally {
    jest.useRealTimers();
  }
});
