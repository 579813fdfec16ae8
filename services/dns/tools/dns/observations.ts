import type { DomainSight } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";

/**
 * Observations of the dns tool. With `type` the zone's servers are not asked, so the fields about the zone are
 * null or empty.
 */
export type DnsObservation = DomainSight & {
  readonly mode: "authoritative" | "resolver";
  /** Start of the observation, in seconds since 1970. */
  readonly at: number;
  /**
   * After SERVFAIL for the name or for its alias's target: the targets of the aliases in order. In a loop the
   * last one repeats an earlier name.
   */
  readonly aliases: readonly string[];
  /** Our resolver's answer without signature checks (CD) after SERVFAIL; null if this was not asked. */
  readonly unchecked: Outcome<DnsReply> | null;
};
