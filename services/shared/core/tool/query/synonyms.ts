import type { ToolName } from "../contract.ts";

/**
 * The tables in this file list words that callers use for a tool or a parameter of this API, in lower case and without
 * `-`, `_` and `.`. Source: the names that other DNS tools use (Google's and Cloudflare's DNS over HTTPS in JSON:
 * name; MXToolbox: blacklist, ptr, asn; dig: lookup, q; web scanners: url, host), and the record types that a tool
 * reads. As of 2026-11-23.
 */

/** Words that callers use for each tool. */
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

/**
 * Words that callers use for each parameter. If a word stands for several parameters, the value determines which one
 * is meant.
 */
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

/** Parameter names with which callers try to send an API key. */
export const KEY_PARAMETERS = ["apikey", "xapikey", "key", "token", "accesstoken", "auth", "authorization"];

/** Parameters that can be left out, each with the reason. */
export const NEEDLESS_PARAMETERS: Readonly<Record<string, string>> = {
  "": "Answers are never cached (Cache-Control: no-store): leave the parameter out.",
  callback: "Every web page may read answers (CORS): leave the parameter out.",
  pretty: "Answers are always one line of JSON: leave the parameter out.",
  format:
    "Answers are always JSON; reports (such as /dns/example.com) have other formats: leave the parameter out.",
  type: "This tool has no record type to choose: leave the parameter out.",
};
/** Matches parameters of advertising campaigns, such as utm_source. */
const TRACKING = /^utm/;

/** Returns a word in the form that the tables in this file use. */
export function plainWord(text: string): string {
  return text.toLowerCase().replace(/[-_.\s]/g, "");
}

/**
 * Returns the advice for a parameter that can be left out; null for other parameters.
 * @param word parameter name in the form that `plainWord` returns.
 */
export function needless(word: string): string | null {
  if (Object.hasOwn(NEEDLESS_PARAMETERS, word)) return NEEDLESS_PARAMETERS[word] ?? null;
  return TRACKING.test(word) ? "Leave the parameter out." : null;
}
