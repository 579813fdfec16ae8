import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Net } from "@dnstools/net";
import type { DnsblData } from "@dnstools/network/contracts";

/** Network access of the mail service's tools, including calls to the network service. */
export type MailIo = Net & {
  /**
   * Returns the blocklists' results for an IP address; `unknown(service_unavailable)` if the network service is down.
   */
  readonly reputationOf: (ip: string, signal: AbortSignal) => Promise<Outcome<DnsblData>>;
};
