import type { Finding } from "@dnstools/core/tool/finding";
import { type Summary, summarize } from "@dnstools/core/tool/summary";
import type { ScoutData } from "../data.ts";
import type { Section } from "../observations.ts";

/** Sections in which an unknown result may hide a fault. The section `ptr` is missing because it has no findings. */
const TELLING = ["records", "email", "srv", "subdomains", "axfr"] as const satisfies readonly Section[];

/**
 * Summarizes the answer by the worst finding; without findings, by what could not be determined; otherwise by what was
 * found.
 */
export function summaryOf(data: ScoutData, findings: readonly Finding[]): Summary {
  const { domain } = data;
  const sections = TELLING.filter((section) => isOpen(data, section, findings));
  const open =
    sections.length === 0
      ? null
      : `Not everything about ${domain} could be determined (${sections.map((one) => gapOf(data, one)).join(", ")}), and what was found has no error.`;
  const found = foundOf(data);
  const good = `Nothing wrong was found at ${domain}${found.length > 0 ? `: ${found.join(", ")}` : ""}.`;
  const { status, text } = summarize(findings, { open, good });
  return { status, text: text.includes(domain) ? text : `${domain}: ${text}` };
}

/**
 * Returns true if a section has a gap that no finding explains. A silent server, for example, has a separate finding.
 */
function isOpen(data: ScoutData, section: (typeof TELLING)[number], findings: readonly Finding[]): boolean {
  if (data[section]?.complete !== false) return false;
  const { email, axfr, records } = data;
  const isTold = ({ address }: { readonly address: string }) =>
    findings.some(({ code, subjects }) => FAULTS.has(code) && subjects.includes(address));
  switch (section) {
    case "email":
      return email?.spf.status === "unknown" || email?.dmarc.status === "unknown";
    case "axfr": {
      // If one server answered the query for a transfer, a gap at the others hides little.
      const open =
        axfr?.servers.filter(({ reason, result }) => reason !== null && result !== "unfinished") ?? [];
      return axfr?.coverage.known === 0 && (open.length === 0 || !open.every(isTold));
    }
    case "records": {
      const open =
        records?.servers.filter(({ udp, tcp }) => udp.reason !== null || tcp.reason !== null) ?? [];
      const unknown = Object.values(records?.types ?? {}).some((type) => type?.status === "unknown");
      return unknown || open.length === 0 || !open.every(isTold);
    }
    default:
      return true;
  }
}

/** Codes of the findings about a server that does not answer as it should. */
const FAULTS: ReadonlySet<string> = new Set(["scout.server_silent", "scout.server_lame", "scout.no_tcp"]);

function gapOf(data: ScoutData, section: Section): string {
  const coverage = data[section]?.coverage;
  return coverage === undefined ? section : `${section}: ${coverage.known} of ${coverage.wanted} known`;
}

/** Lists what was found in each section. */
function foundOf({ records, email, srv, subdomains, axfr, ptr }: ScoutData): string[] {
  return [
    ...(records === null
      ? []
      : [count(new Set(records.servers.map(({ name }) => name)).size, "name server")]),
    ...(subdomains === null ? [] : [`${count(subdomains.names.length, "name")} below it`]),
    ...(srv === null ? [] : [count(srv.services.length, "service")]),
    ...(ptr === null ? [] : [count(ptr.addresses.length, "address", "addresses")]),
    ...(axfr === null ? [] : [transfersOf(axfr)]),
    ...(email === null
      ? []
      : [`SPF ${email.spf.status}`, `DMARC ${email.dmarc.policy ?? email.dmarc.status}`]),
  ];
}

function transfersOf({ complete, coverage: { known, wanted } }: NonNullable<ScoutData["axfr"]>): string {
  return complete
    ? "no zone transfer for strangers"
    : `zone transfer known at ${known} of ${wanted} addresses`;
}

function count(many: number, one: string, more = `${one}s`): string {
  return many === 1 ? `1 ${one}` : `${many} ${more}`;
}
