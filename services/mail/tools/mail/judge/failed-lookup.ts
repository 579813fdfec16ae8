import { finding } from "@dnstools/core/tool/finding";
import { type Answers, dnsKey } from "../answers.ts";
import { LOOKUP_FINDINGS } from "../findings.ts";
import type { Section } from "../section.ts";

/**
 * Adds a finding to a section where the resolver answers SERVFAIL for the name of its record, while it answers for the domain itself:
 * the name servers or the signatures of that name fail. Timeouts add none, nor does a domain without any answer: the fault may be in
 * this API's network.
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
