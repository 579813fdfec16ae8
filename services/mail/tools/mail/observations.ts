import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";
import type { DnsblData } from "@dnstools/network/contracts";

/** A file that was fetched over HTTPS; redirects are not followed. */
export type FileObservation = {
  readonly status: number;
  /** Content-Type as it was sent; null without one. */
  readonly type: string | null;
  /** Base64. */
  readonly body: string;
};

/** The answers of blocklists about one address, from the network service. */
export type ReputationObservation = Pick<DnsblData, "summary" | "lists">;

/** The outcomes of all queries of one report. */
export type MailObservation = Observed & {
  /** Seconds since 1970. */
  readonly at: number;
  /** A random label, which exists only where a wildcard does. */
  readonly randomLabel: string;
  /** By `name TYPE`. A query that is not here was not sent, for want of time. */
  readonly dns: Readonly<Record<string, Outcome<DnsReply>>>;
  /** By URL. */
  readonly files: Readonly<Record<string, Outcome<FileObservation>>>;
  /** By address. */
  readonly reputation: Readonly<Record<string, Outcome<ReputationObservation>>>;
  readonly resolverAlive: boolean | null;
};
