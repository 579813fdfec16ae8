import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Finding } from "@dnstools/core/tool/finding";
import { dnsKey } from "../answers.ts";
import type { SectionFinding } from "../section.ts";

/** Exchanges that one finding points to: a record with more than ten lookups has as many. */
const IDS_MAX = 20;

/** The findings with the ids of the exchanges that answered their queries, in place of the queries. */
export function withIds(findings: readonly SectionFinding[], evidence: readonly Evidence[]): Finding[] {
  const ids = Map.groupBy(evidence, ({ question }) => keyOf(question));
  return findings.map(({ queries, ...finding }) => {
    const shown = queries.flatMap(exchangesFor).flatMap((key) => ids.get(key) ?? []);
    return { ...finding, evidence: [...new Set(shown.map(({ id }) => id))].slice(0, IDS_MAX) };
  });
}

/** The query's key of an exchange: of `name. IN TYPE` and of `GET URL`. */
function keyOf(question: string): string {
  const [name = "", second = "", type = ""] = question.split(" ");
  return name === "GET" ? second : dnsKey(name.replace(/\.$/, ""), type);
}

/** A file's exchanges are those of its host's addresses too: without them it is not fetched. */
function exchangesFor(query: string): readonly string[] {
  const [, , host] = query.split("/");
  if (!query.startsWith("https:") || host === undefined) return [query];
  const [name = ""] = host.split(":");
  return [dnsKey(name, "A"), dnsKey(name, "AAAA"), query];
}
