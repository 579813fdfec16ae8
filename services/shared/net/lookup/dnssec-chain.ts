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
import { askEach, type BarredAddresses, serversOf } from "./zone.ts";

/** Zones between the root and a name's zone; names in ip6.arpa have a handful. */
const ZONES_MAX = 10;
/** Servers of a zone that are asked for its keys, and of its parent for its DS. */
const SERVERS_MAX = 8;

/**
 * The zones from the root down to the zone that was reached, with their DS and keys. The DS of that zone comes from its
 * parent's servers, its keys from its own; what is above comes from our resolver, unchecked (CD), all at the same time.
 * @param atApex the DS and DNSKEY of the zone, where they are asked for anyway.
 * @param planned the data of the zone's DS where a caller plans others than its parent has.
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
    // What no server of the parent answers, our resolver may still have.
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
  return { anchors: session.trustAnchors, at: Math.floor(Date.now() / 1000), links };
}

/** The planned DS. A zone that is not published yet, and for which its parent has no DS, is one without: the parent will prove that then. */
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

/** A zone above, as our resolver knows it. */
async function linkAbove(session: NetSession, zone: string): Promise<ZoneLink> {
  const [ds, keys] = await Promise.all([
    zone === "" ? [] : fromResolver(session, zone, "DS"),
    fromResolver(session, zone, "DNSKEY"),
  ]);
  return { zone, ds, keys };
}

/**
 * The zone that a DS without signatures is in, where there are names between it and the zone that was passed: an unsigned
 * zone at the same servers does not show itself. Null where our resolver does not say.
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

/** The zone that a DS is in: that of its signatures, or of the SOA of its denial; null where no answer says. */
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
