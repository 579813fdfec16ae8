import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Seen } from "@dnstools/core/tool/tool";
import type { DnsblData } from "@dnstools/network/contracts";

/** A file that was fetched over HTTPS; redirects are not followed. */
export type FileSeen = {
  readonly status: number;
  /** Content-Type as it was sent; null without one. */
  readonly type: string | null;
  /** Base64. */
  readonly body: string;
};

/** What blocklists say of one address, as the network service tells it. */
export type ReputationSeen = Pick<DnsblData, "summary" | "lists">;

/** All that was asked for one report, by question. */
export type MailSeen = Seen & {
  /** Seconds since 1970. */
  readonly at: number;
  /** A label that nobody has, by which wildcards are found out. */
  readonly randomLabel: string;
  /** By `name TYPE`. What is not here there was no time to ask for. */
  readonly dns: Readonly<Record<string, Outcome<DnsReply>>>;
  /** By URL. */
  readonly files: Readonly<Record<string, Outcome<FileSeen>>>;
  /** By address. */
  readonly reputation: Readonly<Record<string, Outcome<ReputationSeen>>>;
  readonly resolverAlive: boolean | null;
};
