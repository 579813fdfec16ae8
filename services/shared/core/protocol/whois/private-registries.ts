import { type DomainName, registrableOf } from "../names.ts";

/**
 * Zones below a top-level domain whose names are registered with a registry of their own, by its server at port 43. Source: the
 * private section of the public suffix list (2026-11), the names in Debian's whois client 5.5.17 (tld_serv_list; names alone) and
 * CentralNic's list of its zones, as of 2026-11-23. Below a public suffix of a top-level domain (co.za) the suffix list says what
 * is registrable; below the others (uk.com) this table alone does.
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

/** A registry of a zone below a top-level domain. */
export type PrivateRegistry = { readonly zone: string; readonly server: string };

/** The registry of names directly below such a zone that a name belongs to; null where the top-level domain's is the one. */
export function privateRegistryOf(name: string): PrivateRegistry | null {
  const labels = name.split(".");
  const zone = labels.slice(1).flatMap((_, i) => {
    const at = labels.slice(i + 1).join(".");
    const server = SERVER_OF.get(at);
    return server === undefined ? [] : [{ zone: at, server }];
  });
  return zone[0] ?? null;
}

/** What is registered where a name is looked for: below a zone with a registry of its own one label, or else the public suffix and one. */
export function registeredNameOf(name: string): DomainName | null {
  const found = privateRegistryOf(name);
  if (found === null) return registrableOf(name);
  const labels = name.slice(0, -found.zone.length - 1).split(".");
  return `${labels.at(-1)}.${found.zone}` as DomainName;
}
