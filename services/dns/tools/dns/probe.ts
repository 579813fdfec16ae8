import type { InputOf } from "@dnstools/core/params";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { RecordType } from "@dnstools/core/protocol/dns/record";
import type { DomainName } from "@dnstools/core/protocol/names";
import { isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { DnsServer, Look, Net } from "@dnstools/net";
import { askZone, findZone, type Known, serversOf } from "@dnstools/net/lookup/zone";
import type { contract } from "./contract.ts";
import type { Beyond, DnsSeen, TypeSeen } from "./seen.ts";

/** What is asked of a zone's servers when no type is named. DS is the parent's and comes from the resolver. */
const MAIN_TYPES = ["A", "AAAA", "CNAME", "MX", "NS", "SOA", "TXT", "CAA", "DNSKEY"] as const;

export async function probe(
  input: InputOf<typeof contract.params>,
  net: Net,
  signal: AbortSignal,
): Promise<DnsSeen> {
  const look = net.look(signal);
  const seen =
    input.type === null
      ? await fromZone(look, input.domain)
      : await fromResolver(look, input.domain, input.type);
  return { ...seen, evidence: look.evidence };
}

type Sight = Omit<DnsSeen, "evidence">;

async function fromResolver(look: Look, name: DomainName, type: RecordType): Promise<Sight> {
  const seen = await resolverSays(look, name, type);
  const failed = seen.outcome.kind === "unknown";
  const servfail = seen.outcome.kind === "unknown" && seen.outcome.reason === "servfail";
  const [resolverAlive, unchecked] = await Promise.all([
    failed ? look.resolverAlive() : null,
    servfail ? withoutCheck(look, name, type) : null,
  ]);
  return { mode: "resolver", zone: null, resolverAlive, types: [seen], unchecked };
}

/** SERVFAIL with and an answer without the check of signatures is bogus, not broken (RFC 4035 5.5). */
async function withoutCheck(look: Look, name: DomainName, type: RecordType) {
  return (await look.resolve({ name, type }, { unchecked: true })).outcome;
}

async function resolverSays(look: Look, name: DomainName, type: RecordType): Promise<TypeSeen> {
  const { server, outcome } = await look.resolve({ name, type });
  return { type, source: "resolver", server: shown(server), outcome, failures: [], beyond: null };
}

async function fromZone(look: Look, name: DomainName): Promise<Sight> {
  const zone = await findZone(look, name);
  if (zone.kind !== "present") {
    const resolverAlive = zone.kind === "unknown" ? await look.resolverAlive() : null;
    const types = [...MAIN_TYPES, "DS" as const].map((type) => unasked(type, zone));
    return { mode: "authoritative", zone, resolverAlive, types, unchecked: null };
  }
  const known: Known = new Map();
  const types = await Promise.all([
    ...MAIN_TYPES.map((type) => zoneSays(look, zone.value, name, type, known)),
    name === zone.value.apex ? resolverSays(look, name, "DS") : zoneSays(look, zone.value, name, "DS", known),
  ]);
  return { mode: "authoritative", zone, resolverAlive: null, types, unchecked: null };
}

/** A type that could not be asked for, because the zone was not found out. */
function unasked(type: RecordType, outcome: TypeSeen["outcome"]): TypeSeen {
  return { type, source: "authoritative", server: null, outcome, failures: [], beyond: null };
}

async function zoneSays(
  look: Look,
  zone: Zone,
  name: DomainName,
  type: RecordType,
  known: Known,
): Promise<TypeSeen> {
  const { server, outcome, failures } = await askZone(look, zone, serversOf(zone), { name, type }, known);
  const beyond = outcome.kind === "present" ? await followOut(look, zone, outcome.value, name, type) : null;
  return {
    type,
    source: "authoritative",
    server: shown(server),
    outcome,
    failures,
    beyond,
  };
}

/**
 * An alias whose end the server did not show is followed through our resolver: the zone's servers cannot speak for
 * a target in another zone, and need not show one in their own (RFC 1034 4.3.2 is widely not followed).
 */
async function followOut(
  look: Look,
  zone: Zone,
  reply: DnsReply,
  name: DomainName,
  type: RecordType,
): Promise<Beyond | null> {
  const { aliases, records, end, loop } = walkChain(reply.answers, name, type, zone.apex);
  if (aliases.length === 0 || records.length > 0 || loop || type === "CNAME") return null;
  // A negative answer for a target inside the zone carries the zone's SOA (RFC 2308 2).
  const denied = isWithin(end, zone.apex) && reply.authorities.some((record) => record.type === "SOA");
  // DS at an apex is the parent's (RFC 4035 3.1.4.1), so the zone's own denial of it says nothing.
  if (denied && !(type === "DS" && end === zone.apex)) return null;
  const { server, outcome } = await look.resolve({ name: end, type });
  return { target: end, server: shown(server), outcome };
}

function shown(server: DnsServer | null): TypeSeen["server"] {
  return server && { name: server.name, address: server.address };
}
