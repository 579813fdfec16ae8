import { varianceOf } from "@dnstools/core/domain/differences";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Exchange } from "../../exchanges.ts";
import type { ServerData } from "../data.ts";
import { findingOf } from "../findings.ts";
import { FOREIGN_NAME, type ScoutObservation } from "../observations.ts";
import type { Look } from "./look.ts";

/** Returns the finding that no server of the zone gives a usable answer. */
export function lostFindings({ data: { domain }, observed, ids }: Look): Finding[] {
  if (!isLost(observed)) return [];
  const { zone, servers } = observed;
  const names = zone.kind === "present" ? zone.value.nameServers.map(({ name }) => name) : [];
  const addresses = new Set(servers.map(({ address }) => address));
  const asked = ids(({ name, type, address }) => name === domain && type === "SOA" && addresses.has(address));
  // If no server has a known address, the evidence is the failed lookup of the servers' addresses.
  const way = () =>
    ids(({ name, type, reason }) =>
      names.length > 0 ? names.includes(name) && type.startsWith("A") : reason !== null,
    );
  const evidence = asked.length > 0 ? asked : way();
  return [
    findingOf("scout.zone_unreachable", { subject: domain, subjects: [domain, ...new Set(names)], evidence }),
  ];
}

/** Returns true if the servers themselves cannot be reached; false if this API or its network may be the cause. */
function isLost({ zone, servers, exists }: ScoutObservation): boolean {
  if (zone.kind === "unknown") return zone.reason === "servfail" || zone.reason === "no_servers";
  // Servers that have no address cannot be reached.
  if (zone.kind === "present" && servers.length === 0)
    return zone.value.nameServers.every(({ reason }) => reason === null || reason === "servfail");
  const theirs = ["timeout", "unreachable", "reset", "refused", "servfail", "malformed"];
  const failed = servers.every(
    ({ udp }) => udp.kind === "present" || (udp.kind === "unknown" && theirs.includes(udp.reason)),
  );
  return zone.kind === "present" && exists === null && servers.length > 0 && failed;
}

/** Returns findings about servers that allow this API to transfer the zone. */
export function transferFindings({ data: { axfr }, ids }: Look): Finding[] {
  return (axfr?.servers ?? []).flatMap(({ name, address, result }) => {
    if (result !== "allowed" && result !== "unfinished") return [];
    const evidence = ids((one) => one.type === "AXFR" && one.address === address);
    const code = result === "allowed" ? "scout.axfr_open" : "scout.axfr_unfinished";
    return [findingOf(code, { ...serverSubject({ name, address }), evidence })];
  });
}

/** Returns findings about each server of the zone, and about differences between the servers' records. */
export function recordFindings(look: Look): Finding[] {
  const { data, observed } = look;
  const { records } = data;
  if (records === null) return [];
  return [
    ...records.servers.flatMap((server) => serverFindings(look, server)),
    ...serialFindings(look, records.servers),
    ...(observed.servers.length > 1 ? differenceFindings(look) : []),
    ...(records.dnssec?.status === "bogus" ? [bogusFinding(look, records.zone ?? data.domain)] : []),
  ];
}

/** Returns findings about one server address. Failures within this API or its network do not result in a finding. */
function serverFindings({ data: { domain }, ids }: Look, server: ServerData): Finding[] {
  const { address, udp, tcp, edns, recursion } = server;
  const silent = ["timeout", "unreachable", "reset"].includes(udp.reason ?? "");
  const lame = ["refused", "servfail", "not_authoritative", "malformed"].includes(udp.reason ?? "");
  const noTcp =
    udp.status === "ok" && ["timeout", "unreachable", "reset", "malformed"].includes(tcp.reason ?? "");
  const about = (fits: (exchange: Exchange) => boolean) => ({
    ...serverSubject(server),
    evidence: ids((one) => one.address === address && fits(one)),
  });
  const isSoa = ({ name, type }: Exchange) => name === domain && type === "SOA";
  const overUdp = about((one) => isSoa(one) && one.transport === "udp");
  const isForeign = ({ name }: Exchange) => name === FOREIGN_NAME;
  return [
    ...(silent ? [findingOf("scout.server_silent", about(isSoa))] : []),
    ...(lame ? [findingOf("scout.server_lame", overUdp)] : []),
    ...(noTcp ? [findingOf("scout.no_tcp", about(isSoa))] : []),
    ...(edns === false ? [findingOf("scout.no_edns", overUdp)] : []),
    ...(recursion === "open" ? [findingOf("scout.open_recursion", about(isForeign))] : []),
  ];
}

function serverSubject({ name, address }: { readonly name: string; readonly address: string }) {
  return { subject: `${name} (${address})`, subjects: [name, address] };
}

function serialFindings({ data: { domain }, ids }: Look, servers: readonly ServerData[]): Finding[] {
  const first = new Map<number, ServerData>();
  for (const server of servers)
    if (server.serial !== null && !first.has(server.serial)) first.set(server.serial, server);
  if (first.size < 2) return [];
  const subject = [...first].map(([serial, { name }]) => `${serial} (${name})`).join(", ");
  const subjects = [...first].flatMap(([serial, { name }]) => [name, String(serial)]);
  const addresses = [...first.values()].map(({ address }) => address);
  const evidence = ids(
    ({ name, type, transport, address }) =>
      name === domain && type === "SOA" && transport === "udp" && addresses.includes(address),
  );
  return [findingOf("scout.serials_differ", { subject, subjects, evidence })];
}

/**
 * Returns the finding that servers return different records. The evidence contains one server for each different
 * answer.
 */
function differenceFindings({ data: { records, domain }, observed, ids }: Look): Finding[] {
  const differences = records?.differences ?? [];
  const { types, isBalanced } = varianceOf(observed.records, differences, domain);
  if (types.length === 0) return [];
  const differing = differences.filter(({ type }) => types.includes(type));
  const evidence = differing.flatMap(({ type, answers }) =>
    answers.flatMap(({ servers: [server] }) =>
      ids((one) => one.name === domain && one.type === type && one.address === server?.address, 1),
    ),
  );
  const code = isBalanced ? "scout.servers_vary" : "scout.servers_disagree";
  return [findingOf(code, { subjects: types, evidence: evidence.slice(0, 8) })];
}

/** The evidence is our resolver's SERVFAIL, and its answer with checking disabled. */
function bogusFinding({ data: { domain }, ids }: Look, zone: string): Finding {
  const evidence = ids(
    ({ server, name, type }) => server === "resolver" && name === domain && type === "SOA",
  );
  return findingOf("scout.dnssec_bogus", { subjects: [zone], evidence });
}
