import { dnsKey } from "@dnstools/core/mail/answers";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Exchange } from "../../exchanges.ts";
import { findingOf } from "../findings.ts";
import { SECTIONS, type Section } from "../observations.ts";
import type { Look } from "./look.ts";

/** Maximum number of exchanges that the finding points to for each section. */
const PER_SECTION_MAX = 3;

/** Returns the finding that sections are incomplete, with their failed queries as evidence. */
export function incompleteFindings(look: Look): Finding[] {
  const sections = SECTIONS.filter((section) => look.data[section]?.complete === false);
  if (sections.length === 0) return [];
  const evidence = new Set(sections.flatMap((section) => gapIds(look, section)));
  return [findingOf("scout.incomplete", { subjects: sections, evidence: [...evidence] })];
}

/**
 * Returns the IDs of a section's failed queries. If no query failed, because some were not allowed or there was no
 * time for them, returns the IDs of the queries for the names in question, or of any query of the section.
 */
function gapIds(look: Look, section: Section): string[] {
  const isOf = partOf(look)[section];
  const failed = look.ids((one) => one.reason !== null && isOf(one), PER_SECTION_MAX);
  if (failed.length > 0) return failed;
  const open = openNames(look, section);
  const led = look.ids(({ name, type }) => open.has(name) && type !== "TXT", PER_SECTION_MAX);
  return led.length > 0 ? led : look.ids(isOf, 1);
}

/** Returns the names in a section about which something is unknown. */
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

/** Creates a function for each section that returns true if an exchange is part of the section. */
function partOf({
  data: { domain, axfr, srv, subdomains },
  observed: { servers, email },
}: Look): Record<Section, (exchange: Exchange) => boolean> {
  const own = new Set(servers.map(({ address }) => address));
  // If no server has a known address, all queries were attempts to find the servers' addresses.
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
    email: ({ server, name, type }) => server === "resolver" && (email?.dns.has(dnsKey(name, type)) ?? false),
    srv: (one) => one.type === "SRV" || isTarget(one),
    subdomains: (one) =>
      (isBelow(one.name) && !/(^|\.)_/.test(one.name) && one.type !== "PTR") || isTarget(one),
    axfr: ({ type, address }) => isLost || (type === "AXFR" && !giving.has(address)),
    ptr: (one) => one.type === "PTR" || isTarget(one),
  };
}
