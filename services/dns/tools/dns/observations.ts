import type { DomainSight } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";

/** Observations of the dns tool. With `type` the zone is not asked: its parts are null or empty. */
export type DnsObservation = DomainSight & {
  readonly mode: "authoritative" | "resolver";
  /** Seconds since 1970 when the look began. */
  readonly at: number;
  /** After SERVFAIL of the name, or of its alias's target: the names that aliases lead to, in order; the last may be one that was there before. */
  readonly aliases: readonly string[];
  /** What our resolver answered without checking signatures (CD), after SERVFAIL; null where it was not asked so. */
  readonly unchecked: Outcome<DnsReply> | null;
};
