import type { Socket } from "node:net";
import type { FacetVerdict } from "@dnstools/core/net-event";
import { createSmtpDialogue } from "@dnstools/core/protocol/starttls/smtp";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import { exchangeOf } from "../exchange.ts";
import type { Sockets } from "../sockets.ts";
import { converse } from "../tls/converse.ts";
import { dial } from "../tls/dial.ts";
import { shakeHands } from "../tls/handshake.ts";
import { type Authorities, issuerOf } from "./authorities.ts";
import type { FacetResult } from "./facets.ts";

/** Host names by the port that is tried at them, each of another operator. */
const HOSTS = {
  // Mail servers of large providers, which accept connections from every client and offer STARTTLS (their MX records,
  // 2026-11-20).
  25: ["gmail-smtp-in.l.google.com", "mx01.mail.icloud.com", "mxa.mailgun.org"],
  // WHOIS servers of IANA and of two regional registries (IANA, 2026-11-20).
  43: ["whois.iana.org", "whois.ripe.net", "whois.arin.net"],
  // Hosts that operators keep for the connectivity checks of devices (2026-11-28). Those at port 80 answer 204.
  80: ["connectivitycheck.gstatic.com", "cp.cloudflare.com"],
  443: ["connectivitycheck.gstatic.com", "captive.apple.com", "cp.cloudflare.com"],
} as const;
/** A TCP port other than 53 that is tried. */
export type TriedPort = keyof typeof HOSTS;

/** The path at which the hosts for connectivity checks answer. */
const PATH = "/generate_204";
const NO_CONTENT = 204;

/** The parts of the network layer that the trials use. */
export type ConnectionParts = {
  readonly sockets: Sockets;
  readonly authorities: Authorities;
  /** Host name sent to mail servers in EHLO. */
  readonly probeName: string;
  /** Returns an address of a host that may be contacted; null if none is found. */
  readonly addressOf: (host: string, type: "A" | "AAAA", signal: AbortSignal) => Promise<string | null>;
  readonly waits: Waits;
};

/** A connection that was tried, and for port 443 the certificates and the time that the server showed. */
export type Connection = {
  readonly host: string;
  readonly address: string;
  /** Null if the connection says nothing, because it could not be tried. */
  readonly verdict: FacetVerdict | null;
  readonly evidence: FacetResult["evidence"];
  readonly chain: readonly string[];
  /** For port 443: the time that the server told; null if it told none, or if its certificates are not trusted. */
  readonly time: ToldTime | null;
};

/** The time that a server told, and this host's clock at that moment, in milliseconds since 1970. */
type ToldTime = { readonly told: number; readonly own: number };

/** Connects to a port at hosts of several operators. */
export async function tryPort(
  parts: ConnectionParts,
  port: TriedPort,
  signal: AbortSignal,
): Promise<readonly Connection[]> {
  const { addressOf } = parts;
  const tried = HOSTS[port].map(async (host) => {
    const found = await Promise.all([addressOf(host, "A", signal), addressOf(host, "AAAA", signal)]);
    const addresses = found.filter((address) => address !== null);
    return Promise.all(addresses.map((address) => tryAddress(parts, { host, address, port }, signal)));
  });
  return (await Promise.all(tried)).flat();
}

/** One address of a host, and the port that is tried there. */
type Place = { readonly host: string; readonly address: string; readonly port: TriedPort };

async function tryAddress(parts: ConnectionParts, place: Place, signal: AbortSignal): Promise<Connection> {
  const { sockets, waits } = parts;
  const { host, address, port } = place;
  const nothing = { host, address, verdict: null, evidence: null, chain: [], time: null };
  const permit = await sockets.acquire(signal, signal);
  if (permit === null) return nothing;
  const at = new Date().toISOString();
  const start = performance.now();
  try {
    const dialled = await dial({ address, port }, sockets, signal, waits);
    const elapsedMs = performance.now() - start;
    const shown = { ...SHOWN[port](host, address), server: host, address, rcode: null, at, elapsedMs };
    const { evidence } = exchangeOf(dialled, shown);
    if (dialled.kind !== "present") {
      // The address was found so late that the server had too little time.
      const isCut =
        dialled.kind === "unknown" && dialled.reason === "timeout" && elapsedMs < waits.hostTrialMs / 2;
      return isCut ? nothing : { ...nothing, verdict: verdictOf(dialled), evidence };
    }
    return {
      ...nothing,
      verdict: "ok",
      evidence,
      ...(await PROOFS[port](parts, place, dialled.value, signal)),
    };
  } finally {
    permit.release();
  }
}

/** What the server at the other end shows of itself, after it has accepted the connection. */
type Proof = (
  parts: ConnectionParts,
  place: Place,
  socket: Socket,
  signal: AbortSignal,
) => Promise<Partial<Pick<Connection, "verdict" | "chain" | "time">>>;

const PROOFS: Readonly<Record<TriedPort, Proof>> = {
  async 25({ probeName }, _, socket, signal) {
    const { outcome } = await converse(socket, createSmtpDialogue(probeName), signal);
    socket.destroy();
    return outcome.kind === "absent" ? { verdict: "intercepted" } : {};
  },
  async 43(_parts, _place, socket) {
    socket.destroy();
    return {};
  },
  async 80(_, { host, address }, socket, signal) {
    socket.destroy();
    const response = await ask("http", host, address, signal);
    if (response === null) return { verdict: null };
    return response.status === NO_CONTENT ? {} : { verdict: "intercepted" };
  },
  async 443({ authorities }, { host, address }, socket, signal) {
    const [{ outcome }, time] = await Promise.all([
      shakeHands(socket, { host, alpn: [], farewell: "" }, signal),
      timeAt(host, address, signal),
    ]);
    // A proxy may accept the connection, or large packets may vanish.
    if (outcome.kind !== "present") return { verdict: "blocked" };
    const { chain } = outcome.value;
    return { chain, time: authorities.isTrusted(chain) ? time : null };
  },
};

/** The evidence of a connection: its transport, and the command or request that repeats it. */
const SHOWN: Readonly<
  Record<
    TriedPort,
    (
      host: string,
      address: string,
    ) => { readonly transport: "smtp" | "whois" | "http" | "tls"; readonly question: string }
  >
> = {
  25: (_, address) => ({
    transport: "smtp",
    question: `openssl s_client -connect ${literal(address)}:25 -starttls smtp`,
  }),
  43: () => ({ transport: "whois", question: "" }),
  80: (host) => ({ transport: "http", question: `GET http://${host}${PATH}` }),
  443: (host, address) => ({
    transport: "tls",
    question: `openssl s_client -connect ${literal(address)}:443 -servername ${host} -showcerts`,
  }),
};

function literal(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

function verdictOf(outcome: Outcome<unknown>): FacetVerdict | null {
  if (outcome.kind !== "unknown") return null;
  if (outcome.reason === "local_firewall") return "firewall";
  if (outcome.reason === "no_ipv4_here" || outcome.reason === "no_ipv6_here") return "unrouted";
  return BLOCKED.includes(outcome.reason) ? "blocked" : null;
}

const BLOCKED: readonly Reason[] = ["timeout", "unreachable", "connection_refused", "reset"];

/**
 * Returns the result for a port: one proper connection shows that others get through, and the port is blocked or
 * intercepted only if all connections to at least two operators are.
 */
export function portResult(connections: readonly Connection[]): FacetResult | null {
  const of = (...verdicts: readonly FacetVerdict[]) =>
    connections.filter(({ verdict }) => verdict !== null && verdicts.includes(verdict));
  const [ok] = of("ok");
  if (ok !== undefined) return { verdict: "ok", evidence: ok.evidence };
  const isShown = (some: readonly Connection[]) => new Set(some.map(({ host }) => host)).size >= 2;
  const intercepted = of("intercepted");
  if (isShown(intercepted)) return { verdict: "intercepted", evidence: intercepted[0]?.evidence ?? null };
  const failed = of("blocked", "firewall");
  return isShown(failed) ? { verdict: "blocked", evidence: failed[0]?.evidence ?? null } : null;
}

/**
 * Returns a result if a port is blocked over this family only. Then a connection over the other family succeeded, and
 * the connections over this family to two operators or more failed.
 */
export function partialResult(
  connections: readonly Connection[],
  family: "ipv4" | "ipv6",
): FacetResult | null {
  if (portResult(connections)?.verdict !== "ok") return null;
  const own = connections.filter(({ address }) => address.includes(":") === (family === "ipv6"));
  const result = portResult(own);
  return result?.verdict === "blocked" ? { ...result, verdict: "partly", family } : null;
}

/**
 * Returns whether TLS is inspected: an operator shows a certificate that is not trusted, or at least two show
 * certificates of one issuer that is not an authority of the public web. A proxy may leave out other operators.
 */
export function inspectionResult(
  connections: readonly Connection[],
  authorities: Pick<Authorities, "isPublic" | "isTrusted">,
): FacetResult | null {
  const shown = connections.filter(({ chain }) => chain.length > 0);
  if (new Set(shown.map(({ host }) => host)).size < 2) return null;
  for (const [issuer, some] of Map.groupBy(shown, ({ chain }) => issuerOf(chain))) {
    const [first] = some;
    if (issuer === null || first === undefined) continue;
    const isShared = new Set(some.map(({ host }) => host)).size >= 2;
    if (!authorities.isTrusted(first.chain) || (isShared && !authorities.isPublic(first.chain)))
      return { verdict: "inspected", evidence: first.evidence, issuer };
  }
  return { verdict: "ok", evidence: shown[0]?.evidence ?? null };
}

/** Asks a host for connectivity checks for the time. */
async function timeAt(host: string, address: string, signal: AbortSignal): Promise<ToldTime | null> {
  const start = Date.now();
  const headers = (await ask("https", host, address, signal))?.headers;
  // An answer from a cache tells the time at which it was made (RFC 9111 5.1).
  const told = Date.parse(headers?.get("date") ?? "") + 1000 * Number(headers?.get("age") ?? 0);
  return Number.isNaN(told) ? null : { told, own: (start + Date.now()) / 2 };
}

async function ask(
  scheme: "http" | "https",
  host: string,
  address: string,
  signal: AbortSignal,
): Promise<Response | null> {
  try {
    return await fetch(`${scheme}://${literal(address)}${PATH}`, {
      method: "HEAD",
      headers: { host },
      redirect: "manual",
      keepalive: false,
      // With a wrong clock, no certificate would be valid. The chain is checked without its dates.
      ...(scheme === "https" ? { tls: { serverName: host, rejectUnauthorized: false } } : {}),
      signal,
    });
  } catch {
    return null;
  }
}
