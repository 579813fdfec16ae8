/**
 * What registries write at port 43 where there is nothing to tell: free, reserved, refused. Source: answers collected by
 * weppos/whois-parser (until 2022-09), rdapper and whoiser (2024-2026), and registries' documentation, as of 2026-11-20.
 * A line must begin with the words: disclaimers hold many of them.
 */

/** What a text says when it has no registration in it. `other`: the server is not the one for this domain. */
export type Said = "free" | "reserved" | "rate_limited" | "blocked" | "server_error" | "other";

/** How the registry of a domain says that it has none of this name, by its server. */
const FREE: Readonly<Record<string, RegExp>> = {
  "whois.verisign-grs.com": /^No match for /,
  "ccwhois.verisign-grs.com": /^No match for /,
  "tvwhois.verisign-grs.com": /^No match for /,
  "whois.pir.org": /^(Domain not found\.|NOT FOUND$)/,
  "whois.nic.uk": /^(No match for |This domain name has not been registered\.)/,
  "whois.denic.de": /^Status: free$/,
  "whois.jprs.jp": /^No match!!/,
  "whois.nic.fr": /^(%% NOT FOUND|No entries found in the AFNIC Database)/,
  "whois.nic.it": /^Status: +AVAILABLE$/,
  "whois.domain-registry.nl": /^\S+ is free$/,
  "whois.dns.be": /^Status: +AVAILABLE$/,
  "whois.iis.se": /^domain "\S+" not found\./,
  "whois.iis.nu": /^domain "\S+" not found\./,
  "whois.norid.no": /^% No match$/,
  "whois.fi": /^Domain not found$/,
  "whois.nic.cz": /^%ERROR:101: no entries found/,
  "whois.registro.br": /^% No match for /,
  "whois.cira.ca": /^(Not found: |Domain status: available)/,
  "whois.punktum.dk": /^No entries found for the selected source\./,
  "whois.hkirc.hk": /^The domain has not been registered\./,
  "whois.sgnic.sg": /^Domain Not Found/,
  "whois.irs.net.nz": /^(220 Available|No Data Found|Not found: )/,
  "whois.nic.ch": /^We do not have an entry in our database matching your query\./,
  "whois.nic.li": /^We do not have an entry in our database matching your query\./,
  "whois.tcinet.ru": /^No entries found for the selected source\(s\)\./,
  "whois.eu": /^Status: +AVAILABLE$/,
  "whois.auda.org.au": /^(No Data Found|Domain not found)/,
  "whois.kr":
    /^(The requested domain was not found|Above domain name is not registered to KRNIC\.|\S+ is not registered)/,
  "whois.twnic.net.tw": /^No Found$/,
  "whois.nic.at": /^% nothing found/,
  "whois.dns.pl": /^No information available about domain name /,
  "whois.rotld.ro": /^% ?No entries found/,
  "whois.rnids.rs": /^%ERROR:103: Domain is not registered/,
  "whois.cnnic.cn": /^No matching record\./,
  "whois.mx": /^Object_Not_Found/,
  "whois.ua": /^% No entries found for /,
  "whois.isoc.org.il": /^% No data was found to match the request criteria\./,
  "whois.isnic.is": /^% No entries found for query /,
  "whois.sk-nic.sk": /^(Domain not found\.|Not found\.)/,
  "whois.tld.ee": /^Domain not found$/,
  "whois.dns.lu": /^% No such domain/,
  "whois.nic.hu": /^(% )?No match$/,
  "whois.dns.hr": /^%ERROR: no entries found/,
  "whois.weare.ie": /^(Not found: |% Not Registered)/,
  "whois.nic.cl": /^\S+: no entries found/,
  "whois.trabis.gov.tr": /^No match found for /,
  "whois.thnic.co.th": /^% No match for /,
  "whois.mynic.my": /^Domain Name \S+ does not exist in database/,
  "whois.nic.ir": /^%ERROR:101: no entries found/,
  "whois.nic.lv": /^Status: free$/,
  "whois.domreg.lt": /^Status: +available$/,
  "whois.dns.pt": /^\S+ - No Match$/,
  "whois.register.bg": /^Domain name \S+ does not exist in database!/,
  "whois.nic.kz": /^\*\*\* Nothing found for this query\./,
  "whois.cctld.by": /^Object does not exist$/,
  "whois.cctld.uz": /^Sorry, but domain: "\S+", not found in database/,
  "whois.id": /^DOMAIN NOT FOUND/,
  "whois.register.si": /^% No entries found for the selected source\(s\)\./,
};

/** The whole of a line, of those who write what many do: registries' software is often the same. */
const FREE_ANYWHERE =
  /^(the )?((domain|object|domain name) )?(not found|no match|no object found|no data found|no entries found)\.?$|^(the queried object does not exist: )?domain not found\.?$|^the queried object does not exist\.?$|^(domain )?status: (available|free|no object found)$|^no match for "?(domain )?NAME"?\.?$|^domain "?NAME"? (was |is )?(not found|available|free|not registered)\.?$/i;

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
  /^reserved$/i,
];

/** What means so at one registry alone: of .be the same words tell a registered domain. */
const RESERVED_AT: Readonly<Record<string, RegExp>> = { "whois.eu": /^Status: +NOT AVAILABLE$/i };

const LIMITED =
  /55000000002|access control limit|limit exceeded|quota (for \S+ )?(has been |is )?exceeded|exceeded (your|the) (quota|limit|allowed|maximum)|whois-limit exceeded|rate limit|only 1 request per second|too many (requests|queries|connections)|please (slow down|go away)|^%ERROR:201|maximum number of requests/i;
const BLOCKED =
  /requests of this client are not permitted|access (is )?denied|blacklisted|not authori[sz]ed|permission denied/i;
const BROKEN =
  /under maintenance|temporarily (unavailable|unable)|service (is )?(currently )?unavailable|try again later|internal (server )?error/i;
const OTHER = /^(TLD is not supported|this (TLD|query) is not supported|No whois server is known)/i;

const COMMENT = /^([%#;]|>>>|NOTICE|NOTE|TERMS)/i;

/**
 * Reads what a text without a registration says. That we ask too often goes before "free": a server in distress may say
 * both. Null where it matches nothing, which proves nothing.
 * @param name the domain asked about, in A-labels.
 */
export function phraseOf(text: string, server: string, name: string): Said | null {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
  const own = lines.filter((line) => !COMMENT.test(line));
  const has = (among: readonly string[], pattern: RegExp) => among.some((line) => pattern.test(line));
  const free = FREE[server];
  const anywhere = new RegExp(FREE_ANYWHERE.source.replaceAll("NAME", name.replaceAll(".", "\\.")), "i");
  if (has(own, LIMITED)) return "rate_limited";
  if (has(own, BLOCKED)) return "blocked";
  const reservedHere = RESERVED_AT[server];
  if (RESERVED.some((pattern) => has(lines, pattern))) return "reserved";
  if (reservedHere !== undefined && has(own, reservedHere)) return "reserved";
  if (has(own, OTHER)) return "other";
  if ((free !== undefined && has(lines, new RegExp(free.source, "i"))) || has(own, anywhere)) return "free";
  if (has(lines, LIMITED)) return "rate_limited";
  if (has(lines, BLOCKED)) return "blocked";
  return has(lines, BROKEN) ? "server_error" : null;
}
