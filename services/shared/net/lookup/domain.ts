import { differencesOf } from "@dnstools/core/domain/differences";
import type {
  DomainObservation,
  OutOfZoneTarget,
  ServerReply,
  TypeObservation,
} from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { ShownType } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName, isWithin } from "@dnstools/core/protocol/names";
import { deniesTarget, hasSoaOf, walkChain } from "@dnstools/core/protocol/rrset";
import type { Zone } from "@dnstools/core/protocol/zone";
import { unknown } from "@dnstools/core/tool/outcome";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { NetSession } from "../session.ts";
import type { Descent } from "./delegation.ts";
import { lookAtChain } from "./dnssec-chain.ts";
import { childServers, exchangesOf } from "./hosts.ts";
import { askParents } from "./parent-servers.ts";
import { dsData, type Planned, plannedDs } from "./planned.ts";
import { type Reached, reachZone } from "./reach.ts";
import { lookCloser } from "./servers.ts";
import { askTarget, checkTarget } from "./target.ts";
import { NOT_VALIDATED, validate } from "./validation.ts";
import { askEach, askZone, type BarredAddresses, serversOf, shownServer } from "./zone.ts";

/** Record types queried at a zone's own servers. DS is queried at the parent's servers. */
export const MAIN_TYPES = ["A", "AAAA", "CNAME", "MX", "NS", "SOA", "TXT", "CAA", "DNSKEY", "HTTPS"] as const;
type MainType = (typeof MAIN_TYPES)[number];

/** Fields of a domain observation for which no queries were made. */
export const NO_NAMES = {
  parentNs: [],
  childNs: null,
  childOnlyServers: [],
  hostCheck: null,
  wishes: [],
  tcp: null,
  inBailiwick: [],
  validation: null,
  chain: null,
  exchanges: null,
} as const;

/** Observes one record type of a name through our resolver. */
export async function resolverSays(
  session: NetSession,
  name: DomainName,
  type: ShownType,
): Promise<TypeObservation> {
  const { server, outcome } = await session.resolve(
    { name, type },
    { decisive: ["failure", "nxdomain", "nodata"] },
  );
  return { type, source: "resolver", server: shownServer(server), outcome, outOfZone: null, replies: [] };
}

/** Returns true if a zone's parent has DS records for it; null if this is not known. */
export async function isSigned(
  session: NetSession,
  { zone, parent }: Pick<Descent, "zone" | "parent">,
): Promise<boolean | null> {
  if (parent === null) return null;
  const { outcome } = await parentSays(session, parent, zone.apex, new Map());
  return outcome.kind === "present" ? outcome.value.answers.some(({ type }) => type === "DS") : null;
}

type LookOptions = {
  /** The zone, if the caller has already reached or planned it. */
  readonly reached?: Promise<Reached>;
  /** True to observe the zone's chain of trust too, and its servers more closely. */
  readonly chain?: boolean;
  /** The zone's planned DS records, if they differ from those at the parent. */
  readonly ds?: Planned["ds"];
  /** Receives the names of the record types and other parts that have finished. */
  readonly progress?: WorkProgress;
};

/**
 * Observes a name: queries all record types at the servers of its zone, and the DS records at the parent's servers.
 * Queries that do not depend on each other run in parallel.
 */
export async function lookAtDomain(
  session: NetSession,
  name: DomainName,
  {
    reached = reachZone(session, name),
    chain = false,
    ds: planned = null,
    progress = new WorkProgress(),
  }: LookOptions = {},
): Promise<DomainObservation> {
  const { zone, delegation, parent, passed, denied } = await progress.part("delegation", reached);
  if (zone.kind !== "present") {
    const resolverAlive = zone.kind === "unknown" ? await session.resolverAlive() : null;
    const types = [...MAIN_TYPES, "DS" as const].map((type) => unasked(type, zone));
    return { ...NO_NAMES, delegation, zone, resolverAlive, types };
  }
  const barredAddresses: BarredAddresses = new Map();
  // If the servers of a registry denied the name, fewer of them are queried.
  const compared = denied ? DENIED_MAX : COMPARED_MAX;
  const { apex } = zone.value;
  const says = async (type: MainType | "DS") => {
    const observed = await zoneSays(session, zone.value, name, type, barredAddresses, compared);
    const checked = chain ? await checkTarget(session, observed, name, apex) : observed;
    progress.finish(type);
    return checked;
  };
  const mx = says("MX");
  const dnskey = says("DNSKEY");
  const ofParent = async () =>
    planned === null ? parentSays(session, parent, name, barredAddresses) : plannedDs(name, planned);
  const ds = name === apex ? progress.part("DS", ofParent()) : says("DS");
  // Our resolver does not know a zone that is not published.
  const published = zone.value.unpublished !== true && planned === null;
  const atApex = name === apex ? { ds, keys: dnskey } : null;
  const lost = zone.value.nameServers.every(
    ({ addresses, reason }) => addresses.length === 0 && reason !== null,
  );
  const [alive, own, validation, trust, closer, exchanges, ...types] = await Promise.all([
    lost ? session.resolverAlive() : null,
    childServers(session, zone.value, delegation, barredAddresses, dnskey),
    published ? validate(session, denied ? name : apex, denied) : { name: apex, ...NOT_VALIDATED },
    chain && !denied
      ? progress.part(
          "DNSSEC",
          lookAtChain(session, { parent, passed }, zone.value, atApex, planned && dsData(planned)).then(
            async (found) => ({ found, parentNs: await askParents(session, delegation, found) }),
          ),
        )
      : NO_CHAIN,
    chain && !denied
      ? progress.part("name servers", lookCloser(session, zone.value, delegation, barredAddresses))
      : NO_NAMES,
    mx.then((observed) => exchangesOf(session, zone.value, observed, name, barredAddresses)),
    ...MAIN_TYPES.map((type) => (type === "MX" ? mx : type === "DNSKEY" ? dnskey : says(type))),
    ds,
  ]);
  const unsure = alive === null && published && validation?.outcome.kind === "unknown";
  const resolverAlive = unsure ? await session.resolverAlive() : alive;
  const { wishes, tcp, hostCheck } = closer;
  const more = { chain: trust.found, parentNs: trust.parentNs, wishes, tcp, hostCheck, exchanges };
  const observed = { ...own, ...more, delegation, validation, zone, resolverAlive, types };
  if (!differencesOf(observed, name).some(({ type }) => type === "CNAME")) return observed;
  const { replies } = await zoneSays(session, zone.value, apex, "SOA", barredAddresses, compared);
  return { ...observed, versions: replies };
}

/** The chain of trust if it was not queried. */
const NO_CHAIN = { found: null, parentNs: [] } as const;

/**
 * Observes the DS records of a zone at its parent's servers (RFC 4035 3.1.4.1), or through our resolver if the
 * parent's servers are not known.
 */
async function parentSays(
  session: NetSession,
  parent: Zone | null,
  name: DomainName,
  barredAddresses: BarredAddresses,
): Promise<TypeObservation> {
  if (parent === null) return resolverSays(session, name, "DS");
  const servers = serversOf(parent).slice(0, COMPARED_MAX);
  const replies = await askEach(session, parent, servers, { name, type: "DS" }, barredAddresses);
  const lead = leadOf(replies);
  // If the parent's servers fail, the resolver's answer is used; the failed replies are kept for the report.
  if (lead === undefined || lead.outcome.kind === "unknown")
    return { ...(await resolverSays(session, name, "DS")), replies };
  return {
    type: "DS",
    source: "parent",
    server: lead.server,
    outcome: lead.outcome,
    outOfZone: null,
    replies,
  };
}

/** Returns the observation of a record type that could not be queried because the zone could not be found. */
export function unasked(type: ShownType, outcome: TypeObservation["outcome"]): TypeObservation {
  return { type, source: "authoritative", server: null, outcome, outOfZone: null, replies: [] };
}

/**
 * Observes one record type at all servers of a zone. The best reply becomes the answer (see `leadOf`); all replies are
 * kept for comparison.
 */
export async function zoneSays(
  session: NetSession,
  zone: Zone,
  name: DomainName,
  type: MainType | "DS",
  barredAddresses: BarredAddresses,
  compared: number,
): Promise<TypeObservation> {
  // At least one address of each server is queried, even in a zone with many servers.
  const most = compared === COMPARED_MAX ? Math.max(compared, zone.nameServers.length) : compared;
  const servers = serversOf(zone).slice(0, type === "SOA" && most >= COMPARED_MAX ? SERIALS_MAX : most);
  const replies = await askEach(session, zone, servers, { name, type }, barredAddresses);
  const lead = leadOf(replies);
  if (lead === undefined) {
    const unfound = zone.nameServers.find((nameServer) => nameServer.reason !== null)?.reason;
    return { ...unasked(type, unknown(unfound ?? "no_servers")), replies };
  }
  const { outcome, server } = lead;
  const outOfZone =
    outcome.kind === "present"
      ? await followOut(session, zone, outcome.value, replies, { name, type }, barredAddresses)
      : null;
  return { type, source: "authoritative", server, outcome, outOfZone, replies };
}

/**
 * Returns the reply that becomes the answer for a type: the first with records, otherwise the first NOERROR reply,
 * otherwise the first reply. A server that has lost a name must not hide the records that other servers return.
 */
function leadOf(replies: readonly ServerReply[]): ServerReply | undefined {
  const answered = replies.flatMap((one) =>
    one.outcome.kind === "present" ? [{ one, reply: one.outcome.value }] : [],
  );
  const best =
    answered.find(({ reply }) => reply.answers.length > 0) ??
    answered.find(({ reply }) => reply.rcode === "NOERROR") ??
    answered[0];
  return best?.one ?? replies[0];
}

/**
 * Maximum number of a zone's server addresses that are queried for every record type; DENIED_MAX applies if the
 * servers denied the name.
 */
const COMPARED_MAX = 8;
const DENIED_MAX = 2;
/**
 * Maximum number of server addresses that are queried for the zone's serial number: two addresses of each of 13
 * servers.
 */
const SERIALS_MAX = 26;

/**
 * Follows an alias through our resolver if the server's reply does not include the target's records. The zone's
 * servers are not authoritative for a target in another zone, and many omit even a target in their own zone, contrary
 * to RFC 1034 4.3.2.
 */
async function followOut(
  session: NetSession,
  zone: Zone,
  reply: DnsReply,
  replies: readonly ServerReply[],
  { name, type }: { readonly name: DomainName; readonly type: ShownType },
  barredAddresses: BarredAddresses,
): Promise<OutOfZoneTarget | null> {
  const { aliases, records, end, loop } = walkChain(reply.answers, name, type, zone.apex);
  if (aliases.length === 0 || records.length > 0 || loop || type === "CNAME") return null;
  // A denial without proof counts only if no server signs its answer.
  const isDenial = ({ outcome }: ServerReply) =>
    outcome.kind !== "present" ||
    !hasSoaOf(outcome.value, zone.apex) ||
    deniesTarget(outcome.value, zone.apex);
  const denied = isWithin(end, zone.apex) && hasSoaOf(reply, zone.apex) && replies.every(isDenial);
  // The parent has the DS records of an apex (RFC 4035 3.1.4.1), so a denial by the zone itself has no meaning.
  if (denied && !(type === "DS" && end === zone.apex)) return null;
  const own = zone.unpublished === true && isWithin(end, zone.apex);
  // If the zone does not prove its denial, it depends on the resolver whether the target is queried too.
  const isOpen = type !== "DS" && isWithin(end, zone.apex) && hasSoaOf(reply, zone.apex);
  const asked = isOpen ? name : answerName(end);
  if (!own) return askTarget(session, answerName(end), type, asked);
  const { server, outcome } = await askZone(
    session,
    zone,
    serversOf(zone),
    { name: end, type },
    barredAddresses,
  );
  return { target: end, server: shownServer(server), outcome };
}
