import { chmodSync, lstatSync, rmSync } from "node:fs";
import { Fault } from "@dnstools/core/tool/fault";
import type { HttpHandler } from "./http.ts";
import { problemResponse } from "./problem.ts";

/** Where a server listens: an address and port, or a unix socket. */
export type Place = { readonly hostname: string; readonly port: number } | { readonly unix: string };

/** A listening HTTP server. */
export type Listener = {
  /** URL at which the server can be reached. */
  readonly url: string;
  /** Returns the address of a request's peer; `local` for a unix socket; null if the connection is closed. */
  readonly peer: (request: Request) => string | null;
  /**
   * Makes every later response close its connection, so that the client's next request goes to another process if
   * there is one.
   */
  readonly leaveSoon: () => void;
  /** Stops accepting requests, and resolves when the requests in flight have ended; `force` aborts them. */
  readonly stop: (force: boolean) => Promise<void>;
};

/**
 * Idle timeout in seconds, longer than the longest call and longer than a proxy keeps idle connections. RFC 9110 7.6
 * lets the server choose this value.
 */
const IDLE_TIMEOUT_S = 75;
const BODY_MAX = 2 ** 40;

/**
 * On average, one in this many responses, chosen at random, closes its connection. If several processes share one
 * address, a connection stays with the process that accepted it. Without this rule, a new process would get no
 * requests from clients that keep their connections.
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
    // The limit on bodies is so large that it has no effect: a request with a body is refused by its method, with our
    // own headers, without reading the body.
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
    // Each request gets its own timeout, because Bun accepts no idleTimeout for unix sockets and aborts their requests
    // after 10 s.
    const withTime = (request: Request, own: Bun.Server<undefined>) => {
      own.timeout(request, IDLE_TIMEOUT_S);
      return serve(request);
    };
    const server = Bun.serve({ ...common, fetch: withTime, unix: place.unix });
    chmodSync(place.unix, 0o666);
    return { url: `unix:${place.unix}`, peer: () => "local", leaveSoon, stop: (force) => server.stop(force) };
  }
  // reusePort is off so that a second process on the same port fails instead of silently receiving part of the
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
 * Adds a host to the URL of an HTTP/1.0 request without a Host header (RFC 9112 3.2), such as a load balancer's health
 * check; Bun passes only the path of such a request.
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
 * Removes the socket file that a killed process has left behind, because the path would appear to be in use. The
 * socket file of a running process is kept.
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
