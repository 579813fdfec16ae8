import type { DomainObservation } from "@dnstools/core/domain/observations";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** The parts of a scout, each asked for by itself. */
export const SECTIONS = ["records", "email", "srv", "subdomains", "axfr", "ptr"] as const;
export type Section = (typeof SECTIONS)[number];

/** A name that every resolver finds, and hardly a zone's server has. */
export const FOREIGN_NAME = "a.root-servers.net";

/** How far a section came. */
export type Effort = {
  readonly questions: number;
  /** Of these without a usable answer. */
  readonly failed: number;
  readonly elapsedMs: number;
  /** What ended it: that all was done, its time, or the call's bound of questions. */
  readonly ended: "done" | "time" | "questions";
};

/** One answer to a query for a candidate name, as much of it as is looked at. */
export type CandidateAnswer = {
  /** The name itself does not exist. */
  readonly denied: boolean;
  /** The zone's servers named those of another zone for it. */
  readonly delegated: boolean;
  /** Where aliases lead, in order, so many as are shown. */
  readonly aliases: readonly string[];
  /** The last of them; null where there are none. */
  readonly end: string | null;
  /** Where the first one leads, the name's own label in it as `*`: the same for all names that one rule leads on. */
  readonly via: string | null;
  /** Whether they lead in a circle. */
  readonly loop: boolean;
  /** The DNAME record above the name that made its alias (RFC 6672 3.1); null where there is none. */
  readonly dname: { readonly owner: string; readonly target: string } | null;
  /** Of the type, behind aliases too; sorted, so many as are shown. */
  readonly values: readonly string[];
  readonly total: number;
  /** Seconds, of what stands at the name itself; null where nothing does, and of our resolver, which counts down. */
  readonly ttl: number | null;
  /** Labels of the name that was signed (RFC 4034 3.1.3); null where there is no signature. */
  readonly signedLabels: number | null;
  /** The answer is larger than is read: there is something. */
  readonly tooLarge: boolean;
  /** It is a zone of its own, and why it could not be found out what that has; null else. */
  readonly reason: Reason | null;
};
export type CandidateOutcome = Outcome<CandidateAnswer>;

const CANDIDATE_TYPES = ["A", "AAAA", "MX", "TXT", "SRV", "DNAME"] as const;
export type CandidateType = (typeof CANDIDATE_TYPES)[number];

/** Answers to random names below a parent: the wildcard baseline. */
export type BaselineObservation = {
  readonly parent: string;
  readonly type: CandidateType;
  readonly probes: readonly BaselineProbe[];
};
export type BaselineProbe = {
  readonly label: string;
  readonly shape: string;
  readonly answer: CandidateOutcome;
  /** The same asked again, where random names get ever another answer; null else. */
  readonly again: CandidateOutcome | null;
};

/** A name that was looked for. */
export type NameObservation = {
  readonly name: string;
  /** The name that it is a label below: where a wildcard would stand. */
  readonly parent: string;
  readonly answers: Readonly<Partial<Record<CandidateType, CandidateOutcome>>>;
  /** The first type asked again, at wildcards that give each time another answer. */
  readonly again: readonly CandidateOutcome[];
};

/** What our resolver knows of a host that records name. */
export type HostObservation = {
  /** `nxdomain`: it, or what it is an alias for, does not exist. */
  readonly addresses: Outcome<readonly string[]>;
  /** Where its own aliases end; itself where it has none. */
  readonly end: string;
  /** Where that does not exist: whether its domain does not exist either; null where that is unknown. */
  readonly unregistered: boolean | null;
};

export type HostsObservation = ReadonlyMap<string, HostObservation>;

/** One address of a server of the zone. */
export type ServerObservation = {
  readonly name: string;
  readonly address: string;
  readonly udp: Outcome<ServerAnswer>;
  readonly udpMs: number;
  /** Null where the section was not asked for. */
  readonly tcp: Outcome<ServerAnswer> | null;
  readonly tcpMs: number;
  /** Whether it looked up a foreign name for us; null where the section was not asked for. */
  readonly recursion: Outcome<boolean> | null;
};
export type ServerAnswer = {
  readonly rcode: string;
  readonly aa: boolean;
  readonly serial: number | null;
  readonly edns: boolean;
  readonly nsid: string | null;
  readonly signed: boolean;
};

/** What came of asking one address for the whole zone. */
export type TransferObservation = {
  readonly name: string;
  readonly address: string;
  /** Null where it was not asked for. */
  readonly outcome: Outcome<{ readonly whole: boolean }>;
  readonly rcode: string | null;
  readonly connected: boolean;
  readonly records: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** The first ones. */
  readonly first: readonly TransferRecord[];
};
export type TransferRecord = {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly value: string;
};

/** What the names of an address are, and where they lead. */
export type PtrObservation = {
  readonly address: string;
  /** Names that have it. */
  readonly of: readonly string[];
  readonly ptr: Outcome<readonly string[]>;
  readonly names: readonly PtrName[];
  /** How many names it has: not all are looked at. */
  readonly total: number;
};

/** Texts at a name; `absent` where there are none. */
export type Texts = Outcome<readonly string[]>;

export type EmailObservation = {
  /** Preference and exchange, in order. */
  readonly mx: Outcome<readonly { readonly preference: number; readonly exchange: string }[]>;
  readonly txt: Texts;
  /** `_dmarc` of the name and of those above it, in the order of RFC 9989 4.10, as far as they were asked. */
  readonly dmarc: readonly { readonly name: string; readonly texts: Texts }[];
  /** A random selector. */
  readonly random: Texts;
  readonly dkim: readonly { readonly selector: string; readonly provider: string; readonly texts: Texts }[];
  readonly mtaSts: Texts;
  readonly tlsRpt: Texts;
  readonly bimi: Texts;
};

/** What scout saw. A section that was not asked for is null. */
export type ScoutObservation = Observed & {
  readonly zone: Outcome<Zone>;
  readonly servers: readonly ServerObservation[];
  readonly signed: boolean | null;
  /** Whether the name exists, by the zone's servers; null where they did not answer. */
  readonly exists: boolean | null;
  readonly resolverAlive: boolean | null;
  readonly efforts: Readonly<Partial<Record<Section, Effort>>>;
  readonly records: DomainObservation;
  readonly email: EmailObservation | null;
  readonly names: { readonly srv: NamesObservation | null; readonly subdomains: NamesObservation | null };
  readonly hosts: HostsObservation;
  readonly transfers: readonly TransferObservation[] | null;
  readonly ptr: readonly PtrObservation[] | null;
  /** Addresses of which nobody asked, since there were too many; and why some could not be found out. */
  readonly ptrLeft: number;
  readonly ptrReason: Reason | null;
  /** What all questions are bound by. */
  readonly bounds: { readonly questions: number; readonly perSecond: number };
  readonly asked: number;
};

export type NamesObservation = {
  /** What there was to look for. */
  readonly wanted: readonly string[];
  readonly names: readonly NameObservation[];
  readonly baselines: readonly BaselineObservation[];
};
