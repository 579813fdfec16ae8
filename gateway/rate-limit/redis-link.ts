import { Redis, type RedisOptions } from "ioredis";
import type { RedisAddress } from "./redis-address.ts";

export type RedisLink = {
  /** The connection, while there is one that has been set up. */
  readonly current: () => Redis | null;
  /** Why there is none: the last error's words. */
  readonly why: () => string;
  /** Gives up the connection, which seems dead, for a new one. */
  readonly replace: () => void;
  readonly close: () => void;
};

export type LinkEvents = { readonly onUp: () => void; readonly onDown: () => void };

/** Milliseconds for a connection to be made and set up: a frozen server takes connections, and says nothing. */
const SETUP_MS = 2000;
/** Milliseconds between tries: doubled from the first to the last. */
const RETRY_MS = { first: 50, last: 1000 };

/**
 * Keeps one connection to a server, for ever and in the background. Each is a client of its own that is thrown away
 * with it, so that nothing is sent again on another: a command of the limiter is worth nothing after its deadline.
 */
export function keepLink(address: RedisAddress, events: LinkEvents): RedisLink {
  let redis: Redis | null = null;
  let up = false;
  let upAt = 0;
  let closed = false;
  let retryMs = RETRY_MS.first;
  let why = "not connected yet";
  let timer: NodeJS.Timeout | null = null;

  const connect = () => {
    const own = client(address);
    redis = own;
    let ended = false;
    const end = (reason: string | null) => {
      if (ended) return;
      ended = true;
      clearTimeout(late);
      discard(own);
      if (reason !== null) why = reason;
      redis = null;
      // One that lasted is no server that takes connections only to end them.
      if (up && performance.now() - upAt > RETRY_MS.last) retryMs = RETRY_MS.first;
      up = false;
      if (closed) return;
      // Gateways that lost the same server do not come back all at once.
      timer = setTimeout(connect, retryMs * (0.5 + Math.random() / 2));
      timer.unref();
      retryMs = Math.min(retryMs * 2, RETRY_MS.last);
      events.onDown();
    };
    // The message alone: the error itself holds the command, which may be AUTH with its password. Some servers repeat
    // it in the message.
    own.on("error", (error: Error) => {
      why = error.message.replace(/(unknown command|with args).*/s, "$1 ...");
    });
    own.on("end", () => end(null));
    const late = setTimeout(() => end(`not set up within ${SETUP_MS} ms`), SETUP_MS);
    late.unref();
    replace = () => end("it was silent");
    own.connect().then(
      () => {
        clearTimeout(late);
        if (ended) return;
        up = true;
        upAt = performance.now();
        why = "the connection was closed";
        events.onUp();
      },
      () => end(null),
    );
  };
  let replace = () => {};
  connect();
  return {
    current: () => (up ? redis : null),
    why: () => why,
    replace: () => {
      if (up) replace();
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      replace();
    },
  };
}

function client({ options }: RedisAddress): Redis {
  const settings = {
    ...options,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: null,
    connectTimeout: SETUP_MS,
    // The breaker's probe runs the script itself, which says more than INFO and needs fewer rights.
    enableReadyCheck: false,
    disableClientInfo: true,
    connectionName: "dnstools-gateway",
    protocol: 2,
    replyMapping: "legacy",
  } satisfies RedisOptions;
  return new Redis(settings);
}

/** Ends a connection at once: a frozen server would never close its side. */
function discard(redis: Redis): void {
  redis.disconnect();
  redis.stream?.destroy();
}
