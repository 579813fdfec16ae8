import type { NetworkFound } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { RegistrationFound } from "@dnstools/core/protocol/registration";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** Observations of the whois tool about a domain or an address. */
export type WhoisObservation = Observed & {
  /** Time of the lookup, in seconds since 1970; expiry is judged at this time. */
  readonly at: number;
  /** The registry's answers; null for addresses, and for names about which no registry is queried. */
  readonly registration: RegistrationFound | null;
  /** Our resolver's answer for the domain's NS records; null in the same cases as `registration`. */
  readonly delegation: Outcome<DnsReply> | null;
  readonly delegationMs: number;
  /** Our resolver's answer for the domain's DS records; null in the same cases as `registration`. */
  readonly ds: Outcome<DnsReply> | null;
  /**
   * Our resolver's answer for the top-level domain; null if other answers already show that the top-level domain
   * exists.
   */
  readonly topLevel: Outcome<DnsReply> | null;
  readonly network: NetworkFound | null;
  readonly resolverAlive: boolean | null;
};
