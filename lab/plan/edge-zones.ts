import { at, LEAF } from "./hosts.ts";
import type { Host, Rarity, Zone } from "./shapes.ts";

// Zones at the edges of what is right: answers that vary on purpose, delegations to nowhere, names that exist by chance,
// and CAA records with faults.

const SERIAL = 2026112001;

/** Two zones with two servers that have the same serial and different records: addresses, and texts. */
const VARYING: readonly Zone[] = [
  {
    name: "vary.com",
    servers: [at("nsd-leaf", "ns1.vary.com", "5.9.50.53"), at("knot", "ns2.vary.com", "5.9.51.53")],
    records: `@ 60 A 5.44.3.1
@ 60 AAAA 2606:2800:244:3::1
@ 60 HTTPS 1 . ipv4hint=5.44.3.1
@ TXT "the same everywhere"
www 60 CNAME edge1.other.net.`,
    variant: {
      at: "knot",
      serial: SERIAL,
      records: `@ 60 A 5.44.3.2
@ 60 AAAA 2606:2800:244:3::2
@ 60 HTTPS 1 . ipv4hint=5.44.3.2
@ TXT "the same everywhere"
www 60 CNAME edge2.other.net.`,
    },
  },
  {
    name: "vary-text.com",
    servers: [at("nsd-leaf", "ns1.vary-text.com", "5.9.52.53"), at("knot", "ns2.vary-text.com", "5.9.53.53")],
    records: '@ 60 A 5.44.3.3\n@ TXT "one"',
    variant: { at: "knot", serial: SERIAL, records: '@ 60 A 5.44.3.4\n@ TXT "two"' },
  },
];

/** A zone that delegates names to servers that do not exist. One of its own servers does not exist either. */
const STRAYED: Zone = {
  name: "strayed.com",
  servers: LEAF,
  ownServers: [...LEAF, "ns.never-registered-strayed.com"],
  records: `@ A 93.184.219.74
shop NS ns1.never-registered-strayed.com.
shop NS ns1.labdns.net.
blog NS nothing-here.other.net.
dev NS ns1.labdns.net.`,
};

/** CAA records, each with one fault that the name says. */
const CAA: Zone = {
  name: "caa.com",
  servers: LEAF,
  records: `@ CAA 0 issue "letsencrypt.org; validationmethods=dns-01"
@ CAA 128 issuewild ";"
@ CAA 0 iodef "mailto:security@caa.com"
critical CAA 128 tbs "unknown"
misspelt CAA 0 isue "letsencrypt.org"
issuer CAA 0 issue "https://letsencrypt.org"
iodef CAA 0 iodef "security@caa.com"
flags CAA 1 issue "letsencrypt.org"
alias-self A 93.184.219.75
alias-self HTTPS 0 alias-self.caa.com.
alias-nowhere A 93.184.219.75
alias-nowhere HTTPS 0 .`,
};

/** Zones behind dnsdist. */
const DISGUISED: readonly (readonly [name: string, Rarity, records: string])[] = [
  ["random-names.com", "random_names", "@ A 93.184.219.76"],
  ["shuns-product.com", "shuns_product", "@ A 93.184.219.77"],
];

/** All these zones. */
export const EDGE_ZONES: readonly Zone[] = [
  ...VARYING,
  STRAYED,
  CAA,
  ...DISGUISED.map(([name, deviation, records], i): Zone => {
    const server: Host = {
      ...{ name: `ns.${name}`, v4: `5.66.16.${i + 1}`, daemon: "dnsdist", behind: "nsd-leaf" },
      deviation,
    };
    return { name, servers: [server], records };
  }),
].map((zone): Zone => ({ ...zone, zonemaster: "alike" }));
