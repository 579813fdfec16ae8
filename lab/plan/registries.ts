import { LEAF, silent } from "./hosts.ts";
import { DELEGATED, ODD_REGISTERED } from "./registrations.ts";
import type { Host, RegistryService, Zone } from "./shapes.ts";

/** Top-level domains that are in the plan only because of their registries. */
export const OTHER_TLDS = [
  ...["services", "cz", "pl", "fr", "si", "no", "id", "tv", "cc", "fm"],
  ...["eu", "be", "at", "ru", "kr", "br", "se", "dk", "us", "ie"],
  // Parents of the zones of DNS blocklists.
  ...["ro", "lt", "la", "pe", "ovh", "zone"],
];

/** A top-level domain's registry: its RDAP base URL in IANA's bootstrap file (RFC 9224), and its port-43 server. */
type Registry = { readonly rdap?: string; readonly whois?: string };

/**
 * The registries that IANA lists, by top-level domain. An entry without `rdap` means that the real registry has no
 * RDAP service.
 */
export const REGISTRIES: Readonly<Record<string, Registry>> = {
  com: { rdap: "https://rdap.verisign.com/com/v1/", whois: "whois.verisign-grs.com" },
  net: { rdap: "https://rdap.verisign.com/net/v1/", whois: "whois.verisign-grs.com" },
  org: { rdap: "https://rdap.publicinterestregistry.org/rdap/", whois: "whois.pir.org" },
  // Like most registries of generic top-level domains, this one has shut down its port-43 server.
  info: { rdap: "https://rdap.identitydigital.services/rdap/" },
  nl: { rdap: "https://rdap.sidn.nl/", whois: "whois.domain-registry.nl" },
  uk: { rdap: "https://rdap.nominet.uk/uk/", whois: "whois.nic.uk" },
  cz: { rdap: "https://rdap.nic.cz/", whois: "whois.nic.cz" },
  pl: { rdap: "https://rdap.dns.pl/", whois: "whois.dns.pl" },
  fr: { rdap: "https://rdap.nic.fr/", whois: "whois.nic.fr" },
  si: { rdap: "https://rdap.register.si/", whois: "whois.register.si" },
  no: { rdap: "https://rdap.norid.no/", whois: "whois.norid.no" },
  id: { rdap: "https://rdap.pandi.id/rdap/", whois: "whois.id" },
  tv: { rdap: "https://rdap.nic.tv/" },
  cc: { rdap: "https://rdap.nic.cc/", whois: "ccwhois.verisign-grs.com" },
  fm: { rdap: "http://rdap.nic.fm/", whois: "whois.nic.fm" },
  de: { whois: "whois.denic.de" },
  jp: { whois: "whois.jprs.jp" },
  ch: { whois: "whois.nic.ch" },
  io: { whois: "whois.nic.io" },
  eu: { whois: "whois.eu" },
  be: { whois: "whois.dns.be" },
  at: { whois: "whois.nic.at" },
  ru: { whois: "whois.tcinet.ru" },
  "xn--p1ai": { whois: "whois.tcinet.ru" },
  kr: { whois: "whois.kr" },
  br: { whois: "whois.registro.br" },
  se: { whois: "whois.iis.se" },
  dk: { whois: "whois.punktum.dk" },
  us: { whois: "whois.nic.us" },
  ie: { whois: "whois.weare.ie" },
  // A newer top-level domain: clients can find this server's name only through IANA.
  ovh: { whois: "whois.nic.ovh" },
};

/**
 * A regional Internet registry: its RDAP base URL, its port-43 server, and the address blocks that the lab needs from
 * the registry's entry in IANA's real bootstrap file.
 */
type AddressRegistry = { readonly base: string; readonly whois: string; readonly blocks: readonly string[] };

/** The regional Internet registries, by name. */
export const ADDRESS_REGISTRIES: Readonly<
  Record<"ARIN" | "RIPE NCC" | "APNIC" | "LACNIC" | "AFRINIC", AddressRegistry>
> = {
  ARIN: {
    base: "https://rdap.arin.net/registry/",
    whois: "whois.arin.net",
    blocks: [
      ...["8.0.0.0/8", "9.0.0.0/8", "23.0.0.0/8", "24.0.0.0/8", "26.0.0.0/8", "28.0.0.0/8", "45.0.0.0/8"],
      ...["63.0.0.0/8", "64.0.0.0/8", "65.0.0.0/8", "66.0.0.0/8", "93.0.0.0/8", "192.0.0.0/8"],
      ...["2001:400::/23", "2600::/12", "2620::/23"],
    ],
  },
  "RIPE NCC": {
    base: "https://rdap.db.ripe.net/",
    whois: "whois.ripe.net",
    blocks: [
      ...["2.0.0.0/8", "5.0.0.0/8", "31.0.0.0/8", "77.0.0.0/8", "193.0.0.0/8", "194.0.0.0/8"],
      ...["2001:600::/23", "2a00::/12"],
    ],
  },
  APNIC: {
    base: "https://rdap.apnic.net/",
    whois: "whois.apnic.net",
    blocks: ["1.0.0.0/8", "43.0.0.0/8", "202.0.0.0/8", "203.0.0.0/8", "2001:200::/23", "2400::/12"],
  },
  LACNIC: {
    base: "https://rdap.lacnic.net/rdap/",
    whois: "whois.lacnic.net",
    blocks: ["190.0.0.0/8", "200.0.0.0/8", "201.0.0.0/8", "2800::/12"],
  },
  AFRINIC: {
    base: "https://rdap.afrinic.net/rdap/",
    whois: "whois.afrinic.net",
    blocks: ["41.0.0.0/8", "154.0.0.0/8", "196.0.0.0/8", "2c00::/12"],
  },
};

/** Ranges of AS numbers, each with the RDAP base URL of its registry. */
export const AS_REGISTRIES: readonly (readonly [numbers: string, base: string])[] = [
  ["7922-7922", ADDRESS_REGISTRIES.ARIN.base],
  ["13312-18431", ADDRESS_REGISTRIES.ARIN.base],
  ["35840-36863", ADDRESS_REGISTRIES.ARIN.base],
  ["393216-401308", ADDRESS_REGISTRIES.ARIN.base],
  ["3333-3333", ADDRESS_REGISTRIES["RIPE NCC"].base],
  ["20480-21503", ADDRESS_REGISTRIES["RIPE NCC"].base],
  ["24576-25599", ADDRESS_REGISTRIES["RIPE NCC"].base],
  ["36864-37887", ADDRESS_REGISTRIES.AFRINIC.base],
];

/**
 * Hosts of registries, by the zone that contains them. Each value is the service of the host or the reason why it is
 * unreachable.
 */
const HOSTS: Readonly<Record<string, Readonly<Record<string, RegistryService | "dead" | "closed">>>> = {
  "iana.org": { "data.iana.org": "bootstrap", "whois.iana.org": "whois" },
  "arin.net": { "rdap.arin.net": "networks", "whois.arin.net": "whois" },
  "ripe.net": { "rdap.db.ripe.net": "networks", "whois.ripe.net": "whois" },
  "apnic.net": { "rdap.apnic.net": "networks", "whois.apnic.net": "whois" },
  "lacnic.net": { "rdap.lacnic.net": "networks", "whois.lacnic.net": "whois" },
  "afrinic.net": { "rdap.afrinic.net": "networks", "whois.afrinic.net": "whois" },
  "registro.br": { "rdap.registro.br": "networks", "whois.registro.br": "whois" },
  "nic.ad.jp": { "rdap.nic.ad.jp": "networks", "whois.nic.ad.jp": "whois" },
  "verisign.com": { "rdap.verisign.com": "domains" },
  "verisign-grs.com": { "whois.verisign-grs.com": "whois", "ccwhois.verisign-grs.com": "whois" },
  "publicinterestregistry.org": { "rdap.publicinterestregistry.org": "domains" },
  "pir.org": { "whois.pir.org": "whois" },
  "identitydigital.services": { "rdap.identitydigital.services": "domains" },
  "labregistrar.com": { "rdap.labregistrar.com": "domains", "whois.labregistrar.com": "whois" },
  "elsewhere.net": { "rdap.elsewhere.net": "domains", "whois.elsewhere.net": "whois" },
  "sidn.nl": { "rdap.sidn.nl": "domains" },
  "domain-registry.nl": { "whois.domain-registry.nl": "whois" },
  "nominet.uk": { "rdap.nominet.uk": "domains" },
  uk: { "whois.nic.uk": "whois" },
  cz: { "rdap.nic.cz": "unavailable", "whois.nic.cz": "whois" },
  "dns.pl": { "rdap.dns.pl": "limited", "whois.dns.pl": "whois" },
  fr: { "rdap.nic.fr": "closed", "whois.nic.fr": "whois" },
  "register.si": { "rdap.register.si": "garbage", "whois.register.si": "whois" },
  "norid.no": { "rdap.norid.no": "dead", "whois.norid.no": "whois" },
  "pandi.id": { "rdap.pandi.id": "domains" },
  "whois.id": { "whois.id": "whois" },
  tv: { "rdap.nic.tv": "unavailable" },
  fm: { "rdap.nic.fm": "domains", "whois.nic.fm": "whois" },
  "denic.de": { "whois.denic.de": "whois" },
  "jprs.jp": { "whois.jprs.jp": "whois" },
  ch: { "whois.nic.ch": "whois" },
  io: { "whois.nic.io": "whois" },
  "whois.eu": { "whois.eu": "whois" },
  "dns.be": { "whois.dns.be": "whois" },
  at: { "whois.nic.at": "whois" },
  "tcinet.ru": { "whois.tcinet.ru": "whois" },
  "whois.kr": { "whois.kr": "whois" },
  "iis.se": { "whois.iis.se": "whois" },
  "punktum.dk": { "whois.punktum.dk": "whois" },
  us: { "whois.nic.us": "whois" },
  "weare.ie": { "whois.weare.ie": "whois" },
  ovh: { "whois.nic.ovh": "whois" },
  "centralnic.com": { "whois.centralnic.com": "whois" },
};

/** WHOIS servers of private registries, each with the domain below which it registers names. */
export const PRIVATE_REGISTRIES: Readonly<Record<string, string>> = { "whois.centralnic.com": "uk.com" };

/** WHOIS servers that each refer to the next one. The WHOIS server of .io refers to the first one in some answers. */
export const REFERRAL_CHAIN = Array.from({ length: 10 }, (_, i) => `whois${i}.elsewhere.net`);

/** A name with a link-local and a private address, which the product must not connect to. */
export const BAIT = { name: "bait.elsewhere.net", v4: "169.254.169.254", v6: "fd00::1" } as const;

/** Round-trip times in milliseconds, by zone, where they differ from the default. */
const RTT_MS: Readonly<Record<string, number>> = {
  "iana.org": 30,
  "ripe.net": 60,
  "arin.net": 90,
  "lacnic.net": 110,
  "registro.br": 115,
  "afrinic.net": 120,
  "apnic.net": 120,
  "nic.ad.jp": 120,
};

/** Returns the registry hosts in a zone. Their addresses depend on the zone's position in HOSTS. */
export function registryHostsIn(zone: string): Host[] {
  const k = Object.keys(HOSTS).indexOf(zone) + 1;
  const rttMs = RTT_MS[zone] ?? 40 + 5 * (k % 9);
  const chain = zone === "elsewhere.net" ? REFERRAL_CHAIN.map((name) => [name, "whois"] as const) : [];
  const services = [...Object.entries(HOSTS[zone] ?? {}), ...chain];
  return services.map(([name, service], i): Host => {
    const v4 = `5.30.${k}.${i + 1}`;
    if (service === "dead") return silent(name, v4);
    if (service === "closed") return { name, v4, daemon: "nobody", rttMs };
    // Only IANA and the registries of addresses have IPv6.
    const v6 = zone in RTT_MS ? { v6: `2a01:30:${k.toString(16)}::${i + 1}` } : {};
    return { name, v4, ...v6, daemon: "registry", serves: service, rttMs, ...ODDITIES[name] };
  });
}

/** Hosts with an unusual transport or certificate. */
const ODDITIES: Readonly<Record<string, Pick<Host & { daemon: "registry" }, "over" | "certificate">>> = {
  "rdap.pandi.id": { certificate: "other_name" },
  "rdap.nic.fm": { over: "http" },
  "rdap.elsewhere.net": { over: "both" },
};

/** Returns the labels that a registry's zone delegates. */
export function delegatesOf(zone: string): readonly string[] {
  if (zone === "co.uk") return DELEGATED;
  if (!(zone in REGISTRIES)) return [];
  return zone === "io" ? [...DELEGATED, ...ODD_REGISTERED] : DELEGATED;
}

/** Additional records of the registries' zones, by zone. */
const RECORDS: Readonly<Record<string, string>> = {
  // The host in the base URL of .cc's RDAP service has a private address.
  cc: "rdap.nic A 10.0.0.1",
  // Two public suffixes with a DMARC policy for all names below them. Only the record of .zone declares that it is a
  // public suffix (RFC 9989 section 5.2).
  ovh: '_dmarc TXT "v=DMARC1; p=reject"',
  zone: '_dmarc TXT "v=DMARC1; p=none; sp=reject; psd=y"',
};

/** Returns the additional records of a registry's zone. */
export function recordsIn(zone: string): string {
  return RECORDS[zone] ?? "";
}

/** The zones that contain hosts of registries, except the top-level domains, which are in plan/zones.ts. */
export const REGISTRY_ZONES: readonly Zone[] = Object.keys(HOSTS)
  .filter((name) => name.includes("."))
  .map((name) => ({
    name,
    servers: LEAF,
    hosts: registryHostsIn(name),
    records: name === "elsewhere.net" ? `bait A ${BAIT.v4}\nbait AAAA ${BAIT.v6}` : "",
    zonemaster: "alike",
  }));
