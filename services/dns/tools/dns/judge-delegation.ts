import { type Finding, finding } from "@dnstools/core/finding";
import { parseIp } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { nsTargets } from "@dnstools/core/protocol/rrset";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { NameServer } from "@dnstools/core/protocol/zone";
import { FINDINGS } from "./findings.ts";
import type { DnsSeen } from "./seen.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/** Servers that are told of for the same reason: whoever runs a zone chooses how many there are. */
const TOLD_MAX = 13;

/** What the parent says, against what the zone says. */
export function delegationFindings({ delegation, apexNs, ownServers, glued }: DnsSeen): Finding[] {
  if (delegation === null) return [];
  const atParent = delegation.nameServers.map(({ name }) => name);
  const atZone = apexNs?.kind === "present" ? nsTargets(apexNs.value, delegation.apex) : null;
  const differs = atZone !== null && atZone.length > 0 && atZone.join() !== atParent.join();
  const only = atParent.length === 1 && (atZone === null || atZone.length < 2);
  return [
    ...(differs ? [say("dns.delegation_mismatch", `${atParent.join(", ")} and ${atZone.join(", ")}`)] : []),
    // A server that holds parent and child answers for the child, and need not add addresses.
    ...(delegation.referral ? delegation.nameServers : [])
      .filter(({ name, glue }) => isWithin(name, delegation.apex) && glue.length === 0)
      .slice(0, TOLD_MAX)
      .map(({ name }) => say("dns.missing_glue", name)),
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
      .map(({ name }) => say("dns.glue_mismatch", name)),
    ...(only ? [say("dns.one_server", atParent[0] ?? "")] : []),
    ...ownServers.flatMap(({ name, addresses }) =>
      addresses
        .filter((address) => !isPublic(address))
        .map((address) => say("dns.server_private", `${name} (${address})`)),
    ),
  ];
}

/** Names that MX and NS records must not have. */
export function targetFindings({ exchanges, ownServers, glued, zone }: DnsSeen): Finding[] {
  const servers = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...ownServers];
  const aliases = (all: readonly NameServer[]) =>
    all.filter(({ alias }) => alias !== null).map(({ name }) => name);
  const mail = exchanges ?? [];
  return [
    ...[...new Set(aliases([...servers, ...glued]))].map((name) => say("dns.ns_is_alias", name)),
    ...servers
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => say("dns.ns_without_address", name)),
    ...aliases(mail).map((name) => say("dns.mx_is_alias", name)),
    ...mail
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => say("dns.mx_without_address", name)),
    ...mail.flatMap(({ name, addresses }) =>
      addresses.filter((at) => !isPublic(at)).map((at) => say("dns.mx_private", `${name} (${at})`)),
    ),
  ];
}

/** Whether the world can reach an address. */
function isPublic(address: string): boolean {
  const ip = parseIp(address);
  return ip !== null && scopeOf(ip).scope === "public";
}
