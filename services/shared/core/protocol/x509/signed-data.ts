import { type NativeKey, verifySignature } from "../platform.ts";
import { contentOf, type Element, oidOf, wholeOf, within } from "./der.ts";

/** What all that authorities sign has in common: data, algorithm, signature. */
export type SignedData = { readonly data: Element; readonly oid: string; readonly signature: Element };

/** The three parts of a signed SEQUENCE (RFC 5280 4.1.1); null where it has not these. */
export function signedDataOf(whole: Element): SignedData | null {
  const [data, algorithm, signature] = within(whole);
  if (data === undefined || algorithm === undefined || signature === undefined) return null;
  const [oid] = within(algorithm);
  return oid === undefined ? null : { data, oid: oidOf(oid), signature };
}

/** Digests by the algorithm; SHA-1 is not among them, since anybody can forge it who can afford it. */
const DIGESTS: Readonly<Record<string, "sha256" | "sha384" | "sha512" | null>> = {
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
  "1.3.101.112": null,
};

/** Whether a key signed it; null where that cannot be told: a signature of another kind. */
export function isSignedWith({ data, oid, signature }: SignedData, key: NativeKey | null): boolean | null {
  const digest = DIGESTS[oid];
  if (digest === undefined || key === null) return null;
  try {
    // Before a BIT STRING's bits stands how many of the last byte do not count: none.
    return verifySignature(digest, wholeOf(data), { key }, contentOf(signature).subarray(1));
  } catch {
    return false;
  }
}
