import { unicodeOf } from "../names.ts";
import { inLabels } from "../rdap/domain.ts";
import { domainsOf } from "./domain.ts";
import { formatOf } from "./formats.ts";
import type { Line, WhoisText } from "./text.ts";

/**
 * This file recognises phrases in WHOIS responses without a registration: free, reserved, refused. Phrases of a single
 * registry, and the sources, are in formats.ts. A phrase is used only if it is the registry's own statement: at the
 * beginning of a line that is not data, in a response that is not about another name.
 */

/** What a response without a registration says. `other`: the server is not responsible for this domain. */
export type Said = "free" | "reserved" | "rate_limited" | "blocked" | "server_error" | "other";

/**
 * Phrases for "free" that many registries use, since they often run the same software. They must match a whole
 * line.
 */
const FREE_ANYWHERE: readonly RegExp[] = [
  /^(the )?((domain|object|domain name) )?(not found|no match|no match found|no object found|no data found|no entries found)[.!]*$/i,
  /^(the queried object does not exist: )?(domain not found|no matching objects found|no object found)\.?$/i,
  /^the queried object does not exist\.?$/i,
  /^.{0,60}\bdoes not exist: NAME\.?$/i,
  /^(domain )?status: (available|free|no object found|not registered)$/i,
  /^no match( found)? for "?(domain )?NAME"?\.?$/i,
  /^no match for "?LABEL"?\.?$/i,
  /^(the )?(domain |domain name )?"?NAME"? (was |is )?(not found|not registered|available|free)\.{0,3}$/i,
  /^(the )?(domain |domain name )?"?NAME"? is available for (registration|purchase)\.?$/i,
  /^not found: NAME\.?$/i,
  /^NAME - domain name does not exist\.?$/i,
  /^no domain records were found to match "?NAME"?\.?$/i,
  /^requested domain cannot be found\.?$/i,
  /^no entries found for the selected source(\(s\))?\.?$/i,
  /^no records matching "?NAME"? found\.?$/i,
  /^this domain name has not been registered\.?$/i,
  /^data not found\. this domain is available for registration\.?$/i,
  /^(domain( name)?: "?NAME"? is )?available$/i,
];

/**
 * Phrases for "free" in comments. Some registries send only comments: error codes of the RIPE and FRED software,
 * AFNIC, .ma.
 */
const FREE_IN_COMMENTS: readonly RegExp[] = [
  /^%error:101: no entries found\b/i,
  /^%% (not found|no entries found( in the [a-z .]{1,30} database)?)\.?$/i,
  /^%error 230 no objects found\b/i,
  /^%+ ?no entries found (for|in) the selected source(\(s\))?\.?$/i,
  /^% no match\.?$/i,
];

const RESERVED: readonly RegExp[] = [
  /^(\[Status\]|(domain )?status:) +(server)?reserved\b/i,
  /^(name is )?reserved (by|for) (the )?(registry|afilias)\b/i,
  /^(this|the) (domain )?name is (reserved|not available for registration|restricted)\b/i,
  /^the (requested )?domain (name )?(is|has been) (reserved|blocked|prohibited)\b/i,
  // The following phrases are those of the registries CNNIC, Nominet, registro.br and dns.pt.
  /^the domain you requested is prohibited\./i,
  /^the domain name you apply can not be registered online/i,
  /^this domain cannot be registered because it contravenes/i,
  /^no registration status listed\.$/i,
  /^% ?release process: waiting/i,
  /^(second level domain name is reserved|not available for registration)\b/i,
  /^reserved$/i,
];

/**
 * Phrases that contradict a "not found" in the same response. With such a phrase the name must not be reported as
 * free.
 */
const NOT_FREE =
  /\bnot available for (registration|purchase)\b|\b(name|domain)\b.{0,40}\b(reserved|restricted|blocked|in redemption|pending delete)\b|^(is )?(reserved|restricted|blocked|premium) (domain|name)\b/i;
/** Maximum length in characters of a line that NOT_FREE is applied to. Longer lines are terms of use. */
const NOT_FREE_MAX = 120;

/**
 * Phrases that report a rate limit. They must be complete statements, since many disclaimers contain words such as
 * "rate limited".
 */
const LIMITED =
  /^(% ?)?(error: ?)?55000000002\b|access control limit|\b(quota|limit|maximum( number)?)\b.{0,60}\bexceeded\b|\bexceeded\b.{0,40}\b(quota|limit|maximum|allowed)\b|rate limit (exceeded|reached)|\bonly \d+ (request|quer)\w* per\b|\btoo many (requests|queries|connections)\b|\bplease (slow down|go away)\b|\ballowed queries exceeded\b|\bstill in grace period\b|\bexcessive querying\b|\bexceeded allowed connection rate\b|^%ERROR:201\b|^maximum number of requests/i;
/** Error codes in comments that report a rate limit (RIPE's software, DENIC). */
const LIMITED_BY_CODE = /^%( ?error: ?55000000002|error:201)\b/i;
const BLOCKED =
  /requests of this client are not permitted|^(% ?)?(error: ?)?access (is |has been )?denied|\b(you|your (ip|address|host|client)\b.{0,60}) (are|is|have been|has been) (blacklisted|blocked|banned)\b|not authori[sz]ed to use this (server|service)/i;
const BROKEN =
  /under maintenance|temporarily (unavailable|unable)|service (is )?(currently )?unavailable|try again later|internal (server )?error|\b(unable|failed|could not|cannot) (to )?connect\b|\bconnection\b.{0,40}\b(timed out|refused|failed)\b/i;
const OTHER = /^(TLD is not supported|this (TLD|query) is not supported|No whois server is known)/i;

/** Matches the beginning of a web server's response, which is not WHOIS data. */
const WEB_PAGE = /^\s{0,100}(HTTP\/\d|<(!doctype|\?xml|html|head|title|body)\b)/i;

const LINE_MAX = 400;
const LINES_MAX = 1000;

/**
 * Interprets a response without a registration. Rate limits and server errors take precedence over "free", since an
 * overloaded server may report both. Returns null if no phrase matches, which proves nothing.
 * @param name the queried domain in A-labels. The name is masked first, so that its text cannot match a phrase.
 */
export function phraseOf(answer: WhoisText, server: string, name: string): Said | null {
  const unicode = unicodeOf(name);
  if (WEB_PAGE.test(answer.text)) return null;
  const told = answer.lines.slice(0, LINES_MAX).map(
    (line): Line => ({
      ...line,
      text: withoutName(withoutName(line.text.slice(0, LINE_MAX), name), unicode),
    }),
  );
  const own = told.filter(({ comment }) => !comment);
  const begun = told.filter(({ continues }) => !continues);
  const has = (among: readonly Line[], ...patterns: readonly (RegExp | undefined)[]) =>
    among.some(({ text }) => patterns.some((pattern) => pattern?.test(text)));
  const format = formatOf(server);
  if (has(own, LIMITED) || has(told, LIMITED_BY_CODE)) return "rate_limited";
  if (has(own, BLOCKED)) return "blocked";
  if (has(begun, ...RESERVED, format?.reserved)) return "reserved";
  if (has(own, OTHER)) return "other";
  if (has(own, BROKEN)) return "server_error";
  const words = begun.filter(({ comment }) => !comment);
  const general =
    format?.freeAlone !== true && (has(begun, ...FREE_IN_COMMENTS) || has(words, ...FREE_ANYWHERE));
  const takenBack = words.some(({ text }) => text.length <= NOT_FREE_MAX && NOT_FREE.test(text));
  if (!isOfOther(answer, name) && (general || has(begun, format?.free))) return takenBack ? null : "free";
  if (has(told, LIMITED)) return "rate_limited";
  if (has(told, BLOCKED)) return "blocked";
  return has(told, BROKEN) ? "server_error" : null;
}

/** Matches lines in which a server repeats the queried name. */
const ASKED =
  /^%? ?(?:no match(?: found)? for|not found:|query ?:) ?(?:domain )?"?([^\s"]+\.[^\s"]+?)"?\.?$/i;

/** Returns true if a response names the domain it is about, and this is not the queried name. */
function isOfOther(answer: WhoisText, name: string): boolean {
  const asked = answer.lines
    .slice(0, 50)
    .flatMap(({ text }) => ASKED.exec(text.slice(0, LINE_MAX))?.[1] ?? []);
  const about = [...domainsOf(answer), ...asked.map(inLabels)];
  return about.length > 0 && !about.includes(name);
}

/**
 * Returns the number of seconds after which a rate-limiting registry allows the next query; null if the response does
 * not contain it.
 */
export function retrySecondsOf({ lines }: WhoisText): number | null {
  const said = lines
    .slice(0, 50)
    .map(({ text }) => text.slice(0, LINE_MAX))
    .join(" ");
  const [, number = "", unit = ""] =
    /\b(?:in|for|wait|of|after) (\d{1,4}) (second|minute)s?\b/i.exec(said) ?? [];
  return number === "" ? null : Number(number) * (unit.toLowerCase() === "minute" ? 60 : 1);
}

/** Returns true if a response about an IP address says that the client exceeds a rate limit. */
export function isLimited(text: string): boolean {
  return text.split("\n", LINES_MAX).some((line) => LIMITED.test(line.slice(0, LINE_MAX).trim()));
}

/**
 * Replaces the queried name in a line with NAME, ignoring case. Replaces the first label with LABEL where .to and .md
 * write that label alone.
 */
function withoutName(line: string, name: string): string {
  const lower = line.toLowerCase();
  const label = /^no match for "?([^\s".]{1,63})"?\.?$/.exec(lower)?.[1];
  if (label !== undefined && label === name.slice(0, name.indexOf("."))) return "No match for LABEL";
  const parts = lower.split(name);
  // Converting to lower case may change a text's length, in which case offsets into the original line would be wrong.
  if (parts.length === 1) return line;
  if (lower.length !== line.length) return parts.join("NAME");
  let at = 0;
  return parts
    .map((part) => {
      const kept = line.slice(at, at + part.length);
      at += part.length + name.length;
      return kept;
    })
    .join("NAME");
}
