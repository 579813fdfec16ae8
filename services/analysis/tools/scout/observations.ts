import type { DomainObservation } from "@dnstools/core/domain/observations";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** The sections of a scout, each of which can be requested alone. */
export const SECTIONS = ["records", "email", "srv", "subdomains", "axfr", "ptr"] as const;
/** One of `SECTIONS`. */
export type Section = (typeof SECTIONS)[number];

/** A name that every resolver can resolve, and that hardly any zone's server has. */
export const FOREIGN_NAME = "a.root-servers.net";

/** How much work a section did, and why it ended. */
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
  /** True if the name itself does not exist. */
  readonly denied: boolean;
  /** True if the zone's servers referred to the servers of another zone. */
  readonly delegated: boolean;
  /** Targets of the aliases in order, as many as are shown. */
  readonly aliases: readonly string[];
  /** Target of the last alias; null if there are no aliases. */
  readonly end: string | null;
  /** Target of the first alias, with `*` for the name's own label, so that all targets made by one rule are equal. */
  readonly via: string | null;
  /** True if the aliases form a loop. */
  readonly loop: boolean;
  /** DNAME record above the name from which the alias was made (RFC 6672 3.1); null if there is none. */
  readonly dname: { readonly owner: string; readonly target: string } | null;
  /** Values of the queried type, also at the end of aliases; sorted, as many as are shown. */
  readonly values: readonly string[];
  readonly total: number;
  /**
   * TTL of the name's own records, in seconds; null if there are none, or if our resolver answered, whose TTLs
   * count down.
   */
  readonly ttl: number | null;
  /** Label count in the signature (RFC 4034 3.1.3); null if there is no signature. */
  readonly signedLabels: number | null;
  /** True if the answer is larger than this API reads, which shows that the name has records. */
  readonly tooLarge: boolean;
  /** For a name that is a zone of its own, why its records could not be found out; else null. */
  readonly reason: Reason | null;
};
/** The outcome of a query for a candidate name. */
export type CandidateOutcome = Outcome<CandidateAnswer>;

const CANDIDATE_TYPES = ["A", "AAAA", "MX", "TXT", "SRV", "DNAME"] as const;
/** A record type that candidate names are queried for. */
export type CandidateType = (typeof CANDIDATE_TYPES)[number];

/** Answers to random names below a parent: the wildcard baseline. */
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
  /** Answer to the repeated query, sent if random names get varying answers; else null. */
  readonly again: CandidateOutcome | null;
};

/** A name that was looked for. */
export type NameObservation = {
  readonly name: string;
  /** The name without its first label, below which a wildcard would be. */
  readonly parent: string;
  readonly answers: Readonly<Partial<Record<CandidateType, CandidateOutcome>>>;
  /** Answers to repeated queries for the first type, sent if random names get varying answers. */
  readonly again: readonly CandidateOutcome[];
};

/** What our resolver found about a host that records name. */
export type HostObservation = {
  /** `nxdomain`: the host, or the name that it is an alias for, does not exist. */
  readonly addresses: Outcome<readonly string[]>;
  /** Name at the end of the host's aliases; the host itself if it has none. */
  readonly end: string;
  /** If `end` does not exist, true if its registrable domain does not exist either; null if unknown. */
  readonly unregistered: boolean | null;
};

/** The hosts that records name, by name. */
export type HostsObservation = ReadonlyMap<string, HostObservation>;

/** One address of a server of the zone. */
export type ServerObservation = {
  readonly name: string;
  readonly address: string;
  readonly udp: Outcome<ServerAnswer>;
  readonly udpMs: number;
  /** Null if the section on records was not requested. */
  readonly tcp: Outcome<ServerAnswer> | null;
  readonly tcpMs: number;
  /** True if the server looked up a foreign name for us; null if the section on records was not requested. */
  readonly recursion: Outcome<boolean> | null;
};
/** The parts of a server's reply for SOA of the domain that this tool uses. */
export type ServerAnswer = {
  readonly rcode: string;
  readonly aa: boolean;
  readonly serial: number | null;
  readonly edns: boolean;
  readonly nsid: string | null;
  readonly signed: boolean;
};

/** Result of requesting a zone transfer from one address. */
export type TransferObservation = {
  readonly name: string;
  readonly address: string;
  /** `whole` is true if the transfer is complete, false if it reached our limit. */
  readonly outcome: Outcome<{ readonly whole: boolean }>;
  readonly rcode: string | null;
  readonly connected: boolean;
  readonly records: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** The first records received. */
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
  /** Names that have the address. */
  readonly of: readonly string[];
  readonly ptr: Outcome<readonly string[]>;
  readonly names: readonly PtrName[];
  /** Number of names of the address, including those that were not looked up. */
  readonly total: number;
};

/** TXT values at a name; `absent` if there are none. */
export type Texts = Outcome<readonly string[]>;

/** What was observed about a domain's mail. */
export type EmailObservation = {
  /** Preference and exchange, in order of preference. */
  readonly mx: Outcome<readonly { readonly preference: number; readonly exchange: string }[]>;
  readonly txt: Texts;
  /** TXT at `_dmarc` of the domain and of the names above it, in the order of RFC 9989 4.10, as far as queried. */
  readonly dmarc: readonly { readonly name: string; readonly texts: Texts }[];
  /** TXT at a random DKIM selector. */
  readonly random: Texts;
  readonly dkim: readonly { readonly selector: string; readonly provider: string; readonly texts: Texts }[];
  readonly mtaSts: Texts;
  readonly tlsRpt: Texts;
  readonly bimi: Texts;
};

/** Everything that a call observed. A section that was not requested is null. */
export type ScoutObservation = Observed & {
  readonly zone: Outcome<Zone>;
  readonly servers: readonly ServerObservation[];
  readonly signed: boolean | null;
  /** True if the name exists, as the zone's servers say; null if the servers did not answer. */
  readonly exists: boolean | null;
  readonly resolverAlive: boolean | null;
  readonly efforts: Readonly<Partial<Record<Section, Effort>>>;
  readonly records: DomainObservation;
  readonly email: EmailObservation | null;
  readonly names: { readonly srv: NamesObservation | null; readonly subdomains: NamesObservation | null };
  readonly hosts: HostsObservation;
  readonly transfers: readonly TransferObservation[] | null;
  readonly ptr: readonly PtrObservation[] | null;
  /**
   * Number of addresses that were not looked up because there were too many, and why some addresses could not be
   * found out.
   */
  readonly ptrLeft: number;
  readonly ptrReason: Reason | null;
  /** Maximum number of queries in a call, and per second to one server; 0 for no limit. */
  readonly bounds: { readonly questions: number; readonly perSecond: number };
  readonly asked: number;
};

/** Result of a search for names. */
export type NamesObservation = {
  /** Names to look for. */
  readonly wanted: readonly string[];
  readonly names: readonly NameObservation[];
  readonly baselines: readonly BaselineObservation[];
};
