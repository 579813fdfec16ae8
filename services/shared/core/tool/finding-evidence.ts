import { type Evidence, questionOf } from "./evidence.ts";
import type { Finding, FindingTable } from "./finding.ts";

/** Maximum number of exchanges that one finding refers to. */
const IDS_MAX = 20;

/** An exchange with its server, name and type, which are compared with a finding's subjects. */
type Exchange = { readonly id: string; readonly aspects: readonly (readonly string[])[] };

/** The exchanges of a call, and all words of each aspect. */
type Exchanges = { readonly all: readonly Exchange[]; readonly words: readonly ReadonlySet<string>[] };

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
  let exchanges: Exchanges | undefined;
  return findings.map((finding) => {
    if (finding.evidence.length > 0) return finding;
    exchanges ??= exchangesOf(evidence);
    return { ...finding, evidence: idsFor(finding.subjects, table[finding.code]?.types ?? [], exchanges) };
  });
}

function exchangesOf(evidence: readonly Evidence[]): Exchanges {
  const words = [new Set<string>(), new Set<string>(), new Set<string>()];
  const all = evidence.map(exchangeOf);
  for (const { aspects } of all)
    for (const [i, aspect] of aspects.entries()) for (const word of aspect) words[i]?.add(word);
  return { all, words };
}

function exchangeOf(exchange: Evidence): Exchange {
  const { id, server, address } = exchange;
  const { name, type } = questionOf(exchange);
  const port = address.indexOf("#");
  const ip = port === -1 ? address : address.slice(0, port);
  return { id, aspects: [[plain(server), ip], [name], [type.toLowerCase()]] };
}

function plain(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}

function idsFor(subjects: readonly string[], types: readonly string[], { all, words }: Exchanges): string[] {
  const sought = subjects.map(plain);
  const wanted = words.map((known) => new Set(sought.filter((word) => known.has(word))));
  if (wanted.every((one) => one.size === 0)) return [];
  const [, , ofType] = wanted;
  if (ofType?.size === 0) for (const type of types) ofType.add(type.toLowerCase());
  return all
    .filter(({ aspects }) =>
      wanted.every((one, i) => one.size === 0 || aspects[i]?.some((word) => one.has(word))),
    )
    .slice(0, IDS_MAX)
    .map(({ id }) => id);
}
