import type { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import type { ConnectionOutcome, OnEvent, RegistryOutcome } from "@dnstools/core/net-event";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { decodeBody } from "./content-coding.ts";
import { type Exchange, exchangeOf, registryOutcome } from "./exchange.ts";
import type { EgressGuard } from "./guard.ts";
import { knock } from "./knock.ts";
import { hurried, isOutOfFiles, type Sockets } from "./sockets.ts";

/** An HTTP response with its body; the body of a response to HEAD is empty. */
export type HttpReply = {
  readonly status: number;
  /** Header values by lower-case header name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
};

/** A request to one address of a host. */
export type HttpRequest = {
  readonly url: URL;
  /** The address to connect to, resolved from the URL's host. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Request method; default: GET. HEAD requests the headers only. */
  readonly method?: "HEAD";
  /** Maximum size of the body in bytes, encoded and decoded; the outcome for a larger body is `too_large`. */
  readonly bytesMax: number;
  /** Milliseconds after which the request fails if the server has accepted no connection (see `knock`). */
  readonly connectMs?: number;
  /** Classifies the reply of a registry for metrics. Only set for a request to a registry. */
  readonly rdap?: (reply: HttpReply) => RegistryOutcome;
};

/**
 * Sends HTTP requests (GET or HEAD), each to one address. Redirects are not followed. Never rejects: resolves when the
 * signal fires at the latest.
 */
export type HttpClient = {
  readonly get: (request: HttpRequest, signal: AbortSignal) => Promise<Exchange<HttpReply>>;
};

/** Settings and shared parts of an HTTP client. */
export type HttpOptions = {
  readonly guard: EgressGuard;
  /** Limits the concurrent requests to one address, across all calls. */
  readonly atAddress: FairSemaphore;
  readonly sockets: Sockets;
  /** Certificates of the trusted authorities (PEM); null to trust those bundled with Bun. */
  readonly ca: readonly string[] | null;
  readonly userAgent: string;
  readonly onEvent: OnEvent;
};

/** Ports on which HTTP is allowed, so that a URL chosen by a third party cannot direct us to other services. */
const PORTS = ["", "80", "443", "8080", "8443"];

/**
 * Maximum number of requests in flight. Bun runs at most 256 at a time, including requests between processes of this
 * API, and queues further ones silently.
 */
const ACTIVE_MAX = 200;

/** Creates an HTTP client whose requests pass the egress guard and the limits on concurrency. */
export function createHttpClient(options: HttpOptions): HttpClient {
  const { guard, atAddress, sockets, userAgent, onEvent } = options;
  // One text, because fetch reads a list anew for every request.
  const ca = options.ca?.join("\n") ?? null;
  async function get(
    { url, address, headers, method, bytesMax, connectMs }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Outcome<HttpReply>> {
    const to = { address, port: portOf(url) };
    const tried = connectMs === undefined ? null : knock(to, sockets, connectMs);
    const limit = tried === null ? signal : AbortSignal.any([signal, tried.gone]);
    const literal = address.includes(":") ? `[${address}]` : address;
    const port = url.port === "" ? "" : `:${url.port}`;
    try {
      // The request goes to the address that the guard checked. The certificate check, SNI and the Host header use the
      // host name.
      const response = await fetch(`${url.protocol}//${literal}${port}${url.pathname}${url.search}`, {
        headers: { ...headers, host: url.host, "user-agent": userAgent, "accept-encoding": "identity" },
        // Set explicitly because NODE_TLS_REJECT_UNAUTHORIZED would override the default.
        ...(url.protocol === "https:"
          ? { tls: { serverName: url.hostname, rejectUnauthorized: true, ...(ca === null ? {} : { ca }) } }
          : {}),
        ...(method === undefined ? {} : { method }),
        redirect: "manual",
        decompress: false,
        // A kept-alive connection for one host name must not be reused for another name at the same address.
        keepalive: false,
        signal: limit,
      });
      tried?.end();
      return await (method === undefined
        ? read(response, bytesMax)
        : present({ status: response.status, headers: headersOf(response), body: new Uint8Array() }));
    } catch (error) {
      return unknown(limit.aborted ? "timeout" : reasonOf(error, address));
    } finally {
      tried?.end();
    }
  }

  let active = 0;

  /** Returns the reason why a request must not be sent; null if it may be sent. */
  function reasonNotTo(url: URL, hasTurn: boolean): Reason | null {
    // The caller's time ran out while the request waited for its turn, so the reason must not blame the server.
    if (!hasTurn) return "budget";
    if (!PORTS.includes(url.port)) return "not_allowed";
    return active >= ACTIVE_MAX ? "held_back" : null;
  }

  function tell({ url, rdap }: HttpRequest, outcome: Outcome<HttpReply>, elapsedMs: number): void {
    const ended = outcomeOf(outcome);
    const scheme = url.protocol === "https:" ? "https" : "http";
    onEvent({ kind: "connection", of: rdap === undefined ? scheme : "rdap", outcome: ended, elapsedMs });
    if (rdap === undefined) return;
    const said = outcome.kind === "present" ? rdap(outcome.value) : registryOutcome(outcome);
    onEvent({ kind: "registry_asked", over: "rdap", host: url.hostname, outcome: said, elapsedMs });
  }

  return {
    async get(request, signal) {
      const { url, address } = request;
      const refusal = guard.refusal(address, url.hostname);
      const turn = refusal === null ? await atAddress.acquire(address, signal) : null;
      const notTo = refusal?.reason ?? reasonNotTo(url, turn !== null);
      active += Number(notTo === null);
      const atOnce = notTo === null ? sockets.tryAcquire(address) : null;
      const permit = notTo === null ? (atOnce ?? (await sockets.acquire(address, signal))) : null;
      const barred = notTo ?? (permit === null ? "service_unavailable" : null);
      const asked = barred === null;
      const at = new Date().toISOString();
      const start = performance.now();
      const outcome = asked ? hurried(await get(request, signal), atOnce === null) : unknown(barred);
      active -= Number(notTo === null);
      permit?.release();
      turn?.release();
      const elapsedMs = performance.now() - start;
      if (barred === "not_allowed" && refusal === null) onEvent({ kind: "egress_refused", reason: "port" });
      if (asked) tell(request, outcome, elapsedMs);
      return exchangeOf(outcome, {
        question: `${request.method ?? "GET"} ${url.href}`,
        server: url.hostname,
        address: url.port === "" ? address : `${address}#${url.port}`,
        transport: url.protocol === "https:" ? "https" : "http",
        rcode: outcome.kind === "present" ? String(outcome.value.status) : null,
        at,
        elapsedMs,
      });
    },
  };
}

/** Returns the port of a URL. */
export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === "https:" ? 443 : 80));
}

function headersOf(response: Response): HttpReply["headers"] {
  return new Map([...response.headers].map(([name, value]) => [name.toLowerCase(), value]));
}

async function read(response: Response, bytesMax: number): Promise<Outcome<HttpReply>> {
  const headers = headersOf(response);
  const { status } = response;
  if (Number(headers.get("content-length") ?? 0) > bytesMax) {
    await response.body?.cancel();
    return unknown("too_large");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > bytesMax) return unknown("too_large");
    chunks.push(chunk);
  }
  const body = await decodeBody(Buffer.concat(chunks), headers.get("content-encoding") ?? null, bytesMax);
  return body.kind === "present" ? present({ status, headers, body: body.value }) : body;
}

/** Returns the reason for an error that fetch threw. */
function reasonOf(error: unknown, address: string): Reason {
  if (isOutOfFiles(error)) return "service_unavailable";
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (/CERT_(HAS_EXPIRED|NOT_YET_VALID)/.test(code)) return "certificate_dates";
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|ALTNAME/.test(code)) return "tls_failed";
  if (/NETUNREACH|AFNOSUPPORT|ADDRNOTAVAIL/.test(code))
    return address.includes(":") ? "no_ipv6_here" : "no_ipv4_here";
  if (/CONNREFUSED|ConnectionRefused|HOSTUNREACH|FailedToOpenSocket|TIMEDOUT/.test(code))
    return "unreachable";
  // In all other cases, the server accepted the connection but did not send a complete HTTP response.
  return "malformed";
}

function outcomeOf(outcome: Outcome<HttpReply>): ConnectionOutcome {
  if (outcome.kind === "present") {
    const { status } = outcome.value;
    if (status === 429) return "rate_limited";
    return status === 401 || status === 403 ? "refused" : status >= 500 ? "failed" : "ok";
  }
  return outcome.kind === "unknown" && outcome.reason === "timeout" ? "timeout" : "failed";
}
