import { TextEncoder } from "../platform.ts";
import { ALL_SUITES, RSA_SUITES, WEAK_SUITES } from "./suites.ts";

/**
 * What a hand-built ClientHello offers. `all`: everything up to TLS 1.2; `rsa`: as `all`, but only with RSA
 * certificates; `old`: TLS 1.1 at most; `weak`: only cipher suites without forward secrecy or with broken ciphers.
 */
export const HELLOS = ["all", "rsa", "old", "weak"] as const;
/** A kind of hand-built ClientHello. */
export type Hello = (typeof HELLOS)[number];

/** Record types (RFC 5246 A.1). */
export const [ALERT, HANDSHAKE] = [21, 22];
const CLIENT_HELLO = 1;
const [TLS_1_0, TLS_1_1, TLS_1_2] = [0x0301, 0x0302, 0x0303];

/** Extension types (IANA "TLS ExtensionType Values"). */
const SERVER_NAME = 0;
const STATUS_REQUEST = 5;
const GROUPS = 10;
const POINT_FORMATS = 11;
const SIGNATURES = 13;
/** Extension type of ALPN. */
export const ALPN = 16;
/** Extension type of signed certificate timestamps. */
export const SCT = 18;
const PADDING = 21;
const RENEGOTIATION = 0xff01;

/** Groups offered: X25519, P-256, P-384, P-521, X448, Brainpool, older curves, and the groups of RFC 7919. */
const GROUPS_OFFERED = [29, 23, 24, 25, 30, 26, 27, 28, 22, 21, 19, 256, 257, 258, 259, 260];
/** Signature algorithms for RSA keys (SHA-1 last, RFC 8446 4.2.3) and for other keys. */
const RSA_SIGNATURES = [0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0809, 0x080a, 0x080b, 0x0201];
const OTHER_SIGNATURES = [0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0203, 0x0402, 0x0202];

const bytes16 = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const all16 = (values: readonly number[]) => values.flatMap(bytes16);
const vector8 = (bytes: readonly number[]) => [bytes.length, ...bytes];
const vector16 = (bytes: readonly number[]) => [...bytes16(bytes.length), ...bytes];
const extension = (type: number, data: readonly number[]) => [...bytes16(type), ...vector16(data)];

/** The bytes of a ClientHello that are the same for every server, since building them takes most of the time. */
type Offer = { readonly version: number; readonly suites: Uint8Array; readonly extensions: Uint8Array };

function offerOf(version: number, suites: readonly number[], signatures: readonly number[]): Offer {
  return {
    version,
    // The list of cipher suites, and the only compression method: none.
    suites: Uint8Array.from([...vector16(all16(suites)), ...vector8([0])]),
    extensions: Uint8Array.from([
      ...extension(RENEGOTIATION, [0]),
      ...extension(GROUPS, vector16(all16(GROUPS_OFFERED))),
      ...extension(POINT_FORMATS, vector8([0])),
      // Requests an OCSP response from any responder, without request extensions (RFC 6066 8).
      ...extension(STATUS_REQUEST, [1, 0, 0, 0, 0]),
      ...(signatures.length === 0 ? [] : extension(SIGNATURES, vector16(all16(signatures)))),
    ]),
  };
}

const ALL_SIGNATURES = [...OTHER_SIGNATURES, ...RSA_SIGNATURES];
const OFFERS: Readonly<Record<Hello, Offer>> = {
  all: offerOf(TLS_1_2, ALL_SUITES, ALL_SIGNATURES),
  rsa: offerOf(TLS_1_2, RSA_SUITES, RSA_SIGNATURES),
  old: offerOf(TLS_1_1, ALL_SUITES, []),
  weak: offerOf(TLS_1_2, WEAK_SUITES, ALL_SIGNATURES),
};

/**
 * Length in bytes to which a ClientHello is padded. Some old load balancers hang on a ClientHello of 256 to 511 bytes
 * (RFC 7685 4).
 */
const PADDED_TO = 512;

/**
 * Builds a ClientHello for TLS 1.2 or older, in its record (RFC 5246 7.4.1.2). The server then sends its certificates
 * unencrypted, and the handshake is never completed, so no cryptography is needed.
 * @param name server name (SNI); null to send none.
 * @param alpn protocols to offer.
 * @param random 32 random bytes.
 */
export function clientHello(
  hello: Hello,
  { name, alpn, random }: { name: string | null; alpn: readonly string[]; random: Uint8Array },
): Uint8Array {
  const { version, suites, extensions } = OFFERS[hello];
  const text = (value: string) => [...new TextEncoder().encode(value)];
  const named = name === null ? [] : extension(SERVER_NAME, vector16([0, ...vector16(text(name))]));
  const protocols = alpn.flatMap((protocol) => vector8(text(protocol)));
  const last = [
    ...(protocols.length === 0 ? [] : extension(ALPN, vector16(protocols))),
    ...extension(SCT, []),
  ];
  const head = [...bytes16(version), ...random, ...vector8([])];
  const offered = [...named, ...extensions, ...last];
  // The 10 bytes are the lengths of the message and of the extensions, and the header of the padding extension.
  const missing = PADDED_TO - (head.length + suites.length + offered.length + 10);
  const padding = missing > 0 ? extension(PADDING, new Array<number>(missing).fill(0)) : [];
  const body = [...head, ...suites, ...vector16([...offered, ...padding])];
  const message = [CLIENT_HELLO, 0, ...bytes16(body.length), ...body];
  return Uint8Array.from([HANDSHAKE, ...bytes16(TLS_1_0), ...vector16(message)]);
}

/** The close_notify alert, which a client sends before it disconnects during a handshake (RFC 5246 7.2.1). */
export const CLOSE_NOTIFY: Uint8Array = Uint8Array.of(ALERT, ...bytes16(TLS_1_2), 0, 2, 1, 0);
