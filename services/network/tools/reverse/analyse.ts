import { fcrdnsOf } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reversed } from "@dnstools/core/protocol/ip";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Finding } from "@dnstools/core/tool/finding";
import { absent, present, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import { partOf, SKIPPED } from "@dnstools/core/tool/part";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import { idsOfQuestions, idsOfRegistries } from "../exchanges.ts";
import type { contract } from "./contract.ts";
import type { ReverseData } from "./data.ts";
import { FINDINGS, findingOf } from "./findings.ts";
import { allNames, judgePtr } from "./judge-names.ts";
import { summaryOf } from "./judge-summary.ts";
import type { ReverseObservation } from "./observations.ts";

type ReverseInput = InputOf<typeof contract.params>;

/** Judges an address's names, origin ASes and registration. */
export function analyse(observed: ReverseObservation, { ip }: ReverseInput): Judgement<ReverseData> {
  if (observed.resolverAlive === false) return RESOLVERS_DEAD;
  const ptr = observed.names.map((name) => judgePtr(name, ip));
  const fcrdns = fcrdnsOf(ip, ptr, {
    unknown: observed.ptr.kind === "unknown" ? observed.ptr.reason : null,
    total: allNames(observed.ptr, observed.reverseName).length,
  });
  const network = observed.network.outcome.kind === "present" ? observed.network.outcome.value : null;
  const origins = originsOf(observed);
  const data: ReverseData = {
    ip,
    version: ip.includes(":") ? 6 : 4,
    reverseName: observed.reverseName,
    aliases: aliasesOf(observed),
    ptr: observed.ptr.kind === "unknown" ? null : ptr,
    ptrTotal: observed.ptr.kind === "unknown" ? null : allNames(observed.ptr, observed.reverseName).length,
    fcrdns,
    origins,
    network,
    country: countryOf(observed),
    parts: partsOf(observed, ptr.length, fcrdns),
    sources: observed.network.sources.map((source) => ({ ...source })),
  };
  const findings = [...nameFindings(data, observed), ...originFindings(data, observed)];
  return { kind: "answer", summary: summaryOf(data, findings), data, findings };
}

function aliasesOf(observed: ReverseObservation): string[] {
  if (observed.ptr.kind !== "present") return [];
  const { aliases, end } = walkChain(observed.ptr.value.answers, observed.reverseName, "PTR");
  return aliases.length === 0 ? [] : [...aliases.slice(1).map(({ name }) => name.toLowerCase()), end];
}

function originsOf({ origins }: ReverseObservation): ReverseData["origins"] {
  if (origins.outcome.kind === "unknown") return null;
  const rows = origins.outcome.kind === "present" ? origins.outcome.value : [];
  return rows.map(({ asn, prefix, name }) => ({
    asn,
    prefix,
    name: name.kind === "present" ? name.value : null,
  }));
}

/**
 * Returns the country, preferably from the registry of the block, because the sources of origin ASes only repeat the
 * registries' data.
 */
function countryOf({ network, origins }: ReverseObservation): ReverseData["country"] {
  const { outcome } = network;
  const code = outcome.kind === "present" ? outcome.value.countryCode : null;
  if (code !== null && outcome.kind === "present")
    return { code, kind: "registered", source: outcome.value.registry ?? "registry" };
  return origins.countryCode === null
    ? null
    : { code: origins.countryCode, kind: "registered", source: origins.source };
}

function partsOf(
  observed: ReverseObservation,
  names: number,
  fcrdns: ReverseData["fcrdns"],
): ReverseData["parts"] {
  const { origins, network } = observed;
  const has = names > 0 || observed.ptr.kind === "unknown" ? observed.ptr : absent("nodata");
  const open = observed.names.find(({ forward }) => forward?.kind === "unknown")?.forward;
  const rows = origins.outcome.kind === "present" ? origins.outcome.value : [];
  const unnamed = rows.find(({ name }) => name.kind !== "present")?.name;
  const last = network.sources.at(-1)?.server ?? "https://data.iana.org/rdap/";
  return {
    ptr: partOf(has, "resolver", observed.ptrMs),
    fcrdns:
      names === 0
        ? SKIPPED
        : partOf(
            fcrdns.status === "unknown" ? (open ?? unknown("budget")) : present(null),
            "resolver",
            observed.namesMs,
          ),
    origins: partOf(origins.outcome, origins.source, origins.elapsedMs),
    asNames:
      rows.length === 0 ? SKIPPED : partOf(unnamed ?? present(null), origins.source, origins.elapsedMs),
    network: partOf(network.outcome, last, network.elapsedMs),
  };
}

function nameFindings(data: ReverseData, observed: ReverseObservation): Finding[] {
  const { ptr, fcrdns, ip, reverseName } = data;
  if (ptr === null) return [];
  const evidence = idsOfQuestions(observed.evidence, [`${reverseName} PTR`]);
  if (ptr.length === 0) {
    const dangling = data.aliases.at(-1);
    return dangling === undefined
      ? [findingOf("reverse.no_ptr", { subjects: [ip], evidence })]
      : [findingOf("reverse.dangling_alias", { subjects: [dangling], evidence })];
  }
  const total = allNames(observed.ptr, observed.reverseName).length;
  return [
    ...(total > ptr.length ? [findingOf("reverse.many_ptr", { subjects: [String(total)], evidence })] : []),
    // One confirmed name is enough; faults of the other names then need no warning.
    ...(fcrdns.status === "pass" ? [] : unconfirmedFindings(ptr, data, observed)),
    ...ptr
      .filter(({ generic }) => generic)
      .slice(0, 1)
      .map(({ name }) => findingOf("reverse.generic_name", { subjects: [name], evidence })),
  ];
}

/** Maximum number of names in a finding; `ptr` has all of them. */
const NAMES_MAX = 5;

/**
 * Returns a finding for each reason why names are not confirmed. For names that were not looked up, the PTR records
 * are the only evidence.
 */
function unconfirmedFindings(
  ptr: NonNullable<ReverseData["ptr"]>,
  { reverseName, version }: ReverseData,
  observed: ReverseObservation,
): Finding[] {
  const type = version === 4 ? "A" : "AAAA";
  return [...Map.groupBy(ptr, ({ reason }) => `reverse.${reason}`)].flatMap(([code, names]) => {
    if (!(code in FINDINGS)) return [];
    const more = names.length - NAMES_MAX;
    const shown = names.slice(0, NAMES_MAX).map(({ name }) => name);
    const subject = shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
    const questions = [`${reverseName} PTR`, ...shown.map((name) => `${name} ${type}`)];
    const evidence = idsOfQuestions(observed.evidence, questions);
    const subjects = names.map(({ name }) => name);
    return [findingOf(code as keyof typeof FINDINGS, { subject, subjects, evidence })];
  });
}

function originFindings({ origins, ip, country }: ReverseData, observed: ReverseObservation): Finding[] {
  if (origins === null) return [];
  // A row that is missing in the local database proves nothing.
  if (origins.length === 0 && observed.origins.source === "as_database") return [];
  const zone = ip.includes(":") ? "origin6" : "origin";
  const question = `${reversed(parseIp(ip) ?? [])}.${zone}.asn.cymru.com TXT`;
  const evidence = idsOfQuestions(observed.evidence, [question]);
  if (origins.length === 0) return [findingOf("reverse.not_announced", { subjects: [ip], evidence })];
  const asns = [...new Set(origins.map(({ asn }) => `AS${asn}`))];
  const other = observed.origins.countryCode;
  const disagree = country !== null && other !== null && other !== country.code;
  const several = { subjects: asns, evidence };
  return [
    ...(asns.length > 1 ? [findingOf("reverse.several_origins", several)] : []),
    ...(disagree
      ? [
          findingOf("reverse.registries_disagree", {
            subject: `${other} and ${country.code}`,
            subjects: [other, country.code],
            evidence: [...evidence, ...idsOfRegistries(observed.evidence)],
          }),
        ]
      : []),
  ];
}
