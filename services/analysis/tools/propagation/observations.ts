import type { DomainObservation, ServerReply } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** Record types that are compared. */
export const TYPES = ["A", "MX", "TXT"] as const;
/** One of `TYPES`. */
export type ComparedType = (typeof TYPES)[number];

/** A public resolver that may be asked. */
export type Candidate = {
  /** IPv4 address in canonical text form. */
  readonly ip: string;
  /** Name of the public DNS service; null for a network's own resolver. */
  readonly service: string | null;
  readonly operator: string;
  /**
   * Two-letter country of the operator, or the registered country of a network resolver's address. Machines may be
   * elsewhere.
   */
  readonly operatorCountry: string;
  /** True if the address is anycast; null if no source says. */
  readonly anycast: boolean | null;
  /** What the resolver filters, by its operator's statement; null for nothing. */
  readonly filters: string | null;
};

/** Faults that exclude a resolver. */
export const FAULTS = ["silent", "refuses", "no_recursion", "lies", "rewrites_nxdomain", "failing"] as const;
/** One of `FAULTS`. */
export type ResolverFault = (typeof FAULTS)[number];

/** Result of a resolver's check. `unknown`: the check failed for a reason within this API. */
export type ResolverHealth = {
  readonly state: "healthy" | "ill" | "unknown";
  /** Null if the resolver is healthy or its state is unknown. */
  readonly fault: ResolverFault | null;
  readonly reason: Reason | null;
  /** True if the resolver validates DNSSEC signatures, as the AD flag shows; null if unknown. */
  readonly validates: boolean | null;
  readonly checkedAt: string;
  /** Exchanges of the check that have completed. */
  readonly evidence: readonly Evidence[];
};

/** A resolver's answer at one time. */
type At = {
  readonly outcome: Outcome<DnsReply>;
  /** When the answer arrived, in seconds since 1970. */
  readonly at: number;
};

/** One resolver's answer for one record type. */
export type AnswerObservation = At & {
  readonly type: ComparedType;
  readonly elapsedMs: number;
  /** After SERVFAIL, the answer with signature checking disabled (CD); null if that query was not sent. */
  readonly unchecked: Outcome<DnsReply> | null;
  /** After an answer with checking disabled, the answer with checking enabled again; null if that query was not sent. */
  readonly rechecked: Outcome<DnsReply> | null;
  /**
   * Answer to the same query at least a second later, to see whether the TTL counts down; null if not needed or out
   * of time.
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

/** The ASes that announce an address, and the announced prefix, which is null if no AS announces the address. */
export type OriginObservation = {
  readonly address: string;
  readonly prefix: string | null;
  readonly asns: readonly number[];
};

/** Our resolver's answer for the end of a CNAME chain that leaves the zone. */
export type EndObservation = {
  readonly type: ComparedType;
  readonly target: string;
  readonly outcome: Outcome<DnsReply>;
};

/** A list of resolvers from which candidates are taken. */
export type ListObservation = {
  readonly source: string;
  /** Date of the list, YYYY-MM-DD. */
  readonly date: string;
  /** Number of resolvers in the list, for all countries. */
  readonly count: number;
};

/** Everything that a call observed. */
export type PropagationObservation = Observed & {
  /** The authoritative answers: A, MX and TXT from every server of the zone. */
  readonly authoritative: DomainObservation;
  /** Replies of the zone's servers for SOA of the zone. */
  readonly versions: readonly ServerReply[];
  /** Replies of the zone's servers to repeated A queries, sent if the servers or a resolver gave different addresses. */
  readonly tries: readonly ServerReply[];
  /** Ends of the servers' CNAME chains, except the end that is in `authoritative`. */
  readonly ends: readonly EndObservation[];
  readonly resolvers: readonly ResolverObservation[];
  readonly excluded: readonly ExcludedObservation[];
  /** Origins of the compared addresses, as far as they could be found out. */
  readonly origins: readonly OriginObservation[];
  /** True if this API's own network answers DNS queries to other servers; null if that could not be found out. */
  readonly intercepted: boolean | null;
  /** Number of resolvers of the country in the lists. */
  readonly available: number;
  readonly list: ListObservation & { readonly refreshed: ListObservation | null };
};
