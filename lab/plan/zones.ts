import {
  at,
  closed,
  FORMER_ROOT,
  GTLD_SERVERS,
  KNOT,
  LEAF,
  PRODUCT,
  ROOT_SERVERS,
  registryServers,
  silent,
  TESTS_OWN,
} from "./hosts.ts";
import { label, RESOLVERS } from "./resolvers.ts";
import { reverseNibbles } from "./reverse.ts";
import type { CertificateKind, Deviation, Host, OddDns, Zone } from "./shapes.ts";
import { TYPES_RECORDS } from "./types.ts";

const names = (hosts: readonly Host[]) => hosts.map((host) => host.name);

/** Zonemaster's words for a zone with one server, and for one where no server is of use. */
const ONE_SERVER = ["IPV4_NS_CHILD", "IPV4_NS_DEL", "NS_CHILD", "NS_DEL"].map((what) => `NOT_ENOUGH_${what}`);
const NO_SERVER = ["CANNOT_CONTINUE", "NO_GLUE_PREVENTS_NAMESERVER_TESTS"];

/** The root and what its servers and .com's hold beside it, as in life. */
const TOP: readonly Zone[] = [
  { name: "", servers: ROOT_SERVERS, signing: { denial: "nsec" } },
  { name: "root-servers.net", servers: names(ROOT_SERVERS), hosts: [FORMER_ROOT] },
  { name: "arpa", servers: names(ROOT_SERVERS), signing: { denial: "nsec" } },
  { name: "com", servers: GTLD_SERVERS, signing: { denial: "nsec3" } },
  { name: "net", servers: names(GTLD_SERVERS), signing: { denial: "nsec3" } },
];

/** The other top-level domains and registries, by the number in their servers' addresses. */
const REGISTRIES: readonly Zone[] = [
  ...["org", "info", "io", "de", "uk", "jp", "nl", "ch", "in-addr.arpa", "ip6.arpa"].map(
    (name, i): Zone => ({
      name,
      servers: registryServers(name, i + 1, "nsd-tld"),
      signing: { denial: name === "org" ? "nsec3" : "nsec" },
    }),
  ),
  { name: "co.uk", servers: registryServers("co.uk", 40, "nsd-registry"), signing: { denial: "nsec3" } },
  // An IDN, and the only one that is not signed.
  { name: "xn--p1ai", servers: registryServers("xn--p1ai", 41, "nsd-tld") },
];

/** Those who run the servers of others. */
const OPERATORS: readonly Zone[] = [
  {
    name: "labdns.net",
    servers: [
      at("nsd-leaf", LEAF[0], "5.9.0.53", "2a01:4f8::53"),
      at("nsd-leaf", LEAF[1], "5.9.1.53", "2a01:4f8:1::53"),
    ],
  },
  {
    name: "knotdns.net",
    servers: [
      at("knot", KNOT[0], "5.9.2.53", "2a01:4f8:2::53"),
      at("knot", KNOT[1], "5.9.3.53", "2a01:4f8:3::53"),
    ],
  },
  {
    name: "rbldns.net",
    servers: LEAF,
    hosts: [
      { name: "ns1.rbldns.net", v4: "5.10.0.53", daemon: "rbldnsd" },
      { name: "ns2.rbldns.net", v4: "5.10.1.53", daemon: "rbldnsd" },
    ],
  },
  { name: "resolvers.net", servers: LEAF, hosts: RESOLVERS },
  {
    name: "product.net",
    servers: LEAF,
    hosts: [{ name: "product.net", ...PRODUCT, daemon: "nobody", elsewhere: true }],
  },
];

/** Domains as they should be, and every record type. */
const ORDINARY: readonly Zone[] = [
  {
    name: "example.com",
    servers: [at("nsd-leaf", "ns1.example.com", "5.9.4.53"), at("nsd-leaf", "ns2.example.com", "5.9.5.53")],
    signing: { denial: "nsec" },
    records: String.raw`
@ 300 A 93.184.215.14
@ 300 A 93.184.215.15
@ 300 AAAA 2606:2800:21f:cb07:6820:80da:af6b:8b2c
@ 600 MX 10 mail.example.com.
@ 600 MX 20 mail2.example.com.
@ 600 TXT "v=spf1 -all"
@ 600 TXT "two " "strings \"quoted\" back\\slash"
@ 600 TXT "\255\254bytes"
@ 600 CAA 0 issue "letsencrypt.org"
mail 300 A 93.184.215.16
mail2 300 A 93.184.215.27
www 300 CNAME example.com.
out 300 CNAME target.other.net.
dangling 300 CNAME missing.other.net.
inside-dangling 300 CNAME nothing.example.com.
to-lame 300 CNAME www.lame.com.
to-child 300 CNAME host.child.example.com.
loop-a 300 CNAME loop-b.example.com.
loop-b 300 CNAME loop-a.example.com.
_sip._tcp 300 SRV 10 60 5060 sip.example.com.
_443._tcp 300 TLSA 3 1 1 8D02536C887482BC34FF54E41D2BA659BF85B341A0A20AFADB5813DCFBCF286D
naptr 300 NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .
ptr 300 PTR host.example.com.
under_score 300 A 93.184.215.17
a.ent 300 A 93.184.215.18
*.wild 300 A 93.184.215.19
${Array.from({ length: 40 }, (_, i) => `big 300 TXT "${String(i).padStart(2, "0")} ${"x".repeat(97)}"`).join("\n")}
`,
  },
  { name: "child.example.com", servers: KNOT, records: "host 300 A 93.184.215.26" },
  {
    name: "records.com",
    servers: LEAF,
    records: String.raw`
@ A 93.184.215.40
@ AAAA 2606:2800:220:1:248:1893:25c8:1946
@ MX 10 mail.records.com.
@ TXT "v=spf1 mx -all"
@ CAA 0 issue "letsencrypt.org"
@ SSHFP 1 1 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
@ LOC 52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000m 10m
@ HTTPS 1 . alpn="h2,h3"
mail A 93.184.215.41
svcb SVCB 1 svc.records.com. port=8443
dname DNAME example.com.
odd TXT ""
odd TXT "" "a" ""
odd TXT "semi;colon" "back\\slash" "tab\009" "\000nul" "quote\"d"
odd TXT "\195\188mlaut"
odd CAA 128 issuewild ";"
odd CAA 0 iodef "mailto:a@b.c"
odd CAA 0 issue "ca.example; account=\"x\""
odd MX 0 .
odd SRV 0 0 0 .
odd NAPTR 1 2 "" "" "" next.example.com.
odd NAPTR 1 2 "s" "SIP+D2U" "!\\.*!x!i" _sip._udp.example.com.
odd TLSA 3 1 1 AB
odd A 0.0.0.0
odd AAAA ::1
odd AAAA 2001:db8::1:0:0:1
odd AAAA ::ffff:1.2.3.4
odd AAAA 64:ff9b::102:304
odd DNSKEY 256 3 8 AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
*.wild A 93.184.215.42
child2 NS ns.child2.records.com.
child2 DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118
ns.child2 A 5.66.0.9
UPPER CNAME mixedcase.records.com.
mixedcase A 192.0.2.1
huge TXT ${Array.from({ length: 50 }, () => `"${"y".repeat(250)}"`).join(" ")}
`,
  },
  { name: "types.com", servers: LEAF, records: TYPES_RECORDS },
  {
    name: "other.net",
    servers: KNOT,
    records: "target 300 A 93.184.215.23",
  },
  { name: "xn--mnchen-3ya.com", servers: LEAF, records: "@ 300 A 93.184.215.20" },
  { name: "xn--80ak6aa92e.xn--p1ai", servers: LEAF, records: "@ 300 A 93.184.215.28" },
  { name: "shop.co.uk", servers: LEAF, records: "@ 300 A 93.184.215.29\nwww CNAME shop.co.uk." },
  {
    name: "v6only.com",
    servers: [at("nsd-leaf", "ns.v6only.com", null, "2a01:4f8:4::53")],
    records: "@ 300 A 93.184.215.21",
    zonemaster: [
      "NOT_ENOUGH_IPV6_NS_CHILD",
      "NOT_ENOUGH_IPV6_NS_DEL",
      "NOT_ENOUGH_NS_CHILD",
      "NOT_ENOUGH_NS_DEL",
    ],
  },
  {
    name: "chain.com",
    servers: LEAF,
    records: `${Array.from({ length: 12 }, (_, i) => `c${i} CNAME c${i + 1}.chain.com.`).join("\n")}
c12 A 93.184.215.30`,
  },
  { name: "null-mx.com", servers: LEAF, records: "@ A 93.184.215.31\n@ MX 0 ." },
  { name: "moved.com", servers: LEAF, records: "@ A 93.184.215.32" },
  { name: "blocked.com", servers: LEAF, records: "@ A 93.184.215.33" },
  { name: "diverted.com", servers: LEAF, records: "@ A 93.184.215.34" },
];

const SIGNED_RECORDS = '@ A 93.184.215.50\n@ TXT "signed"\nwww CNAME example.com.\n*.wild A 93.184.215.53';

/** Signed domains, well and badly. */
const SIGNED: readonly Zone[] = [
  { name: "signed.com", servers: KNOT, signing: { denial: "nsec" }, records: SIGNED_RECORDS },
  { name: "nsec3.org", servers: KNOT, signing: { denial: "nsec3" }, records: SIGNED_RECORDS },
  {
    name: "deep.signed.com",
    servers: LEAF,
    signing: { denial: "nsec" },
    records: "@ A 93.184.215.51",
  },
  {
    name: "expired.com",
    servers: KNOT,
    signing: { denial: "nsec", wrong: "expired" },
    records: SIGNED_RECORDS,
    zonemaster: [
      "DS02_DNSKEY_NOT_SIGNED_BY_ANY_DS",
      "DS02_RRSIG_NOT_VALID_BY_DNSKEY",
      "DS08_DNSKEY_RRSIG_EXPIRED",
      "DS09_SOA_RRSIG_EXPIRED",
      "DS10_NSEC_RRSIG_VERIFY_ERROR",
      "RRSIG_EXPIRED",
    ],
  },
  {
    name: "soon.com",
    servers: KNOT,
    signing: { denial: "nsec", wrong: "soon" },
    records: SIGNED_RECORDS,
  },
  {
    name: "wrong-ds.org",
    servers: LEAF,
    signing: { denial: "nsec", wrong: "wrong_ds" },
    records: SIGNED_RECORDS,
    zonemaster: ["DS02_NO_VALID_DNSKEY_FOR_ANY_DS"],
  },
  { name: "island.net", servers: LEAF, signing: { denial: "nsec", wrong: "no_ds" }, records: SIGNED_RECORDS },
  {
    name: "stray-ds.com",
    servers: LEAF,
    strayDs: true,
    records: "@ A 93.184.215.52",
    zonemaster: ["DS11_DS_BUT_UNSIGNED_ZONE", "DS_BUT_NOT_DNSKEY", "NO_RESPONSE_DNSKEY"],
  },
];

/** Zonemaster's words for a zone that names a server of its own at an address nobody can reach. */
const PRIVATE_SERVER = [
  ...[
    "EXTRA_NAME_PARENT",
    "NAMESERVER_IP_PRIVATE_NETWORK",
    "NOT_ENOUGH_IPV4_NS_CHILD",
    "NOT_ENOUGH_NS_CHILD",
  ],
  ...["NO_RESPONSE_DNSKEY", "TOTAL_NAME_MISMATCH"],
];

/** Delegations that do not work, or not wholly. */
const BROKEN: readonly Zone[] = [
  {
    name: "half.com",
    servers: [silent("ns1.half.com", "5.66.0.1"), at("nsd-leaf", "ns2.half.com", "5.9.6.53")],
    records: "@ 300 A 93.184.215.22",
  },
  { name: "silent.com", servers: [silent("ns.silent.com", "5.66.0.2")], zonemaster: NO_SERVER },
  { name: "closed.com", servers: [closed("ns.closed.com", "5.66.0.3")], zonemaster: NO_SERVER },
  {
    name: "unrouted.com",
    servers: [{ ...closed("ns.unrouted.com", "5.99.0.1"), elsewhere: true }],
    zonemaster: NO_SERVER,
  },
  { name: "lame.com", servers: LEAF, lame: LEAF, zonemaster: ["CANNOT_CONTINUE", "NS_FAILED"] },
  {
    name: "halflame.com",
    servers: [at("knot", "ns1.halflame.com", "5.9.7.53"), at("nsd-leaf", "ns2.halflame.com", "5.9.8.53")],
    // Right for other zones, but not for this one.
    lame: ["ns1.halflame.com"],
    records: "@ 300 A 93.184.215.24",
    zonemaster: ["NS_FAILED"],
  },
  {
    name: "private.com",
    servers: LEAF,
    // The parent names servers the world can ask; the zone itself one that nobody can reach.
    ownServers: ["ns.private.com"],
    records: "ns 300 A 10.0.0.1\n@ 300 A 93.184.215.25",
    zonemaster: PRIVATE_SERVER,
  },
  {
    name: "loopback.com",
    servers: [{ name: "ns.loopback.com", v4: TESTS_OWN, daemon: "nobody", elsewhere: true }],
    heldBy: ["nsd-leaf"],
    records: "@ 300 A 93.184.215.35",
    zonemaster: NO_SERVER,
  },
  {
    name: "disagree.com",
    servers: [at("nsd-leaf", "ns1.disagree.com", "5.9.9.53"), at("knot", "ns2.disagree.com", "5.9.10.53")],
    records: '@ A 93.184.215.70\n@ TXT "same"\n@ MX 10 ns1.disagree.com.',
    variant: { at: "knot", records: '@ A 93.184.215.71\n@ TXT "same"', serial: 2026112000 },
  },
  {
    name: "ns-alias.com",
    servers: LEAF,
    ownServers: [...LEAF, "alias.mail-odd.com"],
    records: "@ A 93.184.215.75",
    zonemaster: ["NS_IS_CNAME"],
  },
  {
    name: "mail-odd.com",
    servers: LEAF,
    records: `@ A 93.184.215.72
@ MX 0 .
@ MX 10 alias.mail-odd.com.
@ MX 20 93.184.215.73.
@ MX 30 private.mail-odd.com.
@ MX 40 missing.mail-odd.com.
@ TXT "v=spf1 -all"
@ TXT "v=spf1 mx -all"
alias CNAME mail.mail-odd.com.
mail A 93.184.215.74
private A 10.0.0.9`,
  },
  {
    name: "lossy.org",
    servers: [{ ...at("nsd-leaf", "ns.lossy.org", "5.66.0.4"), lossPercent: 30 }],
    records: "@ A 93.184.215.60",
    zonemaster: "chance",
  },
];

/** What Zonemaster makes of each way to misbehave. */
const DNSDIST: readonly [Deviation, Zone["zonemaster"]][] = [
  ["servfail", NO_SERVER],
  ["refused", NO_SERVER],
  ["dropped", NO_SERVER],
  ["slow", ONE_SERVER],
  ["truncated", ONE_SERVER],
  ["lying", ["CANNOT_CONTINUE"]],
  ["flaky", "chance"],
];
const ODD: readonly [OddDns, Zone["zonemaster"]][] = [
  ["wrong_id", ONE_SERVER],
  ["wrong_question", NO_SERVER],
  ["wrong_source", ONE_SERVER],
  ["malformed", NO_SERVER],
  ["pointer_loop", NO_SERVER],
  ["empty", NO_SERVER],
  ["no_edns", ONE_SERVER],
  ["tcp_refused", NO_SERVER],
  ["tcp_silent", NO_SERVER],
  ["tcp_closes_midway", NO_SERVER],
  ["tcp_endless", ONE_SERVER],
  ["tcp_drip", "endless"],
];

/** One domain for each way dnsdist and the odd servers misbehave: `wrong-id.org` and so on. */
const DEVIANT_ZONES: readonly Zone[] = [
  ...DNSDIST.map(([deviation, zonemaster], i) =>
    deviantZone(deviation, zonemaster, (name) => ({
      name,
      v4: `5.66.1.${i + 1}`,
      daemon: "dnsdist",
      deviation,
      behind: "nsd-leaf",
    })),
  ),
  ...ODD.map(([deviation, zonemaster], i) =>
    deviantZone(deviation, zonemaster, (name) => ({
      name,
      v4: `5.66.2.${i + 1}`,
      daemon: "odd",
      deviation,
      behind: "nsd-leaf",
    })),
  ),
];

function deviantZone(deviation: string, zonemaster: Zone["zonemaster"], host: (name: string) => Host): Zone {
  const name = `${label(deviation)}.org`;
  const records = `@ A 93.184.215.61\n@ TXT "${deviation}"`;
  return {
    name,
    servers: [host(`ns.${name}`)],
    records,
    ...(zonemaster === undefined ? {} : { zonemaster }),
  };
}

/** The reverse of the plan's own networks; PTR records come from the hosts. */
const REVERSE: readonly Zone[] = [
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
const BLOCKLISTS: readonly Zone[] = [
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
const TLS: readonly Zone[] = [
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

export const ZONES: readonly Zone[] = [
  ...TOP,
  ...REGISTRIES,
  ...OPERATORS,
  ...ORDINARY,
  ...SIGNED,
  ...BROKEN,
  ...DEVIANT_ZONES,
  ...REVERSE,
  ...BLOCKLISTS,
  ...TLS,
];
