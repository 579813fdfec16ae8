import { allowance, type Limit, type Taking } from "@dnstools/concurrency/rate-limiter";
import { Redis, type RedisOptions } from "ioredis";
import { GCRA_SCRIPT } from "./gcra-script.ts";
import { redisAddress } from "./redis-address.ts";

/** The kinds of store failures: no response in time, no connection, or an error response. */
export const STORE_FAILURES = ["timeout", "closed", "script"] as const;
/** The kind of a store failure. */
export type StoreFailure = (typeof STORE_FAILURES)[number];

/** Callbacks of the store. */
export type StoreEvents = {
  /** Called when the store becomes usable. */
  readonly onUsable: () => void;
  /**
   * Called when the store becomes unusable.
   * @param why the message of the last error, without secrets
   */
  readonly onAway: (reason: StoreFailure, why: string) => void;
  /** Called when a request to the store has failed. */
  readonly onFailure: (reason: StoreFailure) => void;
  /** Called when the store has answered a request. */
  readonly onAnswer: (elapsedMs: number) => void;
};

/** The state of a store. `starting` means that the first connection is being established. */
export type StoreState = "starting" | "usable" | "away";

type Mode = "take" | "peek" | "give";
type GcraRedis = Redis & {
  readonly gcra: (key: string, mode: Mode, cost: number, units: number, windowUs: number) => Promise<unknown>;
};

/** Number of consecutive failures after which a connection is replaced. */
const FAILURES = 3;
/** Connection timeout, in milliseconds. */
const CONNECT_MS = 2000;
/** Milliseconds after a request's deadline after which a connection without any response is considered dead. */
const SILENT_MS = 1000;
/** Back-off between connection attempts in milliseconds. It doubles from `first` up to `last`. */
const RETRY_MS = { first: 50, last: 1000 };
/** Milliseconds of successful use after which the back-off starts again at `first`. */
const STEADY_MS = 10_000;
/** The client name that probes use. It cannot be the address of a real client. */
const PROBE = "probe";

/**
 * A rate limit on a Redis or Valkey server that gateways share. ioredis reconnects endlessly in the background. A connection is
 * only used after a probe has run the script on it, so that no caller waits for a server that is frozen or read-only.
 *
 *     starting ──────────────► usable      connected, and the script works
 *     usable, starting ──────► away        connection lost, three consecutive failures, or no connection within the deadline
 *     away ──────────────────► usable      a new connection, on which the script works
 */
export class RedisStore {
  /** Address of the server, as shown in logs. */
  readonly address: string;
  /** Resolves when the first connection has succeeded or failed, after the deadline at the latest. */
  readonly started: Promise<void>;
  private readonly redis: GcraRedis;
  private readonly limit: Limit;
  private readonly events: StoreEvents;
  private readonly endStart: () => void;
  private now: StoreState = "starting";
  private closed = false;
  /** Number of consecutive failed requests. */
  private failures = 0;
  private why = "not connected yet";
  private usableSince = 0;
  private retryMs = RETRY_MS.first;

  /** @param deadlineMs deadline of each request, in milliseconds */
  constructor(url: string, limit: Limit, deadlineMs: number, events: StoreEvents) {
    const { options, shown } = redisAddress(url);
    this.address = shown;
    this.limit = limit;
    this.events = events;
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => this.leave("timeout", `no answer within ${deadlineMs} ms`), deadlineMs);
    this.started = promise;
    this.endStart = () => {
      clearTimeout(late);
      resolve();
    };
    const settings = {
      ...options,
      scripts: { gcra: { lua: GCRA_SCRIPT, numberOfKeys: 1 } },
      commandTimeout: deadlineMs,
      connectTimeout: CONNECT_MS,
      socketTimeout: deadlineMs + SILENT_MS,
      // Disconnects without waiting, because a frozen server never closes its side of the connection.
      disconnectTimeout: 0,
      retryStrategy: () => this.nextRetry(),
      // A response after the deadline is useless, so requests are never queued or repeated on a new connection.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // The probe replaces the INFO check of ioredis: it tests more and needs fewer permissions.
      enableReadyCheck: false,
      disableClientInfo: true,
      connectionName: "dnstools-gateway",
      protocol: 2,
      replyMapping: "legacy",
    } satisfies RedisOptions;
    this.redis = new Redis(settings) as GcraRedis;
    this.redis.on("ready", () => void this.probe());
    this.redis.on("close", () => this.leave("closed", this.why));
    this.redis.on("end", () => this.connectLater());
    // Only the start of the message is kept, because errors may contain the AUTH command with its password.
    this.redis.on("error", (error: Error) => {
      this.why = error.message.replace(/(unknown command|with args).*/s, "$1 ...");
    });
  }

  get state(): StoreState {
    return this.now;
  }

  /**
   * Takes units on the server. Returns null if the server did not answer in time; it may still have taken the units.
   */
  take(client: string, cost: number): Promise<Taking | null> {
    return this.ask("take", client, cost);
  }

  /** Returns the state of a client; null if the server did not answer in time. */
  peek(client: string): Promise<Taking | null> {
    return this.ask("peek", client, 0);
  }

  /** Refunds units on the server. Returns null if the server did not answer in time. */
  giveBack(client: string, cost: number): Promise<Taking | null> {
    return this.ask("give", client, cost);
  }

  /** Closes the connection. From then on the store is in the state `away`. */
  close(): void {
    this.closed = true;
    this.now = "away";
    this.endStart();
    this.redis.disconnect();
  }

  private async ask(mode: Mode, client: string, cost: number): Promise<Taking | null> {
    try {
      const taking = await this.run(mode, client, cost);
      this.failures = 0;
      return taking;
    } catch (error) {
      const reason = failureOf(error as Error);
      this.events.onFailure(reason);
      this.failures += 1;
      if (this.now === "usable" && this.failures >= FAILURES) this.replace(reason, error as Error);
      return null;
    }
  }

  /**
   * Runs the rate limiter script.
   * @throws Error of the server or the connection
   */
  private async run(mode: Mode, client: string, cost: number): Promise<Taking> {
    const { units, windowMs } = this.limit;
    const start = performance.now();
    const reply = await this.redis.gcra(`dnstools:limit:{${client}}`, mode, cost, units, windowMs * 1000);
    const taking = readReply(reply, this.limit, cost);
    this.events.onAnswer(performance.now() - start);
    return taking;
  }

  private async probe(): Promise<void> {
    this.why = "the connection was closed";
    try {
      await this.run("take", PROBE, 1);
      this.enter();
    } catch (error) {
      this.replace(failureOf(error as Error), error as Error);
    }
  }

  /** Replaces an open connection. A closed connection is replaced by ioredis itself. */
  private replace(reason: StoreFailure, { message }: Error): void {
    if (reason === "closed") return;
    this.leave(reason, message);
    this.redis.disconnect(true);
  }

  private enter(): void {
    if (this.closed || this.now === "usable") return;
    this.now = "usable";
    this.failures = 0;
    this.usableSince = performance.now();
    this.endStart();
    this.events.onUsable();
  }

  private leave(reason: StoreFailure, why: string): void {
    if (this.closed || this.now === "away") return;
    if (this.now === "usable" && performance.now() - this.usableSince > STEADY_MS)
      this.retryMs = RETRY_MS.first;
    this.now = "away";
    this.endStart();
    this.events.onAway(reason, why);
  }

  /** Connects again after a delay. ioredis does not retry if it could not even start a connection. */
  private connectLater(): void {
    if (this.closed) return;
    this.leave("closed", this.why);
    setTimeout(() => this.redis.connect().catch(() => {}), this.nextRetry());
  }

  /** Returns the next delay in milliseconds, with jitter so that several gateways do not reconnect at the same time. */
  private nextRetry(): number {
    const waitMs = this.retryMs * (0.5 + Math.random() / 2);
    this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.last);
    return waitMs;
  }
}

function failureOf(error: Error): StoreFailure {
  if (error.name === "ReplyError" || error instanceof TypeError) return "script";
  return error.message === "Command timed out" ? "timeout" : "closed";
}

/**
 * Parses the reply of the script.
 * @throws TypeError if the reply has an unexpected form
 */
function readReply(reply: unknown, limit: Limit, cost: number): Taking {
  const [granted, us, rest] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  if (typeof granted !== "number" || typeof us !== "number" || typeof rest !== "number")
    throw new TypeError("the reply of the script has an unexpected form");
  const usedMs = (us + rest / limit.units) / 1000;
  const waitMs = usedMs + cost * (limit.windowMs / limit.units) - limit.windowMs;
  return {
    granted: granted === 1,
    retryAfterMs: granted === 1 ? 0 : Math.max(0, waitMs),
    ...allowance(limit, usedMs, 0),
  };
}
