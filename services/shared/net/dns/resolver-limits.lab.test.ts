import { expect, test } from "bun:test";
import { scaleWaits } from "@dnstools/core/waits";
import * as packet from "dns-packet";
import { createGuard } from "../guard.ts";
import { createDnsClient } from "./client.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";
import { openNameServer, type Received } from "./test/name-server.ts";

/** DNS response codes and flags (RFC 1035 4.1.1). */
const REFUSED = { flags: 5, answers: [] };
const SERVFAIL = { flags: 2, answers: [] };
/** Milliseconds after which a query without an answer is sent again. */
const REPEAT_MS = 1000;

/**
 * Opens a resolver that does with each query what `on` does, and returns a function that sends it questions at once
 * and counts the outcomes. `repeatedSoon` counts the queries that came again before a lost one is sent again: on a busy
 * machine, an answer may take that long.
 */
async function resolverThat(on: (query: Received, all: readonly Received[]) => void) {
  const askedAt = new Map<string, number>();
  const heard = new Set<string>();
  let soon = 0;
  const opened = await openNameServer((query, all) => {
    if (heard.has(query.name) && performance.now() - (askedAt.get(query.name) ?? 0) < REPEAT_MS) soon++;
    heard.add(query.name);
    on(query, all);
  });
  const server = { ...opened.server, name: "resolver", upstream: "recursor" } as const;
  const client = createDnsClient({
    guard: createGuard({ allow: [], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(0),
    mixedCase: false,
    waits: { ...scaleWaits(1), recursorMs: 2500 },
    onEvent: () => {},
  });
  const one = async (name: string, signal = new AbortController().signal) => {
    askedAt.set(name, performance.now());
    const { outcome, evidence } = await client.ask(server, { name, type: "A" }, signal);
    const reason = outcome.kind === "unknown" ? outcome.reason : null;
    expect(evidence.reason).toBe(reason);
    return reason ?? outcome.kind;
  };
  let asked = 0;
  const burst = async (count: number, signal?: AbortSignal) => {
    const names = Array.from({ length: count }, () => `n${asked++}.example.com`);
    return tally(await Promise.all(names.map((name) => one(name, signal))));
  };
  return { ...opened, one, burst, repeatedSoon: () => soon };
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Returns a function that is true for as many calls as a rate limit allows: a bucket of one second's queries. */
function bucket(perSecond: number): () => boolean {
  let left = perSecond;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(perSecond, left + ((now - at) / 1000) * perSecond);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** Answers queries 40 ms later, and refuses those beyond a number in flight, as dnsmasq does. */
function forwarder(most: number) {
  let active = 0;
  let refused = 0;
  const on = ({ answer }: Received) => {
    if (active === most) {
      refused++;
      answer(REFUSED);
      return;
    }
    active++;
    setTimeout(() => {
      active--;
      answer();
    }, 40);
  };
  return { on, refused: () => refused };
}

test("a resolver that takes 150 queries at a time answers all, and what it takes is remembered", async () => {
  const { on, refused } = forwarder(150);
  using resolver = await resolverThat(on);
  expect(await resolver.burst(500)).toEqual({ present: 500 });
  expect(resolver.all.length).toBeLessThan(650);
  const before = refused();
  expect(await resolver.burst(500)).toEqual({ present: 500 });
  expect(refused()).toBe(before);
});

test("a resolver that drops queries beyond 20 a second answers all of a burst, and loses few of the next", async () => {
  const allows = bucket(20);
  using resolver = await resolverThat((query) => allows() && query.answer());
  expect(await resolver.burst(60)).toEqual({ present: 60 });
  const before = resolver.all.length;
  expect(before).toBeLessThan(120);
  expect(await resolver.burst(40)).toEqual({ present: 40 });
  expect(resolver.all.length - before).toBeLessThan(50);
}, 30_000);

test("a resolver that refuses queries beyond 20 a second answers all of a burst", async () => {
  const allows = bucket(20);
  using resolver = await resolverThat((query) => query.answer(allows() ? {} : REFUSED));
  const { present = 0, resolver_limits = 0 } = await resolver.burst(60);
  expect(present + resolver_limits).toBe(60);
  expect(present).toBeGreaterThan(55);
}, 30_000);

/** Answers queries over TCP at the port of a resolver. */
function listenTcp(port: number) {
  return Bun.listen({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(socket, bytes) {
        const { id = 0, questions = [] } = packet.decode(bytes.subarray(2));
        socket.write(packet.streamEncode({ type: "response", id, questions }));
      },
    },
  });
}

test("a resolver that truncates answers beyond 20 a second gives them over TCP, and gets each query once", async () => {
  const allows = bucket(20);
  const truncated = { flags: packet.TRUNCATED_RESPONSE, answers: [] };
  using resolver = await resolverThat((query) => query.answer(allows() ? {} : truncated));
  using _ = listenTcp(resolver.server.port);
  expect(await resolver.burst(60)).toEqual({ present: 60 });
  expect(resolver.repeatedSoon()).toBe(0);
});

test("a resolver that stays silent after a burst is asked over TCP in the end", async () => {
  const heard = new Set<string>();
  let repeated = 0;
  using resolver = await resolverThat(({ name, answer }) => {
    if (heard.has(name) ? ++repeated <= 10 : heard.size < 20) answer();
    heard.add(name);
  });
  using _ = listenTcp(resolver.server.port);
  expect(await resolver.burst(40)).toEqual({ present: 40 });
  expect(repeated).toBe(20);
}, 30_000);

test("a call that ends before a limited resolver has answered names the limit", async () => {
  const allows = bucket(20);
  using resolver = await resolverThat((query) => allows() && query.answer());
  const { present = 0, resolver_limits = 0 } = await resolver.burst(200, AbortSignal.timeout(3000));
  expect(present + resolver_limits).toBe(200);
  expect(present).toBeGreaterThan(30);
}, 30_000);

test("a name that is always refused is asked once more, and other queries are not held up", async () => {
  using resolver = await resolverThat(({ name, answer }) => answer(name.startsWith("no") ? REFUSED : {}));
  const [others, no] = await Promise.all([resolver.burst(100), resolver.one("no.example.com")]);
  expect([no, others]).toEqual(["refused", { present: 100 }]);
  expect(resolver.repeatedSoon()).toBe(0);
  expect(resolver.all.filter(({ name }) => name.startsWith("no")).length).toBe(2);
});

test("the refusals of a resolver that refuses everything are its answers", async () => {
  using resolver = await resolverThat(({ answer }) => answer(REFUSED));
  expect(await resolver.burst(100)).toEqual({ refused: 100 });
});

test("a lone refusal is the answer at once", async () => {
  using resolver = await resolverThat(({ answer }) => answer(REFUSED));
  expect(await resolver.one("no.example.com")).toBe("refused");
  expect(resolver.repeatedSoon()).toBe(0);
});

test("a good resolver gets each query once, and as many at a time as before", async () => {
  const { promise: full, resolve } = Promise.withResolvers<void>();
  let held: Received[] = [];
  using resolver = await resolverThat((query, all) => {
    if (all.length > 200) query.answer();
    else if (held.push(query) === 200) resolve();
  });
  const answered = resolver.burst(1000);
  await full;
  for (const query of held) query.answer();
  held = [];
  expect(await answered).toEqual({ present: 1000 });
  expect(resolver.repeatedSoon()).toBe(0);
});

test("dead zones do not limit a good resolver, whose other names are answered once", async () => {
  const heard = new Set<string>();
  using resolver = await resolverThat(({ name, answer }) => {
    if (!name.startsWith("dead")) answer();
    else if (name.startsWith("dead-late") && !heard.has(name)) setTimeout(() => answer(SERVFAIL), 1700);
    heard.add(name);
  });
  const dead = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? `dead${i}` : `dead-late${i}`));
  const [deadOnes, others] = await Promise.all([
    Promise.all(dead.map((name) => resolver.one(`${name}.example.com`))),
    resolver.burst(40),
  ]);
  expect([tally(deadOnes), others]).toEqual([{ timeout: 40, servfail: 40 }, { present: 40 }]);
  expect(await resolver.burst(200)).toEqual({ present: 200 });
  expect(resolver.repeatedSoon()).toBe(0);
});

test("a dead resolver is not limited", async () => {
  using resolver = await resolverThat(() => {});
  expect(await resolver.burst(100)).toEqual({ timeout: 100 });
  expect(resolver.all.length).toBe(200);
});
