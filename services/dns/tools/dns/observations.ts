import type { DomainSight } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";

/**
 * Observations of the dns tool. With `type`, the zone's servers are not queried, so the fields about the zone are null
 * or empty.
 */
export type DnsObservation = DomainSight & {
  readonly mode: "authoritative" | "resolver";
  /** Start of the observation, in seconds since 1970. */
  readonly at: number;
  /**
   * Targets of the aliases in order; queried only after SERVFAIL for the name or for its alias's target. In a loop,
   * the last target is an earlier name.
   */
  readonly aliases: readonly string[];
  /**
   * Our resolver's answer to a query with signature checks disabled (CD) after SERVFAIL; null if no such query was
   * sent.
   */
  readonly unchecked: Outcome<DnsReply> | null;
  /** True if the answer comes from a resolver that does not check signatures, although the name's zone is signed. */
  readonly isUnvalidated: boolean;
};
