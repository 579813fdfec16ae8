import type { TlsProtocol } from "@dnstools/core/tls";

/** What a service is to this tool. Ports: RFC 8314 7.3, RFC 9293; SRV names: RFC 6186 3, RFC 8314 5.1. */
type Service = {
  readonly port: number;
  readonly protocol: TlsProtocol;
  /** The SRV record that names its servers; null where another way does. */
  readonly srv: string | null;
  /** Labels before the domain that such servers usually have, where no record names any. */
  readonly guesses: readonly string[];
  /** Protocols offered within TLS. */
  readonly alpn: readonly string[];
};

export const SERVICE_NAMES = ["https", "smtp", "smtp25", "smtps", "imap", "imaps", "pop3", "pop3s"] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const submission = { guesses: ["smtp", "mail"], alpn: [] } as const;
const imap = { guesses: ["imap", "mail"], alpn: [] } as const;
const pop3 = { guesses: ["pop", "pop3", "mail"], alpn: [] } as const;

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

/** Ports that a record may name: a zone must not lead us to other services of somebody else's. */
export const PORTS_ALLOWED: readonly number[] = [
  ...[25, 110, 143, 443, 465, 587, 993, 995],
  // Where providers have mail besides, since networks block the others.
  ...[26, 1025, 1110, 1143, 1465, 1587, 1993, 1995, 2465, 2525, 2526, 2587, 8025, 8465, 8587, 10_025],
];
