import { isIp } from "@dnstools/core/protocol/ip";

/** The kinds of text that the search field recognizes. */
const KINDS = ["address", "domain", "url", "email", "record"] as const;
/** A kind of text that the search field recognizes. */
export type Kind = (typeof KINDS)[number];

/**
 * Matches a zone file record, as control panels and reports show it (RFC 1035 5.1): owner, optional TTL and class,
 * type, text.
 */
const RECORD =
  /^(?<owner>(?!\d+\s)[^\s"]{1,255})\s+(?:\d{1,10}\s+)?(?:IN\s+)?(?:\d{1,10}\s+)?(?<type>TXT|DS|NS)\s+(?<text>\S.*)$/is;

/**
 * Matches the suffix of an address: a prefix length (RFC 4291 2.3) or the zone of a link-local address (RFC 4007 11).
 */
const LENGTH_OR_ZONE = /(?:\/\d{1,3}|%[\w.-]+)$/;

/** A record that a tool can check before it is published. */
export type SentRecord = {
  readonly owner: string;
  readonly type: "TXT" | "DS" | "NS";
  readonly text: string;
};

/** Returns the kind of a typed or pasted text. A text that is of no other kind counts as a domain. */
export function kindOf(typed: string): Kind {
  const text = typed.trim();
  if (recordIn(text) !== null) return "record";
  if (isIp(text.replace(/^\[(.*)\]$/, "$1").replace(LENGTH_OR_ZONE, ""))) return "address";
  if (/^["'`<([]*(?:https?|wss?|ftps?):\/\//i.test(text)) return "url";
  if (/^mailto:/i.test(text) || /[^\s@]@[^\s@]/.test(text)) return "email";
  return "domain";
}

/** Parses a text as a record; null if the text is not a record. */
export function recordIn(typed: string): SentRecord | null {
  const { owner = "", type = "", text = "" } = RECORD.exec(typed.trim())?.groups ?? {};
  if (owner === "") return null;
  return {
    owner: owner.replace(/\.$/, ""),
    type: type.toUpperCase() as SentRecord["type"],
    text: type.toUpperCase() === "TXT" ? unquoted(text) : text.trim(),
  };
}

/** Joins the quoted strings of a TXT record into one text (RFC 7208 3.3, RFC 6376 3.6.2.2). */
function unquoted(text: string): string {
  const bare = text
    .trim()
    .replace(/^\((.*)\)$/s, "$1")
    .trim();
  if (!bare.startsWith('"')) return bare;
  // The sticky flag avoids quadratic time: after an unclosed quote, matching is not retried at every later quote.
  return [...bare.matchAll(/[^"]*"((?:[^"\\]|\\.)*)"/gsy)]
    .map(([, one = ""]) => one.replace(/\\(["\\;])/g, "$1"))
    .join("");
}
