import type { Hello } from "./protocol/tls/hello.ts";
import type { Outcome } from "./tool/outcome.ts";

/** How a connection starts TLS: immediately, or after a dialogue in plain text (STARTTLS). */
export type TlsProtocol = "tls" | "smtp" | "imap" | "pop3";

/** The server and the options of a TLS handshake. */
export type TlsTarget = {
  /** Server name to send (SNI, RFC 6066 3); null to send none, as for an address. */
  readonly host: string | null;
  readonly address: string;
  readonly port: number;
  readonly protocol: TlsProtocol;
  /** Application protocols to offer (ALPN, RFC 7301); empty for none. */
  readonly alpn: readonly string[];
  /**
   * True for a mail server. Mail servers limit connections, so only one connection of ours is open at a time, and the
   * observation is cached for a minute.
   */
  readonly mail: boolean;
  /**
   * A handwritten ClientHello that is sent instead of a full handshake and shows only the server's first flight; null
   * for a full handshake.
   */
  readonly hello: Hello | null;
};

/** A completed handshake, or only the server's first flight. */
export type TlsSession = {
  /** Further data from the first flight after a handwritten ClientHello; null after a full handshake. */
  readonly flight: {
    /** Stapled OCSP response (RFC 6066 8), DER in base64; null if there was none. */
    readonly ocsp: string | null;
    /** True if the server sent certificate timestamps (SCTs) outside the certificate. */
    readonly scts: boolean;
    /** True if the server requests a client certificate. */
    readonly asksCertificate: boolean;
  } | null;
  /** Protocol version, such as `TLSv1.3`. */
  readonly version: string;
  /** IANA name of the cipher suite. */
  readonly cipher: string;
  /** Curve or group of the key exchange; null if it is not known. */
  readonly group: string | null;
  /** Application protocol that the server selected; null if it selected none. */
  readonly alpn: string | null;
  /** Duration in milliseconds of the handshake, or until the first flight arrived. */
  readonly handshakeMs: number;
  /** Certificates in the order in which the server sent them, DER in base64. */
  readonly chain: readonly string[];
  /** Number of certificates that the server sent, which may exceed the number kept in `chain`. */
  readonly chainTotal: number;
};

/** Stages that a connection can reach. */
export const TLS_STAGES = ["none", "connect", "dialogue", "handshake", "done"] as const;
export type TlsStage = (typeof TLS_STAGES)[number];

/** The result of one TLS connection to a server, as plain data. */
export type TlsObservation = {
  /** The session; `absent` if the server's list of capabilities does not offer TLS. */
  readonly outcome: Outcome<TlsSession>;
  /** The stage reached: `none` if nothing was sent, `connect` until the TCP connection is established. */
  readonly stage: TlsStage;
  /** Name of the TLS alert, or the server's words; empty if there are none. */
  readonly detail: string;
  /** The server's greeting in a dialogue before TLS; null if there was none. */
  readonly greeting: string | null;
  readonly capabilities: readonly string[] | null;
  /** Milliseconds until the TCP connection was established; null if it was not. */
  readonly connectMs: number | null;
  /** Time of the connection in seconds since 1970, which is earlier than the call if the observation was cached. */
  readonly at: number;
  readonly kept: boolean;
};
