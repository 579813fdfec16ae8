import { LEAF } from "./hosts.ts";
import type { Rarity, Zone } from "./shapes.ts";

// Zones whose answers depend on the resolver or on chance.

/**
 * The address of geo.com that the laggard receives (it acts as a resolver in another region), and the address that all
 * other resolvers receive.
 */
export const GEO = { laggard: "5.44.0.2", others: "5.44.0.1" } as const;
/** The addresses of roundrobin.com. Each answer contains two of them. */
export const ROUND_ROBIN: readonly string[] = Array.from({ length: 8 }, (_, i) => `5.44.1.${i + 1}`);
/** The address of stale.com before and after a change. The laggard still receives the old address. */
export const STALE = { before: "93.184.219.94", after: "93.184.219.95" } as const;
/** The address of changing.com before and after its change, 20 seconds after the first query. */
export const CHANGING = { before: "93.184.219.96", after: "93.184.219.97" } as const;
/** The target of the alias `www.cdn.com` that the laggard receives, and the target that all other resolvers receive. */
export const CDN = { laggard: "edge2.other.net", others: "edge1.other.net" } as const;

/**
 * Zones behind dnsdist, with the records of the server behind it. Answers that depend on the resolver or on chance
 * come from dnsdist itself.
 */
const SEEN_OTHERWISE: readonly [name: string, Rarity, records: string][] = [
  [
    "geo.com",
    "geo",
    `@ 60 A ${GEO.others}\n@ AAAA 2606:2800:244::1\n@ MX 10 mail.geo.com.\n@ TXT "geo"\nmail A 93.184.219.91`,
  ],
  ["roundrobin.com", "round_robin", '@ TXT "round robin"'],
  ["stale.com", "stale", `@ 300 A ${STALE.after}\n@ TXT "stale"`],
  ["changing.com", "changing", '@ TXT "changing"'],
  ["cdn.com", "cdn", `www 60 CNAME ${CDN.others}.`],
];

/** Zones for propagation tests. */
export const PROPAGATION_ZONES: readonly Zone[] = [
  ...SEEN_OTHERWISE.map(
    ([name, deviation, records], i): Zone => ({
      name,
      servers: [1, 2].map((k) => ({
        name: `ns${k}.${name}`,
        v4: `5.66.6.${2 * i + k}`,
        daemon: "dnsdist",
        deviation,
        behind: "nsd-leaf",
      })),
      records,
      zonemaster: "alike",
    }),
  ),
  {
    name: "late.com",
    servers: LEAF,
    records: '@ 300 A 93.184.219.92\n@ 300 MX 10 mail.late.com.\n@ 300 TXT "late"\nmail 300 A 93.184.219.93',
    zonemaster: "alike",
  },
];
