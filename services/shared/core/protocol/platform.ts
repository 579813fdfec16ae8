/**
 * The few platform classes that pure code may use: deterministic, no I/O.
 * The pure compiler settings know no platform at all; this is their one declared door.
 */
type Platform = {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: "utf-8",
    options: { fatal: boolean; ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
  readonly Buffer: {
    from(
      text: string,
      encoding: "base64" | "latin1" | "utf8",
    ): Uint8Array & { toString(encoding: "base64"): string };
  };
  readonly process: {
    getBuiltinModule(name: "node:crypto"): NodeCrypto;
    getBuiltinModule(name: "node:zlib"): NodeZlib;
  };
};

/** Of node:zlib what computes at once, to a bound. Throws on what is not gzip, and beyond the bound. */
type NodeZlib = {
  readonly gunzipSync: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
};

/** Of node:crypto what computes, and nothing that is random. */
type NodeCrypto = {
  readonly X509Certificate: new (file: Uint8Array) => NativeCertificate;
  readonly createHash: (algorithm: "sha1" | "sha256" | "sha384" | "sha512") => Hash;
  /** Whether a signature holds; `null` for algorithms that hash by themselves. Throws on what does not fit the key. */
  readonly verify: (
    algorithm: "sha1" | "sha256" | "sha384" | "sha512" | null,
    data: Uint8Array,
    key: { key: NativeKey; dsaEncoding?: "ieee-p1363" },
    signature: Uint8Array,
  ) => boolean;
  /** Throws on what is no such key. */
  readonly createPublicKey: (key: { key: Uint8Array; format: "der"; type: "spki" | "pkcs1" }) => NativeKey;
};

type Hash = {
  update(data: Uint8Array): Hash;
  digest(encoding: "hex"): string;
  digest(): Uint8Array;
};

/** A public key, to be passed on; its kind and size. */
export type NativeKey = {
  readonly asymmetricKeyType?: string;
  readonly asymmetricKeyDetails?: { readonly modulusLength?: number; readonly namedCurve?: string };
  export(options: { type: "spki"; format: "der" }): Uint8Array;
};

/** What the platform reads of a certificate, and its signature check. Getters may throw on what it does not know. */
export type NativeCertificate = {
  readonly raw: Uint8Array;
  /** A line for each attribute; absent where the name is empty. */
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
export const { TextEncoder, TextDecoder } = platform;

/** Bytes of base64 text; what is none is passed over. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(platform.Buffer.from(text, "base64"));
}

/** The bytes of a text in UTF-8, as base64. */
export function toBase64(text: string): string {
  return platform.Buffer.from(text, "utf8").toString("base64");
}

export const {
  X509Certificate,
  createHash,
  createPublicKey,
  verify: verifySignature,
} = platform.process.getBuiltinModule("node:crypto");
export const { gunzipSync } = platform.process.getBuiltinModule("node:zlib");

/** The platform's AbortSignal, to be passed on and never looked into; opaque to the pure compiler. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : unknown;
