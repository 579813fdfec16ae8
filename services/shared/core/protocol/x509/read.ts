import { fromBase64 } from "../platform.ts";
import { type Certificate, parseCertificate } from "./certificate.ts";

/** Certificates that are kept as read, and characters of base64 of them all: the oldest go first. */
const KEPT_MAX = 1000;
const CHARACTERS_MAX = 4_194_304;

const kept = new Map<string, Certificate | null>();
let characters = 0;

/**
 * A certificate of DER in base64; null where it is none that can be read. The same is read once: a call meets its own
 * several times, and everybody those of the authorities.
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
