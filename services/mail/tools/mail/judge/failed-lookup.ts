import { finding } from "@dnstools/core/tool/finding";
import { LOOKUP_FINDINGS } from "../findings.ts";
import type { Known } from "../answers.ts";
import type { Section } from "../section.ts";

/**
 * Adds to a section that the resolver answers SERVFAIL for the name of its record, while it answers for the domain itself: the
 * servers or signatures of that name fail. Timeouts are left out, and so is a domain of which nothing is known: the fault may be in
 * this API's network.
 */
export function withFailedLookup<Data extends { findings: string[] }>(
  section: Section<Data>,
  known: Known,
  { domain, label }: { readonly domain: string; readonly label: string },
): Section<Data> {
  const name = `${label}.${domain}`;
  const { outcome } = known.dns(name, "TXT");
  const failed = outcome.kind === "unknown" && outcome.reason === "servfail";
  if (!failed || known.dns(domain, "MX").outcome.kind === "unknown") return section;
  const said = finding(LOOKUP_FINDINGS, "mail.lookup_failed", name);
  const { data, findings } = section;
  return {
    ...section,
    data: { ...data, findings: [...data.findings, said.code] },
    findings: [...findings, said],
  };
}
