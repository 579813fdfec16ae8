import { type Evidence, questionOf } from "./evidence.ts";
import type { Finding, FindingTable } from "./finding.ts";

/** Maximum number of exchanges that one finding refers to. */
const IDS_MAX = 20;

/** What is compared of an exchange with a finding's subjects, as plain words. */
type Exchange = {
  readonly id: string;
  readonly server: string;
  readonly ip: string;
  readonly name: string;
  readonly type: string;
};

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
  const port = address.indexOf("#");
  const ip = port === -1 ? address : address.slice(0, port);
  return { id, server: plain(server), ip, name, type: type.toLowerCase() };
}

function plain(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}

function idsFor(
  subjects: readonly string[],
  types: readonly string[],
  exchanges: readonly Exchange[],
): string[] {
  const sought = new Set(subjects.map(plain));
  const isServer = ({ server, ip }: Exchange) => sought.has(server) || sought.has(ip);
  const [aboutServers, aboutNames, aboutTypes] = [
    exchanges.some(isServer),
    exchanges.some(({ name }) => sought.has(name)),
    exchanges.some(({ type }) => sought.has(type)),
  ];
  if (!aboutServers && !aboutNames && !aboutTypes) return [];
  const wantedTypes = aboutTypes ? sought : new Set(types.map((type) => type.toLowerCase()));
  return exchanges
    .filter(
      (exchange) =>
        (!aboutServers || isServer(exchange)) &&
        (!aboutNames || sought.has(exchange.name)) &&
        (wantedTypes.size === 0 || wantedTypes.has(exchange.type)),
    )
    .slice(0, IDS_MAX)
    .map(({ id }) => id);
}
