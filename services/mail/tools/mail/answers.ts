import { type Answers, type DnsQuery, dnsAnswers } from "@dnstools/core/mail/answers";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { FileObservation, MailObservation, ReputationObservation } from "./observations.ts";

/**
 * One query of a report: a DNS query, a file download, or a blocklist check of an address. Its answer is stored under
 * `key`, which is unique among the queries of a report: `name TYPE`, the URL, or the address.
 */
export type Query =
  | ({ readonly kind: "dns" } & DnsQuery)
  | { readonly kind: "file"; readonly key: string; readonly url: string; readonly bytesMax: number }
  | { readonly kind: "reputation"; readonly key: string; readonly ip: string };

/** Access to all answers of a report received so far: those of DNS, files, and the answers of blocklists. */
export type ReportAnswers = Answers & {
  /** Time of the report, in seconds since 1970. */
  readonly at: number;
  readonly file: (url: string, bytesMax: number) => { outcome: Outcome<FileObservation>; pending: boolean };
  readonly reputation: (ip: string) => { outcome: Outcome<ReputationObservation>; pending: boolean };
};

/** What the probe has collected so far: DNS replies, files, and the answers of the blocklists. */
export type Facts = Pick<MailObservation, "at" | "randomLabel" | "dns" | "files" | "reputation">;

/**
 * Returns access to the answers in `facts`.
 * @param ask called with each query that has no answer yet, possibly several times with the same query.
 */
export function answersOf(facts: Facts, ask: (query: Query) => void): ReportAnswers {
  const pending = (query: Query) => {
    ask(query);
    return { outcome: unknown("budget"), pending: true };
  };
  return {
    ...dnsAnswers(facts, (query) => ask({ kind: "dns", ...query })),
    at: facts.at,
    file(url, bytesMax) {
      const outcome = facts.files[url];
      return outcome === undefined
        ? pending({ kind: "file", key: url, url, bytesMax })
        : { outcome, pending: false };
    },
    reputation(ip) {
      const outcome = facts.reputation[ip];
      return outcome === undefined
        ? pending({ kind: "reputation", key: ip, ip })
        : { outcome, pending: false };
    },
  };
}
