import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "@dnstools/core/fault";
import type { Door } from "./door.ts";
import { problemResponse } from "./problem.ts";

/** Where to listen: an address and port, or a unix socket. */
export type Place = { readonly hostname: string; readonly port: number } | { readonly unix: string };

export type Listener = {
  /** Where it is reached, as a URL. */
  readonly url: string;
  /** The address of a request's peer; null on a unix socket. */
  readonly peer: (request: Request) => string | null;
  /** Takes no more requests and resolves when those under way have ended; `force` cuts them. */
  readonly stop: (force: boolean) => Promise<void>;
};

/** Longer than the longest tool and than a proxy keeps idle connections (RFC 9110 7.6 leaves it to us). */
const IDLE_TIMEOUT_S = 75;
/** This API takes no bodies. */
const BODY_MAX = 4096;

/** Serves a door. Throws when the place is taken. */
export function listen(door: Door, place: Place): Listener {
  const common = {
    fetch: door,
    development: false,
    maxRequestBodySize: BODY_MAX,
    error: (cause: Error) =>
      problemResponse(
        new Fault("internal_error", { detail: "Something went wrong on our side.", cause }),
        "",
      ),
  } as const;
  if ("unix" in place) {
    removeSocket(place.unix);
    const server = Bun.serve({ ...common, unix: place.unix });
    chmodSync(place.unix, 0o666);
    return { url: `unix:${place.unix}`, peer: () => null, stop: (force) => server.stop(force) };
  }
  // reusePort off: a second process on the same port must fail, not share the requests in silence.
  const server = Bun.serve({ ...common, ...place, idleTimeout: IDLE_TIMEOUT_S, reusePort: false });
  const host = place.hostname.includes(":") ? `[${place.hostname}]` : place.hostname;
  return {
    url: `http://${host}:${server.port}`,
    peer: (request) => server.requestIP(request)?.address ?? null,
    stop: (force) => server.stop(force),
  };
}

/** A socket file outlives its process, and a stale one is taken for a busy address. Only a socket is removed. */
function removeSocket(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket()) throw new Error(`LISTEN=${path} is there and is no socket: set another path`);
  rmSync(path);
}
