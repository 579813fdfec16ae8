import type { DomainObservation, ServerReply } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** Record types whose answers are compared. */
export const TYPES = ["A", "MX", "TXT"] as const;
/** A record type whose answers are compared. */
export type ComparedType = (typeof TYPES)[number];

/** A public resolver that may be queried. */
export type Candidate = {
  /** IPv4 address in canonical text form. */
  readonly ip: string;
  /** Name of the public DNS service; null for a network's own resolver. */
  readonly service: string | null;
  readonly operator: string;
  /**
   * Two-letter code of the operator's country or, for a network's own resolver, of the country in which its address is
   * registered. The resolver's machines may be elsewhere.
   */
  readonly operatorCountry: string;
  /** True if the address is anycast; null if no source states whether it is. */
  readonly anycast: boolean | null;
  /** What the resolver filters, as stated by its operator; null if it filters nothing. */
  readonly filters: string | null;
};

/** Faults for which a resolver is excluded. */
export const FAULTS = ["silent", "refuses", "no_recursion", "lies", "rewrites_nxdomain", "failing"] as const;
/** A fault for which a resolver is excluded. */
export type ResolverFault = (typeof FAULTS)[number];

/** Result of a resolver's check. `unknown` means that the check failed for a reason within this API. */
export type ResolverHealth = {
  readonly state: "healthy" | "ill" | "unknown";
  /** The resolver's fault; null if the resolver is healthy or its state is unknown. */
  readonly fault: ResolverFault | null;
  readonly reason: Reason | null;
  /** True if the resolver validates DNSSEC signatures, as its AD flag shows; null if unknown. */
  readonly validates: boolean | null;
  readonly checkedAt: string;
  /** Evidence of the check's exchanges that have completed. */
  readonly evidence: readonly Evidence[];
};

/** A resolver's answer and the time at which it arrived. */
type At = {
  readonly outcome: Outcome<DnsReply>;
  /** Time at which the answer arrived, in seconds since 1970. */
  readonly at: number;
};

/** One resolver's answer for one record type. */
export type AnswerObservation = At & {
  readonly type: ComparedType;
  readonly elapsedMs: number;
  /** The answer to a query with signature checking disabled (CD) after SERVFAIL; null if that query was not sent. */
  readonly unchecked: Outcome<DnsReply> | null;
  /**
   * The answer to a third query, with checking enabled again, sent if the query with checking disabled was answered;
   * null if the third query was not sent.
   */
  readonly rechecked: Outcome<DnsReply> | null;
  /**
   * Answer to the same query at least a second later, which shows whether the TTL counts down; null if the query was
   * not needed or there was no time for it.
   */
  readonly again: At | null;
};

/** A resolver that was used. */
export type ResolverObservation = {
  readonly candidate: Candidate;
  readonly health: ResolverHealth;
  /** One answer for each type. */
  readonly answers: readonly AnswerObservation[];
};

/** A resolver that was not used. */
export type ExcludedObservation = { readonly candidate: Candidate; readonly health: ResolverHealth };

/** The ASes that announce an address, and the announced prefix. The prefix is null if no AS announces the address. */
export type OriginObservation = {
  readonly address: string;
  readonly prefix: string | null;
  readonly asns: readonly number[];
};

/** Our resolver's answer for the name at the end of a CNAME chain that leaves the zone. */
export type EndObservation = {
  readonly type: ComparedType;
  readonly target: string;
  readonly outcome: Outcome<DnsReply>;
};

/** A list of resolvers that supplies candidates. */
export type ListObservation = {
  readonly source: string;
  /** Date of the list, YYYY-MM-DD. */
  readonly date: string;
  /** Number of resolvers in the list, for all countries. */
  readonly count: number;
};

/** Everything that a call observed. */
export type PropagationObservation = Observed & {
  /** The authoritative answers to A, MX and TXT queries, from every server of the zone. */
  readonly authoritative: DomainObservation;
  /** Replies of the zone's servers to the query for the zone's SOA record. */
  readonly versions: readonly ServerReply[];
  /**
   * Replies of the zone's servers to repeated A queries, which are sent if the servers or a resolver returned
   * different addresses.
   */
  readonly tries: readonly ServerReply[];
  /**
   * Our resolver's answers for the names at the end of the servers' CNAME chains, except the answer in
   * `authoritative`.
   */
  readonly ends: readonly EndObservation[];
  readonly resolvers: readonly ResolverObservation[];
  readonly excluded: readonly ExcludedObservation[];
  /** Origins of the compared addresses; origins that could not be determined are missing. */
  readonly origins: readonly OriginObservation[];
  /**
   * True if this API's own network answers DNS queries that were sent to other servers; null if this could not be
   * determined.
   */
  readonly intercepted: boolean | null;
  /** Number of resolvers that the lists contain for the country. */
  readonly available: number;
  readonly list: ListObservation & { readonly refreshed: ListObservation | null };
};
