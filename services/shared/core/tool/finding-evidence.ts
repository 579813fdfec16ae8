import { type Evidence, questionOf } from "./evidence.ts";
import type { Finding, FindingTable } from "./finding.ts";

/** Maximum number of exchanges that one finding refers to. */
const IDS_MAX = 20;

/** An exchange with its server, name and type, which are compared with a finding's subjects. */
type Exchange = { readonly id: string; readonly aspects: readonly (readonly string[])[] };

/**
 * Adds to each finding the ids of the exchanges that show it, unless the judgement has already added them. An exchange
 * matches a finding if its server, name and type are among the finding's subjects. A subject that is neither a server
 * nor a name nor a type matches nothing. If no subject is a type, the record types of the finding's rule are used.
 */
export function withEvidence(
  findings: readonly Finding[],
  table: FindingTable,
  evidence: readonly Evidence[],
): Finding[] {
  let exchanges: readonly Exchange[] | undefined;
  return findings.map((finding) => {
    if (finding.evidence.length > 0) return finding;
    exchanges ??= evidence.map(exchangeOf);
    return { ...finding, evidence: idsFor(finding.subjects, table[finding.code]?.types ?? [], exchanges) };
  });
}

function exchangeOf(exchange: Evidence): Exchange {
  const { id, server, address } = exchange;
  const { name, type } = questionOf(exchange);
  const [ip = ""] = address.split("#");
  return { id, aspects: [[plain(server), ip], [name], [type.toLowerCase()]] };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

function idsFor(
  subjects: readonly string[],
  types: readonly string[],
  exchanges: readonly Exchange[],
): string[] {
  const words = new Set(subjects.map(plain));
  const wanted = [0, 1, 2].map(
    (i) => new Set(exchanges.flatMap(({ aspects }) => aspects[i]?.filter((word) => words.has(word)) ?? [])),
  );
  if (wanted.every((one) => one.size === 0)) return [];
  const [, , ofType] = wanted;
  if (ofType?.size === 0) for (const type of types) ofType.add(type.toLowerCase());
  return exchanges
    .filter(({ aspects }) =>
      wanted.every((one, i) => one.size === 0 || aspects[i]?.some((word) => one.has(word))),
    )
    .slice(0, IDS_MAX)
    .map(({ id }) => id);
}
