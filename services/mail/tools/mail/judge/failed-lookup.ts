import { finding } from "@dnstools/core/tool/finding";
import { type Answers, dnsKey } from "../answers.ts";
import { LOOKUP_FINDINGS } from "../findings.ts";
import type { Section } from "../section.ts";

/**
 * Adds a finding to a section if the resolver answers SERVFAIL for the name of the section's record, but answers for
 * the domain itself: the name servers or signatures of that name are then at fault. A timeout adds no finding, and
 * neither does a domain without any answer, because the fault may be in this API's network.
 */
export function withFailedLookup<Data extends { findings: string[] }>(
  section: Section<Data>,
  answers: Answers,
  { domain, label }: { readonly domain: string; readonly label: string },
): Section<Data> {
  const name = `${label}.${domain}`;
  const { outcome } = answers.dns(name, "TXT");
  const failed = outcome.kind === "unknown" && outcome.reason === "servfail";
  if (!failed || answers.dns(domain, "MX").outcome.kind === "unknown") return section;
  const failure = {
    ...finding(LOOKUP_FINDINGS, "mail.lookup_failed", name),
    queries: [dnsKey(name, "TXT")],
  };
  const { data, findings } = section;
  return {
    ...section,
    data: { ...data, findings: [...data.findings, failure.code] },
    findings: [...findings, failure],
  };
}
