import { expect, test } from "bun:test";
import type { NetEvent } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { parseCidr } from "@dnstools/core/protocol/ip";
import { WAITS } from "@dnstools/core/waits";
import * as packet from "dns-packet";
import type { Exchange } from "../exchange.ts";
import { createGuard } from "../guard.ts";
import { createSockets } from "../sockets.ts";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import { EdnsSupport } from "./edns-support.ts";
import { createRoundTrips } from "./rtt.ts";
import type { DnsServer } from "./server.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";
import { SharedQueries } from "./shared-queries.ts";
import type { Waiting } from "./transport.ts";

useFakeTime();

const RESOLVER: DnsServer = { name: "resolver", address: "192.0.2.1", port: 53, upstream: "recursor" };
const QUESTION = { name: "example.com", type: "A" };
const NOTHING = { queries: 0, waiters: 0, ticking: false };

/** Creates shared queries to resolvers that answer only when the test calls `answer`. */
function queries() {
  const sent: { readonly query: Uint8Array; readonly waiting: Waiting }[] = [];
  const events: NetEvent[] = [];
  let cancelled = 0;
  const sockets = createSockets(null);
  const socket = {
    freeId: () => sent.length,
    leave() {},
    send(_id: number, query: Uint8Array, waiting: Waiting) {
      sent.push({ query, waiting });
      return {
        cancel() {
          cancelled += 1;
        },
      };
    },
  };
  const pool = { join: () => socket, take: () => socket };
  const onEvent = (event: NetEvent) => void events.push(event);
  const denied = parseCidr("198.51.100.0/24");
  const guard = createGuard({ allow: [], deny: denied === null ? [] : [denied] }, onEvent);
  const shared = new SharedQueries(
    {
      ...{ roundTrips: createRoundTrips(), pool, sockets, mixedCase: false, waits: WAITS, onEvent },
      ednsSupport: new EdnsSupport(),
    },
    { guard, rateLimiter: createServerRateLimiter(0) },
  );
  function answer(at: number): void {
    const { query, waiting } = sent[at] ?? {};
    if (query === undefined || waiting === undefined) throw new Error(`no query ${at}`);
    const { id, questions } = packet.decode(Buffer.from(query));
    waiting.take(packet.encode({ type: "response", id: id ?? 0, questions: questions ?? [] }));
  }
  const ask = (server: DnsServer, question: Question, signal: AbortSignal) =>
    new Promise<Exchange<DnsReply>>((resolve) =>
      shared.query(server, question, { signal, of: signal }, {}, resolve),
    );
  return { shared, ask, sent, events, answer, cancelled: () => cancelled };
}

const NEVER = new AbortController().signal;

test("identical concurrent questions are sent once, and all callers get the same answer", async () => {
  const { shared, ask, sent, answer } = queries();
  expect(shared.state).toEqual(NOTHING);
  const all = [1, 2, 3].map(() => ask(RESOLVER, QUESTION, NEVER));
  const other = ask(RESOLVER, { ...QUESTION, type: "MX" }, NEVER);
  expect([shared.state, sent.length]).toEqual([{ queries: 2, waiters: 4, ticking: true }, 2]);
  answer(0);
  const [first, ...same] = await Promise.all(all);
  expect(first?.outcome.kind).toBe("present");
  expect(same.every((exchange) => exchange === first)).toBe(true);
  expect(shared.state).toMatchObject({ queries: 1, waiters: 1 });
  answer(1);
  await other;
  await elapse(20);
  expect(shared.state).toEqual(NOTHING);
});

test("a caller that leaves does not end the query of the others; the last one to leave does", async () => {
  const { shared, ask, cancelled } = queries();
  const [one, two] = [new AbortController(), new AbortController()];
  const [first, second] = [one, two].map(({ signal }) => ask(RESOLVER, QUESTION, signal));
  one.abort();
  expect((await first)?.outcome).toEqual({ kind: "unknown", reason: "timeout" });
  expect([shared.state.waiters, cancelled()]).toEqual([1, 0]);
  two.abort();
  expect((await second)?.evidence).toMatchObject({ reason: "timeout", server: "resolver" });
  expect([shared.state.queries, cancelled()]).toEqual([0, 1]);
  expect((await ask(RESOLVER, QUESTION, two.signal)).outcome.kind).toBe("unknown");
});

test("a query that is still queued when its caller leaves says nothing about the server", async () => {
  const { shared, ask, sent } = queries();
  const [flood, own] = [new AbortController(), new AbortController()];
  const many = Array.from({ length: 200 }, (_, i) =>
    ask(RESOLVER, { ...QUESTION, name: `n${i}.example` }, flood.signal),
  );
  const last = ask(RESOLVER, QUESTION, own.signal);
  expect([shared.state.queries, sent.length]).toEqual([201, 200]);
  own.abort();
  expect((await last).outcome).toEqual({ kind: "unknown", reason: "budget" });
  flood.abort();
  const outcomes = (await Promise.all(many)).map(({ outcome }) => outcome);
  expect(new Set(outcomes.map((outcome) => outcome.kind === "unknown" && outcome.reason))).toEqual(
    new Set(["timeout"]),
  );
  expect([shared.state.queries, sent.length]).toEqual([0, 200]);
});

test("a silent resolver is queried twice, and times out after its full wait", async () => {
  const { shared, ask, sent, events } = queries();
  const asking = ask(RESOLVER, QUESTION, NEVER);
  await elapse(999);
  expect(sent).toHaveLength(1);
  await elapse(WAITS.recursorMs - 999 + 20);
  expect((await asking).outcome).toEqual({ kind: "unknown", reason: "timeout" });
  expect([sent.length, shared.state]).toEqual([2, NOTHING]);
  expect(events).toMatchObject([{ kind: "dns_query", outcome: "timeout" }]);
});

test("a server that the guard refuses is not queried", async () => {
  const { shared, ask, sent } = queries();
  const server: DnsServer = { name: "ns1", address: "198.51.100.1", port: 53, upstream: "authoritative" };
  const { outcome, evidence } = await ask(server, QUESTION, NEVER);
  expect([outcome.kind, evidence.address, sent.length]).toEqual(["unknown", "198.51.100.1", 0]);
  expect(shared.state.queries).toBe(0);
});
