import { KNOT, LEAF } from "./hosts.ts";
import type { Origin } from "./network-shapes.ts";
import { OWN_ORIGINS } from "./own-domains.ts";
import { reverseNibbles } from "./reverse.ts";
import type { Zone } from "./shapes.ts";

/** Announced prefixes in Team Cymru's zones. All other addresses get NXDOMAIN. */
export const ORIGINS: readonly Origin[] = [
  ...OWN_ORIGINS,
  { prefix: "8.8.8.0/24", says: "15169 | 8.8.8.0/24 | US | arin | 2023-12-28" },
  { prefix: "5.9.0.0/16", says: "24940 | 5.9.0.0/16 | DE | ripencc | 2012-04-20" },
  { prefix: "193.0.0.0/21", says: "3333 | 193.0.0.0/21 | NL | ripencc | 1993-09-01" },
  { prefix: "1.1.1.0/24", says: "13335 | 1.1.1.0/24 | AU | apnic | 2011-08-11" },
  { prefix: "2a01:4f8::/32", says: "24940 | 2a01:4f8::/32 | DE | ripencc | 2007-08-31" },
  // The prefix of the addresses of geo.com and roundrobin.com.
  { prefix: "5.44.0.0/16", says: "3320 | 5.44.0.0/16 | DE | ripencc | 2012-07-02" },
  // A prefix that two autonomous systems announce (MOAS).
  { prefix: "8.8.4.0/24", says: "15169 36040 | 8.8.4.0/24 | US | arin | 2023-12-28" },
  // An address with two announced prefixes: a /24 and the enclosing /16.
  { prefix: "23.0.2.0/24", says: "20940 | 23.0.2.0/24 | US | arin | 2010-12-17" },
  { prefix: "23.0.2.0/24", says: "16625 | 23.0.0.0/16 | US | arin | 2010-12-17" },
  { prefix: "23.0.0.0/16", says: "16625 | 23.0.0.0/16 | US | arin | 2010-12-17" },
  // An entry without a date.
  { prefix: "24.1.1.0/24", says: "7922 | 24.1.1.0/24 | US | arin | " },
  // A malformed entry.
  { prefix: "26.1.1.0/24", says: "no idea | what | this is" },
  // An autonomous system without a name.
  { prefix: "28.1.1.0/24", says: "399999 | 28.1.1.0/24 | US | arin | 2015-02-03" },
];

/** TXT records that name autonomous systems, by AS number. */
export const AS_NAMES: Readonly<Record<number, string>> = {
  15169: "15169 | US | arin | 2000-03-30 | GOOGLE, US",
  36040: "36040 | US | arin | 2005-10-06 | YOUTUBE, US",
  24940: "24940 | DE | ripencc | 2002-06-03 | HETZNER-AS, DE",
  3333: "3333 | NL | ripencc | 1993-09-01 | RIPE-NCC-AS Reseaux IP Europeens Network Coordination Centre (RIPE NCC), NL",
  13335: "13335 | US | arin | 2010-07-14 | CLOUDFLARENET, US",
  20940: "20940 | NL | ripencc | 2001-07-10 | AKAMAI-ASN1, NL",
  16625: "16625 | US | arin | 2000-05-23 | AKAMAI-AS, US",
  3320: "3320 | DE | ripencc | 1993-09-01 | DTAG Internet service provider operations, DE",
  7922: "7922 | US | arin | 1997-02-14 | COMCAST-7922, US",
};

/**
 * Returns wildcard owners for a prefix, relative to Team Cymru's zone. An IPv4 prefix that is not at an octet
 * boundary needs several wildcards.
 */
function ownersOf(prefix: string): string[] {
  const [address = "", length = "0"] = prefix.split("/");
  const bits = Number(length);
  if (address.includes(":")) {
    const nibbles = reverseNibbles(address).split(".");
    return [`*.${nibbles.slice(32 - bits / 4).join(".")}`];
  }
  const whole = Math.ceil(bits / 8);
  const octets = address.split(".").map(Number).slice(0, whole);
  const last = octets.pop() ?? 0;
  return Array.from({ length: 2 ** (8 * whole - bits) }, (_, i) =>
    ["*", last + i, ...octets.toReversed()].join("."),
  );
}

const rows = (family: "v4" | "v6") =>
  ORIGINS.filter(({ prefix }) => prefix.includes(":") === (family === "v6"))
    .flatMap(({ prefix, says }) => ownersOf(prefix).map((owner) => `${owner} 14400 TXT "${says}"`))
    .join("\n");

/**
 * Team Cymru's zones. The AS names are on separate servers, because a process must not serve both a zone and its
 * parent.
 */
export const CYMRU: readonly Zone[] = [
  {
    name: "asn.cymru.com",
    servers: KNOT,
    records: Object.entries(AS_NAMES)
      .map(([asn, says]) => `AS${asn} 86400 TXT "${says}"`)
      .join("\n"),
    zonemaster: "alike",
  },
  { name: "origin.asn.cymru.com", servers: LEAF, records: rows("v4"), zonemaster: "alike" },
  { name: "origin6.asn.cymru.com", servers: LEAF, records: rows("v6"), zonemaster: "alike" },
];
