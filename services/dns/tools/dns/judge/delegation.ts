import { failedFor } from "@dnstools/core/domain/dnssec";
import { parseIp } from "@dnstools/core/protocol/ip";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { nsTargets } from "@dnstools/core/protocol/rrset";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { NameServer } from "@dnstools/core/protocol/zone";
import type { Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";

/** Servers that are listed: whoever runs a zone chooses how many there are. */
const LISTED_MAX = 13;

/** The delegation at the parent, compared with the zone's own NS RRset and addresses. */
export function delegationFindings(observed: DnsObservation): Finding[] {
  const { delegation, childNs, childOnlyServers, inBailiwick } = observed;
  if (delegation === null) return [];
  const atParent = delegation.nameServers.map(({ name }) => name);
  const atZone = childNs?.kind === "present" ? nsTargets(childNs.value, delegation.apex) : null;
  const differs = atZone !== null && atZone.length > 0 && atZone.join() !== atParent.join();
  const only = atParent.length === 1 && (atZone === null || atZone.length < 2);
  // A server that holds parent and child answers for the child, and need not add addresses.
  const glueless = (delegation.referral ? delegation.nameServers : [])
    .filter(({ name, glue }) => isWithin(name, delegation.apex) && glue.length === 0)
    .map(({ name }) => name);
  return [
    ...(differs ? [findingOf("dns.delegation_mismatch", mismatch(atParent, atZone))] : []),
    ...(isUndelegated(observed) ? [findingOf("dns.not_delegated", delegation.apex)] : []),
    ...(childNs !== null && isEmpty(childNs) ? [findingOf("dns.no_own_ns", delegation.apex)] : []),
    ...(glueless.length > 0 ? [findingOf("dns.missing_glue", listed(glueless))] : []),
    ...inBailiwick
      .filter(({ name, addresses, reason, alias }) => {
        const glue = delegation.nameServers.find((one) => one.name === name)?.glue ?? [];
        const of = (all: readonly string[], v6: boolean) =>
          all.filter((address) => address.includes(":") === v6).toSorted();
        // Of a family without glue the parent has left out what did not fit.
        const differs = [false, true].some(
          (v6) => of(glue, v6).length > 0 && of(glue, v6).join() !== of(addresses, v6).join(),
        );
        // An alias has a finding of its own, and what could not be found out has none.
        return differs && reason === null && alias === null;
      })
      .map(({ name, addresses }) => {
        const glue = delegation.nameServers.find((one) => one.name === name)?.glue ?? [];
        const own = addresses.length > 0 ? addresses.join(", ") : "none";
        return findingOf("dns.glue_mismatch", `${name} (parent: ${glue.join(", ")}; zone: ${own})`);
      }),
    ...(only ? [findingOf("dns.one_server", atParent[0] ?? "")] : []),
    ...sharedAddresses(observed).map((subject) => findingOf("dns.ns_one_address", subject)),
    ...(hasNoIpv4(observed) ? [findingOf("dns.servers_ipv6_only", delegation.apex)] : []),
    ...privates(childOnlyServers).map((subject) => findingOf("dns.server_private", subject)),
  ];
}

/**
 * Whether the parent's servers, which hold both zones, deny the child's name in the parent zone: that alone is asked for a DS (RFC 4035
 * 3.1.4.1). NSD does not say so of its own zones.
 */
function isUndelegated({ delegation, chain }: DnsObservation): boolean {
  const link = chain?.links.find(({ zone }) => zone === delegation?.apex);
  if (delegation === null || delegation.referral || link === undefined) return false;
  const replies = link.ds.flatMap(({ server, outcome }) =>
    outcome.kind === "present" && server.name !== "resolver" ? [outcome.value] : [],
  );
  const denies = ({ rcode, authorities }: (typeof replies)[number]) =>
    rcode === "NXDOMAIN" &&
    authorities.some(({ type, name }) => type === "SOA" && answerName(name) === delegation.parent);
  return replies.length > 0 && replies.every(denies);
}

/** Whether an answer is NODATA: the name exists, and has no record of the type. */
function isEmpty(outcome: NonNullable<DnsObservation["childNs"]>): boolean {
  return (
    outcome.kind === "present" && outcome.value.rcode === "NOERROR" && outcome.value.answers.length === 0
  );
}

/** The servers that only one side names. */
function mismatch(atParent: readonly string[], atZone: readonly string[]): string {
  const only = (side: string, names: readonly string[], others: readonly string[]) => {
    const own = names.filter((name) => !others.includes(name));
    return own.length > 0 ? [`only the ${side} names ${listed(own)}`] : [];
  };
  return [...only("parent", atParent, atZone), ...only("zone", atZone, atParent)].join("; ");
}

/** Names with commas between, up to a number; the root as a dot in quotes. */
function listed(names: readonly string[]): string {
  const more = names.length - LISTED_MAX;
  const shown = names.slice(0, LISTED_MAX).map(shownName).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const shownName = (name: string) => (name === "" ? '"."' : name);

/** Addresses that servers of different names have, with those names: they are one server. */
function sharedAddresses({ zone }: DnsObservation): string[] {
  const servers = zone?.kind === "present" ? zone.value.nameServers : [];
  const all = servers.flatMap(({ name, addresses }) => addresses.map((address) => ({ name, address })));
  const shared = [...Map.groupBy(all, ({ address }) => address)]
    .map(([address, some]) => ({ address, names: [...new Set(some.map(({ name }) => name))] }))
    .filter(({ names }) => names.length > 1);
  // Two names may share an IPv4 and an IPv6 address.
  const byNames = Map.groupBy(shared, ({ names }) => listed(names));
  return [...byNames].map(([names, some]) => `${names} (${some.map(({ address }) => address).join(", ")})`);
}

/** Whether the addresses of all servers were found, and all are IPv6. */
function hasNoIpv4({ zone }: DnsObservation): boolean {
  const servers = zone?.kind === "present" ? zone.value.nameServers : [];
  const addresses = servers.flatMap((server) => server.addresses);
  const allFound = servers.every(({ reason }) => reason === null);
  return allFound && addresses.length > 0 && addresses.every((address) => address.includes(":"));
}

/** Whether the zone has no SOA record, by its own servers or, for a name below its apex, by our resolver. */
export function apexFindings(observed: DnsObservation, name: string): Finding[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : null;
  const soa = observed.types.find(({ type }) => type === "SOA");
  const resolved = observed.validation?.unchecked ?? observed.validation?.outcome;
  const outcome = apex === name ? soa?.outcome : resolved;
  if (apex === null || outcome == null || !isEmpty(outcome)) return [];
  return [findingOf("dns.no_own_soa", apex)];
}

/** Hosts with the addresses of theirs that the world cannot reach. */
function privates(hosts: readonly NameServer[]): string[] {
  return hosts.flatMap(({ name, addresses }) => {
    const hidden = addresses.filter((address) => !isPublic(address));
    return hidden.length > 0 ? [`${name} (${hidden.join(", ")})`] : [];
  });
}

/** Names that MX and NS records must not have. */
export function targetFindings(observed: DnsObservation): Finding[] {
  const { exchanges, childOnlyServers, inBailiwick, zone } = observed;
  const servers = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...childOnlyServers];
  const aliases = (all: readonly NameServer[]) =>
    all.filter(({ alias }) => alias !== null).map(({ name }) => name);
  const mail = exchanges ?? [];
  const bogus = bogusHosts(observed, servers);
  return [
    ...bogus.map((name) => findingOf("dns.ns_bogus", name)),
    ...[...new Set(aliases([...servers, ...inBailiwick]))].map((name) => findingOf("dns.ns_is_alias", name)),
    ...servers
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => findingOf("dns.ns_without_address", shownName(name))),
    ...servers
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === "servfail")
      // Without glue an in-bailiwick name cannot be resolved; that has a finding of its own.
      .filter(({ name }) => zone?.kind !== "present" || !isWithin(name, zone.value.apex))
      .filter(({ name }) => !bogus.includes(name))
      .map(({ name }) => findingOf("dns.ns_unresolved", name)),
    ...aliases(mail).map((name) => findingOf("dns.mx_is_alias", name)),
    ...mail
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => findingOf("dns.mx_without_address", name)),
    ...mail
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === "servfail")
      .map(({ name }) => findingOf("dns.mx_unresolved", name)),
    ...privates(mail).map((subject) => findingOf("dns.mx_private", subject)),
  ];
}

/** Name servers whose address exists and does not validate, by our resolver's reason or by its answer without the check. */
function bogusHosts({ hostCheck, evidence }: DnsObservation, servers: readonly NameServer[]): string[] {
  const failed = servers.filter(({ reason }) => reason === "servfail").map(({ name }) => name);
  const why = (name: string) =>
    (["A", "AAAA"] as const)
      .map((type) => failedFor(evidence, `${name}. IN ${type}`))
      .find((reason) => reason !== null);
  const bogus = failed.filter((name) => why(name) === "dnssec");
  const checked = hostCheck?.unchecked?.kind === "present" && why(hostCheck.name) !== "other";
  return [...new Set([...bogus, ...(checked ? [hostCheck.name] : [])])];
}

/** Whether the world can reach an address. */
function isPublic(address: string): boolean {
  const ip = parseIp(address);
  return ip !== null && scopeOf(ip).scope === "public";
}
