import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName, isWithin, parentOf } from "@dnstools/core/protocol/names";
import type { DelegatedServer, Delegation, NameServer, Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import { askWithFailover, type FailoverAnswer } from "../resolver/failover.ts";
import type { NetSession } from "../session.ts";
import { ROOT_ZONE } from "./root-zone.ts";
import { findAddresses, findZone, serversOf } from "./zone.ts";

/** The closest enclosing zone of a name, found by following delegations, and the parent's delegation of this zone. */
export type Descent = {
  /** The zone, with the name servers that its parent's delegation lists. */
  readonly zone: Zone;
  /** The parent zone with its name servers, which answer queries for the zone's DS records; null if there is none. */
  readonly parent: Zone | null;
  /**
   * The parent's delegation of the zone; null if no delegation was followed, as for names in a top-level domain's own
   * zone.
   */
  readonly delegation: Delegation | null;
  /** Apexes of the zones on the way to the name, from the top-level domain down. */
  readonly passed: readonly DomainName[];
  /** True if one of the zone's servers answered NXDOMAIN for the name. */
  readonly denied: boolean;
};

/** Maximum number of delegations that are followed; names in ip6.arpa need only a few. */
const HOPS_MAX = 10;
/**
 * Maximum number of name servers of a zone that are used, and of glue addresses of each server. The zone's operator
 * chooses how many there are, and each one costs queries to our resolver.
 */
const NAMES_MAX = 13;
const GLUE_MAX = 8;
/** Maximum number of name servers of each zone that are queried on the way. */
const SERVERS_MAX = 4;

/**
 * Follows delegations from the top-level domain down to a name by querying each zone's own servers, as a recursive
 * resolver does (RFC 1034 5.3.3). Finds the name's zone and its delegation even if none of the zone's servers answers.
 * The servers of the top-level domain, or of the root if the name is itself a top-level domain, come from our
 * resolver.
 * @param prefersReferral true to follow a delegation that any of the servers gives, although others answer themselves.
 */
export async function descend(
  session: NetSession,
  name: DomainName,
  prefersReferral = false,
): Promise<Outcome<Descent>> {
  // For a top-level domain, the descent starts at the root, which delegates it.
  const top = (name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "") as DomainName;
  const start = await findTop(session, top);
  if (start.kind !== "present") return start;
  let zone = start.value;
  let parent: Zone | null = null;
  let delegation: Delegation | null = null;
  const passed: DomainName[] = [];
  const reached = (denied: boolean) => present({ zone, parent, delegation, passed, denied });
  let target = name;
  for (let hop = 0; hop < HOPS_MAX && zone.apex !== name; hop++) {
    const servers = serversOf(zone);
    if (servers.length === 0) session.topLevels.forget(zone.apex);
    if (servers.length === 0) return delegation === null ? unknown("no_servers") : reached(false);
    const question = { name: target, type: "NS" } as const;
    const referred = prefersReferral ? await askServers(session, zone, servers, question, name, true) : null;
    const { server, outcome } =
      referred?.outcome.kind === "present"
        ? referred
        : await askServers(session, zone, servers, question, name);
    if (outcome.kind !== "present" || server === null) {
      session.topLevels.forget(zone.apex);
      // The zone is known from its parent's delegation although its own servers do not answer.
      return delegation === null
        ? unknown(outcome.kind === "unknown" ? outcome.reason : "no_servers")
        : reached(false);
    }
    const reply: DnsReply = outcome.value;
    const cut = cutOf(reply, zone, name);
    const above = cut === null ? aboveUnshown(reply, target, zone) : null;
    if (above !== null) {
      target = above;
      continue;
    }
    // Whether the name exists is decided later, by the queries for its record types. Here, only NXDOMAIN for the name
    // itself counts as a denial.
    if (cut === null) return reached(target === name && reply.rcode === "NXDOMAIN");
    const records = [...reply.answers, ...reply.authorities].filter(
      (record): record is DnsRecord<"NS"> => record.type === "NS" && answerName(record.name) === cut,
    );
    // A server that serves both zones may show the lower one only by its SOA record (RFC 2308 3).
    if (records.length === 0 && target !== cut) {
      target = cut;
      continue;
    }
    if (records.length === 0) return reached(false);
    target = name;
    const nameServers = delegated(records, reply, cut);
    delegation = {
      apex: cut,
      parent: zone.apex,
      referral: !reply.flags.includes("aa"),
      server: { name: server.name, address: server.address },
      nameServers,
      ttl: Math.min(...records.map((record) => record.ttl)),
    };
    parent = zone;
    if (zone.apex !== "") passed.push(zone.apex);
    zone = {
      apex: cut,
      nameServers: await withAddresses(session, nameServers.slice(0, NAMES_MAX)),
      denied: false,
    };
    if (cut === top) session.topLevels.keep(zone);
  }
  return reached(false);
}

/**
 * Queries servers of a zone in turn until one gives a useful answer about the way to a name.
 * @param refers true to accept only an answer that shows a zone below.
 */
async function askServers(
  session: NetSession,
  zone: Zone,
  servers: readonly DnsServer[],
  question: Question,
  name: DomainName,
  refers = false,
): Promise<FailoverAnswer> {
  const answered = await askWithFailover(
    servers.slice(0, SERVERS_MAX),
    async (one) => useful(await session.ask(one, question), zone, name, refers),
    session.waits.nextServerMs,
  );
  const { outcome } = answered;
  // IPv4 addresses come first, so on a host without IPv4 no server has been queried yet.
  const overIpv6 = servers.filter(({ address }) => address.includes(":"));
  const hasNone = outcome.kind === "unknown" && outcome.reason === "no_ipv4_here";
  return hasNone && overIpv6.length > 0 && overIpv6.length < servers.length
    ? askServers(session, zone, overIpv6, question, name, refers)
    : answered;
}

/**
 * Finds the zone of a top-level domain through our resolver. If the resolver does not know it, the descent starts at the
 * root: some resolvers treat a single label as a name of the local network.
 */
async function findTop(session: NetSession, top: DomainName): Promise<Outcome<Zone>> {
  const known = session.topLevels.get(top);
  if (known !== null) return present(known);
  const found = await findZone(session, top, { serversMax: SERVERS_MAX });
  if (found.kind === "present") {
    if (found.value.apex === top) session.topLevels.keep(found.value);
    return found;
  }
  if (found.kind === "absent") session.topLevels.noteDenied(top);
  else if ((await session.resolverAlive()) === false) return found;
  return present(ROOT_ZONE);
}

/**
 * Accepts an authoritative answer or a referral to a zone below (RFC 1034 4.3.2). Any other answer becomes `unknown`.
 */
function useful(
  outcome: Outcome<DnsReply>,
  zone: Zone,
  name: DomainName,
  refers: boolean,
): Outcome<DnsReply> {
  if (outcome.kind !== "present" || (outcome.value.flags.includes("aa") && !refers)) return outcome;
  return cutOf(outcome.value, zone, name) === null ? unknown("not_authoritative") : outcome;
}

/**
 * Returns the zone below the current one that contains the name and has NS or SOA records in the reply; null if the
 * name lies in the current zone. A server of both parent and child answers for the child, which counts as a referral.
 */
function cutOf(reply: DnsReply, zone: Zone, name: DomainName): DomainName | null {
  const owners = [...reply.answers, ...reply.authorities]
    .filter(({ type }) => type === "NS" || type === "SOA")
    .map((record) => answerName(record.name))
    .filter((owner) => owner !== zone.apex && isWithin(owner, zone.apex) && isWithin(name, owner));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * Returns the parent name of a name whose zone the answer does not show, if it lies below the zone's apex: a server that
 * also serves zones below answers with an alias only, or without the SOA record that a denial must have (RFC 2308 2).
 * Returns null if the answer shows the zone or the name lies directly below the apex.
 */
function aboveUnshown(
  { answers, authorities }: DnsReply,
  target: DomainName,
  { apex }: Zone,
): DomainName | null {
  const alias = answers.some(({ type, name }) => type === "CNAME" && answerName(name) === target);
  const bare = answers.length === 0 && authorities.length === 0;
  const above = parentOf(target);
  return (alias || bare) && above !== null && above !== apex && isWithin(above, apex) ? above : null;
}

/**
 * Returns the name servers in NS records, with their glue from the reply. Glue for names outside the parent zone is
 * ignored.
 */
function delegated(
  records: readonly DnsRecord<"NS">[],
  reply: DnsReply,
  apex: DomainName,
): DelegatedServer[] {
  const names = [...new Set(records.map((record) => answerName(record.data.target)))].sort();
  return names.map((name) => ({
    name,
    glue: reply.additionals
      .filter((record) => answerName(record.name) === name && (record.type === "A" || record.type === "AAAA"))
      .filter(() => isWithin(name, parentOf(apex) ?? ""))
      .map((record) => record.value)
      .slice(0, GLUE_MAX),
  }));
}

/**
 * Adds addresses to delegated servers: the glue alone if it has an IPv4 address, otherwise the glue and the addresses
 * that our resolver finds.
 */
export function withAddresses(
  session: NetSession,
  servers: readonly DelegatedServer[],
): Promise<NameServer[]> {
  return Promise.all(
    servers.map(async ({ name, glue }) => {
      if (glue.some((address) => !address.includes(":")))
        return { name, addresses: [...glue], alias: null, reason: null };
      const found = await findAddresses(session, name);
      return { ...found, addresses: [...new Set([...glue, ...found.addresses])] };
    }),
  );
}
