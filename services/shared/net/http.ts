import type { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import type { ConnectionOutcome, OnEvent, RegistryOutcome } from "@dnstools/core/net-event";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { type Exchange, exchangeOf, registryOutcome } from "./exchange.ts";
import type { EgressGuard } from "./guard.ts";
import { knock } from "./knock.ts";
import { hurried, isOutOfFiles, type Sockets } from "./sockets.ts";

/** An answer over HTTP, as far as it is read. */
export type HttpReply = {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
};

export type HttpRequest = {
  readonly url: URL;
  /** Where to connect: what the URL's host was resolved to. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default GET. HEAD: the reply's headers alone. */
  readonly method?: "HEAD";
  /** More is too_large. */
  readonly bytesMax: number;
  /** A server that takes no connection in this time is not waited for any longer (`knock`). */
  readonly connectMs?: number;
  /** Where a registry is asked: what its reply comes to. */
  readonly rdap?: (reply: HttpReply) => RegistryOutcome;
};

/** GETs from one address; redirects are the caller's to follow. Total: resolves when the signal fires at the latest. */
export type HttpClient = {
  readonly get: (request: HttpRequest, signal: AbortSignal) => Promise<Exchange<HttpReply>>;
};

export type HttpOptions = {
  readonly guard: EgressGuard;
  /** Requests to one address, over all calls. */
  readonly atAddress: FairSemaphore;
  readonly sockets: Sockets;
  /** Certificates of authorities (PEM); null for those bundled with Bun. */
  readonly ca: readonly string[] | null;
  readonly userAgent: string;
  readonly onEvent: OnEvent;
};

/** Ports that HTTP is spoken at: a URL that somebody else chose must not lead us to other services. */
const PORTS = ["", "80", "443", "8080", "8443"];

/** Requests under way: Bun makes 256 at a time, doors included, and lets others wait without a word. */
const ACTIVE_MAX = 200;

export function createHttpClient(options: HttpOptions): HttpClient {
  const { guard, atAddress, sockets, ca, userAgent, onEvent } = options;
  async function get(
    { url, address, headers, method, bytesMax, connectMs }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Outcome<HttpReply>> {
    const to = { address, port: Number(url.port || (url.protocol === "https:" ? 443 : 80)) };
    const tried = connectMs === undefined ? null : knock(to, sockets, connectMs);
    const limit = tried === null ? signal : AbortSignal.any([signal, tried.gone]);
    const literal = address.includes(":") ? `[${address}]` : address;
    const port = url.port === "" ? "" : `:${url.port}`;
    try {
      // The address that was checked is the one dialled; certificate, SNI and Host are the name's.
      const response = await fetch(`${url.protocol}//${literal}${port}${url.pathname}${url.search}`, {
        headers: { ...headers, host: url.host, "user-agent": userAgent, "accept-encoding": "identity" },
        // Said, since NODE_TLS_REJECT_UNAUTHORIZED would else decide.
        tls: { serverName: url.hostname, rejectUnauthorized: true, ...(ca === null ? {} : { ca: [...ca] }) },
        ...(method === undefined ? {} : { method }),
        redirect: "manual",
        decompress: false,
        // A connection kept for one name must not be taken for another at the same address.
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

  /** Why a request is not made; null where it is. */
  function reasonNotTo(url: URL, hasTurn: boolean): Reason | null {
    // Its time was over before the server's turn came: that says nothing of the server.
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

function headersOf(response: Response): HttpReply["headers"] {
  return new Map([...response.headers].map(([name, value]) => [name.toLowerCase(), value]));
}

async function read(response: Response, bytesMax: number): Promise<Outcome<HttpReply>> {
  const headers = headersOf(response);
  const encoding = headers.get("content-encoding") ?? "identity";
  const { status } = response;
  // Nobody asked for it packed: what it would unpack to has no bound.
  if (encoding !== "identity" || Number(headers.get("content-length") ?? 0) > bytesMax) {
    await response.body?.cancel();
    return unknown(encoding === "identity" ? "too_large" : "malformed");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > bytesMax) return unknown("too_large");
    chunks.push(chunk);
  }
  return present({ status, headers, body: Buffer.concat(chunks) });
}

/** What an error of fetch says. */
function reasonOf(error: unknown, address: string): Reason {
  if (isOutOfFiles(error)) return "service_unavailable";
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|ALTNAME/.test(code)) return "tls_failed";
  if (/NETUNREACH|AFNOSUPPORT|ADDRNOTAVAIL/.test(code) && address.includes(":")) return "no_ipv6_here";
  if (/CONNREFUSED|ConnectionRefused|HOSTUNREACH|NETUNREACH|FailedToOpenSocket|TIMEDOUT/.test(code))
    return "unreachable";
  // It connected, and then did not speak HTTP to its end.
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
