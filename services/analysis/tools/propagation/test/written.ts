import type { ServerReply } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { present, unknown } from "@dnstools/core/tool/outcome";
import { KNOWN } from "../judge/health.ts";
import type {
  AnswerObservation,
  ComparedType,
  PropagationObservation,
  ResolverObservation,
} from "../observations.ts";
import { TYPES } from "../observations.ts";

/** The queried name in tests. The functions in this file build observations for tests without a network. */
export const NAME = "www.example.com" as DomainName;
/** The zone of `NAME`. */
export const APEX = "example.com" as DomainName;
/** Time of all answers, in seconds since 1970. */
export const NOW = 1_800_000_000;

const record = (name: string, type: string, ttl: number, value: string, data: object): DnsRecord =>
  ({ name, type, ttl, value, data }) as DnsRecord;
/** Creates an A record. */
export const a = (address: string, ttl = 60, name: string = NAME) =>
  record(name, "A", ttl, address, { address });
/** Creates an MX record of `NAME`. */
export const mx = (preference: number, exchange: string, ttl = 60) =>
  record(NAME, "MX", ttl, `${preference} ${exchange}.`, { preference, exchange });
/** Creates a TXT record of `NAME`. */
export const txt = (text: string, ttl = 60) =>
  record(NAME, "TXT", ttl, `"${text}"`, { text, strings: [text] });
/** Creates a CNAME record. */
export const cname = (target: string, ttl = 60, name: string = NAME) =>
  record(name, "CNAME", ttl, `${target}.`, { target });
/** Creates an SOA record. */
export const soa = (zone: string, ttl = 300, minimum = 300, serial = 1) =>
  record(zone, "SOA", ttl, "", { serial, minimum });

type Parts = {
  readonly rcode?: string;
  readonly authorities?: readonly DnsRecord[];
  /** Codes of extended errors (RFC 8914). */
  readonly errors?: readonly number[];
};

/** Creates a reply with these records as its answer section. */
export function reply(answers: readonly DnsRecord[], parts: Parts = {}): Outcome<DnsReply> {
  const { rcode = "NOERROR", authorities = [], errors = [] } = parts;
  const extendedErrors = errors.map((code) => ({ code, name: `EDE${code}`, text: "" }));
  const edns = {
    version: 0,
    udpSize: 1232,
    dnssecOk: false,
    nsid: null,
    cookie: null,
    errors: extendedErrors,
  };
  return present({ rcode, flags: ["aa", "ra"], answers, authorities, additionals: [], edns });
}

/** Creates a NOERROR reply without answers. */
export const nodata = (...authorities: readonly DnsRecord[]) => reply([], { authorities });
/** Creates an NXDOMAIN reply. */
export const nxdomain = (...authorities: readonly DnsRecord[]) =>
  reply([], { rcode: "NXDOMAIN", authorities });

/** Creates a resolver's answer for one type. */
export function answer(
  type: ComparedType,
  outcome: Outcome<DnsReply>,
  more: Partial<AnswerObservation> = {},
): AnswerObservation {
  return { type, outcome, at: NOW, elapsedMs: 10, unchecked: null, rechecked: null, again: null, ...more };
}

/**
 * Returns the same answer a second later.
 * @param lessS number of seconds by which the TTLs are lower.
 */
export function later(outcome: Outcome<DnsReply>, lessS = 1): NonNullable<AnswerObservation["again"]> {
  if (outcome.kind !== "present") return { outcome, at: NOW + 1 };
  const older = (records: readonly DnsRecord[]) => records.map((one) => ({ ...one, ttl: one.ttl - lessS }));
  const { answers, authorities } = outcome.value;
  const value = { ...outcome.value, answers: older(answers), authorities: older(authorities) };
  return { outcome: present(value), at: NOW + 1 };
}

/** Replies by record type. A type without a reply has no records. */
export type Sets = Readonly<Partial<Record<ComparedType, Outcome<DnsReply>>>>;

/** Creates a healthy resolver with these answers. */
export function resolver(
  i: number,
  sets: Sets,
  more: Partial<ResolverObservation["candidate"]> = {},
): ResolverObservation {
  const candidate = {
    ip: `9.0.0.${i}`,
    service: `Service ${i}`,
    operator: `Operator ${i}`,
    operatorCountry: "us",
    anycast: true,
    filters: null,
    ...more,
  };
  const health = {
    state: "healthy",
    fault: null,
    reason: null,
    validates: true,
    checkedAt: "2026-11-20T00:00:00.000Z",
    evidence: [],
  } as const;
  const answers = TYPES.map((type) => {
    const outcome = sets[type] ?? nodata();
    return answer(type, outcome, { again: later(outcome) });
  });
  return { candidate, health, answers };
}

/**
 * Creates an observation with these answers of the zone's servers and with these resolvers. The default serial number
 * is 1.
 */
export function observed(
  servers: readonly (Sets & { readonly serial?: number })[],
  resolvers: readonly ResolverObservation[],
  more: Partial<PropagationObservation> = {},
): PropagationObservation {
  const at = (i: number) => ({ name: `ns${i + 1}.example.com`, address: `5.0.0.${i + 1}` });
  const repliesOf = (type: ComparedType): ServerReply[] =>
    servers.map((sets, i) => ({ server: at(i), outcome: sets[type] ?? nodata() }));
  return {
    authoritative: {
      delegation: null,
      zone: { kind: "present", value: { apex: APEX, nameServers: [], denied: false } },
      resolverAlive: null,
      exchanges: null,
      parentNs: [],
      validation: null,
      chain: null,
      childNs: null,
      inBailiwick: [],
      childOnlyServers: [],
      hostCheck: null,
      wishes: [],
      tcp: null,
      types: TYPES.map((type) => {
        const replies = repliesOf(type);
        const [first] = replies;
        return {
          type,
          source: "authoritative",
          server: first?.server ?? null,
          outcome: first?.outcome ?? unknown("no_servers"),
          outOfZone: null,
          replies,
        };
      }),
    },
    versions: servers.map(({ serial = 1 }, i) => ({
      server: at(i),
      outcome: reply([soa(APEX, 300, 300, serial)]),
    })),
    tries: [],
    ends: [],
    resolvers,
    excluded: [],
    origins: [],
    intercepted: false,
    available: resolvers.length,
    list: { source: "table", date: "2026-11-20", count: 1, refreshed: null },
    evidence: [],
    ...more,
  };
}

/** Returns an observation together with the exchanges from which it would have been derived. */
export function withExchanges(seen: PropagationObservation): PropagationObservation {
  const evidence: Evidence[] = [...seen.evidence];
  const add = (
    question: string,
    { name, address }: { name: string; address: string },
    outcome: Outcome<unknown>,
  ) =>
    evidence.push({
      id: String(evidence.length + 1),
      question,
      server: name,
      address,
      transport: "udp",
      rcode: null,
      flags: [],
      errors: [],
      nsid: null,
      ttl: null,
      elapsedMs: 1,
      at: "2026-11-20T00:00:00.000Z",
      reason: outcome.kind === "unknown" ? outcome.reason : null,
    });
  for (const { server, outcome } of seen.versions) add(`${APEX}. IN SOA +dnssec`, server, outcome);
  for (const { type, replies } of seen.authoritative.types)
    for (const { server, outcome } of replies) add(`${NAME}. IN ${type} +dnssec`, server, outcome);
  for (const { candidate, answers } of seen.resolvers)
    for (const { type, outcome, unchecked, rechecked, again } of answers) {
      const at = { name: candidate.operator, address: candidate.ip };
      add(`${NAME}. IN ${type}`, at, outcome);
      if (unchecked !== null) add(`${NAME}. IN ${type} +cd`, at, unchecked);
      for (const more of [rechecked, again?.outcome ?? null])
        if (more !== null) add(`${NAME}. IN ${type}`, at, more);
    }
  for (const { candidate } of seen.excluded)
    add(`${KNOWN.name}. IN A`, { name: candidate.operator, address: candidate.ip }, unknown("timeout"));
  return { ...seen, evidence };
}
