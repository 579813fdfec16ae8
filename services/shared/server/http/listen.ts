import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "@dnstools/core/tool/fault";
import type { HttpHandler } from "./http.ts";
import { problemResponse } from "./problem.ts";

/** Where to listen: an address and port, or a unix socket. */
export type Place = { readonly hostname: string; readonly port: number } | { readonly unix: string };

/** A listening HTTP server. */
export type Listener = {
  /** URL under which the server is reached. */
  readonly url: string;
  /** Returns the address of a request's peer; `local` for a unix socket; null if the connection is closed. */
  readonly peer: (request: Request) => string | null;
  /**
   * From this call on, every response closes its connection, so that the client's next request goes to another
   * process if there is one.
   */
  readonly leaveSoon: () => void;
  /** Stops accepting requests and resolves when those in flight have ended; `force` aborts them. */
  readonly stop: (force: boolean) => Promise<void>;
};

/**
 * Idle timeout in seconds, longer than the longest call and than a proxy keeps idle connections. RFC 9110 7.6
 * leaves the value to us.
 */
const IDLE_TIMEOUT_S = 75;
const BODY_MAX = 2 ** 40;

/**
 * One response in this many, chosen at random, closes its connection. If several processes share one address, a
 * connection stays with the process that accepted it, so a new process would otherwise get no requests from clients
 * that keep their connections.
 */
const KEPT_FOR = 500;

/** Starts serving requests. Rejects if the address or socket is in use. */
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
    // Large because requests with a body are refused by their method, with our own headers, without reading the
    // body.
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
    // Bun accepts no idleTimeout for unix sockets and aborts their requests after 10 s, so each request gets its
    // own timeout.
    const withTime = (request: Request, own: Bun.Server<undefined>) => {
      own.timeout(request, IDLE_TIMEOUT_S);
      return serve(request);
    };
    const server = Bun.serve({ ...common, fetch: withTime, unix: place.unix });
    chmodSync(place.unix, 0o666);
    return { url: `unix:${place.unix}`, peer: () => "local", leaveSoon, stop: (force) => server.stop(force) };
  }
  // reusePort is off so that a second process on the same port fails instead of silently taking part of the
  // requests.
  const server = Bun.serve({ ...common, ...place, idleTimeout: IDLE_TIMEOUT_S, reusePort: false });
  const host = place.hostname.includes(":") ? `[${place.hostname}]` : place.hostname;
  return {
    url: `http://${host}:${server.port}`,
    peer: (request) => server.requestIP(named.get(request) ?? request)?.address ?? null,
    leaveSoon,
    stop: (force) => server.stop(force),
  };
}

/**
 * Adds a host to the URL of an HTTP/1.0 request without Host (RFC 9112 3.2), such as a load balancer's health
 * check; Bun passes only its path.
 */
function withHost(request: Request): Request {
  const { url, headers } = request;
  if (!url.startsWith("/") || headers.has("host")) return request;
  return new Request(`http://localhost${url}`, request);
}

/** Marks a response so that Bun closes the connection after it. */
function closing(response: Response): Response {
  response.headers.set("connection", "close");
  return response;
}

/**
 * Removes the socket file of a process that was killed, which would make the path appear in use. The socket of a
 * running process is kept.
 */
async function removeStaleSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket()) throw new Error(`LISTEN=${path} exists and is not a socket: set another path`);
  const alive = await Bun.connect({ unix: path, socket: { data() {} } }).catch(() => null);
  if (alive !== null) {
    alive.end();
    throw new Error(`LISTEN=${path} is in use by another process: set another path`);
  }
  rmSync(path);
}
