import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import type { FacetVerdict } from "@dnstools/core/net-event";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import { exchangeOf } from "../exchange.ts";
import type { Sockets } from "../sockets.ts";
import { dial } from "../tls/dial.ts";
import { shakeHands } from "../tls/handshake.ts";
import type { FacetResult } from "./facets.ts";

/** Host names by the port that is tried at them, each of another operator. */
const HOSTS = {
  // Mail servers of large providers, which accept connections from every client (their MX records, 2026-11-20).
  25: ["gmail-smtp-in.l.google.com", "mx01.mail.icloud.com", "mxa.mailgun.org"],
  // WHOIS servers of IANA and of two regional registries (IANA, 2026-11-20).
  43: ["whois.iana.org", "whois.ripe.net", "whois.arin.net"],
  // Hosts that operators keep for the connectivity checks of devices (2026-11-28).
  80: ["connectivitycheck.gstatic.com", "captive.apple.com", "cp.cloudflare.com"],
  443: ["connectivitycheck.gstatic.com", "captive.apple.com", "cp.cloudflare.com"],
} as const;
/** A TCP port other than 53 that is tried. */
export type TriedPort = keyof typeof HOSTS;

/** The path at which the hosts for connectivity checks answer. */
const PATH = "/generate_204";

/** The parts of the network layer that the trials use. */
export type ConnectionParts = {
  readonly sockets: Sockets;
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
  /** For port 443: the time that the server told; null if it told none. */
  readonly time: ToldTime | null;
};

/** The time that a server told, and this host's clock at that moment, in milliseconds since 1970. */
type ToldTime = { readonly told: number; readonly own: number };

/** Connects to a port at hosts of several operators. */
export async function tryPort(
  { sockets, addressOf, waits }: ConnectionParts,
  port: TriedPort,
  signal: AbortSignal,
): Promise<readonly Connection[]> {
  const tryAddress = async (host: string, address: string): Promise<Connection> => {
    const nothing = { host, address, verdict: null, evidence: null, chain: [], time: null };
    const permit = await sockets.acquire(signal, signal);
    if (permit === null) return nothing;
    const at = new Date().toISOString();
    const start = performance.now();
    try {
      const dialled = await dial({ address, port }, sockets, signal, waits);
      const { evidence } = exchangeOf(dialled, {
        ...SHOWN[port](host, address),
        server: host,
        address,
        rcode: null,
        at,
        elapsedMs: performance.now() - start,
      });
      if (dialled.kind !== "present") return { ...nothing, verdict: verdictOf(dialled), evidence };
      const socket = dialled.value;
      if (port !== 443) {
        socket.destroy();
        return { ...nothing, verdict: "ok", evidence };
      }
      const [shaken, time] = await Promise.all([
        shakeHands(socket, { host, alpn: [], farewell: "" }, signal),
        timeAt(host, address, signal),
      ]);
      const chain = shaken.outcome.kind === "present" ? shaken.outcome.value.chain : [];
      return { ...nothing, verdict: "ok", evidence, chain, time };
    } finally {
      permit.release();
    }
  };
  const tried = HOSTS[port].map(async (host) => {
    const found = await Promise.all([addressOf(host, "A", signal), addressOf(host, "AAAA", signal)]);
    return Promise.all(found.flatMap((address) => (address === null ? [] : [tryAddress(host, address)])));
  });
  return (await Promise.all(tried)).flat();
}

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
 * Returns the result for a port: one accepted connection shows that others get through, and the port is blocked only if
 * all connections to at least two operators fail.
 */
export function portResult(connections: readonly Connection[]): FacetResult | null {
  const ok = connections.find(({ verdict }) => verdict === "ok");
  if (ok !== undefined) return { verdict: "ok", evidence: ok.evidence };
  const failed = connections.filter(({ verdict }) => verdict === "blocked" || verdict === "firewall");
  const operators = new Set(failed.map(({ host }) => host));
  const [first] = failed;
  return first === undefined || operators.size < 2 ? null : { verdict: "blocked", evidence: first.evidence };
}

/**
 * Returns whether TLS is inspected: unrelated operators show certificates of one and the same issuer, which is not an
 * authority of the public web.
 */
export function inspectionResult(connections: readonly Connection[]): FacetResult | null {
  const shown = connections.filter(({ chain }) => chain.length > 0);
  const [first] = shown;
  if (first === undefined || new Set(shown.map(({ host }) => host)).size < 2) return null;
  const issuers = new Set(shown.map(({ chain }) => issuerOf(chain)));
  const [issuer] = issuers;
  const { evidence } = first;
  if (issuers.size > 1 || issuer == null || isPublic(first.chain)) return { verdict: "ok", evidence };
  return { verdict: "inspected", evidence, issuer };
}

/** Returns the name of the authority that issued the first certificate of a chain; null if it cannot be read. */
export function issuerOf([leaf]: readonly string[]): string | null {
  return leaf === undefined ? null : (read(leaf)?.issuer ?? null);
}

/**
 * Returns true if a certificate of the chain was signed by an authority of the public web (Mozilla's, as in Bun).
 * Dates are not checked.
 */
function isPublic(chain: readonly string[]): boolean {
  publicRoots ??= rootCertificates.map((pem) => new X509Certificate(pem));
  const roots = publicRoots;
  return chain.some((der) => {
    const one = read(der);
    return (
      one !== null && roots.some(({ subject, publicKey }) => subject === one.issuer && one.verify(publicKey))
    );
  });
}

function read(der: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(der, "base64"));
  } catch {
    return null;
  }
}

/** The authorities of the public web, read when they are first needed. */
let publicRoots: readonly X509Certificate[] | null = null;

/** Milliseconds before its end in which a certificate counts as ending. */
const ENDING_MS = 30 * 86_400_000;

/** Returns true if no fault of this host is needed to explain a chain: it is public, valid, and does not end soon. */
export function isInOrder(chain: readonly string[], nowMs: number): boolean {
  const isValid = (one: X509Certificate | null) =>
    one !== null && Date.parse(one.validFrom) <= nowMs && nowMs + ENDING_MS < Date.parse(one.validTo);
  return chain.every((der) => isValid(read(der))) && isPublic(chain);
}

/** Asks a host for connectivity checks for the time. */
async function timeAt(host: string, address: string, signal: AbortSignal): Promise<ToldTime | null> {
  const start = Date.now();
  try {
    const response = await fetch(`https://${literal(address)}${PATH}`, {
      method: "HEAD",
      headers: { host },
      redirect: "manual",
      keepalive: false,
      // With a wrong clock, no certificate would be valid. Operators that agree are the proof instead.
      tls: { serverName: host, rejectUnauthorized: false },
      signal,
    });
    const told = Date.parse(response.headers.get("date") ?? "");
    return Number.isNaN(told) ? null : { told, own: (start + Date.now()) / 2 };
  } catch {
    return null;
  }
}
