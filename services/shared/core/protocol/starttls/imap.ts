import {
  type Dialogue,
  end,
  type Move,
  NOT_OFFERED,
  NOT_SPOKEN,
  notNow,
  offers,
  offersOf,
  REFUSED,
  refusedAs,
  type Said,
  SECURE,
  send,
  shown,
  WAIT,
} from "./dialogue.ts";

/**
 * Negotiates TLS in IMAP (RFC 9051 7.1, 6.1.1, 6.2.1): greeting, CAPABILITY unless the greeting lists STARTTLS,
 * then STARTTLS.
 */
export function createImapDialogue(): Dialogue {
  const said: Said = { greeting: null, capabilities: null };
  let state: "greeting" | "capability" | "starttls" = "greeting";
  /** True once a part of the requested capability list has arrived. */
  let listed = false;
  /** Number of bytes of a literal that have not arrived yet. They must not be parsed as lines (RFC 9051 4.3). */
  let literal = 0;

  function take(line: string): Move {
    if (literal > 0) {
      literal = Math.max(0, literal - line.length - 2);
      return WAIT;
    }
    literal = Number(/\{(\d{1,6})\+?\}$/.exec(line)?.[1] ?? 0);
    const words = shown(line);
    if (state === "greeting") return greeted(line, words);
    if (/^\* BYE\b/i.test(line)) return end(notNow(words), words);
    const untagged = /^\* CAPABILITY (.*)$/i.exec(line)?.[1];
    // A capability list may arrive in several parts.
    if (untagged !== undefined && state === "capability")
      said.capabilities = [...(listed ? (said.capabilities ?? []) : []), ...offersOf(untagged.split(" "))];
    if (untagged !== undefined) listed = true;
    if (/^[*+] /.test(line) || literal > 0) return WAIT;
    const [, tag, result = ""] = /^(a[12]) (OK|NO|BAD)\b/i.exec(line) ?? [];
    if (tag === undefined) return end(NOT_SPOKEN, words);
    if (state === "capability" && tag === "a1") {
      if (result.toUpperCase() !== "OK") return end(refusedAs(words, NOT_SPOKEN), words);
      return offered(words);
    }
    if (state !== "starttls" || tag !== "a2") return end(NOT_SPOKEN, words);
    return result.toUpperCase() === "OK" ? SECURE : end(refusedAs(words, REFUSED), words);
  }

  function greeted(line: string, words: string): Move {
    const [, kind = ""] = /^\* (OK|PREAUTH|BYE)\b/i.exec(line) ?? [];
    if (kind === "") return end(NOT_SPOKEN, words);
    said.greeting = shown(line.slice(2));
    if (/BYE/i.test(kind)) return end(notNow(words), words);
    // A client that is already authenticated cannot start TLS (RFC 9051 6.2.1).
    if (/PREAUTH/i.test(kind)) return end({ kind: "unknown", reason: "preauth" }, words);
    const told = /\[CAPABILITY ([^\]]*)\]/i.exec(line)?.[1];
    if (told !== undefined) {
      said.capabilities = offersOf(told.split(" "));
      // Using the greeting's capability list saves a round trip. If STARTTLS is missing from it, the full list is
      // requested, since a greeting's list may be incomplete.
      if (offers(said.capabilities, "STARTTLS")) return offered(words);
    }
    state = "capability";
    return send("a1 CAPABILITY");
  }

  function offered(words: string): Move {
    if (said.capabilities === null) return end(NOT_SPOKEN, words);
    if (!offers(said.capabilities, "STARTTLS")) return end(NOT_OFFERED, "");
    state = "starttls";
    return send("a2 STARTTLS");
  }
  return { take, said: () => said, farewell: "a3 LOGOUT" };
}
