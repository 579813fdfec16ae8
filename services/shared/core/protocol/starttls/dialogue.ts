import { printable } from "../../harmless.ts";
import type { Outcome } from "../../tool/outcome.ts";

/** What an outcome is that found nothing. */
type Unfound = Exclude<Outcome<never>, { kind: "present" }>;

/** What a dialogue does at a line of the server: waits for more, says something, has the go-ahead for TLS, or ends. */
export type Move =
  | { readonly kind: "wait" }
  | { readonly kind: "send"; readonly line: string }
  | { readonly kind: "secure" }
  | {
      readonly kind: "end";
      /** `absent`: the server does not offer TLS, proved by its list. */
      readonly outcome: Unfound;
      /** The server's own words for it; empty where it said none. */
      readonly words: string;
    };

export const WAIT: Move = { kind: "wait" };
export const SECURE: Move = { kind: "secure" };

export function send(line: string): Move {
  return { kind: "send", line };
}

export function end(outcome: Unfound, words: string): Move {
  return { kind: "end", outcome, words };
}

/** What a server said before TLS. */
export type Said = {
  /** Its greeting, without its code, as text to show; null where none came. */
  greeting: string | null;
  /** What it offered in plain text, upper case; null where it was not asked or did not say. */
  capabilities: readonly string[] | null;
};

/**
 * How one protocol comes to TLS: a state machine that is fed the server's lines, in order and without their ends, until
 * it says `secure` or `end`. It never logs in and never sends mail.
 */
export type Dialogue = {
  readonly take: (line: string) => Move;
  readonly said: () => Said;
  /** What to say before leaving, in TLS or in plain text. */
  readonly farewell: string;
};

/** Text of a server to show: what is not printable ASCII as `?`, and cut. */
export function shown(text: string): string {
  return printable(text.replace(/[^\x20-\x7e]/g, "?"));
}

/** Offers as they are compared: all of them, since what is left out would count as not offered. */
export function offersOf(lines: readonly string[]): readonly string[] {
  return lines.map((line) => shown(line).toUpperCase()).filter((line) => line !== "");
}

/** Whether one of some offers is a word, whatever stands behind it. */
export function offers(all: readonly string[], word: string): boolean {
  return all.some((offer) => offer.split(" ")[0] === word);
}

/** Words by which servers say that it is our fault for asking often. */
const TOO_OFTEN =
  /\btoo (many|fast|often|much)\b|\brates?\b|\blimit(ed|s)?\b|throttl|slow down|\[IN-USE\]|LOGIN-DELAY/i;

/** And that it is for now, whatever the reason (RFC 2449 8, RFC 3206 4, RFC 5530 3). */
const FOR_NOW = /\[(SYS\/|UNAVAILABLE|INUSE|LIMIT)|\btry (again|later)|\btemporar|\blater\b/i;

/** What a refusal is: one for now by its words, or else what it would be. */
export function refusedAs(words: string, otherwise: Unfound): Unfound {
  return TOO_OFTEN.test(words) || FOR_NOW.test(words) ? notNow(words) : otherwise;
}

/** A server that does not serve us now: because we ask too often, or for a reason of its own. */
export function notNow(words: string): Unfound {
  return { kind: "unknown", reason: TOO_OFTEN.test(words) ? "rate_limited" : "try_later" };
}

/** A server that breaks its protocol, or speaks another. */
export const NOT_SPOKEN: Unfound = { kind: "unknown", reason: "malformed" };

/** A server whose list has no TLS. */
export const NOT_OFFERED: Unfound = { kind: "absent", how: "not_offered" };

/** One that offers TLS, and then does not give it. */
export const REFUSED: Unfound = { kind: "unknown", reason: "starttls_refused" };

/** One that answers, but not to us. */
export const BLOCKED: Unfound = { kind: "unknown", reason: "blocked" };
