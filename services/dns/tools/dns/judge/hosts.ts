import { failedFor } from "@dnstools/core/domain/dnssec";
import { parseIp } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { NameServer } from "@dnstools/core/protocol/zone";
import type { Finding } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { ofDelegation, ofHosts, shownBy } from "./shown-by.ts";

/** Returns a server's name for readers; the root becomes a quoted dot. */
export const shownName = (name: string) => (name === "" ? '"."' : name);

/** Returns a finding for each host with addresses that are not publicly reachable. */
export function privateFindings(
  observed: DnsObservation,
  code: "dns.server_private" | "dns.mx_private",
  hosts: readonly NameServer[],
): Finding[] {
  return hosts.flatMap(({ name, addresses }) => {
    const hidden = addresses.filter((address) => !isPublic(address));
    const evidence = shownBy(observed, ofHosts([name]));
    return hidden.length > 0
      ? [
          findingOf(code, {
            subject: `${name} (${hidden.join(", ")})`,
            subjects: [name, ...hidden],
            evidence,
          }),
        ]
      : [];
  });
}

/** Returns the findings about targets of MX and NS records: aliases, and names without a usable address. */
export function targetFindings(observed: DnsObservation): Finding[] {
  const { exchanges, childOnlyServers, inBailiwick, zone } = observed;
  const servers = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...childOnlyServers];
  const aliases = (all: readonly NameServer[]) =>
    all.filter(({ alias }) => alias !== null).map(({ name }) => name);
  const mail = exchanges ?? [];
  const bogus = bogusHosts(observed, servers);
  const about = (name: string) => ({
    subject: shownName(name),
    subjects: [shownName(name)],
    evidence: shownBy(observed, ofHosts([name]), ofDelegation(observed)),
  });
  const found = (code: keyof typeof FINDINGS, names: readonly string[]) =>
    [...new Set(names)].map((name) => findingOf(code, about(name)));
  const without = (all: readonly NameServer[], reason: "servfail" | null) =>
    all.filter((one) => one.addresses.length === 0 && one.reason === reason).map(({ name }) => name);
  // A name server inside the zone cannot be resolved without glue; missing glue has its own finding.
  const inside = (name: string) => zone?.kind === "present" && isWithin(name, zone.value.apex);
  const unresolved = without(servers, "servfail").filter((name) => !inside(name) && !bogus.includes(name));
  return [
    ...found("dns.ns_bogus", bogus),
    ...found("dns.ns_is_alias", aliases([...servers, ...inBailiwick])),
    ...found("dns.ns_without_address", without(servers, null)),
    ...found("dns.ns_unresolved", unresolved),
    ...found("dns.mx_is_alias", aliases(mail)),
    ...found("dns.mx_without_address", without(mail, null)),
    ...found("dns.mx_unresolved", without(mail, "servfail")),
    ...privateFindings(observed, "dns.mx_private", mail),
  ];
}

/**
 * Returns the name servers whose address records exist but do not validate, according to our resolver's extended error
 * or to its answer without signature checks.
 */
function bogusHosts(
  { hostCheck, inBailiwick, evidence }: DnsObservation,
  servers: readonly NameServer[],
): string[] {
  const failed = servers.filter(({ reason }) => reason === "servfail").map(({ name }) => name);
  const why = (name: string) =>
    (["A", "AAAA"] as const)
      .map((type) => failedFor(evidence, `${name}. IN ${type}`))
      .find((reason) => reason !== null);
  const bogus = failed.filter((name) => why(name) === "dnssec");
  const checked = [hostCheck, ...inBailiwick.map(({ check }) => check)]
    .filter((check) => check !== null)
    .filter(({ name, unchecked }) => unchecked?.kind === "present" && why(name) !== "other");
  return [...new Set([...bogus, ...checked.map(({ name }) => name)])];
}

/** Returns true if an address is publicly reachable. */
function isPublic(address: string): boolean {
  const ip = parseIp(address);
  return ip !== null && scopeOf(ip).scope === "public";
}
