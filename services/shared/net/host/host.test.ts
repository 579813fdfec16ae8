import { expect, test } from "bun:test";
import type { Facet, FacetVerdict, NetEvent } from "@dnstools/core/net-event";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import type { Failure } from "./explain.ts";
import type { HostState } from "./facets.ts";
import { createHost } from "./host.ts";

useFakeTime();

type Verdicts = Partial<Record<Facet, FacetVerdict>>;
const FAILURE: Failure = { address: "5.9.0.53", port: 53, transport: "udp", reason: "timeout" };
const BLOCKED: Verdicts = { udp_53_ipv4: "blocked" };
const OPEN: Verdicts = { udp_53_ipv4: "ok" };

/** A host whose rounds of trials have the given results, one after the other; the last one is repeated. */
function host(...rounds: readonly (Verdicts | "never")[]) {
  const events: NetEvent[] = [];
  let tried = 0;
  const made = createHost({
    async tryAll(): Promise<HostState> {
      const round = rounds[Math.min(tried++, rounds.length - 1)];
      if (round === undefined || round === "never") return new Promise(() => {});
      return new Map(
        Object.entries(round).map(([facet, verdict]) => [facet as Facet, { verdict, evidence: null }]),
      );
    },
    facets: [],
    authorities: { isInOrder: () => false },
    waits: { hostTrialMs: 1400, hostVerdictMs: 3000 },
    onEvent: (event) => events.push(event),
  });
  return {
    ...made,
    events,
    tried: () => tried,
    explain: (failure = FAILURE, signal = new AbortController().signal) => made.explain(failure, signal),
  };
}

test("nothing is tried until an outcome needs a verdict; the verdict is then known for ten minutes", async () => {
  const own = host(BLOCKED);
  expect(own.tried()).toBe(0);
  expect(await own.explain()).toEqual({ reason: "dns_blocked_here", evidence: null });
  expect(own.tried()).toBe(2);
  expect(own.explain()).toEqual({ reason: "dns_blocked_here", evidence: null });
  await elapse(599_000);
  expect(own.explain()).not.toBeInstanceOf(Promise);
  await elapse(2000);
  expect(own.explain()).toBeInstanceOf(Promise);
});

test("a fault needs two rounds that agree, and so does its end", async () => {
  const once = host(BLOCKED, OPEN);
  expect(await once.explain()).toBeNull();
  const over = host(BLOCKED, BLOCKED, OPEN, BLOCKED, OPEN, OPEN);
  over.start();
  await elapse(1);
  expect(over.explain()).not.toBeNull();
  await elapse(2501);
  expect([over.tried(), over.explain()]).toEqual([4, { reason: "dns_blocked_here", evidence: null }]);
  await elapse(5001);
  expect([over.tried(), over.explain()]).toEqual([6, null]);
});

test("a round in which all is in order is enough, and is told", async () => {
  const own = host(OPEN);
  own.start();
  await elapse(1);
  expect(own.tried()).toBe(1);
  expect(own.events).toEqual([
    { kind: "host_tried", before: new Map(), now: new Map([["udp_53_ipv4", "ok"]]) },
  ]);
});

test("an outcome waits three seconds at most, and then blames the server", async () => {
  const own = host("never");
  const asked = own.explain();
  await elapse(2999);
  expect(Bun.peek.status(asked as Promise<unknown>)).toBe("pending");
  await elapse(1);
  expect(await asked).toBeNull();
});

test("a call that ends while it waits blames nobody", async () => {
  const end = new AbortController();
  const asked = host("never").explain(FAILURE, end.signal);
  end.abort();
  expect(await asked).toEqual({ reason: "budget", evidence: null });
});

function failing(own: ReturnType<typeof host>, count: number) {
  for (let i = 0; i < count; i++) own.noteFailure({ ...FAILURE, address: `5.9.${i}.53` });
  return own.explain();
}

test("failures of several servers lead to new trials, unless one of the same kind answers in between", async () => {
  const own = host(OPEN, BLOCKED);
  own.start();
  await elapse(3000);
  expect([failing(own, 2), own.tried()]).toEqual([null, 1]);
  own.noteAnswer({ ...FAILURE, address: "2a01::53" });
  own.noteAnswer(FAILURE);
  expect([failing(own, 2), own.tried()]).toEqual([null, 1]);
  expect(await failing(own, 3)).toEqual({ reason: "dns_blocked_here", evidence: null });
  expect(own.tried()).toBe(3);
});

test("trials that change nothing are repeated less and less often", async () => {
  const own = host(OPEN);
  own.start();
  const repeated: number[] = [];
  for (let second = 0; second < 590; second++) {
    await elapse(1000);
    const before = own.tried();
    await failing(own, 3);
    if (own.tried() > before) repeated.push(second);
  }
  expect(repeated.length).toBeLessThanOrEqual(9);
});

test("a fault is tried again soon, then less and less often", async () => {
  const own = host(BLOCKED, BLOCKED, OPEN);
  own.start();
  await elapse(1);
  expect(own.explain()).not.toBeNull();
  await elapse(2501);
  expect([own.tried(), own.explain()]).toEqual([4, null]);
});

test("a round of trials that does not end in time is without a result", async () => {
  const own = host("never");
  own.start();
  await elapse(1800);
  await elapse(1800);
  await elapse(1);
  expect([own.tried(), own.explain()]).toEqual([2, null]);
});

test("what was not found out is tried again soon", async () => {
  const own = host({ tcp_443: "ok" }, { tcp_443: "ok", tls: "inspected" });
  own.start();
  await elapse(1);
  expect(own.tried()).toBe(1);
  await elapse(2501);
  expect(own.tried()).toBe(3);
  expect(own.last().state.get("tls")?.verdict).toBe("inspected");
});
