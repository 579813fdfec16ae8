import type { NetworkFound } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { RegistrationFound } from "@dnstools/core/protocol/registration";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

export type WhoisObservation = Observed & {
  /** Null for addresses, and for names that nobody is asked about. */
  readonly registration: RegistrationFound | null;
  /** What our resolver knows of the domain's name servers; null likewise. */
  readonly delegation: Outcome<DnsReply> | null;
  readonly delegationMs: number;
  /** Whether the root knows the top-level domain; null where it is known otherwise. */
  readonly topLevel: Outcome<DnsReply> | null;
  readonly network: NetworkFound | null;
  readonly resolverAlive: boolean | null;
};
