import type { Finding } from "@dnstools/core/tool/finding";
import type { Exchange } from "../../exchanges.ts";
import { findingOf } from "../findings.ts";
import { SECTIONS, type Section } from "../observations.ts";
import type { Look } from "./findings.ts";

/** Exchanges of each section, at most. */
const PER_SECTION_MAX = 3;

/** That sections have gaps, with questions of theirs that had no usable answer. */
export function incompleteFindings(look: Look): Finding[] {
  const sections = SECTIONS.filter((section) => look.data[section]?.complete === false);
  if (sections.length === 0) return [];
  const evidence = new Set(sections.flatMap((section) => gapIds(look, section)));
  return [findingOf("scout.incomplete", { subjects: sections, evidence: [...evidence] })];
}

/** Where a section ended before all was asked nothing has failed: the questions that it did ask are shown. */
function gapIds(look: Look, section: Section): string[] {
  const isOf = partOf(look)[section];
  const failed = look.ids((one) => one.reason !== null && isOf(one), PER_SECTION_MAX);
  return failed.length > 0 ? failed : look.ids(isOf, 1);
}

/** Which exchanges are a section's own. */
function partOf({
  data: { domain, axfr, srv, subdomains },
  observed: { servers },
}: Look): Record<Section, (exchange: Exchange) => boolean> {
  const own = new Set(servers.map(({ address }) => address));
  // Without an address of a server all that was asked was the way to one.
  const isLost = own.size === 0;
  const giving = new Set(
    (axfr?.servers ?? []).filter(({ reason }) => reason === null).map(({ address }) => address),
  );
  const targets = new Set([
    ...(srv?.services ?? []).flatMap(({ records }) => records.map(({ target }) => target)),
    ...(subdomains?.names ?? []).flatMap(({ aliases }) => aliases.slice(-1)),
  ]);
  const isBelow = (name: string) => name.endsWith(`.${domain}`);
  const isTarget = ({ name, server }: Exchange) => server === "resolver" && targets.has(name);
  return {
    records: ({ name, address }) => isLost || (name === domain && own.has(address)),
    email: ({ server, name, type }) =>
      server === "resolver" && (type === "TXT" || type === "MX") && (name === domain || isBelow(name)),
    srv: (one) => one.type === "SRV" || isTarget(one),
    subdomains: (one) =>
      (isBelow(one.name) && !one.name.startsWith("_") && one.type !== "PTR") || isTarget(one),
    axfr: ({ type, address }) => isLost || (type === "AXFR" && !giving.has(address)),
    ptr: (one) => one.type === "PTR" || isTarget(one),
  };
}
