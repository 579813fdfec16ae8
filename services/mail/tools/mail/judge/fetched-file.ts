import { printable } from "@dnstools/core/harmless";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { FileObservation } from "../observations.ts";

/**
 * The result of fetching a file: the file, a fault that every client meets, or a failure that may affect only this
 * API.
 */
export type FetchedFile = {
  readonly file: FileObservation | null;
  readonly fault: "no_host" | "status" | "moved" | "tls" | "too_large" | null;
  /** Description of the fault, for use within a sentence; empty if there is nothing to describe. */
  readonly words: string;
  /**
   * A failure that other clients may meet too, in words; null if there is a file or a fault, or if this API caused
   * the failure.
   */
  readonly failed: string | null;
  readonly data: {
    readonly url: string;
    readonly status: "valid" | "invalid" | "unknown";
    readonly reason: Reason | null;
    readonly httpStatus: number | null;
  };
};

/** Failures that every client meets. Other failures may be temporary, or caused by this API's network. */
const THEIRS: Partial<Record<Reason, readonly [fault: NonNullable<FetchedFile["fault"]>, words: string]>> = {
  no_servers: ["no_host", "its host has no address"],
  certificate_dates: ["tls", "its host's certificate has expired or is not valid yet"],
  tls_failed: ["tls", "its host's certificate is not trusted, or TLS fails"],
  not_tls: ["tls", "its host does not support TLS"],
  tls_alert: ["tls", "its host aborts the TLS handshake"],
  protocol_too_old: ["tls", "its host supports only obsolete TLS versions"],
  too_large: ["too_large", "more than 512 KB"],
};

/** HTTP statuses that a server may send only to this client, or only for a while. */
const PASSING: Readonly<Record<number, Reason>> = { 401: "blocked", 403: "blocked", 429: "rate_limited" };

/** Failures that other clients may meet too. Failures that this API itself causes are not listed. */
const PERHAPS_THEIRS: Partial<Record<Reason, string>> = {
  timeout: "no answer in time",
  unreachable: "no connection",
  connection_refused: "connection refused",
  reset: "connection reset",
  malformed: "an answer that is not valid HTTP, or whose content coding cannot be decoded",
  not_allowed: "an address that is not public",
  servfail: "a failed DNS lookup (SERVFAIL)",
};

/**
 * Evaluates the outcome of fetching a file.
 * @param text the URL as the record gives it.
 * @param outcome null if the file was not fetched, because its URL has a port other than 443.
 */
export function evaluateFetch(text: string, outcome: Outcome<FileObservation> | null): FetchedFile {
  const url = printable(text, 300);
  const nothing = { url, reason: null, httpStatus: null };
  if (outcome?.kind === "present") {
    const { status } = outcome.value;
    const served = { ...nothing, httpStatus: status };
    const words = `status ${status}`;
    const reason = PASSING[status] ?? (status >= 500 ? "server_error" : null);
    if (reason !== null)
      return {
        file: null,
        fault: null,
        words,
        failed: words,
        data: { ...served, status: "unknown", reason },
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
