import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { nsTargets } from "@dnstools/core/protocol/rrset";
import type { About, Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { privateFindings, shownName } from "./hosts.ts";
import { ofDelegation, ofHosts, shownBy, shownByEach, type Wanted } from "./shown-by.ts";

/** Maximum number of servers in one finding; the operator of a zone can name any number of servers. */
const LISTED_MAX = 13;

/** Compares the delegation at the parent with the zone's own NS RRset and addresses, and returns the findings. */
export function delegationFindings(observed: DnsObservation): Finding[] {
  const { delegation, childNs, childOnlyServers } = observed;
  if (delegation === null) return [];
  const atParent = delegation.nameServers.map(({ name }) => name);
  const atZone = childNs?.kind === "present" ? nsTargets(childNs.value, delegation.apex) : null;
  const differs = atZone !== null && atZone.length > 0 && atZone.join() !== atParent.join();
  const only = atParent.length === 1 && (atZone === null || atZone.length < 2);
  // A server that serves both the parent and the child zone answers for the child zone, and need not add addresses.
  const glueless = (delegation.referral ? delegation.nameServers : [])
    .filter(({ name, glue }) => isWithin(name, delegation.apex) && glue.length === 0)
    .map(({ name }) => name);
  const { apex } = delegation;
  const about = (subjects: readonly string[], ...kinds: readonly Wanted[]) => ({
    subjects,
    evidence: shownByEach(observed, kinds),
  });
  const referral = ofDelegation(observed);
  const ofZone = { names: [apex], types: ["NS"], at: addressesOf(observed) };
  return [
    ...(differs ? [findingOf("dns.delegation_mismatch", mismatch(observed, atParent, atZone))] : []),
    ...(isUndelegated(observed)
      ? [findingOf("dns.not_delegated", about([apex], { names: [apex], types: ["DS"], rcode: "NXDOMAIN" }))]
      : []),
    ...(childNs !== null && isEmpty(childNs) ? [findingOf("dns.no_own_ns", about([apex], ofZone))] : []),
    ...(glueless.length > 0
      ? [
          findingOf("dns.missing_glue", {
            ...about(glueless.slice(0, LISTED_MAX), referral),
            subject: listed(glueless),
          }),
        ]
      : []),
    ...glueFindings(observed),
    ...(only ? [findingOf("dns.one_server", about(atParent, referral, ofZone))] : []),
    ...sharedAddresses(observed).map(({ names, addresses }) =>
      findingOf("dns.ns_one_address", {
        ...about([...names, ...addresses], referral, ofHosts(names)),
        subject: `${listed(names)} (${addresses.join(", ")})`,
      }),
    ),
    ...(hasNoIpv4(observed)
      ? [findingOf("dns.servers_ipv6_only", about([apex], referral, ofHosts(atParent)))]
      : []),
    ...privateFindings(observed, "dns.server_private", childOnlyServers),
  ];
}

/**
 * Returns a finding for each name server inside the zone that has different addresses at the parent and in the
 * zone.
 */
function glueFindings(observed: DnsObservation): Finding[] {
  return observed.inBailiwick.flatMap(({ name, addresses, reason, alias }) => {
    const glue = observed.delegation?.nameServers.find((one) => one.name === name)?.glue ?? [];
    const of = (all: readonly string[], v6: boolean) =>
      all.filter((address) => address.includes(":") === v6).toSorted();
    // If an address family has no glue at all, the parent may have left it out for lack of space in the message.
    const differs = [false, true].some(
      (v6) => of(glue, v6).length > 0 && of(glue, v6).join() !== of(addresses, v6).join(),
    );
    // A name server that is an alias has a finding of its own, and one whose address is unknown has no finding.
    if (!differs || reason !== null || alias !== null) return [];
    const own = addresses.length > 0 ? addresses.join(", ") : "none";
    return [
      findingOf("dns.glue_mismatch", {
        subject: `${name} (parent: ${glue.join(", ")}; zone: ${own})`,
        subjects: [...new Set([name, ...glue, ...addresses])],
        evidence: shownByEach(observed, [ofDelegation(observed), ofHosts([name])]),
      }),
    ];
  });
}

/** Returns the addresses of the zone's name servers. */
function addressesOf({ zone }: DnsObservation): string[] {
  return zone?.kind === "present" ? zone.value.nameServers.flatMap(({ addresses }) => addresses) : [];
}

/**
 * Returns true if the parent's servers, which also serve the child zone, answer from the parent zone that the child's
 * name does not exist. Only the query for DS is answered from the parent zone (RFC 4035 3.1.4.1). NSD does not send
 * this denial for zones that it serves itself.
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

/** Returns true for NODATA: the name exists but has no record of the type. */
function isEmpty(outcome: NonNullable<DnsObservation["childNs"]>): boolean {
  return (
    outcome.kind === "present" && outcome.value.rcode === "NOERROR" && outcome.value.answers.length === 0
  );
}

/** Describes the name servers that only the parent lists or only the zone lists. */
function mismatch(observed: DnsObservation, atParent: readonly string[], atZone: readonly string[]): About {
  const namedBy = (side: string, names: readonly string[], others: readonly string[]) => {
    const own = names.filter((name) => !others.includes(name));
    return own.length > 0 ? [`only the ${side} names ${listed(own)}`] : [];
  };
  const { apex = "" } = observed.delegation ?? {};
  const own = atZone.filter((name) => !atParent.includes(name));
  return {
    subject: [...namedBy("parent", atParent, atZone), ...namedBy("zone", atZone, atParent)].join("; "),
    subjects: [
      ...atParent.filter((name) => !atZone.includes(name)).slice(0, LISTED_MAX),
      ...own.slice(0, LISTED_MAX),
    ],
    evidence: shownByEach(observed, [
      ofDelegation(observed),
      { names: [apex], types: ["NS"], at: addressesOf(observed) },
    ]),
  };
}

/** Joins up to LISTED_MAX names with commas and counts the remaining ones; shows the root as a quoted dot. */
function listed(names: readonly string[]): string {
  const more = names.length - LISTED_MAX;
  const shown = names.slice(0, LISTED_MAX).map(shownName).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Groups name servers that have an address in common and therefore are the same server. */
function sharedAddresses({
  zone,
}: DnsObservation): { readonly names: readonly string[]; readonly addresses: readonly string[] }[] {
  const servers = zone?.kind === "present" ? zone.value.nameServers : [];
  const all = servers.flatMap(({ name, addresses }) => addresses.map((address) => ({ name, address })));
  const shared = [...Map.groupBy(all, ({ address }) => address)]
    .map(([address, some]) => ({ address, names: [...new Set(some.map(({ name }) => name))] }))
    .filter(({ names }) => names.length > 1);
  // Two names with a common IPv4 address may also have a common IPv6 address.
  const byNames = Map.groupBy(shared, ({ names }) => names.join());
  return [...byNames.values()].flatMap((some) =>
    some.slice(0, 1).map(({ names }) => ({ names, addresses: some.map(({ address }) => address) })),
  );
}

/** Returns true if the addresses of all servers are known and all of them are IPv6 addresses. */
function hasNoIpv4({ zone }: DnsObservation): boolean {
  const servers = zone?.kind === "present" ? zone.value.nameServers : [];
  const addresses = servers.flatMap((server) => server.addresses);
  const allFound = servers.every(({ reason }) => reason === null);
  return allFound && addresses.length > 0 && addresses.every((address) => address.includes(":"));
}

/**
 * Returns a finding if the zone has no SOA record. The answer comes from the zone's own servers at the apex, and from
 * our resolver for a name below the apex.
 */
export function apexFindings(observed: DnsObservation, name: string): Finding[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : null;
  const soa = observed.types.find(({ type }) => type === "SOA");
  const resolved = observed.validation?.unchecked ?? observed.validation?.outcome;
  const outcome = apex === name ? soa?.outcome : resolved;
  if (apex === null || outcome == null || !isEmpty(outcome)) return [];
  const evidence = shownBy(observed, { names: [apex], types: ["SOA"] });
  return [findingOf("dns.no_own_soa", { subjects: [apex], evidence })];
}
