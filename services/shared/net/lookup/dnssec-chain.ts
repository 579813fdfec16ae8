import type {
  ChainObservation,
  ServerReply,
  TypeObservation,
  ZoneLink,
} from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, type DomainName, isWithin, parentOf } from "@dnstools/core/protocol/names";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { NetSession } from "../session.ts";
import type { Reached } from "./reach.ts";
import { ROOT_ZONE } from "./root-zone.ts";
import { askEach, type BarredAddresses, serversOf } from "./zone.ts";

/** Maximum number of zones from the root down to a name's zone; names in ip6.arpa have only a few. */
const ZONES_MAX = 10;
/**
 * Maximum number of a zone's servers that are queried for its keys, and of its parent's servers that are queried for
 * its DS records.
 */
const SERVERS_MAX = 8;
/** Maximum number of servers of the root, or of a top-level domain, that are queried in the place of our resolver. */
const DIRECT_MAX = 2;

/**
 * Observes the chain of trust: the zones from the root down to the reached zone, with their DS and DNSKEY records. The
 * reached zone's DS records come from its parent's servers and its keys from its own servers. The records of the zones
 * above come from our resolver, without validation (CD), if it passes on signatures. All queries run in parallel.
 * @param atApex the DS and DNSKEY observations of the zone, if the caller queries them anyway.
 * @param planned the data of planned DS records, if they differ from those at the parent.
 */
export async function lookAtChain(
  session: NetSession,
  { parent, passed }: Pick<Reached, "parent" | "passed">,
  zone: Zone,
  atApex: { readonly ds: Promise<TypeObservation>; readonly keys: Promise<TypeObservation> } | null,
  planned: readonly Uint8Array[] | null = null,
): Promise<ChainObservation> {
  const { apex } = zone;
  const barredAddresses: BarredAddresses = new Map();
  const fromZone = (from: Zone, type: "DS" | "DNSKEY") =>
    askEach(session, from, serversOf(from).slice(0, SERVERS_MAX), { name: apex, type }, barredAddresses);
  const above = new Map(["", ...passed].map((name) => [name, linkAbove(session, name)]));
  const atParent = async () => {
    const ds = atApex === null ? parent && (await fromZone(parent, "DS")) : (await atApex.ds).replies;
    // If no server of the parent answers, our resolver may still know the DS records.
    const answered = ds?.some(({ outcome }) => outcome.kind === "present");
    return answered ? (ds ?? []) : [...(ds ?? []), ...(await fromResolver(session, apex, "DS"))];
  };
  const [ds, keys] = await Promise.all([
    planned === null ? atParent() : [],
    atApex === null ? fromZone(zone, "DNSKEY") : atApex.keys.then(({ replies }) => replies),
  ]);
  const links: ZoneLink[] = [{ zone: apex, ds, keys, ...plannedOf(planned, zone, ds) }];
  for (
    let [first] = links;
    first !== undefined && first.zone !== "" && links.length < ZONES_MAX;
    [first] = links
  ) {
    const at = first.zone;
    const passedAbove = passed.findLast((one) => one !== at && isWithin(at, one)) ?? "";
    const name = zoneAbove(first.ds, at) ?? (await unshownZone(session, first, passedAbove)) ?? passedAbove;
    links.unshift(await (above.get(name) ?? linkAbove(session, name)));
  }
  return { anchors: session.trustAnchors, at: session.nowS(), links };
}

/**
 * Returns the planned DS records. An unpublished zone without DS records at its parent counts as planned without them,
 * because the parent will prove that there are none.
 */
function plannedOf(
  planned: readonly Uint8Array[] | null,
  { unpublished }: Zone,
  ds: readonly ServerReply[],
): Pick<ZoneLink, "planned"> {
  if (planned !== null) return { planned };
  const answers = ds.flatMap(({ outcome }) => (outcome.kind === "present" ? [outcome.value.answers] : []));
  const none = answers.length > 0 && answers.every((all) => all.every(({ type }) => type !== "DS"));
  return unpublished === true && none ? { planned: [] } : {};
}

/**
 * Returns a zone's DS and DNSKEY records from our resolver. If it leaves out the signatures, those of the root and of a
 * top-level domain come from their own servers.
 */
async function linkAbove(session: NetSession, zone: string): Promise<ZoneLink> {
  const of = async (name: string, type: "DS" | "DNSKEY") => {
    const known = name === "" ? ROOT_ZONE : session.topLevels.get(name);
    const isLocal = session.topLevels.isLocal(zone);
    if (known === null || (session.resolverSigns() !== false && !isLocal))
      return fromResolver(session, zone, type);
    return askEach(session, known, serversOf(known).slice(0, DIRECT_MAX), { name: zone, type }, new Map());
  };
  const [ds, keys] = await Promise.all([
    zone === "" ? [] : of(parentOf(zone as DomainName) ?? "", "DS"),
    of(zone, "DNSKEY"),
  ]);
  return { zone, ds, keys };
}

/**
 * Finds the zone that contains a DS record, if there are names between the record and the last zone passed: following
 * delegations does not show an unsigned zone on the same servers. Returns null if our resolver does not know the zone.
 */
async function unshownZone(
  session: NetSession,
  { zone, ds }: ZoneLink,
  passed: string,
): Promise<DomainName | null> {
  const above = parentOf(zone as DomainName);
  const shown = ds.some(({ outcome }) => outcome.kind === "present");
  return !shown || above === null || above === passed
    ? null
    : zoneAbove(await fromResolver(session, above, "SOA"), zone);
}

async function fromResolver(
  session: NetSession,
  name: string,
  type: "DS" | "DNSKEY" | "SOA",
): Promise<readonly ServerReply[]> {
  const { server, outcome } = await session.resolve({ name, type }, { dnssec: true, unchecked: true });
  return server === null ? [] : [{ server: { name: server.name, address: server.address }, outcome }];
}

/**
 * Returns the zone that contains a DS record, from the signer of its signatures or the SOA record of its denial; null
 * if no answer shows the zone.
 */
function zoneAbove(ds: readonly ServerReply[], zone: string): DomainName | null {
  for (const { outcome } of ds) {
    const records =
      outcome.kind === "present" ? [...outcome.value.answers, ...outcome.value.authorities] : [];
    for (const { type, name, data } of records) {
      const owner = answerName(type === "RRSIG" ? (data as DnsRecord<"RRSIG">["data"]).signer : name);
      if ((type === "RRSIG" || type === "SOA") && owner !== zone && isWithin(zone, owner)) return owner;
    }
  }
  return null;
}
