import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { isOurs } from "@dnstools/core/tool/environment";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { ResolverFault, ResolverHealth } from "../observations.ts";

/** A name that every resolver can resolve, and its only IPv4 address (IANA root hints, 2026-11-20). */
export const KNOWN = { name: "a.root-servers.net", address: "198.41.0.4" } as const;

/** A resolver's replies to the queries of its check. */
export type Checked = {
  /** Reply to the A query for a name that exists and has a known, fixed address. */
  readonly existing: Outcome<DnsReply>;
  /** Reply to the A query for a name that does not exist. */
  readonly missing: Outcome<DnsReply>;
  /** Reply to the SOA query for the root, with signatures requested. */
  readonly root: Outcome<DnsReply>;
};

/**
 * Judges a resolver by its replies to the check's queries.
 * @param missingName the non-existent name that the check queried.
 */
export function judgeHealth(
  { existing, missing, root }: Checked,
  missingName: string,
  checkedAt: string,
  evidence: ResolverHealth["evidence"] = [],
): ResolverHealth {
  const ill = (fault: ResolverFault, reason: Reason | null): ResolverHealth => ({
    state: "ill",
    fault,
    reason,
    validates: null,
    checkedAt,
    evidence,
  });
  const failed = [existing, missing].flatMap((one) => (one.kind === "unknown" ? [one.reason] : []));
  const ours = failed.find(isOurs);
  const own = faultOf(existing, missing, missingName);
  if (own !== null) return ill(own, null);
  if (ours !== undefined)
    return { state: "unknown", fault: null, reason: ours, validates: null, checkedAt, evidence };
  const [reason] = failed;
  if (reason === "refused") return ill("refuses", reason);
  if (reason === "timeout" || reason === "unreachable" || reason === "reset") return ill("silent", reason);
  if (reason !== undefined) return ill("failing", reason);
  const validates = root.kind === "present" ? root.value.flags.includes("ad") : null;
  return { state: "healthy", fault: null, reason: null, validates, checkedAt, evidence };
}

/** Returns the fault that the content of a resolver's answers proves; null if there is none. */
function faultOf(
  existing: Outcome<DnsReply>,
  missing: Outcome<DnsReply>,
  missingName: string,
): ResolverFault | null {
  if (existing.kind === "present") {
    if (!existing.value.flags.includes("ra")) return "no_recursion";
    const addresses = walkChain(existing.value.answers, KNOWN.name, "A").records.map(({ value }) => value);
    if (addresses.length !== 1 || addresses[0] !== KNOWN.address) return "lies";
  }
  if (missing.kind === "present") {
    const { rcode, answers } = missing.value;
    if (rcode !== "NXDOMAIN" || walkChain(answers, missingName, "A").records.length > 0)
      return "rewrites_nxdomain";
  }
  return null;
}
