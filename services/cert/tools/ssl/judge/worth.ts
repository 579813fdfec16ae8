import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import type { Code, Coded } from "./codes.ts";

/**
 * Returns the servers that count for the verdict. A guessed server counts only if it answers. An address of a family
 * that this host lacks does not count if the same host was reached over the other family.
 */
export function countedOf(coded: readonly Coded[]): readonly Coded[] {
  return coded.filter((one) => {
    const { source, reachability } = one.server.data;
    const isThere = source !== "guess" || !["none", "connect"].includes(reachability.stage);
    return isThere && !isOfMissingFamily(one, coded);
  });
}

/** Returns the family over which hosts were judged if this host lacks the other one; null if none is left out. */
export function onlyFamily(coded: readonly Coded[]): "IPv4" | "IPv6" | null {
  const leftOut = coded.find((one) => isOfMissingFamily(one, coded));
  if (leftOut === undefined) return null;
  return leftOut.server.data.reachability.reason === "no_ipv6_here" ? "IPv4" : "IPv6";
}

function isOfMissingFamily({ server: { data } }: Coded, coded: readonly Coded[]): boolean {
  const { reason } = data.reachability;
  if (reason !== "no_ipv4_here" && reason !== "no_ipv6_here") return false;
  return coded.some((other) => other.server.data.host === data.host && isReached(other));
}

/** Returns true if TLS was established. */
export function isReached({ server: { data } }: Coded): boolean {
  return data.reachability.status === "ok";
}

/** Returns true if a server has no error and nothing about it is unknown; warnings are allowed. */
export function isGood(one: Coded): boolean {
  const { data } = one.server;
  return (
    isReached(one) &&
    errorOf(one) === null &&
    data.dane.status !== "fail" &&
    reasonFor(data, "unknown") === null
  );
}

/** Returns the first code with the severity error or critical; null if there is none. */
export function errorOf({ codes }: Coded): Code | null {
  const isError = (code: Code) => ["critical", "error"].includes(FINDINGS[code].severity);
  return [...codes].find(isError) ?? null;
}

/** Returns the reason of a server's first verdict with this status; null if no verdict has this status. */
export function reasonFor({ verdicts }: ServerData, status: Verdict["status"]): string | null {
  const { validity, host, chain, trust, protocol } = verdicts;
  return [validity, host, chain, trust, protocol].find((one) => one.status === status)?.reason ?? null;
}

/** Returns why a server could not be judged completely; null if it could. */
export function openReason({ server: { data } }: Coded): string | null {
  const { status, reason } = data.reachability;
  if (status === "unknown") return reason;
  return status === "ok" ? reasonFor(data, "unknown") : null;
}

/** Returns true if a finding already explains what could not be determined. */
export function isTold({ codes }: Coded): boolean {
  return [...codes].some((code) => FINDINGS[code].severity === "warning");
}
