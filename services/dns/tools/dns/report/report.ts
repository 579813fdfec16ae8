import { isShellWord } from "@dnstools/core/harmless";
import type { Answer } from "@dnstools/core/report/answer";
import { say } from "@dnstools/core/report/blocks";
import type { Remedy, Section, Status, ToolReport } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { chainSection } from "./chain.ts";
import { differencesSection } from "./differences.ts";
import { recordsSection } from "./records.ts";
import { resolverSection } from "./resolver.ts";

/**
 * Builds the report of the dns tool: the path from the root to the name's servers, its records, and differences
 * between servers.
 */
export function reportDns(answer: Answer<DnsData>): ToolReport {
  if (answer.data.mode === "resolver") return { sections: [resolverSection(answer)] };
  const sections = [chainSection(answer), ...differencesSection(answer), recordsSection(answer)];
  return { sections: worstFirst(sections), remedies: remediesOf(answer.data) };
}

const RANK: readonly Status[] = ["fail", "warning", "unknown"];

/** Puts sections with a problem first, the worst one at the top, then the records, then the other sections. */
function worstFirst(sections: readonly Section[]): readonly Section[] {
  const rank = ({ status }: Section) => (RANK.includes(status) ? RANK.indexOf(status) : RANK.length);
  return sections.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the NS records that a zone without NS records should publish: the same as at its parent. */
function remediesOf({ zone, delegation }: DnsData): readonly Remedy[] {
  const names = (delegation?.nameServers ?? []).map(({ name }) => name);
  const ttl = delegation?.ttl ?? null;
  if (zone === null || ttl === null || names.length === 0 || ![zone, ...names].every(isShellWord)) return [];
  const label = say`Publish in the zone ${zone} (NS)`;
  const lines = names.map((name) => `${zone}. ${ttl} IN NS ${name}.`);
  return [
    { codes: ["dns.no_own_ns"], publish: [{ kind: "code", label, language: "zone", lines }], test: null },
  ];
}
