import { harmless } from "@dnstools/core/harmless";

/**
 * Maximum length in characters of a text from outside on a page. The longest keys and policies fit, and the JSON
 * contains the full text.
 */
const SHOWN_MAX = 1200;

/** Returns a text from outside as a page shows it: with invisible characters escaped, and cut to a readable length. */
export function shown(text: string): string {
  return text.length > SHOWN_MAX ? `${harmless(text.slice(0, SHOWN_MAX))}…` : harmless(text);
}
