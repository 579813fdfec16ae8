import type { DomainObservation } from "@dnstools/core/domain/observations";
import type { DnsFacts } from "@dnstools/core/mail/answers";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** The sections of a scout call. Each section can be requested alone. */
export const SECTIONS = ["records", "email", "srv", "subdomains", "axfr", "ptr"] as const;
/** The name of a section of a scout call. */
export type Section = (typeof SECTIONS)[number];

/** A name that every resolver can resolve, but for which hardly any server is authoritative. */
export const FOREIGN_NAME = "a.root-servers.net";

/** How many queries a section made, and why it ended. */
export type Effort = {
  readonly questions: number;
  /** Number of queries without a usable answer. */
  readonly failed: number;
  readonly elapsedMs: number;
  /** Why the section ended: it was complete, or it reached its time limit or the call's maximum number of queries. */
  readonly ended: "done" | "time" | "questions";
};

/** The parts of an answer for a candidate name that this tool uses. */
export type CandidateAnswer = {
  /** True if the queried name itself does not exist. */
  readonly denied: boolean;
  /** True if the zone's servers referred to the servers of another zone. */
  readonly delegated: boolean;
  /** The name servers to which the name itself is delegated, at most as many as the output shows. */
  readonly nameServers: readonly string[];
  /** Targets of the aliases in order, at most as many as the output shows. */
  readonly aliases: readonly string[];
  /** Target of the last alias; null if there are no aliases. */
  readonly end: string | null;
  /**
   * Target of the first alias, with `*` in place of the queried name's first label, so that all targets synthesized by
   * one rule are equal.
   */
  readonly via: string | null;
  /** True if the CNAME records form a loop. */
  readonly loop: boolean;
  /** DNAME record above the queried name from which the alias was synthesized (RFC 6672 3.1); null if there is none. */
  readonly dname: { readonly owner: string; readonly target: string } | null;
  /**
   * Sorted values of the queried type, including those at the end of the CNAME chain; at most as many as the output
   * shows.
   */
  readonly values: readonly string[];
  readonly total: number;
  /**
   * TTL of the name's own records, in seconds; null if there are none, or if our resolver answered, because a
   * resolver's TTLs count down.
   */
  readonly ttl: number | null;
  /** Number of labels in the RRSIG record (RFC 4034 3.1.3); null if the answer has no signature. */
  readonly signedLabels: number | null;
  /** True if the answer is larger than this API reads, which shows that the name has records. */
  readonly tooLarge: boolean;
  /**
   * The reason why the records of a name could not be determined, if the name is the apex of another zone; null for
   * all other names.
   */
  readonly reason: Reason | null;
};
/** The outcome of a query for a candidate name. */
export type CandidateOutcome = Outcome<CandidateAnswer>;

const CANDIDATE_TYPES = ["A", "AAAA", "MX", "TXT", "SRV", "DNAME"] as const;
/** A record type for which candidate names are queried. */
export type CandidateType = (typeof CANDIDATE_TYPES)[number];

/** Answers to queries for random names below a parent, from which the wildcard baseline is derived. */
export type BaselineObservation = {
  readonly parent: string;
  readonly type: CandidateType;
  readonly probes: readonly BaselineProbe[];
};
/** A query for a random name. */
export type BaselineProbe = {
  readonly label: string;
  readonly shape: string;
  readonly answer: CandidateOutcome;
  /** Answer to the repeated query, which is sent if answers to random names vary; null if it was not sent. */
  readonly again: CandidateOutcome | null;
};

/** A name that was searched for. */
export type NameObservation = {
  readonly name: string;
  /** The name without its first label; a wildcard for the name would be directly below this parent. */
  readonly parent: string;
  readonly answers: Readonly<Partial<Record<CandidateType, CandidateOutcome>>>;
  /** Answers to repeated queries for the first type, which are sent if answers to random names vary. */
  readonly again: readonly CandidateOutcome[];
};

/** What our resolver found about a host in a record. */
export type HostObservation = {
  /** The host's addresses. `nxdomain`: the host, or the target of its alias, does not exist. */
  readonly addresses: Outcome<readonly string[]>;
  /** Name at which the host's CNAME chain ends; the host itself if it is not an alias. */
  readonly end: string;
  /**
   * True if the registrable domain of `end` does not exist either, false if it exists; null if unknown or if `end`
   * exists.
   */
  readonly unregistered: boolean | null;
};

/** The hosts in records, by name. */
export type HostsObservation = ReadonlyMap<string, HostObservation>;

/** One address of a zone's server. */
export type ServerObservation = {
  readonly name: string;
  readonly address: string;
  readonly udp: Outcome<ServerAnswer>;
  readonly udpMs: number;
  /** The outcome of a query over TCP; null if the section on records was not requested. */
  readonly tcp: Outcome<ServerAnswer> | null;
  readonly tcpMs: number;
  /** True if the server resolved a name outside its zones for us; null if the section on records was not requested. */
  readonly recursion: Outcome<boolean> | null;
};
/** The parts of a server's reply to the domain's SOA query that this tool uses. */
export type ServerAnswer = {
  readonly rcode: string;
  readonly aa: boolean;
  readonly serial: number | null;
  readonly edns: boolean;
  readonly nsid: string | null;
  readonly signed: boolean;
};

/** Result of a zone transfer that was requested from one address. */
export type TransferObservation = {
  readonly name: string;
  readonly address: string;
  /** `whole` is true if the transfer is complete, and false if it was stopped at our limit. */
  readonly outcome: Outcome<{ readonly whole: boolean }>;
  readonly rcode: string | null;
  readonly connected: boolean;
  readonly records: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** The first records that the transfer returned. */
  readonly first: readonly TransferRecord[];
};
/** A record from a zone transfer, with its value in presentation form. */
export type TransferRecord = {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly value: string;
};

/** The names of an address (PTR), and the addresses of these names. */
export type PtrObservation = {
  readonly address: string;
  /** Names that have this address. */
  readonly of: readonly string[];
  readonly ptr: Outcome<readonly string[]>;
  readonly names: readonly PtrName[];
  /** Total number of names of the address, including names that were not looked up. */
  readonly total: number;
};

/** Everything that a call observed. A section that was not requested is null. */
export type ScoutObservation = Observed & {
  readonly zone: Outcome<Zone>;
  readonly servers: readonly ServerObservation[];
  readonly signed: boolean | null;
  /** True if the name exists according to the zone's servers; null if the servers did not answer. */
  readonly exists: boolean | null;
  readonly resolverAlive: boolean | null;
  readonly efforts: Readonly<Partial<Record<Section, Effort>>>;
  readonly records: DomainObservation;
  /** The answers about the domain's mail. */
  readonly email: DnsFacts | null;
  readonly names: { readonly srv: NamesObservation | null; readonly subdomains: NamesObservation | null };
  readonly hosts: HostsObservation;
  readonly transfers: readonly TransferObservation[] | null;
  readonly ptr: readonly PtrObservation[] | null;
  /**
   * Number of addresses that were not looked up because there were too many. `ptrReason` is the reason why some
   * addresses could not be determined.
   */
  readonly ptrLeft: number;
  readonly ptrReason: Reason | null;
  /** Maximum number of queries in a call, and maximum number of queries per second to one server; 0 for no limit. */
  readonly bounds: { readonly questions: number; readonly perSecond: number };
  readonly asked: number;
};

/** Result of a search for names. */
export type NamesObservation = {
  /** Names to search for. */
  readonly wanted: readonly string[];
  readonly names: readonly NameObservation[];
  readonly baselines: readonly BaselineObservation[];
};
