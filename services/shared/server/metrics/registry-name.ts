/**
 * Registries that metrics distinguish, with the domains of their servers: the registries with the most names, and
 * those of IP addresses. Source: IANA's RDAP bootstrap and the tables in services/shared/net/registry, as of
 * 2026-11-20.
 */
const NAMES = {
  verisign: ["verisign-grs.com", "verisign.com"],
  pir: ["pir.org", "publicinterestregistry.org"],
  identitydigital: ["identitydigital.services"],
  centralnic: ["centralnic.com"],
  google: ["registry.google", "nic.google"],
  godaddy: ["registry.co", "nic.us", "nic.biz"],
  denic: ["denic.de"],
  nominet: ["nic.uk", "nominet.uk"],
  sidn: ["domain-registry.nl", "sidn.nl"],
  afnic: ["nic.fr"],
  eurid: ["whois.eu", "eurid.eu"],
  switch: ["nic.ch", "nic.li"],
  nicbr: ["registro.br"],
  iana: ["iana.org"],
  arin: ["arin.net"],
  ripe: ["ripe.net"],
  apnic: ["apnic.net"],
  lacnic: ["lacnic.net"],
  afrinic: ["afrinic.net"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A registry's label value in metrics. */
export type RegistryName = keyof typeof NAMES | "other";
/** All label values of registries. */
export const REGISTRY_NAMES = [...Object.keys(NAMES), "other"] as readonly RegistryName[];

const ENDS = Object.entries(NAMES).flatMap(([name, ends]) =>
  ends.map((end) => [end, name as RegistryName] as const),
);

/** Returns the registry that operates a server; `other` for a registrar, or for a registry that is not listed. */
export function registryName(host: string): RegistryName {
  return ENDS.find(([end]) => host === end || host.endsWith(`.${end}`))?.[1] ?? "other";
}
