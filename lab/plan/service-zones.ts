import { KNOT, LEAF } from "./hosts.ts";
import type { Zone } from "./shapes.ts";

/** Reverse zones of the plan's own networks. Their PTR records come from the hosts. */
export const REVERSE: readonly Zone[] = [
  {
    name: "9.5.in-addr.arpa",
    servers: LEAF,
    signing: { denial: "nsec" },
    // The customer of 5.9.30.0/25 has a zone for its reverse names (RFC 2317).
    records: Array.from({ length: 4 }, (_, i) => `${i}.30 CNAME ${i}.0-127.30.9.5.in-addr.arpa.`).join("\n"),
  },
  {
    name: "0-127.30.9.5.in-addr.arpa",
    servers: KNOT,
    records: "1 PTR gateway.shop.co.uk.\n2 PTR mail.shop.co.uk.\n2 PTR mail2.shop.co.uk.",
  },
  { name: "66.5.in-addr.arpa", servers: LEAF },
  { name: "10.45.in-addr.arpa", servers: LEAF },
  { name: "8.f.4.0.1.0.a.2.ip6.arpa", servers: LEAF, signing: { denial: "nsec" } },
  { name: "0.1.0.0.e.0.a.2.ip6.arpa", servers: LEAF },
];
