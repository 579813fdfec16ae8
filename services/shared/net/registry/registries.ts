/** IANA's registries of RDAP servers (RFC 9224). */
export type Registry = "dns" | "ipv4" | "ipv6";

/**
 * RDAP servers that IANA's list does not have, though they are the registries'. Source: meeb/whoisit, overrides of
 * 2026-01-05. Not IANA's word: that such a server has no such name proves nothing.
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

export function rdapOverrideOf(tld: string): string | null {
  return OVERRIDE_OF.get(tld) ?? null;
}

/** How servers want to be asked, where the name alone is not it. Source: their documentation, as of 2026-11-20. */
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

/** The line that asks a server for a name of A-labels. */
export function lineFor(server: string, name: string): string {
  return (LINES[server] ?? "{name}").replace("{name}", name);
}

/** Character sets of those that do not answer in UTF-8. Source as above. */
const CHARSETS = {
  "whois.nic.ad.jp": "iso-2022-jp",
  "whois.kg": "windows-1251",
} as const satisfies Readonly<Record<string, string>>;

/** What a server's answer is read as where it is no UTF-8. */
export function charsetOf(server: string): "iso-8859-1" | "iso-2022-jp" | "windows-1251" {
  return CHARSETS[server as keyof typeof CHARSETS] ?? "iso-8859-1";
}

/** Registries that leave the holder to the registrar, whose server they name. */
export function isThin(server: string): boolean {
  return /(^|\.)verisign-grs\.com$/.test(server);
}
