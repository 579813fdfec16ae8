import { allowance, type Limit, type Taking } from "@dnstools/concurrency/rate-limiter";
import { Redis, type RedisOptions } from "ioredis";
import { GCRA_SCRIPT } from "./gcra-script.ts";
import { redisAddress } from "./redis-address.ts";

/** What a store did wrong: no answer in time, no connection, or an error of its own. */
export const STORE_FAILURES = ["timeout", "closed", "script"] as const;
export type StoreFailure = (typeof STORE_FAILURES)[number];

export type StoreEvents = {
  /** The store is used from now on. */
  readonly onUsable: () => void;
  /** The store is not used any more. @param why the last error's words, without any secret. */
  readonly onAway: (reason: StoreFailure, why: string) => void;
  /** One question failed, or was answered after so many milliseconds. */
  readonly onFailure: (reason: StoreFailure) => void;
  readonly onAnswer: (elapsedMs: number) => void;
};

/** Whether a store is used. `starting`: the first connection is being made. */
export type StoreState = "starting" | "usable" | "away";

type Mode = "take" | "peek" | "give";
type GcraRedis = Redis & {
  readonly gcra: (key: string, mode: Mode, cost: number, units: number, windowUs: number) => Promise<unknown>;
};

/** Failures in a row after which a connection is replaced. */
const FAILURES = 3;
/** Milliseconds to connect, and from a question without any answer on until the connection counts as dead. */
const CONNECT_MS = 2000;
const SILENT_MS = 1000;
/** Milliseconds between connections: doubled from the first to the last, until one has been used for `STEADY_MS`. */
const RETRY_MS = { first: 50, last: 1000 };
const STEADY_MS = 10_000;
/** The client of probes: no address. */
const PROBE = "probe";

/**
 * A limit on a Redis or Valkey server that gateways share. ioredis connects, for ever and in the background; a connection is used
 * once the script was run on it, so that no caller waits for a server that is frozen, or refuses to write.
 *
 *     starting ──────────────► usable      connected, and the script answers
 *     usable, starting ──────► away        the connection is lost; three failures in a row; the start takes longer than the deadline
 *     away ──────────────────► usable      another connection, on which the script answers
 */
export class RedisStore {
  /** Where it is, for logs. */
  readonly address: string;
  /** Resolves when the state is no longer `starting`, after the deadline at the latest. */
  readonly started: Promise<void>;
  private readonly redis: GcraRedis;
  private readonly limit: Limit;
  private readonly events: StoreEvents;
  private readonly endStart: () => void;
  private now: StoreState = "starting";
  private closed = false;
  /** Questions in a row that failed. */
  private failures = 0;
  private why = "not connected yet";
  private usableSince = 0;
  private retryMs = RETRY_MS.first;

  /** @param deadlineMs for any question. */
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
      // A frozen server never closes its side.
      disconnectTimeout: 0,
      retryStrategy: () => this.nextRetry(),
      // A question is worth nothing after its deadline: none is queued, or sent again on another connection.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // The probe says more than INFO, and needs fewer rights.
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
    // The message alone: the error holds the command, which may be AUTH with its password. Some servers repeat it in the message.
    this.redis.on("error", (error: Error) => {
      this.why = error.message.replace(/(unknown command|with args).*/s, "$1 ...");
    });
  }

  get state(): StoreState {
    return this.now;
  }

  /** Takes units on the server; null when it did not answer in time or at all. It may have taken them all the same. */
  take(client: string, cost: number): Promise<Taking | null> {
    return this.ask("take", client, cost);
  }

  peek(client: string): Promise<Taking | null> {
    return this.ask("peek", client, 0);
  }

  giveBack(client: string, cost: number): Promise<Taking | null> {
    return this.ask("give", client, cost);
  }

  /** Ends the connection; from then on the store is away. */
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

  /** @throws Error */
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

  /** Gives up a connection for a new one. One that is lost, ioredis gives up by itself. */
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

  /** Where a connection could not even be begun, ioredis gives up. */
  private connectLater(): void {
    if (this.closed) return;
    this.leave("closed", this.why);
    setTimeout(() => this.redis.connect().catch(() => {}), this.nextRetry());
  }

  /** Gateways that lost the same server do not come back all at once. */
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

/** Reads granted, microseconds used and their rest. @throws TypeError when it is something else. */
function readReply(reply: unknown, limit: Limit, cost: number): Taking {
  const [granted, us, rest] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
  if (typeof granted !== "number" || typeof us !== "number" || typeof rest !== "number")
    throw new TypeError("an answer of another kind");
  const usedMs = (us + rest / limit.units) / 1000;
  const waitMs = usedMs + cost * (limit.windowMs / limit.units) - limit.windowMs;
  return {
    granted: granted === 1,
    retryAfterMs: granted === 1 ? 0 : Math.max(0, waitMs),
    ...allowance(limit, usedMs, 0),
  };
}
