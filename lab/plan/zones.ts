import { BLOCKLISTS, RBL_HOSTS } from "./blocklists.ts";
import { BROKEN, DEVIANT_ZONES } from "./broken-zones.ts";
import { DANE_ZONE } from "./dane.ts";
import { EDGE_ZONES } from "./edge-zones.ts";
import { EXAMPLE_WEB } from "./example-web.ts";
import { FIX_ZONES } from "./fix.ts";
import {
  at,
  BIND,
  FORMER_ROOT,
  GTLD_SERVERS,
  KNOT,
  LEAF,
  PRODUCT,
  ROOT_SERVERS,
  registryServers,
} from "./hosts.ts";
import { spkiSha256 } from "./keys.ts";
import { GREAT_ZONES, MAIL_ZONE } from "./mail.ts";
import { POLICY_ZONES } from "./mail-policy.ts";
import { HALF_REGISTRY, ODD_ANSWERS_ZONE } from "./odd-zone.ts";
import { CYMRU } from "./origins.ts";
import { OWN_ZONES } from "./own-domains.ts";
import { POINTER_ZONES } from "./pointers.ts";
import { PROPAGATION_ZONES } from "./propagation-zones.ts";
import { delegatesOf, OTHER_TLDS, REGISTRY_ZONES, recordsIn, registryHostsIn } from "./registries.ts";
import { RESOLVERS } from "./resolvers.ts";
import { SCOUT_ZONES } from "./scout-zones.ts";
import { REVERSE } from "./service-zones.ts";
import type { Host, Zone } from "./shapes.ts";
import { SITUATIONS_PARENT } from "./situation-row.ts";
import { TRIAL_ZONES } from "./trials.ts";
import { TYPES_RECORDS } from "./types.ts";
import { CERTS } from "./zoo.ts";

const names = (hosts: readonly Host[]) => hosts.map((host) => host.name);

/** The root, com and net, and other zones that the real root servers hold. */
const TOP: readonly Zone[] = [
  { name: "", servers: ROOT_SERVERS, signing: { denial: "nsec" } },
  { name: "root-servers.net", servers: names(ROOT_SERVERS), hosts: [FORMER_ROOT] },
  { name: "arpa", servers: names(ROOT_SERVERS), signing: { denial: "nsec" } },
  { name: "com", servers: GTLD_SERVERS, signing: { denial: "nsec3" }, delegates: delegatesOf("com") },
  { name: "net", servers: names(GTLD_SERVERS), signing: { denial: "nsec3" }, delegates: delegatesOf("net") },
];

/**
 * Returns the parts of a zone that belong to its registry: the registry's hosts in the zone, the delegated names, and
 * records.
 */
function registeredIn(name: string): Pick<Zone, "hosts" | "delegates" | "records"> {
  return { hosts: registryHostsIn(name), delegates: delegatesOf(name), records: recordsIn(name) };
}

/**
 * The other top-level domains and the zones of registries. Their order determines the numbers in the addresses of
 * their servers.
 */
const REGISTRIES: readonly Zone[] = [
  ...["org", "info", "io", "de", "uk", "jp", "nl", "ch", "in-addr.arpa", "ip6.arpa"].map(
    (name, i): Zone => ({
      name,
      servers: registryServers(name, i + 1, "nsd-tld"),
      signing: { denial: name === "org" ? "nsec3" : "nsec" },
      ...registeredIn(name),
    }),
  ),
  ...OTHER_TLDS.map(
    (name, i): Zone => ({
      name,
      servers: registryServers(name, i + 11, "nsd-tld"),
      signing: { denial: "nsec" },
      ...registeredIn(name),
      zonemaster: "alike",
    }),
  ),
  {
    name: "co.uk",
    servers: registryServers("co.uk", 40, "nsd-registry"),
    signing: { denial: "nsec3" },
    ...registeredIn("co.uk"),
  },
  // An internationalized domain name, and the only unsigned top-level domain.
  { name: "xn--p1ai", servers: registryServers("xn--p1ai", 41, "nsd-tld"), ...registeredIn("xn--p1ai") },
];

/** Zones of operators that run name servers or resolvers for other organisations. */
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
    name: "binddns.net",
    servers: [
      at("bind", BIND[0], "5.9.200.53", "2a01:4f8:200::53"),
      at("bind", BIND[1], "5.9.201.53", "2a01:4f8:201::53"),
    ],
  },
  {
    name: "rbldns.net",
    servers: LEAF,
    hosts: RBL_HOSTS,
  },
  { name: "resolvers.net", servers: LEAF, hosts: RESOLVERS },
  {
    name: SITUATIONS_PARENT,
    servers: [
      at("nsd-registry", `ns1.${SITUATIONS_PARENT}`, "5.9.202.53", "2a01:4f8:202::53"),
      at("nsd-registry", `ns2.${SITUATIONS_PARENT}`, "5.9.203.53", "2a01:4f8:203::53"),
    ],
    signing: { denial: "nsec" },
  },
  {
    name: "product.net",
    servers: LEAF,
    hosts: [{ name: "product.net", ...PRODUCT, daemon: "nobody", elsewhere: true }],
  },
];

/** Domains without faults, and the zones with all record types. */
const ORDINARY: readonly Zone[] = [
  {
    name: "example.com",
    servers: [at("nsd-leaf", "ns1.example.com", "5.9.4.53"), at("nsd-leaf", "ns2.example.com", "5.9.5.53")],
    signing: { denial: "nsec" },
    hosts: EXAMPLE_WEB,
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
_443._tcp 300 TLSA 3 1 1 ${spkiSha256("example.com")}
naptr 300 NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .
ptr 300 PTR host.example.com.
under_score 300 A 93.184.215.17
a.ent 300 A 93.184.215.18
*.wild 300 A 93.184.215.19
${Array.from({ length: 40 }, (_, i) => `big 300 TXT "${String(i).padStart(2, "0")} ${"x".repeat(97)}"`).join("\n")}
`,
  },
  {
    // The parent's own servers hold this zone, so they answer for it without a referral.
    name: "inner.example.com",
    servers: ["ns1.example.com", "ns2.example.com"],
    records: "www A 93.184.215.78",
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
giant TXT ${Array.from({ length: 200 }, () => `"${"z".repeat(250)}"`).join(" ")}
huge TXT ${Array.from({ length: 50 }, () => `"${"y".repeat(250)}"`).join(" ")}
`,
  },
  { name: "types.com", servers: LEAF, records: TYPES_RECORDS },
  {
    name: "other.net",
    servers: KNOT,
    records: `target 300 A 93.184.215.23
edge1 300 A 93.184.215.91
edge2 300 A 93.184.215.92
edge3 300 CNAME edge4.never-registered-dangling.com.
sipdir 300 SRV 100 1 443 target.other.net.
text 300 TXT "no address"`,
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
  {
    name: "open-transfer.com",
    servers: LEAF,
    transfer: "open",
    // A transfer takes more than one message of 64 KiB.
    records: Array.from({ length: 600 }, (_, i) => `n${i % 4} TXT "${i} ${"t".repeat(200)}"`).join("\n"),
  },
  { name: "moved.com", servers: LEAF, records: "@ A 93.184.215.32" },
  { name: "blocked.com", servers: LEAF, records: "@ A 93.184.215.33" },
  { name: "diverted.com", servers: LEAF, records: "@ A 93.184.215.34" },
];

const SIGNED_RECORDS = '@ A 93.184.215.50\n@ TXT "signed"\nwww CNAME example.com.\n*.wild A 93.184.215.53';

/** Signed domains, some of them with a fault. */
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
  {
    // Resolvers are tested with this name.
    name: "dnssec-failed.org",
    servers: LEAF,
    signing: { denial: "nsec", wrong: "wrong_ds" },
    records: SIGNED_RECORDS,
    zonemaster: ["DS02_NO_VALID_DNSKEY_FOR_ANY_DS"],
  },
  {
    name: "old-algorithm.com",
    servers: LEAF,
    signing: { denial: "nsec", algorithm: "RSASHA1" },
    records: SIGNED_RECORDS,
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

/** All zones of the plan. */
export const ZONES: readonly Zone[] = [
  ...TOP,
  ...REGISTRIES,
  ...OPERATORS,
  ...ORDINARY,
  ...SIGNED,
  ...BROKEN,
  ...DEVIANT_ZONES,
  ODD_ANSWERS_ZONE,
  HALF_REGISTRY,
  ...REVERSE,
  ...BLOCKLISTS,
  CERTS,
  MAIL_ZONE,
  ...GREAT_ZONES,
  ...TRIAL_ZONES,
  DANE_ZONE,
  ...REGISTRY_ZONES,
  ...CYMRU,
  ...POINTER_ZONES,
  ...POLICY_ZONES,
  ...FIX_ZONES,
  ...PROPAGATION_ZONES,
  ...SCOUT_ZONES,
  ...EDGE_ZONES,
  ...OWN_ZONES,
];
