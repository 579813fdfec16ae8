import { printable } from "@dnstools/core/printable";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { FileSeen } from "../seen.ts";

/** What fetching a file gave: the file, a fault that everybody meets, or nothing that is known. */
export type Fetched = {
  readonly file: FileSeen | null;
  readonly fault: "no_host" | "status" | "moved" | "tls" | "too_large" | null;
  /** The fault in words. */
  readonly words: string;
  /** What failed here and may fail elsewhere too, in words; null where the file or a fault is known, or this API is the reason. */
  readonly failed: string | null;
  readonly data: {
    readonly url: string;
    readonly status: "valid" | "invalid" | "unknown";
    readonly reason: Reason | null;
    readonly httpStatus: number | null;
  };
};

/** What everybody meets just as we did; other failures may be our network's, or pass. */
const THEIRS: Partial<Record<Reason, readonly [fault: NonNullable<Fetched["fault"]>, words: string]>> = {
  no_servers: ["no_host", "its host has no address"],
  tls_failed: ["tls", "the certificate of its host is not to be trusted, or TLS fails"],
  not_tls: ["tls", "its host has no TLS"],
  tls_alert: ["tls", "its host ends the TLS handshake"],
  protocol_too_old: ["tls", "its host has no TLS that is in use"],
  too_large: ["too_large", "more than 512 KB"],
};

/** What a server may say to us alone, or now alone. */
const PASSING: Readonly<Record<number, Reason>> = { 401: "blocked", 403: "blocked", 429: "rate_limited" };

/** What a client elsewhere may meet just as well. What this API itself stopped is not among them. */
const PERHAPS_THEIRS: Partial<Record<Reason, string>> = {
  timeout: "no answer in time",
  unreachable: "no connection",
  connection_refused: "connection refused",
  reset: "connection broken off",
  malformed: "an answer that is not HTTP",
  not_allowed: "an address that is not public",
  servfail: "a failed DNS lookup (SERVFAIL)",
};

/** @param outcome null where it was not asked for: at a port that is not HTTPS's own. */
export function judgeFetched(text: string, outcome: Outcome<FileSeen> | null): Fetched {
  const url = printable(text, 300);
  const nothing = { url, reason: null, httpStatus: null };
  if (outcome?.kind === "present") {
    const { status } = outcome.value;
    const served = { ...nothing, httpStatus: status };
    const words = `status ${status}`;
    const open = PASSING[status] ?? (status >= 500 ? "server_error" : null);
    if (open !== null)
      return {
        file: null,
        fault: null,
        words,
        failed: words,
        data: { ...served, status: "unknown", reason: open },
      };
    if (status !== 200) {
      const fault = status >= 300 && status < 400 ? "moved" : "status";
      return { file: null, fault, words, failed: null, data: { ...served, status: "invalid" } };
    }
    return {
      file: outcome.value,
      fault: null,
      words: "",
      failed: null,
      data: { ...served, status: "valid" },
    };
  }
  const reason =
    outcome === null ? "port_not_allowed" : outcome.kind === "unknown" ? outcome.reason : "no_servers";
  const [fault, words] = THEIRS[reason] ?? [null, ""];
  const status = fault === null ? "unknown" : "invalid";
  const failed = fault === null ? (PERHAPS_THEIRS[reason] ?? null) : null;
  return { file: null, fault, words, failed, data: { ...nothing, status, reason } };
}
