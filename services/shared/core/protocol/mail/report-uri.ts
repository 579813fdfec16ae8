import { percentDecoded } from "../../percent-decoded.ts";
import { parseDomain } from "../names.ts";
import { trimWhite } from "./tag-list.ts";

/**
 * What is wrong with an address for reports: `empty` between two commas; `scheme` none at all; `characters` that no URI has
 * (RFC 3986 2), among them a comma or an exclamation mark that is not encoded; `host` none in the public DNS; `too_long` for
 * anybody; `too_many`, and this one and those behind it are not read.
 */
export type ReportUriProblem = "empty" | "scheme" | "characters" | "host" | "too_long" | "too_many";

/** Where reports go. */
export type ReportUri = {
  /** As it is written, without the size. */
  readonly uri: string;
  /** Lower case; empty where there is none. */
  readonly scheme: string;
  /** Of `mailto:` the domain, of others the host: lower-case A-labels. Null where there is none that could be one. */
  readonly host: string | null;
  /** How much at most, such as `10m`: RFC 7489 6.2 had it behind `!`, RFC 9989 has not. */
  readonly size: string | null;
  readonly problem: ReportUriProblem | null;
};

/** Who reports, does so to a few (RFC 9989 has two as what must be possible). */
const URIS_MAX = 100;
const LENGTH_MAX = 2048;

/** Reads the list of a `rua` or `ruf` (RFC 9989 4.8, RFC 8460 3): URIs with commas between. */
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

/** RFC 3986 2.2 and 2.3, without the comma, which ends the URI here, and `!`, which ends it too. */
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

/** The domain of an address (RFC 6068 2): behind the last `@`, in front of which there is something. */
function mailHost(rest: string): string | null {
  const address = percentDecoded(rest.split("?", 1)[0] ?? "");
  const at = address?.lastIndexOf("@") ?? -1;
  return address === null || at < 1 ? null : address.slice(at + 1);
}

/** The host of `//user@host:port/path` (RFC 3986 3.2). */
function webHost(rest: string): string | null {
  if (!rest.startsWith("//")) return null;
  const authority = rest.slice(2).split(/[/?#]/, 1)[0] ?? "";
  return percentDecoded(authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d{0,5}$/, ""));
}

function hostOf(written: string): string | null {
  const parsed = parseDomain(written);
  return parsed.ok ? parsed.value : null;
}
