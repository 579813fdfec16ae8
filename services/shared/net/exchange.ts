import type { RegistryOutcome } from "@dnstools/core/net-event";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";

/** What an exchange gave, and the evidence of it. */
export type Exchange<T> = { readonly outcome: Outcome<T>; readonly evidence: Omit<Evidence, "id"> };

/** An exchange that was no DNS, with what of its evidence is its own. */
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

/** What it says of a registry that nothing whole came from it. */
export function registryOutcome(outcome: Outcome<unknown>): RegistryOutcome {
  return (outcome.kind === "unknown" ? REGISTRY_OUTCOMES[outcome.reason] : undefined) ?? "failed";
}
