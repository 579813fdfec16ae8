import type { DnsFacts } from "@dnstools/core/mail/answers";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";
import type { DnsblData } from "@dnstools/network/contracts";

/** A file fetched over HTTPS; redirects are not followed. */
export type FileObservation = {
  readonly status: number;
  /** Content-Type header as sent; null if there is none. */
  readonly type: string | null;
  /** Content of the file, in Base64. */
  readonly body: string;
};

/** The answers of blocklists about one address, from the network service. */
export type ReputationObservation = Pick<DnsblData, "summary" | "lists">;

/** The outcomes of all queries of one report. */
export type MailObservation = Observed &
  DnsFacts & {
    /** Time of the report, in seconds since 1970. */
    readonly at: number;
    /** Outcomes by URL. */
    readonly files: Readonly<Record<string, Outcome<FileObservation>>>;
    /** Outcomes by IP address. */
    readonly reputation: Readonly<Record<string, Outcome<ReputationObservation>>>;
    /** True if the resolver responds; null if that was not checked, because at least one query was answered. */
    readonly resolverAlive: boolean | null;
  };
