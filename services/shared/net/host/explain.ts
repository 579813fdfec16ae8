import type { Facet } from "@dnstools/core/net-event";
import { faultOf, type HostReason } from "@dnstools/core/tool/environment";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { HostState } from "./facets.ts";

/** The way to a server. */
export type Way = { readonly address: string; readonly port: number; readonly transport: "udp" | "tcp" };

/** An exchange whose outcome would be blamed on a server or a domain. */
export type Failure = Way & {
  /** The reason of the failure; null if there was an answer that may come from another server. */
  readonly reason: Reason | null;
};

/** Reasons of failures that also arise if packets do not get through. */
const UNREACHED: readonly Reason[] = ["timeout", "unreachable", "connection_refused", "reset"];

/** The facets of the TCP ports other than 53. */
const PORTS: Readonly<Record<number, Facet>> = { 25: "tcp_25", 43: "tcp_43", 80: "tcp_80", 443: "tcp_443" };

/**
 * Returns the fault of this host that explains a failure, and the facet that shows the fault; null if nothing that is
 * known about this host explains the failure.
 */
export function explain(
  state: HostState,
  { address, port, transport, reason }: Failure,
): { readonly reason: HostReason; readonly facet: Facet } | null {
  const family = address.includes(":") ? "ipv6" : "ipv4";
  const isUnreached = reason !== null && UNREACHED.includes(reason);
  const facets: Facet[] = isUnreached ? ["flows", family] : [];
  if (port === 53) facets.push(`${transport}_53_${family}`);
  // The firewall of this host reports an error for UDP only; TCP is silent.
  if (port === 53 && transport === "tcp") facets.push(`udp_53_${family}`);
  const isOfCertificate = reason === "tls_failed" || reason === "certificate_dates";
  if (isOfCertificate) facets.push("tls");
  if (reason === "certificate_dates") facets.push("clock");
  // Where a port is blocked, a proxy may accept connections and close them.
  const ofPort = PORTS[port];
  if (ofPort !== undefined) facets.push(ofPort);
  for (const facet of facets) {
    const { verdict, family: only } = state.get(facet) ?? {};
    const fault = faultOf(facet, verdict);
    // An interceptor gives every kind of answer; other faults of the network only let packets vanish.
    const isPossible =
      isUnreached || verdict === "intercepted" || isOfCertificate || (facet === ofPort && reason !== null);
    const isOther =
      (facet.startsWith("udp") && transport === "tcp" && verdict !== "firewall") ||
      (only !== undefined && only !== family);
    if (fault !== null && isPossible && !isOther) return { reason: fault, facet };
  }
  return null;
}
