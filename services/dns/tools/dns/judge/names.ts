import { existsBy, type TypeVerdict } from "@dnstools/core/domain/types";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Finding } from "@dnstools/core/tool/finding";
import { ALIASES_GOOD, ALIASES_MOST, failingTarget, loops, partlyFailing } from "../aliases.ts";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { recordsAt } from "./servers.ts";
import { shownBy, shownByEach, type Wanted } from "./shown-by.ts";

/** Types for which the targets of aliases are queried. */
const HOST_TYPES = ["A", "AAAA", "MX"];

/**
 * Returns the findings about the name itself: the targets of its aliases, and records that must not be at the same
 * name as a CNAME.
 */
export function nameFindings(
  observed: DnsObservation,
  name: string,
  verdicts: ReadonlyMap<ShownType, TypeVerdict>,
): Finding[] {
  const all = [...verdicts.values()];
  const has = (type: ShownType) => verdicts.get(type)?.state.status === "answer";
  // A server may deny a name for one type and answer for another (RFC 4074 4.2).
  const reached = observed.types.some(({ type }) => type !== "CNAME" && has(type));
  const missing = reached ? null : all.find((verdict) => verdict.missing !== null)?.missing;
  const host = has("A") || has("AAAA") || has("MX");
  const about = (subjects: readonly string[], ...choices: readonly Wanted[]) => ({
    subjects,
    evidence: shownBy(observed, ...choices),
  });
  return [
    ...(contradicts(observed, name)
      ? [findingOf("dns.nxdomain_with_records", about([name], { names: [name], rcode: "NXDOMAIN" }))]
      : []),
    ...(missing
      ? [
          findingOf(
            "dns.cname_to_missing",
            about(
              [missing],
              { names: [missing] },
              { names: [name], rcode: "NXDOMAIN", types: HOST_TYPES },
              { names: [name] },
            ),
          ),
        ]
      : []),
    ...severalAliases(observed, name),
    ...tooLong(observed, name),
    ...(host && name.includes("_") ? [findingOf("dns.underscore_in_host", name)] : []),
    ...aliasFindings(
      observed,
      name,
      all.some(({ loop }) => loop),
    ),
    ...(observed.mode === "authoritative" ? zoneFindings(observed, name) : []),
  ];
}

/** Returns a finding for each name that has several CNAME or several DNAME records (RFC 2181 10.1, RFC 6672 2.4). */
function severalAliases(observed: DnsObservation, name: string): Finding[] {
  const outcomes = observed.types.flatMap(({ outcome, outOfZone, replies }) => [
    outcome,
    ...(outOfZone === null ? [] : [outOfZone.outcome]),
    ...replies.map((reply) => reply.outcome),
  ]);
  const several = outcomes.flatMap((outcome) => {
    const answers = outcome.kind === "present" ? outcome.value.answers : [];
    const aliases = answers.filter(
      (record): record is DnsRecord<"CNAME" | "DNAME"> => record.type === "CNAME" || record.type === "DNAME",
    );
    const sets = Map.groupBy(aliases, ({ name, type }) => `${answerName(name)} ${type}`);
    return [...sets].flatMap(([set, records]) => {
      // A record that an answer repeats is one record (RFC 2181 5).
      const targets = new Set(records.map(({ data }) => answerName(data.target)));
      return targets.size > 1 ? [set] : [];
    });
  });
  return [...new Set(several)].map((set) => {
    const subjects = set.split(" ");
    const evidence = shownBy(observed, { names: subjects }, { names: [name] });
    return findingOf("dns.several_cnames", { subject: set, subjects, evidence });
  });
}

/** Returns a finding if a DNAME makes the name, or the target of its alias, too long (RFC 6672 2.2). */
function tooLong(observed: DnsObservation, name: string): Finding[] {
  const isTooLong = (outcome: DnsObservation["types"][number]["outcome"]) =>
    outcome.kind === "unknown" && outcome.reason === "name_too_long";
  const long = observed.types.flatMap(({ outcome, outOfZone }) => [
    ...(isTooLong(outcome) ? [name] : []),
    ...(outOfZone !== null && isTooLong(outOfZone.outcome) ? [outOfZone.target] : []),
  ]);
  return [...new Set(long)].map((subject) =>
    findingOf("dns.name_too_long", {
      subjects: [subject],
      evidence: shownBy(observed, { names: [subject], failed: true }),
    }),
  );
}

/** Returns true if one answer has records of the name itself together with NXDOMAIN. */
function contradicts({ types }: DnsObservation, name: string): boolean {
  return types.some(({ type, outcome: it }) => {
    if (it.kind !== "present" || it.value.rcode !== "NXDOMAIN") return false;
    const { aliases, records } = walkChain(it.value.answers, name, type);
    return aliases.length === 0 && records.length > 0;
  });
}

/** Returns the findings that only answers of the zone's own servers can prove. */
function zoneFindings(observed: DnsObservation, name: string): Finding[] {
  const alias = recordsAt(observed, name, "CNAME").length > 0;
  const denied = deniedTypes(observed, name);
  const beside = besideCname(observed, name);
  const atApex = observed.zone?.kind === "present" && observed.zone.value.apex === name;
  return [
    ...(denied.length > 0
      ? [
          findingOf("dns.nxdomain_for_type", {
            subject: `${name} ${denied.join(", ")}`,
            subjects: [name, ...denied],
            evidence: shownBy(observed, { names: [name], types: denied, rcode: "NXDOMAIN" }),
          }),
        ]
      : []),
    ...(alias && beside.length > 0
      ? [
          findingOf("dns.cname_beside_data", {
            subject: name,
            subjects: [name, "CNAME", ...beside],
            evidence: shownBy(observed, { names: [name], types: ["CNAME", ...beside] }),
          }),
        ]
      : []),
    ...(alias && atApex ? [findingOf("dns.cname_at_apex", name)] : []),
  ];
}

/**
 * Returns the types for which a server answers NXDOMAIN although the same server knows the name for another
 * type.
 */
function deniedTypes(observed: DnsObservation, name: string): ShownType[] {
  const replies = observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap((type) => type.replies.map((one) => ({ ...type, ...one })))
    .filter(({ outcome }) => outcome.kind === "present");
  const knowing = new Set(replies.filter((one) => existsBy(one, name)).map(({ server }) => server?.address));
  const denied = replies.filter((one) => !existsBy(one, name) && knowing.has(one.server?.address));
  return [...new Set(denied.map(({ type }) => type))];
}

/** Returns the findings about the name's aliases. */
function aliasFindings(observed: DnsObservation, name: string, circle: boolean): Finding[] {
  const { types, zone, aliases } = observed;
  const apex = zone?.kind === "present" ? zone.value.apex : "";
  const lengths = types.map(({ type, outcome: it }) =>
    // A chain of more than ALIASES_GOOD aliases has more than ALIASES_GOOD records.
    it.kind === "present" && it.value.answers.length > ALIASES_GOOD
      ? walkChain(it.value.answers, name, type, apex).aliases.length
      : 0,
  );
  const loop = circle || loops(aliases, name);
  const long = !loop && Math.max(aliases.length, ...lengths) > ALIASES_GOOD;
  // A loop, or an alias chain longer than resolvers follow, explains the failure.
  const explained = loop || aliases.length > ALIASES_MOST;
  const failing = explained ? null : failingTarget(types);
  const partly = explained ? [] : partlyFailing(observed);
  if (!loop && !long && failing === null && partly.length === 0) return [];
  const chain = { names: [name, ...aliases], types: ["CNAME"] };
  const shown = { subjects: [name], evidence: shownBy(observed, chain, { names: [name] }) };
  const ends = [{ names: failing === null ? [] : [failing], rcode: "SERVFAIL" as const }, chain];
  return [
    ...(loop ? [findingOf("dns.cname_loop", shown)] : []),
    ...(long ? [findingOf("dns.cname_chain_long", shown)] : []),
    ...partly.map(({ target, failed }) =>
      findingOf("dns.cname_target_partial", {
        subject: `${target} ${failed.join(", ")}`,
        subjects: [target, ...failed],
        evidence: shownBy(observed, { names: [target], types: failed, failed: true }),
      }),
    ),
    ...(failing === null
      ? []
      : [
          findingOf("dns.cname_target_fails", {
            subjects: [failing],
            evidence: shownByEach(observed, ends),
          }),
        ]),
  ];
}

/**
 * Returns the types of the other records at the name of the CNAME, as the zone's own servers returned them (RFC 2181
 * 10.1).
 */
function besideCname(observed: DnsObservation, name: string): readonly ShownType[] {
  return observed.types
    .filter(({ source, type }) => source === "authoritative" && type !== "CNAME")
    .map(({ type }) => type)
    .filter((type) => recordsAt(observed, name, type).length > 0);
}
