/**
 * The platform classes that pure code may use: they are deterministic and do no I/O. The compiler settings for pure
 * code exclude all platform types, so pure code can use these classes only through this file.
 */
type Platform = {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: "utf-8",
    options: { fatal: boolean; ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
  readonly Buffer: {
    byteLength(text: string): number;
    from(
      text: string,
      encoding: "base64" | "latin1" | "utf8",
    ): Uint8Array & { toString(encoding: "base64"): string };
    alloc(size: number): Uint8Array & { toString(encoding: "latin1", start: number, end: number): string };
  };
  readonly process: {
    getBuiltinModule(name: "node:crypto"): NodeCrypto;
    getBuiltinModule(name: "node:zlib"): NodeZlib;
  };
};

/**
 * The synchronous part of node:zlib. The functions throw if the bytes are not gzip or unpack to more than
 * `maxOutputLength` bytes.
 */
type NodeZlib = {
  readonly gunzipSync: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
};

/** The deterministic part of node:crypto. */
type NodeCrypto = {
  readonly X509Certificate: new (file: Uint8Array) => NativeCertificate;
  readonly createHash: (algorithm: "sha1" | "sha256" | "sha384" | "sha512") => Hash;
  /**
   * Returns true if the signature is valid; `algorithm` is null for key types with a built-in hash. Throws if the
   * signature does not fit the key.
   */
  readonly verify: (
    algorithm: "sha1" | "sha256" | "sha384" | "sha512" | null,
    data: Uint8Array,
    key: { key: NativeKey; dsaEncoding?: "ieee-p1363" },
    signature: Uint8Array,
  ) => boolean;
  /** Throws if the bytes are not a key in the given format. */
  readonly createPublicKey: (key: { key: Uint8Array; format: "der"; type: "spki" | "pkcs1" }) => NativeKey;
};

type Hash = {
  update(data: Uint8Array): Hash;
  digest(encoding: "hex"): string;
  digest(): Uint8Array;
};

/** The platform's public key object, with its kind and size. */
export type NativeKey = {
  readonly asymmetricKeyType?: string;
  readonly asymmetricKeyDetails?: { readonly modulusLength?: number; readonly namedCurve?: string };
  export(options: { type: "spki"; format: "der" }): Uint8Array;
};

/**
 * The platform's certificate object, which also verifies signatures. Getters may throw on contents that the
 * platform does not support.
 */
export type NativeCertificate = {
  readonly raw: Uint8Array;
  /** The subject, with one line per attribute; undefined if the name is empty. */
  readonly subject?: string;
  readonly issuer?: string;
  readonly subjectAltName?: string;
  readonly serialNumber: string;
  readonly fingerprint: string;
  readonly fingerprint256: string;
  readonly signatureAlgorithm?: string;
  readonly signatureAlgorithmOid?: string;
  readonly validFromDate: { getTime(): number };
  readonly validToDate: { getTime(): number };
  readonly publicKey: NativeKey;
  verify(key: NativeKey): boolean;
};

const platform = globalThis as unknown as Platform;
/** The platform's UTF-8 encoder and decoder. */
export const { TextEncoder, TextDecoder } = platform;

/** Decodes base64 and ignores invalid characters. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(platform.Buffer.from(text, "base64"));
}

/** Encodes a text as UTF-8, then as base64. */
export function toBase64(text: string): string {
  return platform.Buffer.from(text, "utf8").toString("base64");
}

/** Returns the number of bytes of a text in UTF-8. It equals the number of characters if all of them are ASCII. */
export function utf8Length(text: string): number {
  return platform.Buffer.byteLength(text);
}

/** Creates a buffer whose bytes can be converted to text, one character for each byte (`latin1`). */
export const createBuffer = (size: number) => platform.Buffer.alloc(size);

/** The deterministic classes and functions of node:crypto. */
export const {
  X509Certificate,
  createHash,
  createPublicKey,
  verify: verifySignature,
} = platform.process.getBuiltinModule("node:crypto");
/** Unpacks gzip data synchronously. */
export const { gunzipSync } = platform.process.getBuiltinModule("node:zlib");

/** The platform's AbortSignal. Pure code only passes it on, because its type is opaque to the compiler there. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : unknown;
