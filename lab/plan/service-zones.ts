import { NO_SERVER, ONE_SERVER } from "./broken-zones.ts";
import { KNOT, LEAF, silent } from "./hosts.ts";
import { label } from "./resolvers.ts";
import { reverseNibbles } from "./reverse.ts";
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

/** Blocklists; the whole of the product's table comes with its tool. */
export const BLOCKLISTS: readonly Zone[] = [
  { name: "spamhaus.org", servers: LEAF },
  {
    name: "zen.spamhaus.org",
    servers: ["ns1.rbldns.net", "ns2.rbldns.net"],
    blocklist: {
      datasets: {
        ip4set: [
          ":127.0.0.2:https://www.spamhaus.org/query/ip/$",
          "127.0.0.2",
          "5.66.7.7 :127.0.0.4:",
          "5.66.8.0/24 :127.0.0.10:",
        ],
        ip6trie: [":127.0.0.2:https://www.spamhaus.org/query/ip/$", "::ffff:7f00:2", "2a01:bad::/32"],
        // Who asks through a public resolver gets this instead, as in life.
        acl: ["5.20.0.1 :127.255.255.254:Error: open resolver; https://check.spamhaus.org/returnc/pub/$"],
      },
      answers: {
        "2.0.0.127": "127.0.0.2",
        "1.0.0.127": null,
        "7.7.66.5": "127.0.0.4",
        "9.8.66.5": "127.0.0.10",
        "9.9.66.5": null,
        [reverseNibbles("2a01:bad::5")]: "127.0.0.2",
        [reverseNibbles("2a01:bae::5")]: null,
      },
      throughResolver: "127.255.255.254",
    },
  },
  {
    name: "dbl.spamhaus.org",
    servers: ["ns1.rbldns.net"],
    blocklist: {
      datasets: { dnset: [":127.0.1.2:https://www.spamhaus.org/query/domain/$", "test", ".spammy.com"] },
      answers: { test: "127.0.1.2", "www.spammy.com": "127.0.1.2", "example.com": null },
    },
    zonemaster: ONE_SERVER,
  },
  {
    name: "wildcard-list.org",
    servers: ["ns1.rbldns.net"],
    blocklist: {
      datasets: { ip4trie: ["0.0.0.0/0 :127.0.0.2:"] },
      // Dead lists that say "listed" of all the world are like this.
      answers: { "1.0.0.127": "127.0.0.2", "4.3.2.1": "127.0.0.2" },
    },
    zonemaster: ONE_SERVER,
  },
  { name: "dead-list.org", servers: [silent("ns.dead-list.org", "5.10.9.53")], zonemaster: NO_SERVER },
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
