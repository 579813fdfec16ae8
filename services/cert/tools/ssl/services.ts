import type { TlsProtocol } from "@dnstools/core/tls";

/** Properties of a service. Ports: RFC 8314 7.3, RFC 9293; SRV names: RFC 6186 3, RFC 8314 5.1. */
type Service = {
  readonly port: number;
  readonly protocol: TlsProtocol;
  /** Prefix of the SRV record that names the servers; null if SRV is not used. */
  readonly srv: string | null;
  /** Usual host labels below the domain, which are tried if no record names a server. */
  readonly guesses: readonly string[];
  /** Application protocols that are offered (ALPN). */
  readonly alpn: readonly string[];
};

/** Names of the services, as callers send them. */
export const SERVICE_NAMES = ["https", "smtp", "smtp25", "smtps", "imap", "imaps", "pop3", "pop3s"] as const;
/** Name of a service. */
export type ServiceName = (typeof SERVICE_NAMES)[number];

const submission = { guesses: ["smtp", "mail"], alpn: [] } as const;
const imap = { guesses: ["imap", "mail"], alpn: [] } as const;
const pop3 = { guesses: ["pop", "pop3", "mail"], alpn: [] } as const;

/** Properties of each service. */
export const SERVICES: Readonly<Record<ServiceName, Service>> = {
  https: { port: 443, protocol: "tls", srv: null, guesses: [], alpn: ["h2", "http/1.1"] },
  smtp25: { port: 25, protocol: "smtp", srv: null, guesses: [], alpn: [] },
  smtp: { port: 587, protocol: "smtp", srv: "_submission._tcp", ...submission },
  smtps: { port: 465, protocol: "tls", srv: "_submissions._tcp", ...submission },
  imap: { port: 143, protocol: "imap", srv: "_imap._tcp", ...imap },
  imaps: { port: 993, protocol: "tls", srv: "_imaps._tcp", ...imap },
  pop3: { port: 110, protocol: "pop3", srv: "_pop3._tcp", ...pop3 },
  pop3s: { port: 995, protocol: "tls", srv: "_pop3s._tcp", ...pop3 },
};

/**
 * Ports that a record may name. Other ports are not allowed, so a zone cannot direct this API to other services of
 * third parties.
 */
export const PORTS_ALLOWED: readonly number[] = [
  ...[25, 110, 143, 443, 465, 587, 993, 995],
  // Alternative ports of mail providers, for clients in networks that block the standard ports.
  ...[26, 1025, 1110, 1143, 1465, 1587, 1993, 1995, 2465, 2525, 2526, 2587, 8025, 8465, 8587, 10_025],
];
