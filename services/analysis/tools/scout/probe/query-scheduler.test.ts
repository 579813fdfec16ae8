import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { WAITS } from "@dnstools/core/waits";
import type { DnsServer } from "@dnstools/net";
import { pickServer } from "./pick-server.ts";
import { type QueryOptions, QueryScheduler } from "./query-scheduler.ts";
import { ServerWindow } from "./server-window.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function elapse(ms: number): Promise<void> {
  if (ms > 0) jest.advanceTimersByTime(ms);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const ZONE = "example.com";
const NEVER = new AbortController().signal;
const ANSWER: Outcome<DnsReply> = present({
  rcode: "NXDOMAIN",
  flags: ["aa"],
  answers: [],
  authorities: [],
  additionals: [],
  edns: null,
});

function server(i: number): DnsServer {
  return { name: `ns${i}`, address: `192.0.2.${i}`, port: 53, upstream: "authoritative" };
}

type GivenServers = {
  readonly servers: readonly Promise<boolean>[];
  readonly room?: () => number;
  readonly most?: number;
};

/** Creates a scheduler whose servers answer only when the test calls `answer`. */
function scheduled({ servers, room = () => 1000, most = 1000 }: GivenServers) {
  const end = new AbortController();
  const sent: { readonly to: string; readonly name: string; answer: (outcome: Outcome<DnsReply>) => void }[] =
    [];
  const put = (to: string, { name }: Question) =>
    new Promise<Outcome<DnsReply>>((answer) => sent.push({ to, name, answer }));
  const scheduler = new QueryScheduler({
    session: {
      ask: ({ name }, question) => put(name, question),
      resolve: async (question) => ({ server: null, outcome: await put("resolver", question) }),
      room,
      questions: () => ({ asked: sent.length, most }),
      waits: WAITS,
    },
    signal: end.signal,
    zone: ZONE,
    perSecond: 50,
    servers: servers.map((alive, i) => [server(i + 1), alive] as const),
  });
  const count = { questions: 0, failed: 0 };
  const ask = (name: string, options: Partial<QueryOptions> = {}) =>
    scheduler.ask({ name, type: "A" }, { count, until: NEVER, dnssec: false, first: false, ...options });
  return { scheduler, ask, sent, count, end };
}

const YES = Promise.resolve(true);
const NO = Promise.resolve(false);

test("queries wait until a server answers for the name, and are sent from then on", async () => {
  const opens = Promise.withResolvers<boolean>();
  const { scheduler, ask, sent } = scheduled({ servers: [opens.promise] });
  const answer = ask("a");
  expect(scheduler.state).toEqual({ waiting: 1, opening: 1, servers: [] });
  await elapse(30);
  opens.resolve(true);
  await elapse(0);
  expect(scheduler.state).toMatchObject({ waiting: 0, opening: 0, servers: [{ active: 1, rttMs: 30 }] });
  sent[0]?.answer(ANSWER);
  expect(await answer).toEqual({ outcome: ANSWER, zone: ZONE });
  expect(scheduler.state.servers).toMatchObject([{ active: 0, window: 33, phase: "slow_start" }]);
});

test("our resolver is asked if no server answers, and its answers have no zone", async () => {
  const { scheduler, ask, sent } = scheduled({ servers: [NO, NO] });
  const answer = ask("a");
  await elapse(0);
  expect([scheduler.state.servers.length, sent[0]?.to]).toEqual([1, "resolver"]);
  sent[0]?.answer(ANSWER);
  expect((await answer).zone).toBeNull();
});

test("a failed query goes to the next server before waiting queries, and to three servers at most", async () => {
  const { scheduler, ask, sent, count } = scheduled({ servers: [YES, YES, YES, YES] });
  await elapse(0);
  const answer = ask("a");
  for (let i = 0; i < 3; i++) {
    sent[i]?.answer(unknown("timeout"));
    await elapse(0);
  }
  expect(new Set(sent.map(({ to }) => to)).size).toBe(3);
  expect(await answer).toEqual({ outcome: unknown("timeout"), zone: ZONE });
  expect(count).toEqual({ questions: 3, failed: 3 });
  const phases = scheduler.state.servers.map(({ phase, window }) => `${phase} ${window}`);
  expect(phases.toSorted()).toEqual(["avoidance 16", "avoidance 16", "avoidance 16", "slow_start 32"]);
});

test("a failure that says nothing about the server ends the query, or does not count against the server", async () => {
  const { scheduler, ask, sent } = scheduled({ servers: [YES, YES] });
  await elapse(0);
  const large = ask("large");
  sent[0]?.answer(unknown("too_large"));
  expect((await large).outcome).toEqual(unknown("too_large"));
  const ours = ask("b");
  for (const at of [1, 2]) {
    sent[at]?.answer(unknown("service_unavailable"));
    await elapse(0);
  }
  expect((await ours).outcome).toEqual(unknown("service_unavailable"));
  expect(scheduler.state.servers.map(({ failures }) => failures)).toEqual([0, 0]);
});

test("queries in flight are limited by the window, and urgent queries are sent first", async () => {
  const { scheduler, ask, sent } = scheduled({ servers: [YES] });
  await elapse(0);
  for (let i = 0; i < 33; i++) void ask(`n${i}`);
  void ask("urgent", { first: true });
  expect([sent.length, scheduler.state.waiting]).toEqual([32, 2]);
  sent[0]?.answer(ANSWER);
  await elapse(0);
  expect(sent.slice(32).map(({ name }) => name)).toEqual(["urgent", "n32"]);
});

test("the section with the fewest queries is served next", async () => {
  const { ask, sent } = scheduled({ servers: [YES] });
  await elapse(0);
  for (let i = 0; i < 40; i++) void ask(`many${i}`);
  void ask("few", { count: { questions: 0, failed: 0 } });
  sent[0]?.answer(ANSWER);
  await elapse(0);
  expect(sent[32]?.name).toBe("few");
});

test("a server at its rate limit is examined again every 10 ms", async () => {
  let room = 0;
  const { scheduler, ask, sent } = scheduled({ servers: [YES], room: () => room });
  await elapse(0);
  void ask("a");
  expect([sent.length, scheduler.state.waiting]).toEqual([0, 1]);
  room = 1;
  await elapse(9);
  expect(sent).toHaveLength(0);
  await elapse(1);
  expect([sent.length, scheduler.state.waiting]).toEqual([1, 0]);
});

test("at the end of the call, at the caller's deadline and at the query limit, a query ends with `unknown(budget)`", async () => {
  const { scheduler, ask, end } = scheduled({ servers: [new Promise(() => {})] });
  const waiting = ask("a");
  end.abort();
  expect((await waiting).outcome).toEqual(unknown("budget"));
  expect((await ask("b")).outcome).toEqual(unknown("budget"));
  expect(scheduler.state.waiting).toBe(0);
  const late = scheduled({ servers: [YES] });
  await elapse(0);
  expect((await late.ask("c", { until: AbortSignal.abort() })).outcome).toEqual(unknown("budget"));
  const bound = scheduled({ servers: [YES], most: 0 });
  await elapse(0);
  expect((await bound.ask("d")).outcome).toEqual(unknown("budget"));
  expect([late.sent, bound.sent]).toEqual([[], []]);
});

test("the window of a server grows with answers up to 48, and is halved by a failure", () => {
  const server = new ServerWindow(20, 0);
  for (let i = 0; i < 20; i++) {
    server.sent();
    server.answered(20, i);
  }
  expect(server.state).toMatchObject({ window: 48, phase: "slow_start", active: 0, answeredAt: 19 });
  server.sent();
  server.failed(true);
  expect(server.state).toMatchObject({ window: 24, phase: "avoidance", failures: 1 });
  for (let i = 0; i < 24; i++) {
    server.sent();
    server.answered(100, 20 + i);
  }
  expect(Math.round(server.state.window)).toBe(25);
  expect(server.state.rttMs).toBeGreaterThan(90);
  for (let i = 0; i < 6; i++) {
    expect(server.isFailing).toBe(false);
    server.sent();
    server.failed(true);
  }
  expect([server.isFailing, server.state.window]).toEqual([true, 1]);
});

const LOAD = { waiting: 1, perSecond: 0, aliveSince: 0 };
const choice = (rttMs: number, room = 1000) => ({ window: new ServerWindow(rttMs, 1), room: () => room });

test("the server with the smallest load is picked among the nearest servers that can take the queue", () => {
  const [near, also, far] = [choice(10), choice(11), choice(500)];
  const servers = [near, also, far];
  const none = new Set();
  expect(pickServer(servers, none, LOAD)).toBe(near);
  near.window.sent();
  expect(pickServer(servers, none, { ...LOAD, waiting: 100 })).toBe(also);
  // The two near servers can answer about 1,100 queries within 0.35 times the third server's round-trip time.
  for (let i = 0; i < 20; i++) also.window.sent();
  expect(pickServer(servers, none, { ...LOAD, waiting: 100 })).toBe(near);
  expect(pickServer(servers, none, { ...LOAD, waiting: 5000 })).toBe(far);
});

test("a query is not sent to the same server twice, and waits while all servers are busy", () => {
  const [near, far] = [choice(10), choice(20, 0)];
  const servers = [near, far];
  expect(pickServer(servers, new Set([near]), LOAD)).toBe("later");
  expect(pickServer(servers, new Set(servers), LOAD)).toBeNull();
});

test("failing servers are not used while others work; if all fail, those that answered recently are used", () => {
  const [failing, working] = [choice(10), choice(20)];
  for (let i = 0; i < 6; i++) {
    failing.window.sent();
    failing.window.failed(true);
  }
  expect(pickServer([failing, working], new Set(), LOAD)).toBe(working);
  expect(pickServer([failing], new Set(), LOAD)).toBe(failing);
  expect(pickServer([failing], new Set(), { ...LOAD, aliveSince: 1 })).toBeNull();
});
