import type { RegistryOutcome } from "@dnstools/core/net-event";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";

/** The outcome of an exchange with a server, and its evidence. */
export type Exchange<T> = { readonly outcome: Outcome<T>; readonly evidence: Omit<Evidence, "id"> };

/**
 * Builds the exchange for a protocol other than DNS.
 * @param own the evidence fields that depend on the protocol.
 */
export function exchangeOf<T>(
  outcome: Outcome<T>,
  own: Pick<Evidence, "question" | "server" | "address" | "transport" | "rcode" | "at" | "elapsedMs">,
): Exchange<T> {
  const elapsedMs = Math.round(own.elapsedMs * 1000) / 1000;
  const reason = outcome.kind === "unknown" ? outcome.reason : null;
  return { outcome, evidence: { ...own, flags: [], errors: [], nsid: null, ttl: null, elapsedMs, reason } };
}

const REGISTRY_OUTCOMES: Partial<Record<Reason, RegistryOutcome>> = {
  timeout: "timeout",
  budget: "timeout",
  malformed: "unparsable",
  too_large: "unparsable",
};

/** Returns the metrics label for the outcome of a request to a registry that got no complete response. */
export function registryOutcome(outcome: Outcome<unknown>): RegistryOutcome {
  return (outcome.kind === "unknown" ? REGISTRY_OUTCOMES[outcome.reason] : undefined) ?? "failed";
}
