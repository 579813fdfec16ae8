/** Names of IANA's lists of RDAP servers (RFC 9224). */
export type Registry = "dns" | "ipv4" | "ipv6";

/**
 * RDAP servers of registries that IANA's list does not contain. Source: meeb/whoisit, overrides of 2026-01-05. IANA
 * does not confirm these servers, so "not found" from one of them proves nothing.
 */
const OVERRIDES: Readonly<Record<string, string>> = {
  "https://rdap.identitydigital.services/rdap/": "ac ag bz io lc me mn pr sc sh vc",
  "https://rdap.centralnic.com/bh/": "bh",
  "https://rdap.centralnic.com/gl/": "gl",
  "https://rdap.nic.ch/": "ch",
  "https://rdap.nic.li/": "li",
  "https://rdap.registry.co/co/": "co",
  "https://rdap.denic.de/": "de",
  "https://rdap.mynic.my/rdap/": "my",
  "https://rdap.nic.us/": "us",
};

const OVERRIDE_OF = new Map(
  Object.entries(OVERRIDES).flatMap(([base, tlds]) => tlds.split(" ").map((tld) => [tld, base] as const)),
);

/** Returns the RDAP base URL of a top-level domain that IANA's list does not contain; null if none is known. */
export function rdapOverrideOf(tld: string): string | null {
  return OVERRIDE_OF.get(tld) ?? null;
}

/**
 * Query lines of whois servers that need more than the queried name. Source: the servers' documentation, as of
 * 2026-11-20.
 */
const LINES: Readonly<Record<string, string>> = {
  "whois.denic.de": "-T dn,ace {name}",
  "whois.verisign-grs.com": "domain {name}",
  "ccwhois.verisign-grs.com": "domain {name}",
  "tvwhois.verisign-grs.com": "domain {name}",
  "jobswhois.verisign-grs.com": "domain {name}",
  "whois.nic.name": "domain={name}",
  "whois.jprs.jp": "{name}/e",
  "whois.punktum.dk": "--charset=utf-8 --show-handles {name}",
  "whois.norid.no": "-c utf-8 {name}",
  "whois.cat": "-C UTF-8 {name}",
  "whois.nic.cat": "-C UTF-8 {name}",
  "whois.museum": "-C UTF-8 {name}",
};

/** Returns the line that queries a whois server for a name in A-labels. */
export function lineFor(server: string, name: string): string {
  return (LINES[server] ?? "{name}").replace("{name}", name);
}

/**
 * Character sets of whois servers that answer in neither UTF-8 nor Latin-1. Source: the servers' documentation, as of
 * 2026-11-20.
 */
const CHARSETS = {
  "whois.nic.ad.jp": "iso-2022-jp",
  "whois.kg": "windows-1251",
} as const satisfies Readonly<Record<string, string>>;

/** Returns the character set in which to decode a server's answer if the answer is not valid UTF-8. */
export function charsetOf(server: string): "iso-8859-1" | "iso-2022-jp" | "windows-1251" {
  return CHARSETS[server as keyof typeof CHARSETS] ?? "iso-8859-1";
}

/**
 * Returns true for the whois server of a thin registry, which leaves the registrant's data to the registrar and
 * returns the registrar's server instead.
 */
export function isThin(server: string): boolean {
  return /(^|\.)verisign-grs\.com$/.test(server);
}
