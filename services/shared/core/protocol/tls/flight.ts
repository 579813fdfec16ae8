import { ALERT, ALPN, HANDSHAKE, SCT } from "./hello.ts";
import { suiteName } from "./suites.ts";

/** A server's first flight in TLS up to 1.2, which is sent unencrypted (RFC 5246 7.3). */
export type Flight = {
  /** Protocol version: `TLSv1.2`, `TLSv1.1`, `TLSv1` or `SSLv3`. */
  readonly version: string;
  /** Cipher suite by its IANA name. */
  readonly cipher: string;
  /** Name of the key exchange group; null if the cipher suite uses no group. */
  readonly group: string | null;
  readonly alpn: string | null;
  /** The certificates in DER, in the order in which the server sent them. */
  readonly chain: readonly Uint8Array[];
  /** The stapled OCSP response in DER; null if the server sent none. */
  readonly ocsp: Uint8Array | null;
  /** True if the server sent SCTs in a TLS extension and not only in the certificate (RFC 6962 3.3). */
  readonly scts: boolean;
  /** True if the server requests a client certificate. */
  readonly asksCertificate: boolean;
};

/**
 * The result after the bytes received so far: more bytes are needed, the flight is complete, the server sent an alert,
 * or the bytes are not readable TLS.
 */
export type FlightMove =
  | { readonly kind: "more" }
  | { readonly kind: "flight"; readonly flight: Flight }
  | { readonly kind: "alert"; readonly name: string }
  | { readonly kind: "not_tls" | "too_large" };

/** Handshake message types (RFC 5246 7.4, RFC 6066 8). */
const MESSAGE = {
  serverHello: 2,
  certificate: 11,
  keyExchange: 12,
  request: 13,
  done: 14,
  status: 22,
} as const;

/** Maximum size of a flight in bytes. TLS clients accept 100 KB of certificates. */
const BYTES_MAX = 131_072;
/** Maximum size of a record in bytes (RFC 5246 6.2.1, including the overhead of encryption). */
const RECORD_MAX = 16_384 + 2048;

const VERSIONS: Readonly<Record<number, string>> = {
  768: "SSLv3",
  769: "TLSv1",
  770: "TLSv1.1",
  771: "TLSv1.2",
};

/** Names of the alerts with which servers end a handshake (RFC 8446 6.2, RFC 5246 7.2). */
const ALERTS: Readonly<Record<number, string>> = {
  0: "close_notify",
  10: "unexpected_message",
  20: "bad_record_mac",
  22: "record_overflow",
  40: "handshake_failure",
  42: "bad_certificate",
  47: "illegal_parameter",
  49: "access_denied",
  50: "decode_error",
  70: "protocol_version",
  71: "insufficient_security",
  80: "internal_error",
  86: "inappropriate_fallback",
  109: "missing_extension",
  112: "unrecognized_name",
  113: "bad_certificate_status_response",
  115: "unknown_psk_identity",
  120: "no_application_protocol",
};

/** Names of the key exchange groups by number (IANA "TLS Supported Groups"). */
const GROUPS: Readonly<Record<number, string>> = {
  19: "secp192r1",
  21: "secp224r1",
  22: "secp256k1",
  23: "P-256",
  24: "P-384",
  25: "P-521",
  26: "brainpoolP256r1",
  27: "brainpoolP384r1",
  28: "brainpoolP512r1",
  29: "X25519",
  30: "X448",
};

const MORE = { kind: "more" } as const;
const NOT_TLS = { kind: "not_tls" } as const;
const number = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** A flight while it is being read. */
type Draft = { -readonly [K in keyof Flight]: Flight[K] };

/**
 * Creates a reader for a server's bytes. The caller passes the bytes as they arrive, until the result is something
 * other than `more`.
 */
export function createFlightReader(): (chunk: Uint8Array) => FlightMove {
  /** Bytes of an incomplete record, and of an incomplete handshake message. */
  let records = new Uint8Array();
  let messages = new Uint8Array();
  let total = 0;
  let draft: Draft | null = null;

  function takeMessages(): FlightMove {
    while (messages.length >= 4) {
      const length = number(messages, 1, 3);
      if (length > BYTES_MAX) return { kind: "too_large" };
      if (messages.length < 4 + length) return MORE;
      const [type = 0] = messages;
      const body = messages.slice(4, 4 + length);
      messages = messages.subarray(4 + length);
      if (type === MESSAGE.done) return draft === null ? NOT_TLS : { kind: "flight", flight: draft };
      if (type === MESSAGE.serverHello) draft = readHello(body);
      else if (draft !== null) readMessage(draft, type, body);
      if (draft === null) return NOT_TLS;
    }
    return MORE;
  }

  return (chunk) => {
    total += chunk.length;
    if (total > BYTES_MAX) return { kind: "too_large" };
    records = joined(records, chunk);
    while (records.length >= 5) {
      const [type, major] = records;
      const length = number(records, 3, 2);
      if ((type !== HANDSHAKE && type !== ALERT) || major !== 3 || length > RECORD_MAX) return NOT_TLS;
      if (records.length < 5 + length) return MORE;
      const content = records.subarray(5, 5 + length);
      records = records.subarray(5 + length);
      if (type === ALERT) {
        const [level, code = 0] = content;
        // Warnings, such as `unrecognized_name`, do not end the handshake (RFC 6066 3).
        if (level === 1 && code !== 0) continue;
        return { kind: "alert", name: ALERTS[code] ?? `alert_${code}` };
      }
      messages = joined(messages, content);
      const move = takeMessages();
      if (move.kind !== "more") return move;
    }
    return MORE;
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Reads a ServerHello (RFC 5246 7.4.1.3). Returns null if it is too short or has an unknown version. */
function readHello(body: Uint8Array): Draft | null {
  const version = VERSIONS[number(body, 0, 2)];
  const suiteAt = 35 + (body[34] ?? 0);
  if (version === undefined || body.length < suiteAt + 3) return null;
  const extensions = [...extensionsOf(body.subarray(suiteAt + 5))];
  const alpn = extensions.find(([type]) => type === ALPN)?.[1];
  return {
    version,
    cipher: suiteName(number(body, suiteAt, 2)),
    group: null,
    alpn: alpn === undefined ? null : String.fromCharCode(...alpn.subarray(3)),
    chain: [],
    ocsp: null,
    scts: extensions.some(([type]) => type === SCT),
    asksCertificate: false,
  };
}

function* extensionsOf(bytes: Uint8Array): Generator<readonly [type: number, data: Uint8Array]> {
  for (let at = 0; at + 4 <= bytes.length; at += 4 + number(bytes, at + 2, 2))
    yield [number(bytes, at, 2), bytes.subarray(at + 4, at + 4 + number(bytes, at + 2, 2))];
}

function readMessage(draft: Draft, type: number, body: Uint8Array): void {
  if (type === MESSAGE.certificate) draft.chain = [...certificatesOf(body)];
  if (type === MESSAGE.status && body[0] === 1) draft.ocsp = body.slice(4, 4 + number(body, 1, 3));
  if (type === MESSAGE.request) draft.asksCertificate = true;
  if (type === MESSAGE.keyExchange) draft.group = groupOf(draft.cipher, body);
}

/**
 * Yields the certificates of a Certificate message. Each certificate is preceded by its length, and the list of
 * certificates by its total length (RFC 5246 7.4.2).
 */
function* certificatesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 3; at + 3 <= body.length; at += 3 + number(body, at, 3))
    yield body.slice(at + 3, at + 3 + number(body, at, 3));
}

/**
 * Returns the group of a ServerKeyExchange: a named curve (RFC 8422 5.4), or the size of a Diffie-Hellman prime
 * (RFC 5246 7.4.3).
 */
function groupOf(cipher: string, body: Uint8Array): string | null {
  if (cipher.startsWith("TLS_ECDHE_")) {
    const group = number(body, 1, 2);
    return body[0] === 3 ? (GROUPS[group] ?? `group ${group}`) : null;
  }
  if (!cipher.startsWith("TLS_DHE_")) return null;
  const length = number(body, 0, 2);
  const [first = 0] = body.subarray(2);
  return `DH ${8 * length - Math.clz32(first) + 24} bits`;
}
