/**
 * Cipher suites of TLS up to 1.2 that use a certificate, in the order in which they are offered: modern suites
 * first, suites without encryption last. Suites without a certificate (PSK, SRP, anonymous) and suites that
 * OpenSSL 3 does not support are left out.
 * Source: IANA's registry "TLS Cipher Suites", as of 2026-11-20.
 */
const SUITES: readonly (readonly [number: number, name: string])[] = [
  [0xc02c, "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"],
  [0xcca9, "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"],
  [0xc02b, "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"],
  [0xc030, "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"],
  [0xcca8, "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"],
  [0xc02f, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"],
  [0xc0ad, "TLS_ECDHE_ECDSA_WITH_AES_256_CCM"],
  [0xc0ac, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM"],
  [0xc0af, "TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8"],
  [0xc0ae, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8"],
  [0xc05d, "TLS_ECDHE_ECDSA_WITH_ARIA_256_GCM_SHA384"],
  [0xc061, "TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384"],
  [0xc05c, "TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256"],
  [0xc060, "TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256"],
  [0xc024, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384"],
  [0xc028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"],
  [0xc073, "TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_CBC_SHA384"],
  [0xc077, "TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384"],
  [0xc023, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"],
  [0xc027, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"],
  [0xc072, "TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_CBC_SHA256"],
  [0xc076, "TLS_ECDHE_RSA_WITH_CAMELLIA_128_CBC_SHA256"],
  [0xc00a, "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA"],
  [0xc014, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA"],
  [0xc009, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"],
  [0xc013, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"],
  [0x009f, "TLS_DHE_RSA_WITH_AES_256_GCM_SHA384"],
  [0xccaa, "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256"],
  [0xc09f, "TLS_DHE_RSA_WITH_AES_256_CCM"],
  [0x009e, "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"],
  [0xc09e, "TLS_DHE_RSA_WITH_AES_128_CCM"],
  [0xc0a3, "TLS_DHE_RSA_WITH_AES_256_CCM_8"],
  [0xc0a2, "TLS_DHE_RSA_WITH_AES_128_CCM_8"],
  [0xc053, "TLS_DHE_RSA_WITH_ARIA_256_GCM_SHA384"],
  [0xc052, "TLS_DHE_RSA_WITH_ARIA_128_GCM_SHA256"],
  [0x006b, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA256"],
  [0x00c4, "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA256"],
  [0x0067, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256"],
  [0x00be, "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA256"],
  [0x0039, "TLS_DHE_RSA_WITH_AES_256_CBC_SHA"],
  [0x0088, "TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA"],
  [0x0033, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA"],
  [0x0045, "TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA"],
  [0x00a3, "TLS_DHE_DSS_WITH_AES_256_GCM_SHA384"],
  [0x00a2, "TLS_DHE_DSS_WITH_AES_128_GCM_SHA256"],
  [0xc057, "TLS_DHE_DSS_WITH_ARIA_256_GCM_SHA384"],
  [0xc056, "TLS_DHE_DSS_WITH_ARIA_128_GCM_SHA256"],
  [0x006a, "TLS_DHE_DSS_WITH_AES_256_CBC_SHA256"],
  [0x00c3, "TLS_DHE_DSS_WITH_CAMELLIA_256_CBC_SHA256"],
  [0x0040, "TLS_DHE_DSS_WITH_AES_128_CBC_SHA256"],
  [0x00bd, "TLS_DHE_DSS_WITH_CAMELLIA_128_CBC_SHA256"],
  [0x0038, "TLS_DHE_DSS_WITH_AES_256_CBC_SHA"],
  [0x0087, "TLS_DHE_DSS_WITH_CAMELLIA_256_CBC_SHA"],
  [0x0032, "TLS_DHE_DSS_WITH_AES_128_CBC_SHA"],
  [0x0044, "TLS_DHE_DSS_WITH_CAMELLIA_128_CBC_SHA"],
  [0x009d, "TLS_RSA_WITH_AES_256_GCM_SHA384"],
  [0xc09d, "TLS_RSA_WITH_AES_256_CCM"],
  [0x009c, "TLS_RSA_WITH_AES_128_GCM_SHA256"],
  [0xc09c, "TLS_RSA_WITH_AES_128_CCM"],
  [0xc0a1, "TLS_RSA_WITH_AES_256_CCM_8"],
  [0xc0a0, "TLS_RSA_WITH_AES_128_CCM_8"],
  [0xc051, "TLS_RSA_WITH_ARIA_256_GCM_SHA384"],
  [0xc050, "TLS_RSA_WITH_ARIA_128_GCM_SHA256"],
  [0x003d, "TLS_RSA_WITH_AES_256_CBC_SHA256"],
  [0x00c0, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256"],
  [0x003c, "TLS_RSA_WITH_AES_128_CBC_SHA256"],
  [0x00ba, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA256"],
  [0x0035, "TLS_RSA_WITH_AES_256_CBC_SHA"],
  [0x0084, "TLS_RSA_WITH_CAMELLIA_256_CBC_SHA"],
  [0x002f, "TLS_RSA_WITH_AES_128_CBC_SHA"],
  [0x0041, "TLS_RSA_WITH_CAMELLIA_128_CBC_SHA"],
  [0xc008, "TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA"],
  [0xc012, "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA"],
  [0x0016, "TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA"],
  [0x0013, "TLS_DHE_DSS_WITH_3DES_EDE_CBC_SHA"],
  [0x000a, "TLS_RSA_WITH_3DES_EDE_CBC_SHA"],
  [0xc007, "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA"],
  [0xc011, "TLS_ECDHE_RSA_WITH_RC4_128_SHA"],
  [0x0096, "TLS_RSA_WITH_SEED_CBC_SHA"],
  [0x0007, "TLS_RSA_WITH_IDEA_CBC_SHA"],
  [0x0005, "TLS_RSA_WITH_RC4_128_SHA"],
  [0x0004, "TLS_RSA_WITH_RC4_128_MD5"],
  [0x0015, "TLS_DHE_RSA_WITH_DES_CBC_SHA"],
  [0x0009, "TLS_RSA_WITH_DES_CBC_SHA"],
  [0x0014, "TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA"],
  [0x0008, "TLS_RSA_EXPORT_WITH_DES40_CBC_SHA"],
  [0x0006, "TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5"],
  [0x0003, "TLS_RSA_EXPORT_WITH_RC4_40_MD5"],
  [0xc006, "TLS_ECDHE_ECDSA_WITH_NULL_SHA"],
  [0xc010, "TLS_ECDHE_RSA_WITH_NULL_SHA"],
  [0x003b, "TLS_RSA_WITH_NULL_SHA256"],
  [0x0002, "TLS_RSA_WITH_NULL_SHA"],
  [0x0001, "TLS_RSA_WITH_NULL_MD5"],
];

/** Returns the numbers of the suites whose names match a pattern. */
const numbers = (pattern: RegExp) =>
  SUITES.filter(([, name]) => pattern.test(name)).map(([number]) => number);

/** All suites, in the order in which they are offered. */
export const ALL_SUITES = numbers(/./);
/** Suites for RSA certificates. */
export const RSA_SUITES = numbers(/_RSA_/);
/** Suites that are weak or lack forward secrecy, worst first. No modern client should accept them. */
export const WEAK_SUITES = SUITES.filter(([, name]) => isWeak(name) || !isForwardSecret(name))
  .map(([number]) => number)
  .reverse();

const NAMES = new Map(SUITES);

/** Returns a suite's IANA name, or its number in hex if the suite is not in the table. */
export function suiteName(number: number): string {
  return NAMES.get(number) ?? `0x${number.toString(16).padStart(4, "0")}`;
}

/**
 * Returns true if the suite has forward secrecy: recorded traffic stays secret even if the certificate's key is
 * stolen later (RFC 9325 4.1).
 */
export function isForwardSecret(name: string): boolean {
  return /^TLS_(ECDHE|DHE|AES|CHACHA20)_/.test(name);
}

/**
 * Returns true if the suite is broken or does not encrypt: NULL, export, RC2, RC4, DES, 3DES, IDEA, SEED or MD5
 * (RFC 9325 4.1).
 */
export function isWeak(name: string): boolean {
  return /NULL|EXPORT|RC4|RC2|DES|IDEA|SEED|MD5/.test(name);
}
