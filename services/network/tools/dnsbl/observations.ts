import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";
import type { Family } from "./blocklist.ts";

/** One test point of a list, as it was answered. */
export type Point = {
  readonly asked: string;
  readonly status: "listed" | "not_listed" | "unknown";
  readonly reason: Reason | null;
  readonly codes: readonly string[];
};

/** The health of a list for one family, by its test points. */
export type ListHealth = {
  readonly state: "healthy" | "unhealthy" | "unknown";
  readonly fault: "test_point_missing" | "lists_everything" | "refuses" | "rewritten" | null;
  /** Why an answer of the list is not believed; null where it is. */
  readonly reason: Reason | null;
  readonly checkedAt: string;
  readonly points: readonly Point[];
};

/** What a list is asked about. */
export type Subject = "ip" | "domain" | "registrable" | "mx_ip";

/** One question to one list. */
export type AskedObservation = {
  readonly zone: string;
  readonly subject: Subject;
  readonly family: Family;
  readonly addresses: Outcome<readonly string[]>;
  /** The list's own words, where it answered; null where they were not asked for. */
  readonly text: Outcome<readonly string[]> | null;
  /** Null where the test did not end in time. */
  readonly health: ListHealth | null;
  /** False where the list was not asked, since it is unhealthy. */
  readonly sent: boolean;
};

/** The first mail server of a domain. */
export type MxObservation = {
  readonly host: string;
  readonly preference: number;
  readonly addresses: Outcome<readonly string[]>;
};

export type DnsblObservation = Observed & {
  /** Null where an address was given. */
  readonly mx: Outcome<DnsReply> | null;
  /** Null where there is none, or where it could not be found out. */
  readonly firstMx: MxObservation | null;
  /** Whether an address that was found may not be asked about, since it is not public. */
  readonly notPublic: boolean;
  readonly asked: readonly AskedObservation[];
  readonly resolverAlive: boolean | null;
  /** Addresses of our resolvers that are public resolvers. */
  readonly publicResolvers: readonly string[];
  /** Lists that need a key that the operator has not set. */
  readonly withoutKey: readonly string[];
};
