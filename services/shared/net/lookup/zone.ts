import type { ServerObservation, ServerReply } from "@dnstools/core/domain/observations";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName, isWithin, parentOf } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { NameServer, Zone } from "@dnstools/core/protocol/zone";
import { absent, type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import { askWithFailover, type FailoverAnswer } from "../resolver/failover.ts";
import type { DnsQueryOptions, ResolveOptions } from "../session/dns-queries.ts";
import type { NetSession } from "../session.ts";

/**
 * Maximum number of a zone's name servers that are resolved; ADDRESSES_MAX is the maximum number of addresses used of
 * each server.
 */
const SERVERS_MAX = 13;
const ADDRESSES_MAX = 8;

/**
 * Finds the zone that contains a name, with its name servers, through our resolver. Returns `absent(nxdomain)` if the
 * resolver denies the name and finds no zone above it, and `unknown` if the resolver fails.
 * @param options `serversMax`: maximum number of the zone's name servers to resolve; the others are those of the NS
 * queries.
 */
export async function findZone(
  session: NetSession,
  name: DomainName,
  { serversMax = SERVERS_MAX, ...options }: ResolveOptions & { readonly serversMax?: number } = {},
): Promise<Outcome<Zone>> {
  const found = await findServers(session, name, options);
  if (found.kind !== "present") return found;
  const { apex, denied } = found.value;
  const names = found.value.names.slice(0, serversMax);
  const nameServers = await Promise.all(names.map((server) => findAddresses(session, server)));
  return present({ apex, nameServers, denied });
}

type Found = { readonly apex: DomainName; readonly names: readonly string[]; readonly denied: boolean };

/**
 * Queries the name and the names above it, towards the root, until NS records are found. Each step is a query, so the
 * session's limit on queries also limits the number of steps.
 */
async function findServers(
  session: NetSession,
  name: DomainName,
  options: ResolveOptions,
): Promise<Outcome<Found>> {
  let denied = false;
  for (let at: DomainName | null = name; at !== null; ) {
    const { outcome } = await session.resolve({ name: at, type: "NS" }, options);
    if (outcome.kind !== "present") {
      // If the name is an alias, the failure may concern the alias's target and then says nothing about this zone.
      if ((await session.resolverAlive()) === false || !(await isAlias(session, at))) return outcome;
      at = parentOf(at);
      continue;
    }
    const reply: DnsReply = outcome.value;
    const { records, aliases } = walkChain(reply.answers, at, "NS");
    // NXDOMAIN after an alias applies to the alias's target (RFC 6604 3), so the name itself exists.
    if (reply.rcode === "NXDOMAIN" && aliases.length === 0 && at === name) denied = true;
    if (records.length > 0 && aliases.length === 0)
      return present({ apex: at, names: targets(records), denied });
    at = (aliases.length === 0 ? soaAbove(reply, at) : null) ?? parentOf(at);
  }
  return denied ? absent("nxdomain") : unknown("malformed");
}

async function isAlias(session: NetSession, name: DomainName): Promise<boolean> {
  const { outcome } = await session.resolve({ name, type: "CNAME" });
  return outcome.kind === "present" && walkChain(outcome.value.answers, name, "CNAME").records.length > 0;
}

/** Returns the zone in the SOA record of a negative answer (RFC 2308 3), if the zone contains the name. */
function soaAbove(reply: DnsReply, name: DomainName): DomainName | null {
  const soa = reply.authorities.find((record) => record.type === "SOA");
  if (soa === undefined) return null;
  const zone = answerName(soa.name);
  return zone !== "" && zone !== name && isWithin(name, zone) ? zone : null;
}

function targets(records: readonly DnsRecord[]): string[] {
  const names = (records as readonly DnsRecord<"NS">[]).map((record) => record.data.target.toLowerCase());
  return [...new Set(names)].sort();
}

/**
 * Finds the addresses of a host through our resolver.
 * @param isBlamed true if the domain would be blamed for a host that our resolver cannot find.
 */
export async function findAddresses(
  session: NetSession,
  name: string,
  isBlamed = false,
): Promise<NameServer> {
  const failure = isBlamed ? (["failure"] as const) : [];
  const blamed = isBlamed ? ([...failure, "nodata"] as const) : [];
  const outcomes = await Promise.all(
    (["A", "AAAA"] as const).map(async (type) => ({
      type,
      outcome: (
        await session.resolve({ name, type }, { decisive: type === "A" ? [...blamed, "nxdomain"] : failure })
      ).outcome,
    })),
  );
  return nameServerOf(name, outcomes);
}

/** Builds a name server from the outcomes of its A and AAAA queries. */
export function nameServerOf(
  name: string,
  outcomes: readonly { readonly type: "A" | "AAAA"; readonly outcome: Outcome<DnsReply> }[],
): NameServer {
  const chains = outcomes.flatMap(({ type, outcome }) =>
    outcome.kind === "present" ? [walkChain(outcome.value.answers, name, type)] : [],
  );
  const addresses = chains.flatMap(({ records }) => records.map((record) => record.value));
  const failed = outcomes.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  return {
    name,
    addresses: addresses.slice(0, ADDRESSES_MAX),
    alias: chains.find(({ aliases }) => aliases.length > 0)?.end ?? null,
    reason: failed?.kind === "unknown" ? failed.reason : null,
  };
}

/**
 * Returns the addresses of a zone's servers in the order in which to query them, without duplicates: IPv4 first, and
 * one address of every server before the second address of any server.
 */
export function serversOf(zone: Zone): DnsServer[] {
  const sorted = zone.nameServers.map((server) => ({
    name: server.name,
    addresses: server.addresses.toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":"))),
  }));
  const rounds = Math.max(0, ...sorted.map((server) => server.addresses.length));
  const servers = Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    sorted.flatMap(({ name, addresses }) => {
      const address = addresses[round];
      return address === undefined ? [] : [{ name, address, port: 53, upstream: "authoritative" as const }];
    }),
  );
  const first = new Map(servers.toReversed().map((server) => [server.address, server]));
  return servers.filter((server) => first.get(server.address) === server);
}

/** Returns the name and address of a server that answered, for an observation. */
export function shownServer(server: DnsServer | null): ServerObservation | null {
  return server && { name: server.name, address: server.address };
}

/** Maximum number of a zone's servers that are queried in turn for one question. */
const SERVERS_ASKED_MAX = 8;

/** Addresses that this host cannot or must not query, with the reason for each; shared by the queries of one lookup. */
export type BarredAddresses = Map<string, Reason>;

/** Reasons that apply to an address and therefore to every query to it. */
const OF_ADDRESS: readonly Reason[] = [
  ...(["not_allowed", "egress_denied", "no_ipv4_here", "no_ipv6_here"] as const),
  ...(["dns_blocked_here", "dns_intercepted_here", "local_firewall"] as const),
];

/**
 * Queries a zone's servers in turn until one returns an authoritative answer (AA). If all fail, the first server's
 * reason is returned.
 * @param barredAddresses shared by the queries of one lookup; addresses that turn out to be barred are added.
 */
export async function askZone(
  session: NetSession,
  zone: Zone,
  servers: readonly DnsServer[],
  question: Question,
  barredAddresses: BarredAddresses,
  options: DnsQueryOptions = {},
): Promise<FailoverAnswer> {
  const asked = servers.slice(0, SERVERS_ASKED_MAX);
  const ask = async (one: DnsServer) => {
    const barred = barredAddresses.get(one.address);
    const got = barred
      ? unknown(barred)
      : authoritative(await session.ask(one, question, options), zone, question);
    if (got.kind === "unknown" && OF_ADDRESS.includes(got.reason))
      barredAddresses.set(one.address, got.reason);
    return got;
  };
  const answered = await askWithFailover(asked, ask, session.waits.nextServerMs);
  if (answered.outcome.kind !== "unknown" || servers.length > 0) return answered;
  const unfound = zone.nameServers.find((nameServer) => nameServer.reason !== null)?.reason;
  return { server: null, outcome: unknown(unfound ?? "no_servers") };
}

/**
 * Sends the same question to all given servers of a zone in parallel, and requests signatures. A non-authoritative
 * answer becomes `unknown`. The replies are in the order of the servers.
 */
export function askEach(
  session: NetSession,
  zone: Zone,
  servers: readonly DnsServer[],
  question: Question,
  barredAddresses: BarredAddresses,
): Promise<readonly ServerReply[]> {
  return Promise.all(
    servers.map(async (one) => {
      const barred = barredAddresses.get(one.address);
      const asked = barred ? unknown(barred) : await session.ask(one, question, { dnssec: true });
      const outcome = authoritative(asked, zone, question);
      if (outcome.kind === "unknown" && OF_ADDRESS.includes(outcome.reason))
        barredAddresses.set(one.address, outcome.reason);
      return { server: { name: one.name, address: one.address }, outcome };
    }),
  );
}

/**
 * Accepts only authoritative answers. An answer without the AA flag is a referral to a zone below, or comes from a
 * server that does not serve the zone.
 */
function authoritative(outcome: Outcome<DnsReply>, zone: Zone, question: Question): Outcome<DnsReply> {
  if (outcome.kind !== "present") return outcome;
  // A server that denies the apex serves only a zone above, so its answer says nothing about an unpublished zone.
  const denies = outcome.value.rcode === "NXDOMAIN" && question.name === zone.apex;
  if (zone.unpublished === true && denies) return unknown("not_authoritative");
  if (outcome.value.flags.includes("aa")) return outcome;
  const below = outcome.value.authorities.some(({ type, name }) => {
    const owner = answerName(name);
    return (
      type === "NS" && owner !== zone.apex && isWithin(owner, zone.apex) && isWithin(question.name, owner)
    );
  });
  return unknown(below ? "referred" : "not_authoritative");
}
