import type { Outcome } from "./tool/outcome.ts";

/** How a connection comes to TLS: at once, or after a dialogue in plain text. */
export type TlsProtocol = "tls" | "smtp" | "imap" | "pop3";

/** Whom to shake hands with. */
export type TlsTarget = {
  /** What is sent as server name (SNI, RFC 6066 3); null for none, as for an address. */
  readonly host: string | null;
  readonly address: string;
  readonly port: number;
  readonly protocol: TlsProtocol;
  /** Protocols offered within TLS (ALPN, RFC 7301); empty for none. */
  readonly alpn: readonly string[];
  /** Mail servers count connections: such a one has one of ours at a time, and what it showed is kept for a minute. */
  readonly mail: boolean;
};

/** A handshake that came about. */
export type TlsSession = {
  /** `TLSv1.3`, and so on. */
  readonly version: string;
  /** As IANA names it. */
  readonly cipher: string;
  /** Curve or group of the key exchange; null where it is not told. */
  readonly group: string | null;
  /** What the server chose of those offered. */
  readonly alpn: string | null;
  /** Milliseconds of the handshake alone. */
  readonly handshakeMs: number;
  /** Certificates in the order in which they were sent, DER in base64. */
  readonly chain: readonly string[];
  /** How many were sent: more than these are not kept. */
  readonly chainTotal: number;
};

/** How far a connection came. */
export const TLS_STAGES = ["none", "connect", "dialogue", "handshake", "done"] as const;
export type TlsStage = (typeof TLS_STAGES)[number];

/** All that a look at a server's TLS gave. Plain data. */
export type TlsObservation = {
  /** `absent`: the server's own list has no TLS. */
  readonly outcome: Outcome<TlsSession>;
  /** Where it stands or ended: `none` where nothing was sent, `connect` until TCP is there. */
  readonly stage: TlsStage;
  /** The name of an alert, or the server's words; empty where there is no more to say. */
  readonly detail: string;
  /** Of a dialogue before TLS. */
  readonly greeting: string | null;
  readonly capabilities: readonly string[] | null;
  /** Milliseconds until TCP was connected; null where it was not. */
  readonly connectMs: number | null;
  /** When it was looked at, seconds since 1970: somewhat earlier where an answer was kept. */
  readonly at: number;
  readonly kept: boolean;
};
