import { failedFor } from "@dnstools/core/domain/dnssec";
import { parseIp } from "@dnstools/core/protocol/ip";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { nsTargets } from "@dnstools/core/protocol/rrset";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { NameServer } from "@dnstools/core/protocol/zone";
import { type Finding, finding } from "@dnstools/core/tool/finding";
import { FINDINGS } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/** Servers that are listed: whoever runs a zone chooses how many there are. */
const TOLD_MAX = 13;

/** What the parent says, against what the zone says. */
export function delegationFindings(observed: DnsObservation): Finding[] {
  const { delegation, apexNs, ownServers, glued } = observed;
  if (delegation === null) return [];
  const atParent = delegation.nameServers.map(({ name }) => name);
  const atZone = apexNs?.kind === "present" ? nsTargets(apexNs.value, delegation.apex) : null;
  const differs = atZone !== null && atZone.length > 0 && atZone.join() !== atParent.join();
  const only = atParent.length === 1 && (atZone === null || atZone.length < 2);
  // A server that holds parent and child answers for the child, and need not add addresses.
  const glueless = (delegation.referral ? delegation.nameServers : [])
    .filter(({ name, glue }) => isWithin(name, delegation.apex) && glue.length === 0)
    .map(({ name }) => name);
  return [
    ...(differs ? [say("dns.delegation_mismatch", mismatch(atParent, atZone))] : []),
    ...(isUndelegated(observed) ? [say("dns.not_delegated", delegation.apex)] : []),
    ...(apexNs !== null && isEmpty(apexNs) ? [say("dns.no_own_ns", delegation.apex)] : []),
    ...(glueless.length > 0 ? [say("dns.missing_glue", listed(glueless))] : []),
    ...glued
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
        return say("dns.glue_mismatch", `${name} (parent: ${glue.join(", ")}; zone: ${own})`);
      }),
    ...(only ? [say("dns.one_server", atParent[0] ?? "")] : []),
    ...sharedAddresses(observed).map((subject) => say("dns.ns_one_address", subject)),
    ...(hasNoIpv4(observed) ? [say("dns.servers_ipv6_only", delegation.apex)] : []),
    ...privates(ownServers).map((subject) => say("dns.server_private", subject)),
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

/** Whether a server says that there is no such record, and of the name that it exists. */
function isEmpty(outcome: NonNullable<DnsObservation["apexNs"]>): boolean {
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
  const more = names.length - TOLD_MAX;
  const shown = names.slice(0, TOLD_MAX).map(shownName).join(", ");
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

/** Whether all addresses of a zone's servers are known, and none is of IPv4. */
function hasNoIpv4({ zone }: DnsObservation): boolean {
  const servers = zone?.kind === "present" ? zone.value.nameServers : [];
  const addresses = servers.flatMap((server) => server.addresses);
  const known = servers.every(({ reason }) => reason === null);
  return known && addresses.length > 0 && addresses.every((address) => address.includes(":"));
}

/** Whether the zone has no SOA record, by its own servers or, for a name below its apex, by our resolver. */
export function apexFindings(observed: DnsObservation, name: string): Finding[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : null;
  const soa = observed.types.find(({ type }) => type === "SOA");
  const resolved = observed.validation?.unchecked ?? observed.validation?.outcome;
  const outcome = apex === name ? soa?.outcome : resolved;
  if (apex === null || outcome == null || !isEmpty(outcome)) return [];
  return [say("dns.no_own_soa", apex)];
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
  const { exchanges, ownServers, glued, zone } = observed;
  const servers = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...ownServers];
  const aliases = (all: readonly NameServer[]) =>
    all.filter(({ alias }) => alias !== null).map(({ name }) => name);
  const mail = exchanges ?? [];
  const bogus = bogusHosts(observed, servers);
  return [
    ...bogus.map((name) => say("dns.ns_bogus", name)),
    ...[...new Set(aliases([...servers, ...glued]))].map((name) => say("dns.ns_is_alias", name)),
    ...servers
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => say("dns.ns_without_address", shownName(name))),
    ...servers
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === "servfail")
      // Without glue a name inside the zone cannot be found, and that is said.
      .filter(({ name }) => zone?.kind !== "present" || !isWithin(name, zone.value.apex))
      .filter(({ name }) => !bogus.includes(name))
      .map(({ name }) => say("dns.ns_unresolved", name)),
    ...aliases(mail).map((name) => say("dns.mx_is_alias", name)),
    ...mail
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => say("dns.mx_without_address", name)),
    ...mail
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === "servfail")
      .map(({ name }) => say("dns.mx_unresolved", name)),
    ...privates(mail).map((subject) => say("dns.mx_private", subject)),
  ];
}

/** Name servers whose address exists and does not validate, by our resolver's reason or by its answer without the check. */
function bogusHosts({ hostCheck, evidence }: DnsObservation, servers: readonly NameServer[]): string[] {
  const failed = servers.filter(({ reason }) => reason === "servfail").map(({ name }) => name);
  const why = (name: string) =>
    (["A", "AAAA"] as const)
      .map((type) => failedFor(evidence, `${name}. IN ${type}`))
      .find((reason) => reason !== null);
  const told = failed.filter((name) => why(name) === "dnssec");
  const checked = hostCheck?.unchecked?.kind === "present" && why(hostCheck.name) !== "other";
  return [...new Set([...told, ...(checked ? [hostCheck.name] : [])])];
}

/** Whether the world can reach an address. */
function isPublic(address: string): boolean {
  const ip = parseIp(address);
  return ip !== null && scopeOf(ip).scope === "public";
}
