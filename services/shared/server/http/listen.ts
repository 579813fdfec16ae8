import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "@dnstools/core/tool/fault";
import type { HttpHandler } from "./http.ts";
import { problemResponse } from "./problem.ts";

/** Where to listen: an address and port, or a unix socket. */
export type Place = { readonly hostname: string; readonly port: number } | { readonly unix: string };

export type Listener = {
  /** Where it is reached, as a URL. */
  readonly url: string;
  /** The address of a request's peer; `local` on a unix socket; null when the connection is gone. */
  readonly peer: (request: Request) => string | null;
  /** From now on every answer closes its connection: the client's next request finds another process, where there is one. */
  readonly leaveSoon: () => void;
  /** Takes no more requests and resolves when those under way have ended; `force` cuts them. */
  readonly stop: (force: boolean) => Promise<void>;
};

/** Longer than the longest tool and than a proxy keeps idle connections (RFC 9110 7.6 leaves it to us). */
const IDLE_TIMEOUT_S = 75;
const BODY_MAX = 2 ** 40;

/**
 * One answer in so many closes its connection, by chance. Behind one address of several processes, a connection stays with the
 * process that took it: a process that is new would else get nothing of a client that keeps its connections.
 */
const KEPT_FOR = 500;

/** Serves requests. Rejects when the place is taken. */
export async function listen(handler: HttpHandler, place: Place): Promise<Listener> {
  let leaving = false;
  const closes = () => leaving || (!("unix" in place) && Math.random() * KEPT_FOR < 1);
  const named = new WeakMap<Request, Request>();
  const serve = (sent: Request) => {
    const request = withHost(sent);
    if (request !== sent) named.set(request, sent);
    return closes() ? handler(request).then(closing) : handler(request);
  };
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
      return serve(request);
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
    peer: (request) => server.requestIP(named.get(request) ?? request)?.address ?? null,
    leaveSoon,
    stop: (force) => server.stop(force),
  };
}

/** HTTP/1.0 may leave Host out (RFC 9112 3.2), as health checks of load balancers do: Bun then hands over the path alone. */
function withHost(request: Request): Request {
  const { url, headers } = request;
  if (!url.startsWith("/") || headers.has("host")) return request;
  return new Request(`http://localhost${url}`, request);
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
