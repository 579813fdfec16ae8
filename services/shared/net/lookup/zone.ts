import { absent, type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns-message";
import type { DnsRecord } from "@dnstools/core/protocol/dns-record";
import { answerName, type DomainName, isWithin, parentOf } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { NameServer, ServerFailure, Zone } from "@dnstools/core/protocol/zone";
import type { DnsServer } from "../dns/client.ts";
import type { Answered, Look } from "../look.ts";

/** A zone has at most this many servers asked about, and each at most this many addresses. */
const SERVERS_MAX = 13;
const ADDRESSES_MAX = 8;
/** Names above the one asked that are tried when answers do not name the zone. */
const CLIMB_MAX = 8;

/**
 * The zone a name lies in, with its servers, found through our resolver.
 * `absent(nxdomain)`: the resolver says that the name does not exist. `unknown`: it could not say.
 */
export async function findZone(look: Look, name: DomainName): Promise<Outcome<Zone>> {
  const found = await findServers(look, name);
  if (found.kind !== "present") return found;
  const names = found.value.names.slice(0, SERVERS_MAX);
  const nameServers = await Promise.all(names.map((server) => findAddresses(look, server)));
  return present({ apex: found.value.apex, nameServers });
}

async function findServers(
  look: Look,
  name: DomainName,
): Promise<Outcome<{ apex: DomainName; names: readonly string[] }>> {
  let at: DomainName | null = name;
  for (let step = 0; at !== null && step < CLIMB_MAX; step++) {
    const { outcome } = await look.resolve({ name: at, type: "NS" });
    if (outcome.kind !== "present") return outcome;
    const reply = outcome.value;
    const { records, aliases } = walkChain(reply.answers, at, "NS");
    // NXDOMAIN behind an alias is about the alias's target (RFC 6604 3), so the name itself exists.
    if (reply.rcode === "NXDOMAIN" && aliases.length === 0 && at === name) return absent("nxdomain");
    if (records.length > 0 && aliases.length === 0) return present({ apex: at, names: targets(records) });
    at = (aliases.length === 0 ? soaAbove(reply, at) : null) ?? parentOf(at);
  }
  return unknown("malformed");
}

/** The zone that a negative answer's SOA names (RFC 2308 3), when it really is above the name. */
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

async function findAddresses(look: Look, name: string): Promise<NameServer> {
  const outcomes = await Promise.all(
    (["A", "AAAA"] as const).map(async (type) => ({
      type,
      outcome: (await look.resolve({ name, type })).outcome,
    })),
  );
  const addresses = outcomes.flatMap(({ type, outcome }) =>
    outcome.kind === "present"
      ? walkChain(outcome.value.answers, name, type).records.map((r) => r.value)
      : [],
  );
  const failed = outcomes.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  const reason = addresses.length === 0 && failed?.kind === "unknown" ? failed.reason : null;
  return { name, addresses: addresses.slice(0, ADDRESSES_MAX), reason };
}

/** The addresses of a zone's servers to ask, IPv4 first, one address of each server before the second of any. */
export function serversOf(zone: Zone): DnsServer[] {
  const sorted = zone.nameServers.map((server) => ({
    name: server.name,
    addresses: server.addresses.toSorted((a, b) => Number(a.includes(":")) - Number(b.includes(":"))),
  }));
  const rounds = Math.max(0, ...sorted.map((server) => server.addresses.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    sorted.flatMap(({ name, addresses }) => {
      const address = addresses[round];
      return address === undefined ? [] : [{ name, address, port: 53, upstream: "authoritative" as const }];
    }),
  );
}

/** An answer of a zone, and what its servers that were asked before it failed with. */
export type ZoneAnswered = Answered & { readonly failures: readonly ServerFailure[] };

/** Attempts at a zone's servers for one question. */
const ATTEMPTS_MAX = 8;

/**
 * Asks a zone's servers in turn until one answers as an authority (AA). A server that fails is never the
 * answer while another is left; when all fail, the first one's reason is told.
 */
export async function askZone(
  look: Look,
  zone: Zone,
  servers: readonly DnsServer[],
  question: Question,
): Promise<ZoneAnswered> {
  const failures: ServerFailure[] = [];
  // A lost datagram must not read as an outage: servers that stay silent are asked a second time.
  for (const server of [...servers, ...servers].slice(0, ATTEMPTS_MAX)) {
    const outcome = authoritative(await look.ask(server, question), zone, question);
    if (outcome.kind !== "unknown") return { server, outcome, failures };
    if (outcome.reason === "budget") break;
    failures.push({ name: server.name, address: server.address, reason: outcome.reason });
  }
  const [first] = failures;
  const unfound = zone.nameServers.find((nameServer) => nameServer.reason !== null)?.reason;
  const reason = first?.reason ?? (servers.length > 0 ? "budget" : (unfound ?? "no_servers"));
  const server = servers.find(({ address }) => address === first?.address) ?? null;
  return { server, outcome: unknown(reason), failures };
}

/** An answer without AA is a referral to a zone below, or the sign of a server that does not hold the zone. */
function authoritative(outcome: Outcome<DnsReply>, zone: Zone, question: Question): Outcome<DnsReply> {
  if (outcome.kind !== "present" || outcome.value.flags.includes("aa")) return outcome;
  const below = outcome.value.authorities.some(({ type, name }) => {
    const owner = answerName(name);
    return (
      type === "NS" && owner !== zone.apex && isWithin(owner, zone.apex) && isWithin(question.name, owner)
    );
  });
  return unknown(below ? "referred" : "not_authoritative");
}
