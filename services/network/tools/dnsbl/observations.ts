import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";
import type { Family } from "./blocklist.ts";

/** Health of a list for one kind of value, according to its test points. */
export type ListHealth = {
  readonly state: "healthy" | "unhealthy" | "unknown";
  readonly fault: "test_point_missing" | "lists_everything" | "refuses" | "rewritten" | null;
  /** Reason why the list's answers are not believed; null if they are believed. */
  readonly reason: Reason | null;
  readonly checkedAt: string;
  /** Each test point as text: its name below the list's zone, and the list's answer. */
  readonly points: readonly string[];
};

/** What is looked up in a list. */
export type Subject = "ip" | "domain" | "registrable" | "mx_ip";

/** One lookup in one list. */
export type AskedObservation = {
  readonly zone: string;
  readonly subject: Subject;
  readonly family: Family;
  readonly addresses: Outcome<readonly string[]>;
  /** The list's explanation (TXT record); null if it was not queried. */
  readonly text: Outcome<readonly string[]> | null;
  /** Health of the list; null if its test was not finished in time. */
  readonly health: ListHealth | null;
  /** False if the list was not queried because it is unhealthy. */
  readonly sent: boolean;
};

/** The first mail server of a domain: the one with the lowest preference value. */
export type MxObservation = {
  readonly host: string;
  readonly preference: number;
  readonly addresses: Outcome<readonly string[]>;
};

/** Observations of the dnsbl tool about an address or a domain. */
export type DnsblObservation = Observed & {
  /** The domain's MX records; null if the call is about an address. */
  readonly mx: Outcome<DnsReply> | null;
  /** The domain's first mail server; null if the domain has none, or if it could not be determined. */
  readonly firstMx: MxObservation | null;
  /** True if the mail server's address is not public and was therefore not looked up. */
  readonly notPublic: boolean;
  readonly asked: readonly AskedObservation[];
  readonly resolverAlive: boolean | null;
  /** Addresses of our resolvers that are public resolvers. */
  readonly publicResolvers: readonly string[];
  /** Lists that require a key that the operator has not set. */
  readonly withoutKey: readonly string[];
};
