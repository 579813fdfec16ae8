import { printable } from "@dnstools/core/harmless";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { FileObservation } from "../observations.ts";

/** The result of fetching a file: the file, a fault that every client meets, or a failure of which that is unknown. */
export type FetchedFile = {
  readonly file: FileObservation | null;
  readonly fault: "no_host" | "status" | "moved" | "tls" | "too_large" | null;
  /** The fault in words. */
  readonly words: string;
  /** A failure that other clients may meet too, in words; null where the file or a fault is known, or this API is the reason. */
  readonly failed: string | null;
  readonly data: {
    readonly url: string;
    readonly status: "valid" | "invalid" | "unknown";
    readonly reason: Reason | null;
    readonly httpStatus: number | null;
  };
};

/** Failures that every client meets. Others may pass, or come of this network. */
const THEIRS: Partial<Record<Reason, readonly [fault: NonNullable<FetchedFile["fault"]>, words: string]>> = {
  no_servers: ["no_host", "its host has no address"],
  tls_failed: ["tls", "the certificate of its host is not to be trusted, or TLS fails"],
  not_tls: ["tls", "its host has no TLS"],
  tls_alert: ["tls", "its host ends the TLS handshake"],
  protocol_too_old: ["tls", "its host has no TLS that is in use"],
  too_large: ["too_large", "more than 512 KB"],
};

/** HTTP statuses that a server may answer to this client alone, or for a while. */
const PASSING: Readonly<Record<number, Reason>> = { 401: "blocked", 403: "blocked", 429: "rate_limited" };

/** Failures that other clients may meet too. Those that this API itself causes are not among them. */
const PERHAPS_THEIRS: Partial<Record<Reason, string>> = {
  timeout: "no answer in time",
  unreachable: "no connection",
  connection_refused: "connection refused",
  reset: "connection broken off",
  malformed: "an answer that is not HTTP",
  not_allowed: "an address that is not public",
  servfail: "a failed DNS lookup (SERVFAIL)",
};

/** @param outcome null where the file was not fetched, since its URL has another port than 443. */
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
