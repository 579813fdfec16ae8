import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "@dnstools/core/fault";
import type { Door } from "./door.ts";
import { problemResponse } from "./problem.ts";

/** Where to listen: an address and port, or a unix socket. */
export type Place = { readonly hostname: string; readonly port: number } | { readonly unix: string };

export type Listener = {
  /** Where it is reached, as a URL. */
  readonly url: string;
  /** The address of a request's peer; `local` on a unix socket; null when the connection is gone. */
  readonly peer: (request: Request) => string | null;
  /** From now on every answer closes its connection: whoever asks again finds another process, where there is one. */
  readonly leaveSoon: () => void;
  /** Takes no more requests and resolves when those under way have ended; `force` cuts them. */
  readonly stop: (force: boolean) => Promise<void>;
};

/** Longer than the longest tool and than a proxy keeps idle connections (RFC 9110 7.6 leaves it to us). */
const IDLE_TIMEOUT_S = 75;
const BODY_MAX = 2 ** 40;

/** Parts of connections, each of which is closed in a time of its own. */
const PARTS = 12;

/**
 * Serves a door. Rejects when the place is taken.
 * @param ageS seconds in which every connection is closed once, behind an answer: behind one address of several processes a
 * connection stays with the process that took it, and one that is new would get nothing. 0 keeps them; behind a unix socket
 * there is one process.
 */
export async function listen(door: Door, place: Place, ageS = 0): Promise<Listener> {
  let leaving = false;
  const partMs = (ageS * 1000) / PARTS;
  /** Told by the peer's port, so that nothing need be kept of connections. */
  const isOver = (request: Request, own: Bun.Server<undefined>): boolean => {
    if (leaving || ageS === 0 || "unix" in place) return leaving;
    const port = own.requestIP(request)?.port ?? 0;
    // Linux gives outgoing connections ports of one parity first.
    return (port >> 1) % PARTS === Math.floor(performance.now() / partMs) % PARTS;
  };
  const serve = (request: Request, own: Bun.Server<undefined>) =>
    isOver(request, own) ? door(request).then(closing) : door(request);
  const common = {
    fetch: serve,
    development: false,
    // Large, since a body is refused by its method, with our headers, and never read.
    maxRequestBodySize: BODY_MAX,
    error: (cause: Error) =>
      problemResponse(
        new Fault("internal_error", { detail: "Something went wrong on our side.", cause }),
        "",
      ),
  } as const;
  const leaveSoon = () => {
    leaving = true;
  };
  if ("unix" in place) {
    await removeStaleSocket(place.unix);
    // Bun takes no idleTimeout for unix sockets, and cuts their requests after 10 s: each gets its own.
    const withTime = (request: Request, own: Bun.Server<undefined>) => {
      own.timeout(request, IDLE_TIMEOUT_S);
      return serve(request, own);
    };
    const server = Bun.serve({ ...common, fetch: withTime, unix: place.unix });
    chmodSync(place.unix, 0o666);
    return { url: `unix:${place.unix}`, peer: () => "local", leaveSoon, stop: (force) => server.stop(force) };
  }
  // reusePort off: a second process on the same port must fail, not share the requests in silence.
  const server = Bun.serve({ ...common, ...place, idleTimeout: IDLE_TIMEOUT_S, reusePort: false });
  const host = place.hostname.includes(":") ? `[${place.hostname}]` : place.hostname;
  return {
    url: `http://${host}:${server.port}`,
    peer: (request) => server.requestIP(request)?.address ?? null,
    leaveSoon,
    stop: (force) => server.stop(force),
  };
}

/** Bun closes the connection behind an answer that says so. */
function closing(response: Response): Response {
  response.headers.set("connection", "close");
  return response;
}

/** A killed process leaves its socket's file, which would be taken for a busy address. A live one is left alone. */
async function removeStaleSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket()) throw new Error(`LISTEN=${path} is there and is no socket: set another path`);
  const alive = await Bun.connect({ unix: path, socket: { data() {} } }).catch(() => null);
  if (alive !== null) {
    alive.end();
    throw new Error(`LISTEN=${path} is in use by another process: set another path`);
  }
  rmSync(path);
}
