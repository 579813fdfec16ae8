import { LEAF } from "./hosts.ts";
import type { Rarity, Zone } from "./shapes.ts";

/** Zones that who asks sees otherwise than others: by where one is, or by chance. */

/** What geo.com has for the laggard, as for who is elsewhere, and for everybody else. */
export const GEO = { laggard: "5.44.0.2", others: "5.44.0.1" } as const;
/** The addresses two of which roundrobin.com gives. */
export const ROUND_ROBIN: readonly string[] = Array.from({ length: 8 }, (_, i) => `5.44.1.${i + 1}`);
/** What stale.com had before a change, as the laggard still has it, and what it has; so too changing.com. */
export const STALE = { before: "93.184.219.94", after: "93.184.219.95" } as const;
export const CHANGING = { before: "93.184.219.96", after: "93.184.219.97" } as const;
/** What `www.cdn.com` is an alias of. */
export const CDN = { laggard: "edge2.other.net", others: "edge1.other.net" } as const;

/** Zones before dnsdist, and what the server right behind it has: what everybody sees, and not what goes by chance. */
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
