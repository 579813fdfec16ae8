import { KNOT, LEAF } from "./hosts.ts";
import { label } from "./resolvers.ts";
import type { CertificateKind, Host, Zone } from "./shapes.ts";

/** The reverse of the plan's own networks; PTR records come from the hosts. */
export const REVERSE: readonly Zone[] = [
  {
    name: "9.5.in-addr.arpa",
    servers: LEAF,
    signing: { denial: "nsec" },
    // RFC 2317: the customer of 5.9.30.0/25 holds its own names.
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

/** Web servers by what is wrong with their certificate. */
export const TLS: readonly Zone[] = [
  {
    name: "certs.com",
    servers: LEAF,
    hosts: (["valid", "expired", "self_signed", "other_name"] as const).map(
      (certificate: CertificateKind, i): Host => ({
        name: `${label(certificate)}.certs.com`,
        v4: `5.40.0.${i + 1}`,
        v6: `2a01:4f8:40::${i + 1}`,
        daemon: "nginx",
        certificate,
        rttMs: 25,
      }),
    ),
  },
];
