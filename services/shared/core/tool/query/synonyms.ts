import type { ToolName } from "../contract.ts";

/*
 * Words that callers send for a tool or a parameter of this API, in lower case and without `-`, `_` and `.`.
 * Source: what other DNS tools call the same (Google's and Cloudflare's DNS over HTTPS in JSON: name; MXToolbox: blacklist, ptr, asn;
 * dig: lookup, q; web scanners: url, host), and the record types that a tool reads. As of 2026-11-23.
 */

/** By tool. */
export const TOOL_SYNONYMS: Readonly<Record<ToolName, readonly string[]>> = {
  dns: ["lookup", "dig", "nslookup", "resolve", "query", "records", "dnssec"],
  reverse: ["ptr", "rdns", "reversedns", "asn", "ip"],
  whois: ["rdap", "registrar"],
  dnsbl: ["blacklist", "blacklists", "blocklist", "rbl"],
  ssl: ["cert", "certificate", "tls", "https"],
  mail: ["spf", "dkim", "dmarc", "mx", "mtasts", "bimi", "email"],
  propagation: ["propagate", "spread"],
  scout: ["subdomains", "subdomain", "axfr", "scan"],
};

/** By parameter; which of several that have a word is meant, the value says. */
export const PARAMETER_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  host: ["name", "q", "query", "url", "hostname", "server", "target", "site", "fqdn"],
  domain: ["host", "name", "q", "query", "url", "hostname", "target", "site", "fqdn", "email"],
  ip: ["q", "query", "address", "addr", "ipaddress", "target", "host"],
  type: ["rrtype", "qtype", "recordtype", "record"],
  country: ["cc", "countrycode", "region"],
  selector: ["dkim", "dkimselector", "s"],
  sections: ["section", "parts"],
  service: ["protocol"],
  limit: ["count", "max"],
};

/** Parameters that are meant for a key. */
export const KEY_PARAMETERS = ["apikey", "xapikey", "key", "token", "accesstoken", "auth", "authorization"];

/** Parameters that may be left out, and why. */
export const NEEDLESS_PARAMETERS: Readonly<Record<string, string>> = {
  "": "Answers are never kept (Cache-Control: no-store): leave it out.",
  callback: "Any web page may read answers (CORS): leave it out.",
  pretty: "Answers are one line of JSON: leave it out.",
  format: "Answers are JSON, and reports (such as /dns/example.com) have other forms: leave it out.",
  type: "This tool has all that it asks for in one answer: leave it out.",
};
/** Those of advertisements (utm_source and its like). */
const TRACKING = /^utm/;

/** A word as the tables have it. */
export function plainWord(text: string): string {
  return text.toLowerCase().replace(/[-_.\s]/g, "");
}

/** What to say of a parameter that may be left out; null of others. @param word as `plainWord` gives it. */
export function needless(word: string): string | null {
  if (Object.hasOwn(NEEDLESS_PARAMETERS, word)) return NEEDLESS_PARAMETERS[word] ?? null;
  return TRACKING.test(word) ? "Leave it out." : null;
}
