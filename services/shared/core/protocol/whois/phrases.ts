import { unicodeOf } from "../names.ts";

/**
 * What registries write at port 43 where there is nothing to tell: free, reserved, refused. Source: answers collected by
 * weppos/whois-parser (until 2022-09), rdapper and whoiser (2024-2026), and registries' documentation, as of 2026-11-20.
 * A line must begin with the words: disclaimers hold many of them.
 */

/** What a text says when it has no registration in it. `other`: the server is not the one for this domain. */
export type Said = "free" | "reserved" | "rate_limited" | "blocked" | "server_error" | "other";

/** How the registry of a domain says that it has none of this name (NAME), by its server. */
const FREE: Readonly<Record<string, RegExp>> = {
  "whois.verisign-grs.com": /^No match for /i,
  "ccwhois.verisign-grs.com": /^No match for /i,
  "tvwhois.verisign-grs.com": /^No match for /i,
  "whois.pir.org": /^(Domain not found\.|NOT FOUND$)/i,
  "whois.nic.uk": /^(No match for |This domain name has not been registered\.)/i,
  "whois.denic.de": /^Status: free$/i,
  "whois.jprs.jp": /^No match!!/i,
  "whois.nic.fr": /^(%% NOT FOUND|No entries found in the AFNIC Database)/i,
  "whois.nic.it": /^Status: +AVAILABLE$/i,
  "whois.domain-registry.nl": /^NAME is free$/i,
  "whois.dns.be": /^Status: +AVAILABLE$/i,
  "whois.iis.se": /^domain "NAME" not found\./i,
  "whois.iis.nu": /^domain "NAME" not found\./i,
  "whois.norid.no": /^% No match$/i,
  "whois.fi": /^Domain not found$/i,
  "whois.nic.cz": /^%ERROR:101: no entries found/i,
  "whois.registro.br": /^% No match for /i,
  "whois.cira.ca": /^(Not found: |Domain status: available)/i,
  "whois.punktum.dk": /^No entries found for the selected source\./i,
  "whois.hkirc.hk": /^The domain has not been registered\./i,
  "whois.sgnic.sg": /^Domain Not Found/i,
  "whois.irs.net.nz": /^((query_status: )?220 Available|No Data Found|Not found: )/i,
  "whois.nic.ch": /^We do not have an entry in our database matching your query\./i,
  "whois.nic.li": /^We do not have an entry in our database matching your query\./i,
  "whois.tcinet.ru": /^No entries found for the selected source\(s\)\./i,
  "whois.eu": /^Status: +AVAILABLE$/i,
  "whois.auda.org.au": /^(No Data Found|Domain not found)/i,
  "whois.kr":
    /^(The requested domain was not found|Above domain name is not registered to KRNIC\.|NAME is not registered)/i,
  "whois.twnic.net.tw": /^No Found$/i,
  "whois.nic.at": /^% nothing found/i,
  "whois.dns.pl": /^No information available about domain name /i,
  "whois.rotld.ro": /^% ?No entries found/i,
  "whois.rnids.rs": /^%ERROR:103: Domain is not registered/i,
  "whois.cnnic.cn": /^No matching record\./i,
  "whois.mx": /^Object_Not_Found/i,
  "whois.ua": /^% No entries found for /i,
  "whois.isoc.org.il": /^% No data was found to match the request criteria\./i,
  "whois.isnic.is": /^% No entries found for query /i,
  "whois.sk-nic.sk": /^(Domain not found\.|Not found\.)/i,
  "whois.tld.ee": /^Domain not found$/i,
  "whois.dns.lu": /^% No such domain/i,
  "whois.nic.hu": /^(% )?(Nincs talalat \/ )?No match$/i,
  "whois.educause.edu": /^NO MATCH: NAME$/i,
  "whois.dns.hr": /^%ERROR: no entries found/i,
  "whois.weare.ie": /^(Not found: |% Not Registered)/i,
  "whois.nic.cl": /^NAME: no entries found/i,
  "whois.trabis.gov.tr": /^No match found for /i,
  "whois.thnic.co.th": /^% No match for /i,
  "whois.mynic.my": /^Domain Name NAME does not exist in database/i,
  "whois.nic.ir": /^%ERROR:101: no entries found/i,
  "whois.nic.lv": /^Status: free$/i,
  "whois.domreg.lt": /^Status: +available$/i,
  "whois.dns.pt": /^NAME - No Match$/i,
  "whois.register.bg": /^Domain name NAME does not exist in database!/i,
  "whois.nic.kz": /^\*\*\* Nothing found for this query\./i,
  "whois.cctld.by": /^Object does not exist$/i,
  "whois.cctld.uz": /^Sorry, but domain: "NAME", not found in database/i,
  "whois.id": /^DOMAIN NOT FOUND/i,
  "whois.register.si": /^% No entries found for the selected source\(s\)\./i,
};

/** The whole of a line, of those who write what many do: registries' software is often the same. */
const FREE_ANYWHERE =
  /^(the )?((domain|object|domain name) )?(not found|no match|no object found|no data found|no entries found)\.?$|^(the queried object does not exist: )?(domain not found|no matching objects found)\.?$|^the queried object does not exist\.?$|^(domain )?status: (available|free|no object found)$|^no match for "?(domain )?NAME"?\.?$|^domain "?NAME"? (was |is )?(not found|available|free|not registered)\.?$/i;

const RESERVED: readonly RegExp[] = [
  /^(\[Status\]|(domain )?status:) +(server)?reserved\b/i,
  /^reserved (by|for) (the )?registry\b/i,
  /^(this|the) (domain )?name is (reserved|not available for registration|restricted)\b/i,
  /^the (requested )?domain (name )?(is|has been) (reserved|blocked|prohibited)\b/i,
  // CNNIC, Nominet, registro.br, dns.pt.
  /^the domain you requested is prohibited\./i,
  /^the domain name you apply can not be registered online/i,
  /^this domain cannot be registered because it contravenes/i,
  /^no registration status listed\.$/i,
  /^% ?release process: waiting/i,
  /^(second level domain name is reserved|not available for registration)\b/i,
  /^reserved$/i,
];

/** What means so at one registry alone: of .be the same words tell a registered domain. */
const RESERVED_AT: Readonly<Record<string, RegExp>> = { "whois.eu": /^Status: +NOT AVAILABLE$/i };

/** That we ask too often. Bare words such as "rate limited" stand in many disclaimers: it takes a whole statement. */
const LIMITED =
  /^(% ?)?(error: ?)?55000000002\b|access control limit|\b(quota|limit|maximum( number)?)\b.{0,60}\bexceeded\b|\bexceeded\b.{0,40}\b(quota|limit|maximum|allowed)\b|rate limit (exceeded|reached)|\bonly \d+ (request|quer)\w* per\b|\btoo many (requests|queries|connections)\b|\bplease (slow down|go away)\b|^%ERROR:201\b|^maximum number of requests/i;
const BLOCKED =
  /requests of this client are not permitted|^(% ?)?(error: ?)?access (is |has been )?denied|\b(you|your (ip|address|host|client)\b.{0,60}) (are|is|have been|has been) (blacklisted|blocked|banned)\b|not authori[sz]ed to use this (server|service)/i;
const BROKEN =
  /under maintenance|temporarily (unavailable|unable)|service (is )?(currently )?unavailable|try again later|internal (server )?error/i;
const OTHER = /^(TLD is not supported|this (TLD|query) is not supported|No whois server is known)/i;

const COMMENT = /^([%#;]|NOTICE|NOTE|TERMS)/i;
/** Behind this line gTLDs' servers have nothing but terms of use. */
const END = /^>>> ?last update/i;
/** Characters of a line, and lines, that are looked at. */
const LINE_MAX = 400;
const LINES_MAX = 1000;

/**
 * Reads what a text without a registration says. That we ask too often goes before "free": a server in distress may say
 * both. Null where it matches nothing, which proves nothing.
 * @param name the domain asked about, in A-labels; what it is made of is no word of the registry's.
 */
export function phraseOf(text: string, server: string, name: string): Said | null {
  const all = text
    .split("\n", LINES_MAX)
    .map((line) => line.slice(0, LINE_MAX).replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
  const end = all.findIndex((line) => END.test(line));
  const lines = end === -1 ? all : all.slice(0, end);
  const own = lines.filter((line) => !COMMENT.test(line));
  const has = (among: readonly string[], pattern: RegExp) => among.some((line) => pattern.test(line));
  const unicode = unicodeOf(name);
  const told = lines.map((line) => withoutName(withoutName(line, name), unicode));
  const toldOwn = told.filter((line) => !COMMENT.test(line));
  const free = FREE[server];
  const reservedHere = RESERVED_AT[server];
  if (has(toldOwn, LIMITED)) return "rate_limited";
  if (has(toldOwn, BLOCKED)) return "blocked";
  if (RESERVED.some((pattern) => has(told, pattern))) return "reserved";
  if (reservedHere !== undefined && has(own, reservedHere)) return "reserved";
  if (has(own, OTHER)) return "other";
  if ((free !== undefined && has(told, free)) || has(toldOwn, FREE_ANYWHERE)) return "free";
  if (has(told, LIMITED)) return "rate_limited";
  if (has(told, BLOCKED)) return "blocked";
  return has(told, BROKEN) ? "server_error" : null;
}

/** That we ask too often, in an answer about an address. */
export function isLimited(text: string): boolean {
  return text.split("\n", LINES_MAX).some((line) => LIMITED.test(line.slice(0, LINE_MAX).trim()));
}

/** A line with NAME in place of a name, in whatever case that is written. */
function withoutName(line: string, name: string): string {
  const parts = line.toLowerCase().split(name);
  // A letter may change its length with its case.
  if (parts.length === 1) return line;
  if (line.toLowerCase().length !== line.length) return parts.join("NAME");
  let at = 0;
  return parts
    .map((part) => {
      const kept = line.slice(at, at + part.length);
      at += part.length + name.length;
      return kept;
    })
    .join("NAME");
}
