import { registrableOf } from "@dnstools/core/protocol/names";
import { BLACKLISTS, INFORMATIONAL } from "@dnstools/network/blocklists";
import { KNOT, LEAF, silent } from "./hosts.ts";
import { reverseNibbles } from "./reverse.ts";
import type { Blocklist, Deviation, Host, Zone } from "./shapes.ts";

/**
 * Addresses and names on the blocklists, by how they are listed. Each list also has one address that no other list
 * has: see `loneAddress`.
 */
export const LISTED = {
  /** On every blocklist of addresses. */
  everywhere: "5.66.7.7",
  everywhereV6: "2a01:bad::5",
  /** On every blocklist of domains, with all names below it. */
  domain: "spammy.com",
  /** Only on policy lists: Spamhaus ZEN and PBL. */
  policy: "5.66.8.9",
  /** Only on a list of little weight: UCEPROTECT level 3. */
  minor: "5.66.9.9",
  /** On an allowlist, with a good reputation: list.dnswl.org. */
  white: "5.66.12.12",
  /** On Hostkarma, where the return code says whether the entry counts as a listing. */
  karmaWhite: "5.66.11.1",
  karmaYellow: "5.66.11.3",
  /** On ZEN, which gives several reasons for one address. */
  several: "5.66.13.13",
  /** On dnsblchile.org, whose TXT record contains HTML, to test that the product escapes it. */
  hostile: "5.66.14.14",
  /** On no list. */
  nowhere: "5.66.15.15",
  nowhereV6: "2a01:bae::5",
} as const;

/** Blocklists with a fault, by the kind of fault. Real lists have had each of these faults. */
export const ILL_LISTS = {
  /** Its servers never answer. */
  dead: "truncate.gbudb.net",
  /** A list that contains every address, as ahbl.org did after it closed. */
  wildcard: "rbl.interserver.net",
  /** A list that contains nothing, not even its test point, like NiX Spam after it closed. */
  emptied: "rbl.schulte.org",
  /** It refuses every query. */
  refusing: "mail-abuse.blacklist.jippg.org",
  /** A list whose domain was sold: every name resolves to a web server's address. */
  parked: "rbl.blockedservers.com",
  /** A list that its parent zone does not delegate. */
  gone: "dnsbl.calivent.com.pe",
  /** A list whose servers do not hold its zone. */
  lame: "blacklist.woody.ch",
} as const;

/** A correct blocklist whose answers come 300 ms late. */
export const SLOW_LIST = "spamsources.fabel.dk";

/**
 * Answers of the lists that refuse public resolvers, as lines of rbldnsd's acl dataset. They apply to queries from
 * PUBLIC_EGRESS.
 */
const PUBLIC: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["zen", "sbl", "xbl", "pbl", "dbl"].map((name) => [
      `${name}.spamhaus.org`,
      ":127.255.255.254:Error: open resolver",
    ]),
  ),
  "multi.surbl.org": ":127.0.0.1:Query refused",
  ...Object.fromEntries(
    ["multi", "black", "red", "grey"].map((name) => [`${name}.uribl.com`, ":127.0.0.1:Query Refused"]),
  ),
  "list.dnswl.org": ":127.0.0.255:blocked",
  // Barracuda answers NXDOMAIN to unregistered resolvers, as if nothing were listed.
  "b.barracudacentral.org": ":empty",
};
/** Source address of the lab's public resolvers. */
const PUBLIC_EGRESS = "5.20.0.1";

/** The addresses of rbldnsd, each with its own round-trip time. */
export const RBL_HOSTS: readonly Host[] = [25, 40, 60, 80, 100, 120, 150, 180].map((rttMs, i) => ({
  name: `ns${i + 1}.rbldns.net`,
  v4: `5.10.${i}.53`,
  daemon: "rbldnsd",
  rttMs,
}));

type List = (typeof BLACKLISTS)[number];

const LISTS: readonly List[] = [...BLACKLISTS, ...INFORMATIONAL];

/** Returns the address that only this list contains. */
export function loneAddress(zone: string): string {
  return `5.67.0.${LISTS.findIndex((list) => list.zone === zone) + 1}`;
}

/** Test points that every list must contain, as names below the list's zone (RFC 5782 section 5). */
const POINTS = { ipv4: "2.0.0.127", ipv6: reverseNibbles("::ffff:7f00:2"), domain: "test" };

/** Returns the first return code that counts as a listing on this list, as an address. */
function codeOf(list: List): string {
  const [code = ""] = Object.entries(list.codes)
    .filter(([, meaning]) => typeof meaning === "string" || "policy" in meaning)
    .map(([pattern]) => pattern)
    // Skips 127.0.0.1, which is also written as "bit 1", because no test point answers with it.
    .filter((pattern) => pattern !== "127.0.0.1" && pattern !== "bit 1");
  const bit = /^bit (\d+)$/.exec(code)?.[1];
  if (bit !== undefined) return `127.0.0.${bit}`;
  return code
    .split(".")
    .map((part, i) => (part === "*" ? (i === 3 ? "2" : "0") : (part.split("-")[0] ?? "")))
    .join(".");
}

/** Returns the domain that serves as a list's test point. */
function testDomain(list: List): string {
  return list.points?.domain?.[0] ?? POINTS.domain;
}

function blocklistOf(list: List): Blocklist {
  const { zone, takes } = list;
  const code = codeOf(list);
  const words = zone === "dnsblchile.org" ? "<script>alert(1)</script> see $" : `https://${zone}/why?$`;
  const header = `:${code}:${words}`;
  const lone = loneAddress(zone);
  const special: Readonly<Record<string, readonly string[]>> = {
    "zen.spamhaus.org": [`${LISTED.policy} :127.0.0.10:policy`, `${LISTED.several} :127.0.0.4:exploited`],
    "pbl.spamhaus.org": [`${LISTED.policy} :127.0.0.10:policy`],
    "dnsbl-3.uceprotect.net": [LISTED.minor],
    "list.dnswl.org": [`${LISTED.white} :127.0.5.3:well known`],
    "hostkarma.junkemailfilter.com": [
      `${LISTED.karmaWhite} :127.0.0.1:white`,
      `${LISTED.karmaYellow} :127.0.0.3:yellow`,
    ],
    "dnsblchile.org": [LISTED.hostile],
  };
  const v4 = [header, "127.0.0.2", LISTED.everywhere, lone, ...(special[zone] ?? [])];
  const refused = PUBLIC[zone];
  const acl = refused === undefined ? [] : [`${PUBLIC_EGRESS} ${refused}`];
  const names = {
    ...(takes.includes("ipv4") ? { [POINTS.ipv4]: code, "1.0.0.127": null, [`7.7.66.5`]: code } : {}),
    ...(takes.includes("ipv6") ? { [POINTS.ipv6]: code } : {}),
    ...(takes.includes("domain") ? { [testDomain(list)]: code, [`www.${LISTED.domain}`]: code } : {}),
  };
  return {
    datasets: {
      ...(takes.includes("ipv4") ? { ip4set: v4 } : {}),
      ...(takes.includes("ipv6") ? { ip6trie: [header, "::ffff:7f00:2", "2a01:bad::/32"] } : {}),
      ...(takes.includes("domain") ? { dnset: [header, testDomain(list), `.${LISTED.domain}`] } : {}),
      ...(acl.length > 0 ? { acl } : {}),
    },
    answers: names,
    ...(refused === undefined ? {} : { throughResolver: /^:([\d.]+):/.exec(refused)?.[1] ?? null }),
  };
}

/** Returns the zone of a list; null if the list's zone does not exist. A few lists have a fault. */
function zoneOf(list: List, i: number): Zone | null {
  const { zone: name } = list;
  // Each list has one server only, so a test can tell which list is the slowest.
  const servers = [RBL_HOSTS[i % RBL_HOSTS.length]?.name ?? ""];
  const zonemaster = "alike";
  const holding = (datasets: Blocklist["datasets"], answers: Blocklist["answers"] = {}): Zone => ({
    name,
    servers,
    blocklist: { datasets, answers },
    zonemaster,
  });
  switch (name) {
    case ILL_LISTS.gone:
      return null;
    case ILL_LISTS.dead:
      return { name, servers: [silent(`ns.${name}`, "5.10.90.53")], zonemaster };
    case ILL_LISTS.lame:
      return { name, servers: KNOT, lame: KNOT, zonemaster };
    case ILL_LISTS.parked:
      return { name, servers: KNOT, records: "*.5 A 93.184.215.98\n*.127 A 93.184.215.98", zonemaster };
    case ILL_LISTS.wildcard:
      return holding(
        { ip4trie: ["0.0.0.0/0 :127.0.0.2:gone, remove us"] },
        { "1.0.0.127": "127.0.0.2", "4.3.2.1": "127.0.0.2" },
      );
    case ILL_LISTS.emptied:
      return holding({ ip4set: [":127.0.0.2:", "192.0.2.99"] }, { "2.0.0.127": null });
    case ILL_LISTS.refusing:
      return { name, servers: [spoilt(name, "refused", "5.10.92.53")], zonemaster };
    case SLOW_LIST:
      return slow(name);
    default:
      return { name, servers, blocklist: blocklistOf(list), zonemaster };
  }
}

/** rbldnsd cannot delay answers, so the slow list is an ordinary zone behind dnsdist. */
function slow(name: string): Zone {
  const owners = ["2.0.0.127", "7.7.66.5", loneAddress(name).split(".").toReversed().join(".")];
  return {
    name,
    servers: [spoilt(name, "slow", "5.10.91.53")],
    records: owners.map((owner) => `${owner} A 127.0.0.2\n${owner} TXT "late"`).join("\n"),
    zonemaster: "alike",
  };
}

/** Returns the only server of a list: a dnsdist with a deviation, in front of a correct server. */
function spoilt(zone: string, deviation: Deviation, v4: string): Host {
  return { name: `ns.${zone}`, v4, daemon: "dnsdist", deviation, behind: "nsd-leaf", rttMs: 10 };
}

const ZONES = LISTS.map(zoneOf).filter((zone) => zone !== null);

/** Operators' domains whose lists are served by nsd-leaf. */
const ON_LEAF = ["fabel.dk", "jippg.org"];

/** Returns the zones of the lists' operators, which delegate the lists. */
function operators(): Zone[] {
  const names = [...new Set(LISTS.map(({ zone }) => registrableOf(zone) ?? zone))];
  return (
    names
      .filter((name) => name !== "cymru.com" && ZONES.every((zone) => zone.name !== name))
      // A process must not serve both a zone and its parent.
      .map((name) => ({ name, servers: ON_LEAF.includes(name) ? KNOT : LEAF, zonemaster: "alike" as const }))
  );
}

/** Domains for tests that check the addresses of a domain's mail servers against the lists. */
export const MAIL_DOMAINS: readonly Zone[] = [
  {
    name: "mailtest.com",
    servers: LEAF,
    records: `listed MX 20 clean.mailtest.com.
listed MX 10 bad.mailtest.com.
clean MX 10 clean-host.mailtest.com.
clean-host A ${LISTED.nowhere}
bad A ${LISTED.everywhere}
tie MX 10 bad.mailtest.com.
tie MX 10 a.mailtest.com.
a A ${LISTED.nowhere}
v6 MX 10 v6-host.mailtest.com.
v6-host AAAA ${LISTED.everywhereV6}
private MX 10 private-host.mailtest.com.
private-host A 10.0.0.1
metadata MX 10 metadata-host.mailtest.com.
metadata-host A 169.254.169.254
nowhere MX 10 nothing.mailtest.com.
dead MX 10 mail.silent.com.
null MX 0 .
alias CNAME listed.mailtest.com.
none A 93.184.215.97`,
  },
  {
    name: LISTED.domain,
    servers: LEAF,
    records: `@ MX 10 mail.spammy.com.\nmail A ${LISTED.nowhere}\nwww A ${LISTED.nowhere}`,
  },
];

/** All zones of blocklists, of their operators and of mail domains. */
export const BLOCKLISTS: readonly Zone[] = [...operators(), ...ZONES, ...MAIL_DOMAINS];
