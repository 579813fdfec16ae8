import { parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { type Finding, finding } from "@dnstools/core/tool/finding";
import type { NameData, ScoutData, ServerData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import { type ScoutObservation, SECTIONS } from "../observations.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/** Of one kind so many are told; all of them are in the data. */
const TOLD_MAX = 20;

/** What is worth saying of all that was seen. */
export function findingsOf(data: ScoutData, observed: ScoutObservation): Finding[] {
  const all = [
    ...(isLost(observed) ? [say("scout.zone_unreachable", data.domain)] : []),
    ...transferFindings(data),
    ...nameFindings(data),
    ...serviceFindings(data),
    ...addressFindings(data),
    ...recordFindings(data, observed),
    ...emailFindings(data),
    ...SECTIONS.filter((section) => data[section]?.complete === false).map((section) =>
      say("scout.incomplete", section),
    ),
  ];
  const told = new Map<string, number>();
  return all.filter(({ code }) => {
    told.set(code, (told.get(code) ?? 0) + 1);
    return (told.get(code) ?? 0) <= TOLD_MAX;
  });
}

/** Whether the servers themselves are not to be reached; where our own network is in the way, nothing is said of them. */
function isLost({ zone, servers, exists }: ScoutObservation): boolean {
  if (zone.kind === "unknown") return zone.reason === "servfail" || zone.reason === "no_servers";
  // Servers without an address are nowhere.
  if (zone.kind === "present" && servers.length === 0)
    return zone.value.nameServers.every(({ reason }) => reason === null || reason === "servfail");
  const theirs = ["timeout", "unreachable", "reset", "refused", "servfail", "malformed"];
  const failed = servers.every(
    ({ udp }) => udp.kind === "present" || (udp.kind === "unknown" && theirs.includes(udp.reason)),
  );
  return zone.kind === "present" && exists === null && servers.length > 0 && failed;
}

function transferFindings({ axfr }: ScoutData): Finding[] {
  return (axfr?.servers ?? []).flatMap(({ name, address, result }) => {
    const subject = `${name} (${address})`;
    if (result === "allowed") return [say("scout.axfr_open", subject)];
    return result === "unfinished" ? [say("scout.axfr_unfinished", subject)] : [];
  });
}

function nameFindings({ subdomains, srv }: ScoutData): Finding[] {
  const wildcards = [...(subdomains?.wildcards ?? []), ...(srv?.wildcards ?? [])];
  const dnames = [
    ...wildcards.flatMap(({ dname }) => (dname === null ? [] : [`${dname.owner} -> ${dname.target}`])),
    ...(subdomains?.names ?? []).flatMap(({ name, records }) =>
      records
        .filter(({ type }) => type === "DNAME")
        .map(({ values }) => `${name} -> ${values[0]?.replace(/\.$/, "")}`),
    ),
  ];
  const levels = wildcards
    .filter(({ dname }) => dname === null)
    .filter(({ kind }) => kind === "fixed" || kind === "rotating")
    .map(({ level }) => level)
    // One that stands above answers for what is below.
    .filter((level, _, all) => !all.some((above) => level.endsWith(`.${above}`)));
  return [
    ...(subdomains?.names ?? []).flatMap(aliasFindings),
    ...[...new Set(dnames)].map((dname) => say("scout.dname", dname)),
    ...[...new Set(levels)].map((level) => say("scout.wildcard", level)),
  ];
}

function aliasFindings({ name, aliases, target }: NameData): Finding[] {
  const subject = [name, ...aliases].join(" -> ");
  if (target === "unregistered") return [say("scout.takeover_possible", subject)];
  if (target === "missing") return [say("scout.dangling_alias", subject)];
  return new Set([name, ...aliases]).size <= aliases.length ? [say("scout.alias_loop", name)] : [];
}

function serviceFindings({ srv }: ScoutData): Finding[] {
  return (srv?.services ?? []).flatMap(({ name, records }) =>
    records
      .filter(({ target, targetExists }) => target !== "." && targetExists === "no")
      .map(({ target }) => say("scout.srv_target_missing", `${name} -> ${target}`)),
  );
}

function addressFindings({ subdomains, records }: ScoutData): Finding[] {
  const own = (["A", "AAAA"] as const).flatMap((type) => records?.records[type] ?? []);
  const found = (subdomains?.names ?? []).flatMap(({ name, records: all, aliases }) =>
    aliases.length > 0
      ? []
      : all.filter(({ type }) => type === "A" || type === "AAAA").map((one) => ({ name, ...one })),
  );
  const at = [
    ...own.map(({ name, value }) => [name, value] as const),
    ...found.flatMap(({ name, values }) => values.map((value) => [name, value] as const)),
  ];
  return at
    .filter(([, address]) => {
      const ip = parseIp(address);
      return ip !== null && scopeOf(ip).scope !== "public";
    })
    .map(([name, address]) => say("scout.private_address", `${name} (${address})`));
}

function recordFindings({ records }: ScoutData, { servers }: ScoutObservation): Finding[] {
  if (records === null) return [];
  const serials = new Map(
    records.servers.flatMap(({ serial, name }) => (serial === null ? [] : [[serial, name] as const])),
  );
  const types = (records.differences ?? []).map(({ type }) => type).filter((type) => type !== "SOA");
  return [
    ...records.servers.flatMap(serverFindings),
    ...(serials.size > 1
      ? [say("scout.serials_differ", [...serials].map(([serial, name]) => `${serial} (${name})`).join(", "))]
      : []),
    ...(types.length > 0 && servers.length > 1 ? [say("scout.servers_disagree", types.join(", "))] : []),
    ...(records.dnssec?.status === "bogus" ? [say("scout.dnssec_bogus", records.zone ?? "")] : []),
  ];
}

/** What is wrong with one address; where our own network is in the way, nothing is. */
function serverFindings({ name, address, udp, tcp, edns, recursion }: ServerData): Finding[] {
  const subject = `${name} (${address})`;
  const silent = ["timeout", "unreachable", "reset"].includes(udp.reason ?? "");
  const lame = ["refused", "servfail", "not_authoritative", "malformed"].includes(udp.reason ?? "");
  const noTcp =
    udp.status === "ok" && ["timeout", "unreachable", "reset", "malformed"].includes(tcp.reason ?? "");
  return [
    ...(silent ? [say("scout.server_silent", subject)] : []),
    ...(lame ? [say("scout.server_lame", subject)] : []),
    ...(noTcp ? [say("scout.no_tcp", subject)] : []),
    ...(edns === false ? [say("scout.no_edns", subject)] : []),
    ...(recursion === "open" ? [say("scout.open_recursion", subject)] : []),
  ];
}

function emailFindings({ email, domain }: ScoutData): Finding[] {
  if (email === null) return [];
  return [
    ...(email.spf.status === "absent" ? [say("scout.no_spf", domain)] : []),
    ...(email.spf.status === "invalid" ? [say("scout.spf_invalid", domain)] : []),
    ...(email.dmarc.status === "absent" ? [say("scout.no_dmarc", domain)] : []),
  ];
}
