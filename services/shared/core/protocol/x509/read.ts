import { fromBase64 } from "../platform.ts";
import { type Certificate, parseCertificate } from "./certificate.ts";

/**
 * Maximum number of cached certificates, and maximum total length of their base64 in characters. The oldest entries
 * are evicted.
 */
const KEPT_MAX = 1000;
const CHARACTERS_MAX = 4_194_304;

const kept = new Map<string, Certificate | null>();
let characters = 0;

/**
 * Parses a certificate from DER in base64; returns null if the certificate cannot be parsed. Results are cached, since
 * a request needs the same certificates several times and all requests share the certificates of the authorities.
 */
export function readCertificate(der: string): Certificate | null {
  const known = kept.get(der);
  if (known !== undefined) {
    kept.delete(der);
    kept.set(der, known);
    return known;
  }
  const read = parseCertificate(fromBase64(der));
  kept.set(der, read);
  characters += der.length;
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX && characters <= CHARACTERS_MAX) break;
    kept.delete(oldest);
    characters -= oldest.length;
  }
  return read;
}
