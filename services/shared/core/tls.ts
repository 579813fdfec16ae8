import type { Hello } from "./protocol/tls/hello.ts";
import type { Outcome } from "./tool/outcome.ts";

/** How a connection starts TLS: immediately, or after a dialogue in plain text (STARTTLS). */
export type TlsProtocol = "tls" | "smtp" | "imap" | "pop3";

/** The server and the options of a TLS handshake. */
export type TlsTarget = {
  /**
   * Server name to send (SNI, RFC 6066 3); null to send no server name, for example if the server is given by address.
   */
  readonly host: string | null;
  readonly address: string;
  readonly port: number;
  readonly protocol: TlsProtocol;
  /** Application protocols to offer (ALPN, RFC 7301); empty to offer none. */
  readonly alpn: readonly string[];
  /**
   * True for a mail server. Mail servers limit connections, so this API opens only one connection to a mail server at
   * a time and caches the observation for a minute.
   */
  readonly mail: boolean;
  /**
   * A hand-built ClientHello that is sent instead of a full handshake. It shows only the server's first flight. Null
   * for a full handshake.
   */
  readonly hello: Hello | null;
};

/** A completed handshake, or only the server's first flight. */
export type TlsSession = {
  /** Additional data from the first flight, if a hand-built ClientHello was sent; null after a full handshake. */
  readonly flight: {
    /** Stapled OCSP response (RFC 6066 8), DER in base64; null if the server sent none. */
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
  /** Duration of the handshake, or the time until the first flight arrived, in milliseconds. */
  readonly handshakeMs: number;
  /** Certificates in the order in which the server sent them, DER in base64. */
  readonly chain: readonly string[];
  /** Number of certificates that the server sent, which may exceed the number kept in `chain`. */
  readonly chainTotal: number;
};

/** Stages that a TLS connection can reach. */
export const TLS_STAGES = ["none", "connect", "dialogue", "handshake", "done"] as const;
export type TlsStage = (typeof TLS_STAGES)[number];

/** The result of one TLS connection to a server, as plain data. */
export type TlsObservation = {
  /** The TLS session; `absent` if the server's list of capabilities does not offer TLS. */
  readonly outcome: Outcome<TlsSession>;
  /**
   * The last stage that the connection reached: `none` if nothing was sent, `connect` if the TCP connection was not
   * established.
   */
  readonly stage: TlsStage;
  /** Name of the TLS alert, or the server's own words; empty if the server sent neither. */
  readonly detail: string;
  /** The server's greeting before TLS; null if the server sent none. */
  readonly greeting: string | null;
  readonly capabilities: readonly string[] | null;
  /** Milliseconds until the TCP connection was established; null if it was not established. */
  readonly connectMs: number | null;
  /**
   * Time of the connection in seconds since 1970. If the observation was cached, this time is earlier than the call.
   */
  readonly at: number;
  readonly kept: boolean;
};
