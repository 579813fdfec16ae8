import type { DomainObservation, OwnNameServer, TypeObservation } from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import { answerName, type DomainName, isWithin } from "@dnstools/core/protocol/names";
import { nsTargets, walkChain } from "@dnstools/core/protocol/rrset";
import type { Delegation, NameServer, Zone } from "@dnstools/core/protocol/zone";
import type { DnsServer } from "../dns/server.ts";
import type { NetSession } from "../session.ts";
import { checkHost } from "./servers.ts";
import {
  askZone,
  type BarredAddresses,
  findAddresses,
  nameServerOf,
  serversOf,
  shownServer,
} from "./zone.ts";

/** Returns the mail servers in a name's MX records, with their addresses; null if the MX records are not known. */
export async function exchangesOf(
  session: NetSession,
  zone: Zone,
  observed: TypeObservation,
  name: DomainName,
  barredAddresses: BarredAddresses,
): Promise<DomainObservation["exchanges"]> {
  // If the name is an alias, the MX records of its target apply.
  const { outcome, at } = observed.outOfZone
    ? { ...observed.outOfZone, at: observed.outOfZone.target }
    : { ...observed, at: name };
  if (outcome.kind !== "present") return null;
  const records = walkChain(outcome.value.answers, at, "MX").records as readonly DnsRecord<"MX">[];
  const inOrder = records.toSorted((a, b) => a.data.preference - b.data.preference);
  const names = [...new Set(inOrder.map(({ data }) => answerName(data.exchange)))];
  // An empty name is the null MX (root), and an IP address is not a host name.
  const asked = names.filter((one) => one !== "" && !isIp(one)).slice(0, EXCHANGES_MAX);
  const answering = serversOf(zone).filter(({ address }) =>
    observed.replies.some(({ server, outcome: it }) => server.address === address && it.kind === "present"),
  );
  const servers = answering.slice(0, ANSWERING_MAX);
  return Promise.all(asked.map((one) => hostAddresses(session, zone, one, servers, barredAddresses)));
}

/** Maximum number of a zone's answering servers that are queried for the addresses of a host in the zone. */
const ANSWERING_MAX = 2;

/**
 * Finds a host's addresses through our resolver, or at the zone's own servers if the zone is not published.
 * @param servers the zone's servers that have answered; other servers must not receive this many queries at a caller's
 * request.
 */
async function hostAddresses(
  session: NetSession,
  zone: Zone,
  host: string,
  servers: readonly DnsServer[],
  barredAddresses: BarredAddresses,
): Promise<NameServer> {
  return zone.unpublished === true && isWithin(host, zone.apex)
    ? nameServerOf(host, await ownAddresses(session, zone, host, servers, barredAddresses))
    : findAddresses(session, host, true);
}

/** Maximum number of mail servers that are resolved. */
const EXCHANGES_MAX = 10;

/**
 * Observes the child's NS records, and the addresses of the name servers that are only in these records or that have
 * glue. Our resolver is asked about unsigned addresses in a signed zone, which may lie in an unsigned zone below.
 * @param dnskey the zone's keys, which show whether it is signed.
 */
export async function childServers(
  session: NetSession,
  zone: Zone,
  delegation: Delegation | null,
  barredAddresses: BarredAddresses,
  dnskey: Promise<TypeObservation>,
): Promise<Pick<DomainObservation, "childNs" | "childOnlyServers" | "inBailiwick">> {
  const question = { name: zone.apex, type: "NS" } as const;
  const servers = serversOf(zone);
  const { server, outcome } = await askZone(session, zone, servers, question, barredAddresses);
  const answering = server === null ? [] : [server];
  const names = outcome.kind === "present" ? nsTargets(outcome.value, zone.apex) : [];
  const inside = (delegation?.nameServers ?? []).filter(
    ({ name, glue }) => glue.length > 0 && isWithin(name, zone.apex),
  );
  const extra =
    delegation === null
      ? []
      : names.filter((name) => !delegation.nameServers.some((one) => one.name === name));
  const [childOnlyServers, inBailiwick] = await Promise.all([
    Promise.all(
      extra
        .slice(0, CHILD_SERVERS_MAX)
        .map((name) => hostAddresses(session, zone, name, answering, barredAddresses)),
    ),
    // The zone's own servers are queried because our resolver may return the parent's glue.
    Promise.all(
      inside.slice(0, CHILD_SERVERS_MAX).map(async ({ name }) => {
        const types = await ownAddresses(session, zone, name, servers, barredAddresses);
        const isUnsigned = types.some(lacksSignature) && isSigned(await dnskey);
        const check = isUnsigned ? await checkHost(session, name) : null;
        return { ...nameServerOf(name, types), types, check };
      }),
    ),
  ]);
  return { childNs: outcome, childOnlyServers, inBailiwick };
}

/** Returns true if the answer has records without a signature. */
function lacksSignature({ outcome }: TypeObservation): boolean {
  const answers = outcome.kind === "present" ? outcome.value.answers : [];
  return answers.length > 0 && !answers.some(({ type }) => type === "RRSIG");
}

/** Returns true if the answer has signatures. */
function isSigned({ outcome }: TypeObservation): boolean {
  const records = outcome.kind === "present" ? [...outcome.value.answers, ...outcome.value.authorities] : [];
  return records.some(({ type }) => type === "RRSIG");
}

/** Queries a zone's own servers for a host's addresses. */
async function ownAddresses(
  session: NetSession,
  zone: Zone,
  name: string,
  servers: readonly DnsServer[],
  barredAddresses: BarredAddresses,
): Promise<OwnNameServer["types"]> {
  const asked = (["A", "AAAA"] as const).map(async (type): Promise<OwnNameServer["types"][number]> => {
    const signed = { dnssec: true };
    const { server, outcome } = await askZone(
      session,
      zone,
      servers,
      { name, type },
      barredAddresses,
      signed,
    );
    const by = shownServer(server);
    const replies = by === null ? [] : [{ server: by, outcome }];
    return { type, source: "authoritative", server: by, outcome, outOfZone: null, replies };
  });
  return Promise.all(asked);
}

/** Maximum number of name servers that are resolved, both of those that only the child lists and of those with glue. */
const CHILD_SERVERS_MAX = 13;
