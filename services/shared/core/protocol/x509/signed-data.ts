import { type NativeKey, verifySignature } from "../platform.ts";
import { contentOf, type Element, oidOf, wholeOf, within } from "./der.ts";

/** The parts that certificates, CRLs and OCSP responses have in common: signed data, algorithm and signature. */
export type SignedData = { readonly data: Element; readonly oid: string; readonly signature: Element };

/** Returns the three parts of a signed SEQUENCE (RFC 5280 4.1.1), or null if the SEQUENCE does not have them. */
export function signedDataOf(whole: Element): SignedData | null {
  const [data, algorithm, signature] = within(whole);
  if (data === undefined || algorithm === undefined || signature === undefined) return null;
  const [oid] = within(algorithm);
  return oid === undefined ? null : { data, oid: oidOf(oid), signature };
}

/** Digest of each signature algorithm. SHA-1 is excluded because its signatures can be forged. */
const DIGESTS: Readonly<Record<string, "sha256" | "sha384" | "sha512" | null>> = {
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
  "1.3.101.112": null,
};

/** Returns true if the data is signed by the key; null if the signature algorithm is not supported. */
export function isSignedWith({ data, oid, signature }: SignedData, key: NativeKey | null): boolean | null {
  const digest = DIGESTS[oid];
  if (digest === undefined || key === null) return null;
  try {
    // The first byte of a BIT STRING is the number of unused bits, which is 0 here.
    return verifySignature(digest, wholeOf(data), { key }, contentOf(signature).subarray(1));
  } catch {
    return false;
  }
}
