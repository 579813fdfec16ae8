import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Net } from "@dnstools/net";
import type { DnsblData } from "@dnstools/network/contracts";

/** The mail service's tools' way to the network, and to the network service. */
export type MailIo = Net & {
  /** What blocklists say of an address; `unknown(service_unavailable)` where the network service is not there. */
  readonly reputationOf: (ip: string, signal: AbortSignal) => Promise<Outcome<DnsblData>>;
};
