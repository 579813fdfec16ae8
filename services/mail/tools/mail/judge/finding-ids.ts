import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Finding } from "@dnstools/core/tool/finding";
import { dnsKey } from "../answers.ts";
import type { SectionFinding } from "../section.ts";

/**
 * Maximum number of exchanges that one finding refers to. An SPF record with too many DNS lookups refers to
 * more than ten.
 */
const IDS_MAX = 20;

/** Returns the findings with their queries replaced by the ids of the exchanges that answered the queries. */
export function withIds(findings: readonly SectionFinding[], evidence: readonly Evidence[]): Finding[] {
  const ids = Map.groupBy(evidence, ({ question }) => keyOf(question));
  return findings.map(({ queries, ...finding }) => {
    const shown = queries.flatMap(exchangesFor).flatMap((key) => ids.get(key) ?? []);
    return { ...finding, evidence: [...new Set(shown.map(({ id }) => id))].slice(0, IDS_MAX) };
  });
}

/** Returns the query key for the question of an exchange: `name. IN TYPE` or `GET URL`. */
function keyOf(question: string): string {
  const [name = "", second = "", type = ""] = question.split(" ");
  return name === "GET" ? second : dnsKey(name.replace(/\.$/, ""), type);
}

/**
 * Returns the keys of the exchanges behind a query. For a file, they include the address lookups of its host, which
 * the fetch depends on.
 */
function exchangesFor(query: string): readonly string[] {
  const [, , host] = query.split("/");
  if (!query.startsWith("https:") || host === undefined) return [query];
  const [name = ""] = host.split(":");
  return [dnsKey(name, "A"), dnsKey(name, "AAAA"), query];
}
