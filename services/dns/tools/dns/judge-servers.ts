import { type Finding, finding } from "@dnstools/core/finding";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { parseIp } from "@dnstools/core/protocol/ip";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Difference } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import type { DnsSeen, TypeSeen } from "./seen.ts";

/** Types for which servers of the zone give different answers. */
export function differencesOf(seen: DnsSeen, name: string): Difference[] {
  const apex = seen.zone?.kind === "present" ? seen.zone.value.apex : "";
  return seen.types.flatMap((type) => {
    const answers = answersOf(type, name, apex);
    return answers.length > 1 ? [{ type: type.type, answers }] : [];
  });
}

/** The different answers of a type, each with those who gave it; those that gave none are left out. */
function answersOf({ said, type }: TypeSeen, name: string, apex: string): Difference["answers"] {
  const groups = new Map<string, Difference["answers"][number]>();
  for (const { server, outcome } of said) {
    if (outcome.kind !== "present") continue;
    const { records, aliases } = walkChain(outcome.value.answers, name, type, apex);
    // An alias that is followed by one server and not by another is the same answer.
    const shown = aliases.length > 0 ? aliases : records;
    const values = shown.map(({ value }) => value).sort();
    const none = outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata";
    const status = values.length > 0 ? "answer" : none;
    const key = `${status} ${values.join("\n").toLowerCase()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { status, values, servers: [{ ...server }] });
    else group.servers.push({ ...server });
  }
  return [...groups.values()];
}

/** What the servers say differently, and where they stand. */
export function serversFindings(seen: DnsSeen, differences: readonly Difference[], name: string): Finding[] {
  const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);
  const other = differences.map(({ type }) => type).filter((type) => type !== "SOA");
  const serials = serialsOf(seen, name);
  const network = oneNetwork(seen);
  return [
    ...(other.length > 0 ? [say("dns.servers_disagree", `${name} ${other.join(", ")}`)] : []),
    ...(serials.length > 1 ? [say("dns.serials_differ", serials.join(", "))] : []),
    ...(network === null ? [] : [say("dns.one_network", network)]),
  ];
}

/** The serials of the zone's SOA, each with a server that has it. */
function serialsOf(seen: DnsSeen, name: string): string[] {
  const soa = seen.types.find(({ type }) => type === "SOA");
  const serials = new Map<number, string>();
  for (const { server, outcome } of soa?.said ?? []) {
    if (outcome.kind !== "present") continue;
    const all = [...outcome.value.answers, ...outcome.value.authorities];
    const record = all.find((one): one is DnsRecord<"SOA"> => one.type === "SOA");
    // For a name below the apex the SOA stands in the authority section (RFC 2308 2).
    if (record !== undefined && (record.name.toLowerCase() === name || outcome.value.answers.length === 0))
      serials.set(record.data.serial, serials.get(record.data.serial) ?? server.name);
  }
  return [...serials].map(([serial, server]) => `${serial} (${server})`);
}

/** The network that all servers of a zone are in: an IPv4 /24, where none has IPv6 elsewhere; null where there are more. */
function oneNetwork(seen: DnsSeen): string | null {
  if (seen.zone?.kind !== "present" || seen.zone.value.nameServers.length < 2) return null;
  const addresses = seen.zone.value.nameServers.flatMap((server) => server.addresses);
  const networks = new Set(addresses.map(networkOf));
  const [only] = networks;
  return networks.size === 1 && only !== undefined ? only : null;
}

function networkOf(address: string): string {
  const bytes = parseIp(address) ?? [];
  return bytes.length === 4
    ? `${bytes.slice(0, 3).join(".")}.0/24`
    : `${address.split(":").slice(0, 3).join(":")}::/48`;
}

/** All records of a type at a name that a server gave, aliases left out. */
export function recordsAt(seen: DnsSeen, name: string, type: ShownType): readonly DnsRecord[] {
  const found = seen.types.find((one) => one.type === type);
  if (found?.outcome.kind !== "present") return [];
  return found.outcome.value.answers.filter(
    (record) => record.type === type && record.name.toLowerCase() === name,
  );
}
