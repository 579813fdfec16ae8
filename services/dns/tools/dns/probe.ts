import { type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { InputOf } from "@dnstools/core/params";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import type { DomainName } from "@dnstools/core/protocol/names";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { nsTargets, walkChain } from "@dnstools/core/protocol/rrset";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import type { DnsServer, Look, Net } from "@dnstools/net";
import { descend } from "@dnstools/net/lookup/delegation";
import { askEach, askZone, findAddresses, findZone, type Known, serversOf } from "@dnstools/net/lookup/zone";
import type { contract } from "./contract.ts";
import type { Beyond, DnsSeen, TypeSeen } from "./seen.ts";

/** What is asked of a zone's servers when no type is named. DS is asked of the parent's. */
const MAIN_TYPES = ["A", "AAAA", "CNAME", "MX", "NS", "SOA", "TXT", "CAA", "DNSKEY", "HTTPS"] as const;
type MainType = (typeof MAIN_TYPES)[number];

export async function probe(
  input: InputOf<typeof contract.params>,
  net: Net,
  signal: AbortSignal,
): Promise<DnsSeen> {
  const look = net.look(signal);
  const at = Math.floor(Date.now() / 1000);
  const seen =
    input.type === null
      ? await fromZone(look, input.domain)
      : await fromResolver(look, input.domain, input.type);
  return { ...seen, at, evidence: look.evidence };
}

type Sight = Omit<DnsSeen, "evidence" | "at">;

const NO_NAMES = { apexNs: null, ownServers: [], validation: null, exchanges: null } as const;

async function fromResolver(look: Look, name: DomainName, type: ShownType): Promise<Sight> {
  const seen = await resolverSays(look, name, type);
  const failed = seen.outcome.kind === "unknown";
  const servfail = seen.outcome.kind === "unknown" && seen.outcome.reason === "servfail";
  const [resolverAlive, unchecked] = await Promise.all([
    failed ? look.resolverAlive() : null,
    servfail ? withoutCheck(look, name, type) : null,
  ]);
  return {
    mode: "resolver",
    zone: null,
    delegation: null,
    resolverAlive,
    types: [seen],
    unchecked,
    ...NO_NAMES,
  };
}

/** SERVFAIL with and an answer without the check of signatures is bogus, not broken (RFC 4035 5.5). */
async function withoutCheck(look: Look, name: DomainName, type: ShownType) {
  return (await look.resolve({ name, type }, { unchecked: true })).outcome;
}

async function resolverSays(look: Look, name: DomainName, type: ShownType): Promise<TypeSeen> {
  const { server, outcome } = await look.resolve({ name, type });
  return { type, source: "resolver", server: shown(server), outcome, failures: [], beyond: null, said: [] };
}

async function fromZone(look: Look, name: DomainName): Promise<Sight> {
  // The world reaches a zone through its parent's word. Our resolver's is there for where that is not to be had.
  const reached = await descend(look, name);
  const zone = reached.kind === "present" ? present(reached.value.zone) : await fallBack(look, name, reached);
  const delegation = reached.kind === "present" ? reached.value.delegation : null;
  const base = { mode: "authoritative", delegation, unchecked: null } as const;
  if (zone.kind !== "present") {
    const resolverAlive = zone.kind === "unknown" ? await look.resolverAlive() : null;
    const types = [...MAIN_TYPES, "DS" as const].map((type) => unasked(type, zone));
    return { ...base, ...NO_NAMES, zone, resolverAlive, types };
  }
  const known: Known = new Map();
  const parent = reached.kind === "present" ? reached.value.parent : null;
  const says = (type: MainType | "DS") => zoneSays(look, zone.value, name, type, known);
  const mx = says("MX");
  const [own, validation, exchanges, ...types] = await Promise.all([
    ownNames(look, zone.value, delegation, known),
    validate(look, zone.value.apex),
    mx.then((seen) => exchangesOf(look, seen, name)),
    ...MAIN_TYPES.map((type) => (type === "MX" ? mx : says(type))),
    name === zone.value.apex ? parentSays(look, parent, name, known) : says("DS"),
  ]);
  return { ...base, ...own, validation, exchanges, zone, resolverAlive: null, types };
}

/** The zone by our resolver's word, where the way down was blocked; not where it was our resolver that failed. */
async function fallBack(look: Look, name: DomainName, failed: Outcome<never>): Promise<Outcome<Zone>> {
  if (failed.kind === "absent" || (await look.resolverAlive()) === false) return failed;
  return findZone(look, name);
}

/** Where mail is to go. */
async function exchangesOf(look: Look, seen: TypeSeen, name: DomainName): Promise<DnsSeen["exchanges"]> {
  if (seen.outcome.kind !== "present") return null;
  const records = walkChain(seen.outcome.value.answers, name, "MX").records as readonly DnsRecord<"MX">[];
  const names = [...new Set(records.map(({ data }) => answerName(data.exchange)))];
  // The root is the null MX, and an address is no name.
  const asked = names.filter((one) => one !== "" && !isIp(one)).slice(0, EXCHANGES_MAX);
  return Promise.all(asked.map((one) => findAddresses(look, one)));
}

/** Mail servers that are looked at. */
const EXCHANGES_MAX = 10;

/** Whether our resolver, which checks signatures, takes what the zone says of itself. */
async function validate(look: Look, apex: DomainName): Promise<DnsSeen["validation"]> {
  const question = { name: apex, type: "SOA" } as const;
  const { outcome } = await look.resolve(question);
  const servfail = outcome.kind === "unknown" && outcome.reason === "servfail";
  const unchecked = servfail ? (await look.resolve(question, { unchecked: true })).outcome : null;
  return { outcome, unchecked };
}

/** What the zone itself says of its servers, and where those are that its parent does not name. */
async function ownNames(
  look: Look,
  zone: Zone,
  delegation: Delegation | null,
  known: Known,
): Promise<Pick<Sight, "apexNs" | "ownServers">> {
  const question = { name: zone.apex, type: "NS" } as const;
  const { outcome } = await askZone(look, zone, serversOf(zone), question, known);
  const names = outcome.kind === "present" ? nsTargets(outcome.value, zone.apex) : [];
  const extra =
    delegation === null
      ? []
      : names.filter((name) => !delegation.nameServers.some((one) => one.name === name));
  const ownServers = await Promise.all(
    extra.slice(0, OWN_SERVERS_MAX).map((name) => findAddresses(look, name)),
  );
  return { apexNs: outcome, ownServers };
}

/** Servers that only the zone names are looked at up to here. */
const OWN_SERVERS_MAX = 13;

/** The DS of a zone is its parent's (RFC 4035 3.1.4.1); our resolver is asked where the parent's servers are not known. */
async function parentSays(
  look: Look,
  parent: Zone | null,
  name: DomainName,
  known: Known,
): Promise<TypeSeen> {
  if (parent === null) return resolverSays(look, name, "DS");
  const question = { name, type: "DS" } as const;
  const { server, outcome, failures } = await askZone(look, parent, serversOf(parent), question, known);
  if (outcome.kind === "unknown") return resolverSays(look, name, "DS");
  return { type: "DS", source: "parent", server: shown(server), outcome, failures, beyond: null, said: [] };
}

/** A type that could not be asked for, because the zone was not found out. */
function unasked(type: ShownType, outcome: TypeSeen["outcome"]): TypeSeen {
  return { type, source: "authoritative", server: null, outcome, failures: [], beyond: null, said: [] };
}

/** A type as every server of the zone gives it: the first that answers is the answer, the others are compared with it. */
async function zoneSays(
  look: Look,
  zone: Zone,
  name: DomainName,
  type: MainType | "DS",
  known: Known,
): Promise<TypeSeen> {
  const servers = serversOf(zone).slice(0, type === "SOA" ? SERIALS_MAX : COMPARED_MAX);
  const said = await askEach(look, zone, servers, { name, type }, known);
  const lead = said.find(({ outcome }) => outcome.kind !== "unknown") ?? said[0];
  const failures = said.flatMap(({ server, outcome }) =>
    outcome.kind === "unknown" && outcome.reason !== "budget" ? [{ ...server, reason: outcome.reason }] : [],
  );
  if (lead === undefined) {
    const unfound = zone.nameServers.find((nameServer) => nameServer.reason !== null)?.reason;
    return { ...unasked(type, unknown(unfound ?? "no_servers")), said };
  }
  const { outcome, server } = lead;
  const beyond = outcome.kind === "present" ? await followOut(look, zone, outcome.value, name, type) : null;
  return { type, source: "authoritative", server, outcome, failures, beyond, said };
}

/** Addresses of a zone's servers that are asked for everything. */
const COMPARED_MAX = 8;
/** Those that are asked for their version of the zone: both addresses of 13 servers. */
const SERIALS_MAX = 26;

/**
 * An alias whose end the server did not show is followed through our resolver: the zone's servers cannot speak for
 * a target in another zone, and need not show one in their own (RFC 1034 4.3.2 is widely not followed).
 */
async function followOut(
  look: Look,
  zone: Zone,
  reply: DnsReply,
  name: DomainName,
  type: ShownType,
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
