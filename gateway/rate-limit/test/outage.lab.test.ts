import { expect, test } from "bun:test";
import { startRedis } from "@dnstools/lab/support/redis";
import type { Charge } from "../limiter.ts";
import { handOn, keyOf } from "./redis-clock.fixture.ts";
import { type Trial, tryLimiter } from "./trial.fixture.ts";

/** Deadline of a request to the store, in milliseconds. */
const DEADLINE_MS = 50;
/** Deadline in milliseconds for tests in which the store must respond before its outage. */
const LONGER_MS = 500;
const CLIENTS = 20_000;

test.each(["SIGKILL", "SIGSTOP"])(
  "%s under load: every call is granted while the store is away, and it is used again when it is back",
  async (signal) => {
    await using redis = await startRedis();
    await using trial = tryLimiter({
      redisUrl: redis.url,
      gatewayCount: 4,
      leastUnits: 20,
      // A killed store is noticed by its closed connection, a frozen one by the deadline.
      storeDeadlineMs: signal === "SIGKILL" ? LONGER_MS : DEADLINE_MS,
    });
    const { limiter, lines } = trial;
    await trial.until("ok");
    const load = startLoad(trial);
    await load.calls(500);
    if (signal === "SIGKILL") await redis.kill();
    else redis.freeze();
    await trial.until("failing");
    await load.calls(500);
    // Charges no longer wait for the store.
    const alone = limiter.charge("192.0.2.99", 5);
    expect(alone).not.toBeInstanceOf(Promise);
    expect(alone).toMatchObject({ granted: true, state: { limit: 20, remaining: 15 } });
    expect(limiter.state("192.0.2.99")).toMatchObject({ limit: 20, remaining: 15 });
    expect(limiter.localState("192.0.2.99")).toMatchObject({ limit: 20, remaining: 15 });
    expect(await trial.sample("dnstools_ratelimit_degraded")).toBe(1);

    if (signal === "SIGKILL") await redis.restart();
    else redis.thaw();
    await trial.until("ok");
    await load.calls(500);
    expect(await load.end()).toEqual({ refused: 0 });

    // The limiter uses the server's state again. The server does not know the charges that were made during the outage.
    await eventually(async () =>
      expect(await limiter.state("192.0.2.99")).toEqual({ limit: 60, remaining: 60, resetS: 0 }),
    );
    expect(limiter.localState("192.0.2.99")).toMatchObject({ limit: 60, remaining: 60 });
    expect(await trial.sample("dnstools_ratelimit_degraded")).toBe(0);
    const reason = signal === "SIGKILL" ? "closed" : "timeout";
    // One line is logged when the store fails, and one when it is available again, instead of one for each call. On a
    // busy machine the store may fail again.
    expect(lines.length).toBeLessThan(20);
    const logged = lines.map((line) => JSON.parse(line) as { level: string; reason?: string });
    expect(logged.map(({ level }) => level).slice(0, 2)).toEqual(["warn", "info"]);
    expect(logged.map((line) => line.reason)).toContain(reason);
    expect(
      await trial.sample('dnstools_ratelimit_decisions_total{store="fallback",outcome="granted"}'),
    ).toBeGreaterThan(500);
    if (signal === "SIGSTOP") {
      expect(await trial.sample('dnstools_ratelimit_store_errors_total{reason="timeout"}')).toBeGreaterThan(
        0,
      );
    }
  },
);

test("a client that used up its units does not get new ones by the store's end; others go on", async () => {
  await using redis = await startRedis();
  await using one = tryLimiter({ redisUrl: redis.url, gatewayCount: 2 });
  await using other = tryLimiter({ redisUrl: redis.url, gatewayCount: 2 });
  await Promise.all([one.until("ok"), other.until("ok")]);
  for (let i = 0; i < 30; i++) await one.limiter.charge("greedy", 1);
  for (let i = 0; i < 30; i++) await other.limiter.charge("greedy", 1);
  // Refunded units do not count as used units.
  const undone = await one.limiter.charge("half", 60);
  await undone.giveBack();
  await one.limiter.charge("half", 30);
  await redis.kill();
  await Promise.all([one.until("failing"), other.until("failing")]);
  // Both gateways know the client's state: one made all the calls, and the other learned the state from its last call.
  expect(other.limiter.charge("greedy", 1)).toMatchObject({
    granted: false,
    state: { limit: 30, remaining: 0 },
  });
  expect(one.limiter.charge("greedy", 16)).toMatchObject({ granted: false });
  expect(one.limiter.charge("half", 16)).toMatchObject({
    granted: false,
    state: { limit: 30, remaining: 15 },
  });
  expect(one.limiter.charge("half", 15)).toMatchObject({ granted: true, state: { limit: 30, remaining: 0 } });
  expect(one.limiter.charge("new", 30)).toMatchObject({ granted: true, state: { limit: 30, remaining: 0 } });
});

test("a process starts and serves without the store, and uses it once it is there", async () => {
  await using redis = await startRedis({ tcp: true });
  await redis.kill();
  await using trial = tryLimiter({ redisUrl: redis.url, gatewayCount: 3, leastUnits: 25 });
  expect(trial.limiter.localState("192.0.2.1")).toMatchObject({ limit: 60, remaining: 60 });
  // Even the most expensive tool can be called.
  expect(await trial.limiter.charge("192.0.2.1", 25)).toMatchObject({
    granted: true,
    state: { limit: 25, remaining: 0 },
  });
  await trial.until("failing");
  await redis.restart();
  await trial.until("ok");
  expect(await trial.limiter.charge("192.0.2.1", 25)).toMatchObject({
    granted: true,
    state: { limit: 60, remaining: 35 },
  });
  expect(trial.lines.length).toBe(2);
});

test("units are given back where they were taken, once, also when the store is gone meanwhile", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url, gatewayCount: 2, storeDeadlineMs: LONGER_MS });
  await trial.until("ok");
  const { limiter } = trial;
  const there = await limiter.charge("a", 20);
  expect(await there.giveBack()).toMatchObject({ limit: 60, remaining: 60 });
  await limiter.charge("a", 20);
  expect(await there.giveBack()).toMatchObject({ remaining: 60 });
  expect(await limiter.state("a")).toMatchObject({ remaining: 40 });

  const lost = await limiter.charge("b", 20);
  redis.freeze();
  // Three failures put the store into the state `away`.
  const here = await Promise.all([1, 2, 3].map((cost) => limiter.charge("c", cost)));
  await trial.until("failing");
  expect(await lost.giveBack()).toMatchObject({ limit: 30, remaining: 30 });
  const [first, second, third] = here as [Charge, Charge, Charge];
  expect(second.state.limit).toBe(30);
  expect(await first.giveBack()).toMatchObject({ limit: 30, remaining: 25 });
  redis.thaw();
  await trial.until("ok");
  // When the server woke up, it charged units for calls that this process had already decided. These units are restored
  // with time.
  const { limit, remaining } = await limiter.state("c");
  expect(limit).toBe(60);
  expect(remaining).toBeGreaterThanOrEqual(54);
  await third.giveBack();
});

test("a connection that is silent is replaced, though nothing ends it", async () => {
  await using redis = await startRedis();
  await using relay = startRelay(redis.url.slice("unix:".length));
  await using trial = tryLimiter({ redisUrl: relay.url, gatewayCount: 2, storeDeadlineMs: LONGER_MS });
  await trial.until("ok");
  await trial.limiter.charge("a", 10);
  relay.swallow();
  const charges = await Promise.all([1, 2, 3].map((cost) => trial.limiter.charge("a", cost)));
  expect(charges.map(({ granted, state }) => [granted, state.limit])).toEqual(Array(3).fill([true, 30]));
  await eventually(async () =>
    expect(await trial.limiter.state("a")).toMatchObject({ limit: 60, remaining: 50 }),
  );
});

test("what stops our own event loop is no failure of the store", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url, gatewayCount: 2, storeDeadlineMs: LONGER_MS });
  await trial.until("ok");
  let there = 0;
  for (let round = 0; round < 2; round++) {
    const charges = Array.from({ length: 20 }, (_, i) => trial.limiter.charge(`client-${round}-${i}`, 1));
    const end = performance.now() + 1.2 * LONGER_MS;
    while (performance.now() < end);
    for (const { granted, state } of await Promise.all(charges)) {
      expect(granted).toBe(true);
      if (state.limit === 60) there += 1;
    }
  }
  // Responses count as on time if they had arrived but had not been read yet. (On a busy machine the store itself may
  // be late.)
  expect(there).toBeGreaterThanOrEqual(24);
  expect(trial.lines).toEqual([]);
});

test("a server that forgot the script gets it again; one that refuses it is not used until it takes it", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url, gatewayCount: 2 });
  await trial.until("ok");
  const hand = handOn(redis.url);
  await hand.script("FLUSH");
  const charges = await Promise.all(Array.from({ length: 20 }, () => trial.limiter.charge("a", 1)));
  expect(Math.min(...charges.map(({ state }) => state.remaining))).toBe(40);
  expect(trial.lines).toEqual([]);

  // A Redis key of the wrong type only affects one client.
  await hand.lpush(keyOf("odd"), "1");
  for (let i = 0; i < 10; i++) {
    expect(await trial.limiter.charge("odd", 1)).toMatchObject({ granted: true, state: { limit: 30 } });
    expect(await trial.limiter.charge("a", 1)).toMatchObject({ granted: true, state: { limit: 60 } });
  }
  expect(await trial.sample('dnstools_ratelimit_store_errors_total{reason="script"}')).toBe(10);
  expect(trial.lines).toEqual([]);

  await hand.config("SET", "maxmemory", "1");
  for (let i = 0; i < 3; i++) expect((await trial.limiter.charge("b", 1)).granted).toBe(true);
  await trial.until("failing");
  expect(trial.lines.join("")).toContain("OOM");
  await hand.config("SET", "maxmemory", "0");
  await trial.until("ok");
  expect(await trial.limiter.charge("a", 1)).toMatchObject({
    granted: true,
    state: { limit: 60, remaining: 29 },
  });
  hand.disconnect();
});

test("the server's clock counts, and after it was set back no client waits for longer than a window", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url, windowS: 3600 });
  await trial.until("ok");
  const hand = handOn(redis.url);
  const [seconds] = await hand.time();
  const inAYear = (Number(seconds) + 31_536_000) * 1_000_000;
  await hand.set(keyOf("a"), `${inAYear} 0`);
  expect(await trial.limiter.state("a")).toEqual({ limit: 60, remaining: 0, resetS: 3600 });
  expect(await trial.limiter.charge("a", 1)).toMatchObject({ granted: false, retryAfterS: 60 });
  await hand.set(keyOf("b"), "1000000 0");
  expect(await trial.limiter.charge("b", 1)).toMatchObject({ granted: true, state: { remaining: 59 } });
  await hand.set(keyOf("c"), "what is this");
  expect(await trial.limiter.charge("c", 1)).toMatchObject({ granted: true, state: { remaining: 59 } });
  hand.disconnect();
});

test("the server forgets clients whose units are back", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url, windowS: 1 });
  await trial.until("ok");
  await Promise.all(Array.from({ length: 2000 }, (_, i) => trial.limiter.charge(`client-${i}`, 60)));
  const hand = handOn(redis.url);
  expect(await hand.dbsize()).toBeGreaterThan(0);
  await eventually(async () => expect(await hand.dbsize()).toBe(0));
  hand.disconnect();
});

/** Starts calls of many clients, 32 at a time. No client comes near its limit. */
function startLoad({ limiter }: Trial) {
  let going = true;
  let refused = 0;
  let next = 0;
  /** Number of completed calls of each worker. */
  const done = Array.from({ length: WORKERS }, () => 0);
  const waiting: { readonly least: readonly number[]; readonly go: () => void }[] = [];
  const worker = async (_: number, own: number) => {
    while (going) {
      // Each client makes only one of thousands of calls, so it is charged only a few units in the whole test.
      const charge = await limiter.charge(`client-${next++ % CLIENTS}`, 1);
      if (!charge.granted) refused += 1;
      else if (next % 2 === 0) await charge.giveBack();
      done[own] = (done[own] ?? 0) + 1;
      for (const { least, go } of waiting) if (done.every((count, at) => count >= (least[at] ?? 0))) go();
      // Reduces the call rate to that of real callers.
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (next > CLIENTS * 15) going = false;
    }
  };
  const workers = done.map(worker);
  return {
    /**
     * Resolves after the given number of further calls. They are divided evenly among the workers, which shows that no
     * worker hangs.
     */
    calls: (count: number) =>
      new Promise<void>(
        (go) => void waiting.push({ least: done.map((own) => own + Math.ceil(count / WORKERS)), go }),
      ),
    async end() {
      going = false;
      await Promise.all(workers);
      return { refused };
    },
  };
}
const WORKERS = 32;

/**
 * Starts a relay to a Unix socket. `swallow` silences the open connections without closing them. Later connections
 * work.
 */
function startRelay(path: string): AsyncDisposable & { readonly url: string; readonly swallow: () => void } {
  type State = { silent: boolean; held: Uint8Array[]; server: Bun.Socket | null };
  const states = new Set<State>();
  const listener = Bun.listen<State>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(client) {
        const state: State = { silent: false, held: [], server: null };
        client.data = state;
        states.add(state);
        void Bun.connect({
          unix: path,
          socket: {
            open(server) {
              state.server = server;
              for (const bytes of state.held) server.write(bytes);
            },
            data: (_server, bytes) => void (state.silent || client.write(bytes)),
            close: () => void (state.silent || client.end()),
          },
        });
      },
      data({ data: state }, bytes) {
        if (state.silent) return;
        if (state.server === null) state.held.push(Uint8Array.from(bytes));
        else state.server.write(bytes);
      },
      close: ({ data: state }) => void state.server?.end(),
    },
  });
  return {
    url: `redis://127.0.0.1:${listener.port}`,
    swallow() {
      for (const state of states) state.silent = true;
    },
    async [Symbol.asyncDispose]() {
      listener.stop(true);
      for (const { server } of states) server?.end();
    },
  };
}

/** Repeats an expectation until it holds or the test times out. */
async function eventually(holds: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > LATEST) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
const LATEST = performance.now() + 25_000;
