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

/** What blocklists say of one address, as the network service tells it. */
export type ReputationObservation = Pick<DnsblData, "summary" | "lists">;

/** All that was asked for one report, by question. */
export type MailObservation = Observed & {
  /** Seconds since 1970. */
  readonly at: number;
  /** A label that nobody has, by which wildcards are found out. */
  readonly randomLabel: string;
  /** By `name TYPE`. What is not here there was no time to ask for. */
  readonly dns: Readonly<Record<string, Outcome<DnsReply>>>;
  /** By URL. */
  readonly files: Readonly<Record<string, Outcome<FileObservation>>>;
  /** By address. */
  readonly reputation: Readonly<Record<string, Outcome<ReputationObservation>>>;
  readonly resolverAlive: boolean | null;
};
