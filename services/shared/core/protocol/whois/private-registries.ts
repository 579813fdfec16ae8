import { type DomainName, registrableOf } from "../names.ts";

/**
 * Zones below a top-level domain that have their own registry and WHOIS server, by server. If the zone is a public
 * suffix of the top-level domain (co.za), the registrable name follows from the suffix list; for the other zones
 * (uk.com) it follows only from this table. Source: the private section of the public suffix list (2026-11), the names
 * in Debian's whois client 5.5.17 (tld_serv_list; names only) and CentralNic's list of its zones, as of 2026-11-23.
 */
export const ZONES_BY_SERVER: Readonly<Record<string, string>> = {
  "whois.centralnic.com":
    "ae.org br.com cn.com co.com com.de com.se de.com eu.com gb.com gb.net gr.com hu.com hu.net in.net jp.net jpn.com mex.com no.com qc.com ru.com sa.com se.com se.net uk.com uk.net us.com us.org uy.com web.com za.bz za.com",
  "whois.eu.org": "eu.org",
  "whois.za.net": "za.net",
  "whois.za.org": "za.org",
  "whois.nic.priv.at": "priv.at",
  "whois.co.pl": "co.pl",
  "whois.pp.ua": "pp.ua",
  "whois.biz.ua": "biz.ua",
  "whois.co.ua": "co.ua",
  "whois.nic.ru": "com.ru msk.ru net.ru nov.ru org.ru pp.ru spb.ru msk.su nov.su spb.su",
  "whois.registry.net.za": "co.za",
  "net-whois.registry.net.za": "net.za",
  "org-whois.registry.net.za": "org.za",
  "web-whois.registry.net.za": "web.za",
  "whois.edu.cn": "edu.cn",
};

const SERVER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(ZONES_BY_SERVER).flatMap(([server, zones]) =>
    zones.split(" ").map((zone) => [zone, server] as const),
  ),
);

/** The registry of a zone below a top-level domain, and its WHOIS server. */
export type PrivateRegistry = { readonly zone: string; readonly server: string };

/**
 * Returns the private registry that is responsible for a name, or null if the registry of the top-level domain is
 * responsible.
 */
export function privateRegistryOf(name: string): PrivateRegistry | null {
  const labels = name.split(".");
  const zone = labels.slice(1).flatMap((_, i) => {
    const at = labels.slice(i + 1).join(".");
    const server = SERVER_OF.get(at);
    return server === undefined ? [] : [{ zone: at, server }];
  });
  return zone[0] ?? null;
}

/**
 * Returns the registered domain that a name belongs to: the name one label below a private registry's zone, or
 * otherwise the registrable domain.
 */
export function registeredNameOf(name: string): DomainName | null {
  const found = privateRegistryOf(name);
  if (found === null) return registrableOf(name);
  const labels = name.slice(0, -found.zone.length - 1).split(".");
  return `${labels.at(-1)}.${found.zone}` as DomainName;
}
