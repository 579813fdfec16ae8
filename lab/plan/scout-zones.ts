import { DKIM_KEYS } from "./dkim-keys.ts";
import { at, KNOT, LEAF } from "./hosts.ts";
import { label } from "./resolvers.ts";
import type { Host, OddRarity, Rarity, Zone } from "./shapes.ts";
import { txt } from "./txt.ts";

// Zones for tests of subdomain discovery: large zones, zones with various wildcards, zones that any client can
// transfer, and zones that are expensive to search.

const words = (text: string) => text.split(" ");

/**
 * Common words that exist in words.com, by the kind of their records. Every other word in WORDS_THERE has one IPv4
 * address.
 */
export const WORDS_BY = {
  twoFamilies: words("www mail imap smtp portal vpn"),
  alias: { ftp: "www.words.com", pop3: "imap.words.com", wiki: "portal.words.com" },
  aliasElsewhere: { stats: "target.other.net" },
  mxAlone: ["lists"],
  txtAlone: ["vault"],
  ipv6Alone: ["ai"],
  /** Words without records, each with the name below it that has records. */
  emptyNonTerminal: { db: "node1.db.words.com", images: "a.images.words.com" },
  /** Words that are zones of their own. */
  delegated: ["shop"],
  twelveAddresses: ["video"],
  nameServers: words("ns1 ns2 ns3"),
  /** Words whose address has a PTR record with the same name. */
  pointsBack: words("www mail smtp vpn office"),
  /** A word whose address has a PTR record with a different name, which has another address. */
  pointsElsewhere: { beta: "portal.words.com" },
} as const;

/** The common words that exist in words.com, about half of all; WORDS_MISSING has the other half. */
export const WORDS_THERE: readonly string[] = [
  ...words(
    "www mail ftp smtp ns1 ns2 autodiscover m dev ns3 pop3 admin vpn imap new beta secure shop demo lists",
  ),
  ...words(
    "img portal wiki media images backup sql stats video mx1 sip search ads email store download apps db",
  ),
  ...words(
    "office files monitor panel app stage vps online radio library members extranet ldap ad router sftp",
  ),
  ...words(
    "sso id gitlab ci prometheus jira bounce go vault metrics redis storage press pay dashboard developer",
  ),
  ...words("graphql crl ai"),
];

/** The common words that do not exist in words.com. */
export const WORDS_MISSING: readonly string[] = [
  ...words(
    "webmail pop test blog forum mail2 mx old mobile support static web news server api dns intranet host",
  ),
  ...words(
    "mail1 staging chat crm remote my cms proxy live info helpdesk login cdn ssl relay service ntp help tv",
  ),
  ...words(
    "hosting docs legacy meet status auth git jenkins grafana sentry assets links registry k8s kafka s3",
  ),
  ...words("careers security cart kb sandbox pki plex"),
];

/** Returns the IPv4 address of a word in words.com. */
export function wordsAddress(word: string): string {
  return `93.184.216.${WORDS_THERE.indexOf(word) + 1}`;
}

/** Approximate number of names in words.com. */
const WORDS_SIZE = 5000;

/** Words for which WORDS_RECORDS has no A record. */
const WITHOUT_A: readonly string[] = [
  ...Object.keys({ ...WORDS_BY.alias, ...WORDS_BY.aliasElsewhere, ...WORDS_BY.emptyNonTerminal }),
  ...WORDS_BY.mxAlone,
  ...WORDS_BY.txtAlone,
  ...WORDS_BY.ipv6Alone,
  ...WORDS_BY.delegated,
  ...WORDS_BY.nameServers,
];

const WORDS_RECORDS: readonly string[] = [
  "@ A 93.184.216.200",
  "@ AAAA 2606:2800:216::200",
  "@ MX 10 mail.words.com.",
  "@ MX 20 smtp.words.com.",
  '@ TXT "v=spf1 mx -all"',
  '_dmarc TXT "v=DMARC1; p=reject; rua=mailto:dmarc@words.com"',
  `default._domainkey TXT ${txt(`v=DKIM1; k=rsa; p=${DKIM_KEYS.rsa2048}`)}`,
  `google._domainkey TXT ${txt(`v=DKIM1; k=rsa; p=${DKIM_KEYS.rsa2048}`)}`,
  "_sip._tcp SRV 10 60 5060 sip.words.com.",
  "_imaps._tcp SRV 0 1 993 imap.words.com.",
  "_submission._tcp SRV 0 0 0 .",
  "_xmpp-server._tcp SRV 5 0 5269 app.words.com.",
  "_minecraft._tcp SRV 0 5 25565 vault.words.com.",
  "_ldap._tcp.dc._msdcs SRV 0 100 389 ldap.words.com.",
  ...WORDS_THERE.filter((word) => !WITHOUT_A.includes(word)).map((word) => `${word} A ${wordsAddress(word)}`),
  ...WORDS_BY.twelveAddresses.flatMap((word) =>
    Array.from({ length: 11 }, (_, i) => `${word} A 93.184.216.${i + 201}`),
  ),
  ...[...WORDS_BY.twoFamilies, ...WORDS_BY.ipv6Alone].map(
    (word) => `${word} AAAA 2606:2800:216::${WORDS_THERE.indexOf(word) + 1}`,
  ),
  ...Object.entries({ ...WORDS_BY.alias, ...WORDS_BY.aliasElsewhere }).map(
    ([word, target]) => `${word} CNAME ${target}.`,
  ),
  ...WORDS_BY.mxAlone.map((word) => `${word} MX 10 mail.words.com.`),
  ...WORDS_BY.txtAlone.map((word) => `${word} TXT "no address"`),
  ...Object.entries(WORDS_BY.emptyNonTerminal).map(
    ([word, below]) => `${below.slice(0, -".words.com".length)} A ${wordsAddress(word)}`,
  ),
];

/** PTR records for the words' addresses, by the last octet of the address. */
const WORDS_POINTERS = [
  ...WORDS_BY.pointsBack.map((word) => [word, `${word}.words.com`]),
  ...Object.entries(WORDS_BY.pointsElsewhere),
].map(([word = "", target]) => `${WORDS_THERE.indexOf(word) + 1} PTR ${target}.`);

const WORDS: readonly Zone[] = [
  {
    name: "words.com",
    servers: Array.from({ length: 4 }, (_, i) => ({
      ...at("nsd-leaf", `ns${i + 1}.words.com`, `5.9.${40 + i}.53`, `2a01:4f8:${140 + i}::53`),
      rttMs: 20 * (i + 1),
    })),
    records: WORDS_RECORDS.join("\n"),
    filler: WORDS_SIZE - new Set(WORDS_RECORDS.map((line) => line.split(" ")[0])).size,
  },
  { name: "shop.words.com", servers: KNOT, records: "@ A 93.184.216.220\nwww A 93.184.216.221" },
  { name: "216.184.93.in-addr.arpa", servers: LEAF, records: WORDS_POINTERS.join("\n") },
];

const WILDCARDS: readonly Zone[] = [
  {
    name: "deepwild.com",
    servers: LEAF,
    records: `www A 93.184.219.10
mail A 93.184.219.11
*.dev A 93.184.219.12
*._tcp SRV 0 0 443 www.deepwild.com.
_sip._tcp SRV 10 5 5060 mail.deepwild.com.`,
  },
  {
    name: "wild.com",
    servers: LEAF,
    records: `* A 93.184.219.20
* TXT "anything"
www A 93.184.219.21
mail A 93.184.219.20
ftp MX 10 mail.wild.com.
blog CNAME www.wild.com.
api AAAA 2606:2800:219::20`,
  },
  {
    name: "wildcname.com",
    servers: LEAF,
    records: "* CNAME target.other.net.\nwww A 93.184.219.30\nshop CNAME www.wildcname.com.",
  },
  ...(["nsec", "nsec3"] as const).map(
    (denial, i): Zone => ({
      name: ["signedwild.com", "signedwild3.org"][i] ?? "",
      servers: KNOT,
      signing: { denial },
      records: "* A 93.184.219.40\nwww A 93.184.219.40\nmail A 93.184.219.41",
    }),
  ),
  {
    // The wildcard has only a HINFO record, so every name exists, but most names have no records of the usual
    // types.
    name: "nodata-all.com",
    servers: LEAF,
    records: '* HINFO "RFC8482" ""\nwww A 93.184.219.50\nmail A 93.184.219.51',
  },
];

/** The pool of addresses from which rotating.com answers for names that are not in the zone. */
export const ROTATING_POOL: readonly string[] = [217, 218].flatMap((third) =>
  Array.from({ length: 32 }, (_, i) => `93.184.${third}.${i}`),
);
/** The address that selective.com returns for names of three to eight letters that are not in the zone. */
export const SELECTIVE_ADDRESS = "93.184.219.60";
/** Maximum number of queries per second for names that are not in the zone which limited.com answers for one client. */
export const LIMITED_QPS = 20;

/** Zones behind dnsdist, with the records of the server behind it. */
const DISGUISED: readonly [name: string, Rarity, records: string][] = [
  ["rotating.com", "rotating_wildcard", "* A 93.184.217.0\nwww A 93.184.219.5\nmail A 93.184.219.6"],
  [
    "selective.com",
    "selective_wildcard",
    `www A 93.184.219.61\nmx1 A 93.184.219.62\nmail A ${SELECTIVE_ADDRESS}`,
  ],
  ["maze.com", "maze", "@ A 93.184.219.70\n* CNAME x1.maze.com."],
  ["limited.com", "limited", "@ A 93.184.219.71\nwww A 93.184.219.72\nmail A 93.184.219.73"],
];

/** Aliases with all kinds of targets: missing, unregistered, silent, without an address, in a loop, or correct. */
const DANGLING: Zone = {
  name: "dangling.com",
  servers: LEAF,
  records: `www A 93.184.219.80
blog CNAME missing.other.net.
shop CNAME gone.never-registered-dangling.com.
help CNAME www.silent.com.
docs CNAME text.other.net.
cdn CNAME target.other.net.
app CNAME app2.dangling.com.
app2 CNAME missing.dangling.com.
status CNAME status2.dangling.com.
status2 CNAME status.dangling.com.
_sip._tcp SRV 10 5 5060 nothing.dangling.com.`,
};

/**
 * Zones that can mislead subdomain discovery: names of built-in JavaScript properties, services in other domains, and
 * private addresses.
 */
const ODD_NAMES: readonly Zone[] = [
  {
    name: "oddnames.com",
    servers: LEAF,
    records: `www CNAME __proto__.
api CNAME constructor.oddnames.com.
intranet A 10.1.2.3
cdn CNAME edge3.other.net.
_sip._tcp CNAME sipdir.other.net.
_imaps._tcp SRV 0 1 993 www.words.com.`,
  },
  // Active Directory creates such a zone.
  { name: "_msdcs.oddnames.com", servers: KNOT, records: "_ldap._tcp.dc SRV 0 100 389 ldap.words.com." },
];

/** Returns zone lines for the given number of hosts, which are named `n1`, `n2` and so on. */
const hosts = (count: number) =>
  Array.from({ length: count }, (_, i) => `n${i + 1} A 93.184.219.${i + 100}`).join("\n");

/** Zones that any client can transfer (AXFR), from all or from some of their servers. */
const TRANSFERS: readonly Zone[] = [
  {
    name: "xfr-small.com",
    servers: [
      at("nsd-leaf", "ns1.xfr-small.com", "5.9.44.53"),
      at("nsd-leaf", "ns2.xfr-small.com", "5.9.45.53"),
    ],
    transfer: "open",
    // 20 records in all: 15 hosts, SOA, two NS, and the addresses of the two servers.
    records: hosts(15),
  },
  {
    name: "xfr-mixed.com",
    servers: [at("nsd-leaf", "ns1.xfr-mixed.com", "5.9.46.53"), at("knot", "ns2.xfr-mixed.com", "5.9.47.53")],
    transfer: "open",
    records: hosts(15),
  },
];

/** Faults of zone transfers. Each fault has a zone, such as `axfr-cut.com` for axfr_cut. */
const ODD_TRANSFERS: readonly OddRarity[] = [
  "axfr_cut",
  "axfr_unclosed",
  "axfr_endless",
  "axfr_first_only",
  "axfr_servfail",
  "axfr_silent",
  "axfr_garbage",
  "axfr_empty",
  "axfr_nxdomain",
  "axfr_reset",
  "axfr_closed",
];

/** Returns a zone with one server: a misbehaving one that forwards queries to a correct server. */
function disguised(
  name: string,
  records: string,
  v4: string,
  how:
    | Pick<Host & { daemon: "dnsdist" }, "daemon" | "deviation">
    | Pick<Host & { daemon: "odd" }, "daemon" | "deviation">,
): Zone {
  return { name, servers: [{ name: `ns.${name}`, v4, ...how, behind: "nsd-leaf" }], records };
}

const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

/**
 * A zone with very large answers for every name. The targets in the answers are names in maze.com, where every name is
 * an alias of another name.
 */
const HOSTILE: Zone = {
  name: "hostile-scout.com",
  // The zone is on Knot, because NSD would need a tenth of a second to load it.
  servers: KNOT,
  records: [
    "@ A 93.184.219.90",
    many(400, (i) => `* A 93.184.${232 + (i >> 8)}.${i & 0xff}`),
    many(400, (i) => `* AAAA 2606:2800:220:bad::${(i + 1).toString(16)}`),
    many(60, (i) => `* TXT "${i} ${"h".repeat(240)}"`),
    many(300, (i) => `* SRV 0 0 ${i + 1} s${i}.maze.com.`),
    many(300, (i) => `* MX ${i} m${i}.maze.com.`),
  ].join("\n"),
};

/** All zones for tests of subdomain discovery. */
export const SCOUT_ZONES: readonly Zone[] = [
  ...WORDS,
  ...WILDCARDS,
  ...DISGUISED.map(([name, deviation, records], i) =>
    disguised(name, records, `5.66.4.${i + 1}`, { daemon: "dnsdist", deviation }),
  ),
  DANGLING,
  ...ODD_NAMES,
  ...TRANSFERS,
  ...ODD_TRANSFERS.map((deviation, i) =>
    disguised(`${label(deviation)}.com`, `@ A 93.184.215.61\n${hosts(60)}`, `5.66.5.${i + 1}`, {
      daemon: "odd",
      deviation,
    }),
  ),
  HOSTILE,
].map((zone): Zone => ({ ...zone, zonemaster: "alike" }));
