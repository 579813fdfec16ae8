import { isIp } from "@dnstools/core/protocol/ip";

/** What a text in the field is. */
const KINDS = ["address", "domain", "url", "email", "record"] as const;
export type Kind = (typeof KINDS)[number];

/** A record of a zone file, as a panel or a report shows it (RFC 1035 5.1): owner, perhaps TTL and class, type, text. */
const RECORD =
  /^(?<owner>(?!\d+\s)[^\s"]{1,255})\s+(?:\d{1,10}\s+)?(?:IN\s+)?(?:\d{1,10}\s+)?(?<type>TXT|DS|NS)\s+(?<text>\S.*)$/is;

/** Behind an address: the length of a prefix (RFC 4291 2.3), or the zone of a link-local one (RFC 4007 11). */
const LENGTH_OR_ZONE = /(?:\/\d{1,3}|%[\w.-]+)$/;

/** A record whose text a tool judges before it is published. */
export type SentRecord = {
  readonly owner: string;
  readonly type: "TXT" | "DS" | "NS";
  readonly text: string;
};

/** The kind of a text that was typed or pasted; a text of no other kind is taken for a domain. */
export function kindOf(typed: string): Kind {
  const text = typed.trim();
  if (recordIn(text) !== null) return "record";
  if (isIp(text.replace(/^\[(.*)\]$/, "$1").replace(LENGTH_OR_ZONE, ""))) return "address";
  if (/^["'`<([]*(?:https?|wss?|ftps?):\/\//i.test(text)) return "url";
  if (/^mailto:/i.test(text) || /[^\s@]@[^\s@]/.test(text)) return "email";
  return "domain";
}

/** The record that a text is; null for other texts. */
export function recordIn(typed: string): SentRecord | null {
  const { owner = "", type = "", text = "" } = RECORD.exec(typed.trim())?.groups ?? {};
  if (owner === "") return null;
  return {
    owner: owner.replace(/\.$/, ""),
    type: type.toUpperCase() as SentRecord["type"],
    text: type.toUpperCase() === "TXT" ? unquoted(text) : text.trim(),
  };
}

/** A TXT record's strings as the one text that they are (RFC 7208 3.3, RFC 6376 3.6.2.2). */
function unquoted(text: string): string {
  const bare = text
    .trim()
    .replace(/^\((.*)\)$/s, "$1")
    .trim();
  if (!bare.startsWith('"')) return bare;
  // Sticky: a quote that is never closed is looked at once, and not again from each quote behind it.
  return [...bare.matchAll(/[^"]*"((?:[^"\\]|\\.)*)"/gsy)]
    .map(([, one = ""]) => one.replace(/\\(["\\;])/g, "$1"))
    .join("");
}
