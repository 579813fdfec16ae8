import type { Finding } from "@dnstools/core/tool/finding";
import type { Exchange } from "../../exchanges.ts";
import { findingOf } from "../findings.ts";
import { SECTIONS, type Section } from "../observations.ts";
import type { Look } from "./look.ts";

/** Exchanges of each section, at most. */
const PER_SECTION_MAX = 3;

/** That sections have gaps, with questions of theirs that had no usable answer. */
export function incompleteFindings(look: Look): Finding[] {
  const sections = SECTIONS.filter((section) => look.data[section]?.complete === false);
  if (sections.length === 0) return [];
  const evidence = new Set(sections.flatMap((section) => gapIds(look, section)));
  return [findingOf("scout.incomplete", { subjects: sections, evidence: [...evidence] })];
}

/**
 * Questions of the section that failed. What may not be asked, and what there was no time for, leaves none: then it is what led
 * there, or what the section did ask.
 */
function gapIds(look: Look, section: Section): string[] {
  const isOf = partOf(look)[section];
  const failed = look.ids((one) => one.reason !== null && isOf(one), PER_SECTION_MAX);
  if (failed.length > 0) return failed;
  const open = openNames(look, section);
  const led = look.ids(({ name, type }) => open.has(name) && type !== "TXT", PER_SECTION_MAX);
  return led.length > 0 ? led : look.ids(isOf, 1);
}

/** Names of which something is unknown. */
function openNames({ data: { srv, subdomains, ptr } }: Look, section: Section): ReadonlySet<string> {
  const services = (srv?.services ?? []).filter(({ records }) =>
    records.some(({ target, targetExists }) => target !== "." && targetExists === "unknown"),
  );
  const names = (subdomains?.names ?? []).filter(({ reason }) => reason !== null);
  const addresses = (ptr?.addresses ?? []).filter(({ fcrdns }) => fcrdns.status === "unknown");
  if (section === "srv") return new Set(services.map(({ name }) => name));
  if (section === "subdomains") return new Set(names.map(({ name }) => name));
  return new Set(section === "ptr" ? addresses.flatMap(({ of }) => of) : []);
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
      (isBelow(one.name) && !/(^|\.)_/.test(one.name) && one.type !== "PTR") || isTarget(one),
    axfr: ({ type, address }) => isLost || (type === "AXFR" && !giving.has(address)),
    ptr: (one) => one.type === "PTR" || isTarget(one),
  };
}
