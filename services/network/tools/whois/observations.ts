import type { NetworkFound } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { RegistrationFound } from "@dnstools/core/protocol/registration";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

export type WhoisObservation = Observed & {
  /** When it was looked, in seconds since 1970: what has run out shows by it. */
  readonly at: number;
  /** Null for addresses, and for names that nobody is asked about. */
  readonly registration: RegistrationFound | null;
  /** What our resolver knows of the domain's name servers; null likewise. */
  readonly delegation: Outcome<DnsReply> | null;
  readonly delegationMs: number;
  /** What our resolver knows of the domain's DS records; null likewise. */
  readonly ds: Outcome<DnsReply> | null;
  /** Whether the root knows the top-level domain; null where it is known otherwise. */
  readonly topLevel: Outcome<DnsReply> | null;
  readonly network: NetworkFound | null;
  readonly resolverAlive: boolean | null;
};
