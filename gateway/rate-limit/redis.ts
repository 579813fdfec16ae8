import { allowance, type Limit, type Taking } from "@dnstools/concurrency/rate-limiter";
import { createBreaker, type StoreFailure } from "./breaker.ts";
import { createDeadlines } from "./deadlines.ts";
import { GCRA_SCRIPT, GCRA_SHA } from "./gcra-script.ts";
import { redisAddress } from "./redis-address.ts";
import { keepLink } from "./redis-link.ts";

export type StoreEvents = {
  /** The store is not asked any more. @param why the last error's words, without any secret. */
  readonly onOpen: (reason: StoreFailure, why: string) => void;
  readonly onClose: () => void;
  /** One question failed, or was answered after so many milliseconds. */
  readonly onFailure: (reason: StoreFailure) => void;
  readonly onAnswer: (elapsedMs: number) => void;
};

export type RedisStore = {
  /** Where it is, for logs. */
  readonly address: string;
  /** Whether it is asked at all; when not, nobody waits. `starting`: the first connection is being made. */
  readonly state: () => "starting" | "closed" | "open";
  /** Resolves when the start is over, and after the deadline at the latest. */
  readonly started: () => Promise<void>;
  /**
   * Takes units on the server; null when it did not answer in time or at all. It may have taken them all the same:
   * `late` is called with what it says after all.
   */
  readonly take: (client: string, cost: number, late: (taking: Taking) => void) => Promise<Taking | null>;
  readonly peek: (client: string) => Promise<Taking | null>;
  readonly giveBack: (client: string, cost: number) => Promise<Taking | null>;
  /** Ends the connection; from then on it is a store that is left alone. */
  readonly close: () => Promise<void>;
};

/** The client of probes, with a time of its own: it is no address. */
const PROBE = "probe";

/**
 * A limit on a Redis or Valkey server that gateways share.
 * @param deadlineMs for any question.
 */
export function redisStore(url: string, limit: Limit, deadlineMs: number, events: StoreEvents): RedisStore {
  const address = redisAddress(url);
  const deadlines = createDeadlines(deadlineMs);
  const units = String(limit.units);
  const windowUs = String(limit.windowMs * 1000);
  let lastError = "";
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });

  const breaker = createBreaker({
    async probe() {
      let failure: StoreFailure | null = null;
      await ask("take", PROBE, 1, (reason) => {
        failure = reason;
      });
      return failure;
    },
    onOpen(reason) {
      release();
      events.onOpen(reason, reason === "closed" ? link.why() : lastError);
    },
    onClose() {
      release();
      events.onClose();
    },
    onDead: () => link.replace(),
  });
  const link = keepLink(address, { onUp: () => breaker.retry(), onDown: () => breaker.trip("closed") });

  const ask = (
    mode: string,
    client: string,
    cost: number,
    failed: (reason: StoreFailure) => void,
    late?: (taking: Taking) => void,
  ): Promise<Taking | null> =>
    new Promise((resolve) => {
      const fail = (failure: StoreFailure, why: string) => {
        lastError = why;
        failed(failure);
        resolve(null);
      };
      const redis = link.current();
      if (redis === null) return fail("closed", link.why());
      const start = performance.now();
      const wait = deadlines.start(() => fail("timeout", `no answer within ${deadlineMs} ms`));
      const key = `dnstools:limit:{${client}}`;
      const args = [key, mode, String(cost), units, windowUs] as const;
      const answered = (error: Error | null | undefined, reply: unknown) => {
        if (error?.message.startsWith("NOSCRIPT") === true && wait.expire !== null) {
          // Nobody needs the promise: all comes through the callback.
          redis.eval(GCRA_SCRIPT, 1, ...args, answered).catch(() => {});
          return;
        }
        const taking = error ? null : read(reply, limit, cost);
        if (wait.expire === null) {
          if (taking !== null) late?.(taking);
          return;
        }
        wait.expire = null;
        if (taking === null) return fail(failureOf(error), error?.message ?? "an answer of another kind");
        breaker.succeeded();
        events.onAnswer(performance.now() - start);
        resolve(taking);
      };
      redis.evalsha(GCRA_SHA, 1, ...args, answered).catch(() => {});
    });

  const failed = (reason: StoreFailure) => {
    events.onFailure(reason);
    breaker.failed(reason);
  };
  return {
    address: address.shown,
    state: breaker.state,
    async started() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wait = deadlines.start(() => {
        breaker.trip("timeout");
        resolve();
      });
      await Promise.race([first, promise]);
      wait.expire = null;
    },
    take: (client, cost, late) => ask("take", client, cost, failed, late),
    peek: (client) => ask("peek", client, 0, failed),
    giveBack: (client, cost) => ask("give", client, cost, failed),
    async close() {
      breaker.stop();
      link.close();
      deadlines.stop();
    },
  };
}

/** What the server itself said, or else what became of the connection. */
function failureOf(error: Error | null | undefined): StoreFailure {
  return error && error.name !== "ReplyError" ? "closed" : "script";
}

/** Reads granted, microseconds used and their rest; null when it is something else. */
function read(reply: unknown, limit: Limit, cost: number): Taking | null {
  if (!Array.isArray(reply)) return null;
  const [granted, us, rest] = reply;
  if (typeof granted !== "number" || typeof us !== "number" || typeof rest !== "number") return null;
  const usedMs = (us + rest / limit.units) / 1000;
  const waitMs = usedMs + cost * (limit.windowMs / limit.units) - limit.windowMs;
  return {
    granted: granted === 1,
    retryAfterMs: granted === 1 ? 0 : Math.max(0, waitMs),
    ...allowance(limit, usedMs, 0),
  };
}
