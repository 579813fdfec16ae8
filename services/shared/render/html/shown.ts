import { harmless } from "@dnstools/core/harmless";

/** Characters of a text from outside that a page shows: so many have the longest keys and policies, and the JSON has all. */
const SHOWN_MAX = 1200;

/** A text from outside as a page shows it: harmless, and no longer than a reader would read. */
export function shown(text: string): string {
  return text.length > SHOWN_MAX ? `${harmless(text.slice(0, SHOWN_MAX))}…` : harmless(text);
}
