import { existsBy, type Verdict } from "@dnstools/core/domain/types";
import { type Finding, finding } from "@dnstools/core/finding";
import type { ShownType } from "@dnstools/core/protocol/dns/record";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { FINDINGS } from "./findings.ts";
import { recordsAt } from "./judge-servers.ts";
import type { DnsSeen } from "./seen.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/** What is wrong with the name itself: what its aliases lead to, and what stands beside them. */
export function nameFindings(
  seen: DnsSeen,
  name: string,
  verdicts: ReadonlyMap<ShownType, Verdict>,
): Finding[] {
  const all = [...verdicts.values()];
  const has = (type: ShownType) => verdicts.get(type)?.state.status === "answer";
  // A server may deny a name for one type and know it for another (RFC 4074 4.2).
  const reached = seen.types.some(({ type }) => type !== "CNAME" && has(type));
  const missing = reached ? null : all.find((verdict) => verdict.missing !== null)?.missing;
  const host = has("A") || has("AAAA") || has("MX");
  return [
    ...(contradicts(seen, name) ? [say("dns.nxdomain_with_records", name)] : []),
    ...(missing ? [say("dns.cname_to_missing", missing)] : []),
    ...(all.some(({ loop }) => loop) ? [say("dns.cname_loop", name)] : []),
    ...(host && name.includes("_") ? [say("dns.underscore_in_host", name)] : []),
    ...aliasFindings(seen, name),
    ...(seen.mode === "authoritative" ? zoneFindings(seen, name) : []),
  ];
}

/** Whether an answer has records of the name itself and denies the name all the same. */
function contradicts({ types }: DnsSeen, name: string): boolean {
  return types.some(({ type, outcome: it }) => {
    if (it.kind !== "present" || it.value.rcode !== "NXDOMAIN") return false;
    const { aliases, records } = walkChain(it.value.answers, name, type);
    return aliases.length === 0 && records.length > 0;
  });
}

/** What only the zone's own servers can show. */
function zoneFindings(seen: DnsSeen, name: string): Finding[] {
  const alias = recordsAt(seen, name, "CNAME").length > 0;
  const denied = deniedTypes(seen, name);
  const atApex = seen.zone?.kind === "present" && seen.zone.value.apex === name;
  return [
    ...(denied.length > 0 ? [say("dns.nxdomain_for_type", `${name} ${denied.join(", ")}`)] : []),
    ...(alias && besideCname(seen, name) ? [say("dns.cname_beside_data", name)] : []),
    ...(alias && atApex ? [say("dns.cname_at_apex", name)] : []),
  ];
}

/** The types for which a server denies a name that it knows for another. */
function deniedTypes(seen: DnsSeen, name: string): ShownType[] {
  const said = seen.types
    .filter(({ source }) => source === "authoritative")
    .flatMap((type) => type.said.map((one) => ({ ...type, ...one })))
    .filter(({ outcome }) => outcome.kind === "present");
  const known = new Set(said.filter((one) => existsBy(one, name)).map(({ server }) => server?.address));
  const denied = said.filter((one) => !existsBy(one, name) && known.has(one.server?.address));
  return [...new Set(denied.map(({ type }) => type))];
}

/** Aliases that a name may have before some resolvers give up, and before Unbound does. */
const ALIASES_GOOD = 8;
export const ALIASES_MOST = 11;

/** What is wrong with the aliases of a name. */
function aliasFindings({ types, zone, aliases }: DnsSeen, name: string): Finding[] {
  const apex = zone?.kind === "present" ? zone.value.apex : "";
  const lengths = types.map(({ type, outcome: it }) =>
    // As many records there are at least.
    it.kind === "present" && it.value.answers.length > ALIASES_GOOD
      ? walkChain(it.value.answers, name, type, apex).aliases.length
      : 0,
  );
  const loop = loops(aliases, name);
  const long = !loop && Math.max(aliases.length, ...lengths) > ALIASES_GOOD;
  // The target's parent answers for its DS, whatever its own servers do.
  const beyond = types.flatMap(({ type, beyond }) => (type === "DS" ? [] : (beyond ?? [])));
  // Our own trouble, and a type that failed beside one that did not, say nothing about the target.
  const silent = beyond.every(({ outcome: it }) => it.kind === "unknown");
  const fails = beyond.some(({ outcome: it }) => it.kind === "unknown" && it.reason === "servfail");
  const failing = silent && fails ? beyond[0]?.target : undefined;
  return [
    ...(loop ? [say("dns.cname_loop", name)] : []),
    ...(long ? [say("dns.cname_chain_long", name)] : []),
    ...(failing === undefined ? [] : [say("dns.cname_target_fails", failing)]),
  ];
}

/** Whether the names that aliases lead to come back to one of them. */
export function loops(aliases: readonly string[], name: string): boolean {
  if (aliases.length === 0) return false;
  return new Set([name, ...aliases]).size <= aliases.length;
}

/** Owner data or a second alias beside a CNAME, as the zone's own server gave it (RFC 2181 10.1). */
function besideCname(seen: DnsSeen, name: string): boolean {
  const own = seen.types.filter(({ source }) => source === "authoritative");
  const others = own.some(({ type }) => type !== "CNAME" && recordsAt(seen, name, type).length > 0);
  return others || recordsAt(seen, name, "CNAME").length > 1;
}
