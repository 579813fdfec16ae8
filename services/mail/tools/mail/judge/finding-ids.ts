import type { SectionFinding } from "@dnstools/core/mail/section";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Finding } from "@dnstools/core/tool/finding";

/**
 * Maximum number of exchanges that one finding refers to. An SPF record with too many DNS lookups refers to
 * more than ten.
 */
const IDS_MAX = 20;

/** Returns the findings with their queries replaced by the ids of the exchanges that answered the queries. */
export function withIds(findings: readonly SectionFinding[], evidence: readonly Evidence[]): Finding[] {
  const wanted = new Map<string, string[]>();
  for (const { queries } of findings)
    for (const question of queries.flatMap(questionsOf)) wanted.set(question, []);
  // A report has hundreds of exchanges, and its findings are about a few of them.
  for (const { question, id } of evidence) wanted.get(question)?.push(id);
  return findings.map(({ queries, ...finding }) => {
    const ids = queries.flatMap(questionsOf).flatMap((question) => wanted.get(question) ?? []);
    return { ...finding, evidence: [...new Set(ids)].slice(0, IDS_MAX) };
  });
}

/**
 * Returns the questions of the exchanges behind a query: `name. IN TYPE` or `GET URL`. For a file, they include the
 * address lookups of its host, which the fetch depends on.
 */
function questionsOf(query: string): readonly string[] {
  const [, , host] = query.split("/");
  if (!query.startsWith("https:") || host === undefined) {
    const [name, type] = query.split(" ");
    return [`${name}. IN ${type}`];
  }
  const [name] = host.split(":");
  return [`${name}. IN A`, `${name}. IN AAAA`, `GET ${query}`];
}
