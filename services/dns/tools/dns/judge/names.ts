import { existsBy, type Verdict } from "@dnstools/core/domain/types";
import type { ShownType } from "@dnstools/core/protocol/dns/record";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Finding, finding } from "@dnstools/core/tool/finding";
import { ALIASES_GOOD, ALIASES_MOST, failedBeyond, loops } from "../aliases.ts";
import { FINDINGS } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { recordsAt } from "./servers.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/** What is wrong with the name itself: what its aliases lead to, and what stands beside them. */
export function nameFindings(
  observed: DnsObservation,
  name: string,
  verdicts: ReadonlyMap<ShownType, Verdict>,
): Finding[] {
  const all = [...verdicts.values()];
  const has = (type: ShownType) => verdicts.get(type)?.state.status === "answer";
  // A server may deny a name for one type and know it for another (RFC 4074 4.2).
  const reached = observed.types.some(({ type }) => type !== "CNAME" && has(type));
  const missing = reached ? null : all.find((verdict) => verdict.missing !== null)?.missing;
  const host = has("A") || has("AAAA") || has("MX");
  return [
    ...(contradicts(observed, name) ? [say("dns.nxdomain_with_records", name)] : []),
    ...(missing ? [say("dns.cname_to_missing", missing)] : []),
    ...(host && name.includes("_") ? [say("dns.underscore_in_host", name)] : []),
    ...aliasFindings(
      observed,
      name,
      all.some(({ loop }) => loop),
    ),
    ...(observed.mode === "authoritative" ? zoneFindings(observed, name) : []),
  ];
}

/** Whether an answer has records of the name itself and denies the name all the same. */
function contradicts({ types }: DnsObservation, name: string): boolean {
  return types.some(({ type, outcome: it }) => {
    if (it.kind !== "present" || it.value.rcode !== "NXDOMAIN") return false;
    const { aliases, records } = walkChain(it.value.answers, name, type);
    return aliases.length === 0 && records.length > 0;
  });
}

/** What only the zone's own servers can show. */
function zoneFindings(observed: DnsObservation, name: string): Finding[] {
  const alias = recordsAt(observed, name, "CNAME").length > 0;
  const denied = deniedTypes(observed, name);
  const atApex = observed.zone?.kind === "present" && observed.zone.value.apex === name;
  return [
    ...(denied.length > 0 ? [say("dns.nxdomain_for_type", `${name} ${denied.join(", ")}`)] : []),
    ...(alias && besideCname(observed, name) ? [say("dns.cname_beside_data", name)] : []),
    ...(alias && atApex ? [say("dns.cname_at_apex", name)] : []),
  ];
}

/** The types for which a server denies a name that it knows for another. */
function deniedTypes(observed: DnsObservation, name: string): ShownType[] {
  const said = observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap((type) => type.said.map((one) => ({ ...type, ...one })))
    .filter(({ outcome }) => outcome.kind === "present");
  const known = new Set(said.filter((one) => existsBy(one, name)).map(({ server }) => server?.address));
  const denied = said.filter((one) => !existsBy(one, name) && known.has(one.server?.address));
  return [...new Set(denied.map(({ type }) => type))];
}

/** What is wrong with the aliases of a name. */
function aliasFindings({ types, zone, aliases }: DnsObservation, name: string, circle: boolean): Finding[] {
  const apex = zone?.kind === "present" ? zone.value.apex : "";
  const lengths = types.map(({ type, outcome: it }) =>
    // As many records there are at least.
    it.kind === "present" && it.value.answers.length > ALIASES_GOOD
      ? walkChain(it.value.answers, name, type, apex).aliases.length
      : 0,
  );
  const loop = circle || loops(aliases, name);
  const long = !loop && Math.max(aliases.length, ...lengths) > ALIASES_GOOD;
  // A circle, or more aliases than resolvers follow, is reason enough.
  const failing = loop || aliases.length > ALIASES_MOST ? null : failedBeyond(types);
  return [
    ...(loop ? [say("dns.cname_loop", name)] : []),
    ...(long ? [say("dns.cname_chain_long", name)] : []),
    ...(failing === null ? [] : [say("dns.cname_target_fails", failing)]),
  ];
}

/** Owner data or a second alias beside a CNAME, as the zone's own server gave it (RFC 2181 10.1). */
function besideCname(observed: DnsObservation, name: string): boolean {
  const own = observed.types.filter(({ source }) => source === "authoritative");
  const others = own.some(({ type }) => type !== "CNAME" && recordsAt(observed, name, type).length > 0);
  return others || recordsAt(observed, name, "CNAME").length > 1;
}
