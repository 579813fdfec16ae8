import { printable } from "@dnstools/core/harmless";
import { type Answers, dnsKey } from "@dnstools/core/mail/answers";
import type { SectionFinding } from "@dnstools/core/mail/section";
import { finding } from "@dnstools/core/tool/finding";
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
  return withFindings(section, [
    { ...finding(LOOKUP_FINDINGS, "mail.lookup_failed", name), queries: [dnsKey(name, "TXT")] },
  ]);
}

/** A name that a section needs, and the type of the record that it needs there. */
type NeededRecord = { readonly name: string; readonly type: "A" | "TXT" };

/**
 * Adds a finding to a section for each name that is an alias (CNAME) without such a record at its target. Aliases that a
 * wildcard makes are left out, because they were not published for a policy (RFC 4592 2.2.1).
 * @param wildcard the aliases that a random name below the domain has; empty without a wildcard for all names.
 */
export function withDanglingAliases<Data extends { findings: string[] }>(
  section: Section<Data>,
  answers: Answers,
  needed: readonly NeededRecord[],
  { domain, wildcard }: { readonly domain: string; readonly wildcard: readonly string[] },
): Section<Data> {
  return withFindings(
    section,
    needed.flatMap(({ name, type }) => {
      const { outcome, aliases } = answers.dns(name, type);
      const target = aliases.at(-1);
      if (target === undefined || outcome.kind !== "absent") return [];
      if (aliases.join() === wildcard.join()) return [];
      // No random name was queried above the domain, and most wildcards lead to a host that exists.
      if (!name.endsWith(`.${domain}`) && outcome.how === "nodata") return [];
      const [alias, end] = [printable(name, 260), printable(target, 260)];
      const why = outcome.how === "nxdomain" ? "does not exist" : `has no ${type} record`;
      const about = { subject: `${alias} is an alias of ${end}, which ${why}`, subjects: [alias, end] };
      return [{ ...finding(LOOKUP_FINDINGS, "mail.alias_dangling", about), queries: [dnsKey(name, type)] }];
    }),
  );
}

function withFindings<Data extends { findings: string[] }>(
  section: Section<Data>,
  more: readonly SectionFinding[],
): Section<Data> {
  if (more.length === 0) return section;
  const { data, findings } = section;
  const codes = new Set([...data.findings, ...more.map(({ code }) => code)]);
  return { ...section, data: { ...data, findings: [...codes] }, findings: [...findings, ...more] };
}
