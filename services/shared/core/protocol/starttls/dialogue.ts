import { printable } from "../../harmless.ts";
import type { Outcome } from "../../tool/outcome.ts";

/** An outcome other than `present`, for a dialogue that does not end in TLS. */
type Unfound = Exclude<Outcome<never>, { kind: "present" }>;

/**
 * What a dialogue does after it has received a line from the server: wait for more lines, send a line, start TLS, or
 * end.
 */
export type Move =
  | { readonly kind: "wait" }
  | { readonly kind: "send"; readonly line: string }
  | { readonly kind: "secure" }
  | {
      readonly kind: "end";
      /** Outcome of the dialogue; `absent` if the server's capability list proves that it does not offer TLS. */
      readonly outcome: Unfound;
      /** The server's own words for the refusal; empty if the server sent none. */
      readonly words: string;
    };

/** Waits for the server's next line. */
export const WAIT: Move = { kind: "wait" };
/** Starts TLS. */
export const SECURE: Move = { kind: "secure" };

/** Sends a line, given without its line end. */
export function send(line: string): Move {
  return { kind: "send", line };
}

/** Ends the dialogue. @param words the server's own words for the outcome; may be empty. */
export function end(outcome: Unfound, words: string): Move {
  return { kind: "end", outcome, words };
}

/** What a server sent before the start of TLS. */
export type Said = {
  /** The greeting without its code, made safe to display; null if no greeting was received. */
  greeting: string | null;
  /** Capabilities that the server listed before TLS, in upper case; null if they were not requested or not received. */
  capabilities: readonly string[] | null;
};

/**
 * A state machine that negotiates TLS in one mail protocol. The caller passes the server's lines in order, without
 * line ends, until the result is `secure` or `end`. It never logs in and never sends mail.
 */
export type Dialogue = {
  readonly take: (line: string) => Move;
  readonly said: () => Said;
  /** The line to send before disconnecting, in TLS or in plain text. */
  readonly farewell: string;
};

/**
 * Makes a server's text safe to display: replaces all characters except printable ASCII with `?` and limits the
 * length.
 */
export function shown(text: string): string {
  return printable(text.replace(/[^\x20-\x7e]/g, "?"));
}

/** Normalises capabilities for comparison. All of them are kept, because a missing capability counts as not offered. */
export function offersOf(lines: readonly string[]): readonly string[] {
  return lines.map((line) => shown(line).toUpperCase()).filter((line) => line !== "");
}

/** Returns true if a capability begins with the given word. */
export function offers(all: readonly string[], word: string): boolean {
  return all.some((offer) => offer.split(" ")[0] === word);
}

/** Matches the words with which servers refuse a client because it made too many connections or requests. */
const TOO_OFTEN =
  /\btoo (many|fast|often|much)\b|\brates?\b|\blimit(ed|s)?\b|throttl|slow down|\[IN-USE\]|LOGIN-DELAY/i;

/** Matches the words of other temporary refusals (RFC 2449 8, RFC 3206 4, RFC 5530 3). */
const FOR_NOW = /\[(SYS\/|UNAVAILABLE|INUSE|LIMIT)|\btry (again|later)|\btemporar|\blater\b/i;

/**
 * Returns the outcome of a refusal: the outcome of a temporary refusal if the server's words indicate one, and
 * otherwise the given outcome `otherwise`.
 */
export function refusedAs(words: string, otherwise: Unfound): Unfound {
  return TOO_OFTEN.test(words) || FOR_NOW.test(words) ? notNow(words) : otherwise;
}

/** Returns the outcome for a temporary refusal: rate limited, or try again later. */
export function notNow(words: string): Unfound {
  return { kind: "unknown", reason: TOO_OFTEN.test(words) ? "rate_limited" : "try_later" };
}

/** The outcome if the server violates the protocol or speaks a different one. */
export const NOT_SPOKEN: Unfound = { kind: "unknown", reason: "malformed" };

/** The outcome if the server's capability list does not include TLS. */
export const NOT_OFFERED: Unfound = { kind: "absent", how: "not_offered" };

/** The outcome if the server offers TLS but refuses to start it. */
export const REFUSED: Unfound = { kind: "unknown", reason: "starttls_refused" };

/** The outcome if the server responds but refuses to serve this client. */
export const BLOCKED: Unfound = { kind: "unknown", reason: "blocked" };
