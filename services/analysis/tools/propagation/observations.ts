import type { DomainObservation, ServerReply } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** The record types that are compared. */
export const TYPES = ["A", "MX", "TXT"] as const;
export type ComparedType = (typeof TYPES)[number];

/** A public resolver that may be asked. */
export type Candidate = {
  /** IPv4, in its canonical text. */
  readonly ip: string;
  /** The well-known service it belongs to; null where it is a network's own. */
  readonly service: string | null;
  readonly operator: string;
  /** Home of its operator, or of a network's resolver the registry's country of its address. That is no place of a machine. */
  readonly operatorCountry: string;
  /** Null where no source says. */
  readonly anycast: boolean | null;
  /** What it says that it filters; null for nothing. */
  readonly filters: string | null;
};

/** What is wrong with a resolver. */
export const FAULTS = ["silent", "refuses", "no_recursion", "lies", "rewrites_nxdomain", "failing"] as const;
export type ResolverFault = (typeof FAULTS)[number];

/** What a resolver's check came to. `unknown`: it could not be checked, for a reason of ours. */
export type ResolverHealth = {
  readonly state: "healthy" | "ill" | "unknown";
  /** Null where it is healthy or unknown. */
  readonly fault: ResolverFault | null;
  readonly reason: Reason | null;
  /** Whether it says of signed answers that it checked them (AD); null where that is not known. */
  readonly validates: boolean | null;
  readonly checkedAt: string;
  /** The exchanges of the check that have ended. */
  readonly evidence: readonly Evidence[];
};

/** What a resolver answered at one time. */
type At = {
  readonly outcome: Outcome<DnsReply>;
  /** When the answer was there, in seconds since 1970. */
  readonly at: number;
};

/** One type as one resolver gave it. */
export type AnswerObservation = At & {
  readonly type: ComparedType;
  readonly elapsedMs: number;
  /** After SERVFAIL, what it answers without checking signatures (CD); null where it was not asked so. */
  readonly unchecked: Outcome<DnsReply> | null;
  /** After an answer to that, what it says with the check once more; null where it was not asked so. */
  readonly rechecked: Outcome<DnsReply> | null;
  /** The same a second later, to see whether its TTL runs; null where there was no need or no time. */
  readonly again: At | null;
};

export type ResolverObservation = {
  readonly candidate: Candidate;
  readonly health: ResolverHealth;
  /** One of each type. */
  readonly answers: readonly AnswerObservation[];
};

/** A resolver that was not used. */
export type ExcludedObservation = { readonly candidate: Candidate; readonly health: ResolverHealth };

/** The ASes that announce an address, with its prefix; null where no AS announces it. */
export type OriginObservation = {
  readonly address: string;
  readonly prefix: string | null;
  readonly asns: readonly number[];
};

/** What our resolver found at the end of aliases that leave the zone. */
export type EndObservation = {
  readonly type: ComparedType;
  readonly target: string;
  readonly outcome: Outcome<DnsReply>;
};

/** A list of resolvers that candidates came from. */
export type ListObservation = {
  readonly source: string;
  /** Of what day it is. */
  readonly date: string;
  /** Resolvers in it, of all countries. */
  readonly count: number;
};

export type PropagationObservation = Observed & {
  /** The authoritative answers: A, MX and TXT of every server of the zone. */
  readonly authoritative: DomainObservation;
  /** Their replies to the zone's SOA. */
  readonly versions: readonly ServerReply[];
  /** Their replies to repeated A queries, where they or a resolver gave different addresses. */
  readonly tries: readonly ServerReply[];
  /** Ends of aliases of any of them that are not the one in `authoritative`. */
  readonly ends: readonly EndObservation[];
  readonly resolvers: readonly ResolverObservation[];
  readonly excluded: readonly ExcludedObservation[];
  /** Of addresses that are compared, as far as they could be found out. */
  readonly origins: readonly OriginObservation[];
  /** Whether this host's network answers questions to others itself; null where that could not be found out. */
  readonly intercepted: boolean | null;
  /** Count of resolvers of the country in the lists. */
  readonly available: number;
  readonly list: ListObservation & { readonly refreshed: ListObservation | null };
};
