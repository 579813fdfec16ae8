import { percentDecoded } from "../../percent-decoded.ts";
import { parseDomain } from "../names.ts";
import { trimWhite } from "./tag-list.ts";

/**
 * What is wrong with a report address: `empty`: nothing between two commas; `scheme`: no scheme; `characters`:
 * characters that a URI cannot have (RFC 3986 2), such as an unencoded comma or exclamation mark; `host`: no host
 * in the public DNS; `too_long`: longer than 2048 characters; `too_many`: this address and the following ones are
 * not read.
 */
export type ReportUriProblem = "empty" | "scheme" | "characters" | "host" | "too_long" | "too_many";

/** A report address. */
export type ReportUri = {
  /** The URI as written, without the maximum report size after `!`. */
  readonly uri: string;
  /** The URI scheme in lower case; empty if the address has no scheme. */
  readonly scheme: string;
  /**
   * The mail domain of a `mailto:` URI, or the host of other URIs, in lower-case A-labels; null if the URI has no
   * valid one.
   */
  readonly host: string | null;
  /** Maximum report size after a `!`, such as `10m`. RFC 7489 6.2 defines it; RFC 9989 does not. */
  readonly size: string | null;
  readonly problem: ReportUriProblem | null;
};

/** Maximum number of report addresses read. RFC 9989 only requires report generators to support two. */
const URIS_MAX = 100;
const LENGTH_MAX = 2048;

/** Parses the value of `rua` or `ruf`: URIs separated by commas (RFC 9989 4.8, RFC 8460 3). */
export function readReportUris(value: string): readonly ReportUri[] {
  const uris: ReportUri[] = [];
  for (let start = 0; start <= value.length; ) {
    const comma = value.indexOf(",", start);
    const end = comma === -1 ? value.length : comma;
    if (uris.length === URIS_MAX) return [...uris, broken("", "too_many")];
    uris.push(readOne(trimWhite(value.slice(start, end))));
    start = end + 1;
  }
  return uris;
}

function broken(uri: string, problem: ReportUriProblem, scheme = ""): ReportUri {
  return { uri, scheme, host: null, size: null, problem };
}

/** URI characters (RFC 3986 2.2, 2.3) except the comma and `!`, which end the URI here. */
const URI = /^(?:[\w\-.~:/?#[\]@$&'()*+;=]|%[0-9a-f]{2})*$/i;
const SCHEME = /^([a-z][a-z0-9+.-]{0,30}):/i;

function readOne(text: string): ReportUri {
  if (text === "") return broken("", "empty");
  if (text.length > LENGTH_MAX) return broken(text.slice(0, LENGTH_MAX), "too_long");
  const mark = text.lastIndexOf("!");
  const behind = text.slice(mark + 1);
  const size = mark !== -1 && /^\d{1,20}[kmgt]?$/i.test(behind) ? behind.toLowerCase() : null;
  const uri = size === null ? text : text.slice(0, mark);
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined) return { ...broken(uri, "scheme"), size };
  if (!URI.test(uri)) return { ...broken(uri, "characters", scheme), size };
  const written = scheme === "mailto" ? mailHost(uri.slice(7)) : webHost(uri.slice(scheme.length + 1));
  const host = written === null ? null : hostOf(written);
  return { uri, scheme, host, size, problem: host === null ? "host" : null };
}

/** Returns the domain of a mail address (RFC 6068 2): the part after the last `@`; null if nothing precedes the `@`. */
function mailHost(rest: string): string | null {
  const address = percentDecoded(rest.split("?", 1)[0] ?? "");
  const at = address?.lastIndexOf("@") ?? -1;
  return address === null || at < 1 ? null : address.slice(at + 1);
}

/** Returns the host of `//user@host:port/path` (RFC 3986 3.2). */
function webHost(rest: string): string | null {
  if (!rest.startsWith("//")) return null;
  const authority = rest.slice(2).split(/[/?#]/, 1)[0] ?? "";
  return percentDecoded(authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d{0,5}$/, ""));
}

function hostOf(written: string): string | null {
  const parsed = parseDomain(written);
  return parsed.ok ? parsed.value : null;
}
