import type { Culprit } from "@dnstools/lab/plan/situation-shapes";

/** Patterns of our finding codes, for the record types whose findings do not simply contain the type's name. */
const CODES: Readonly<Record<string, RegExp>> = {
  DS: /^(ds_|dnssec_broken_above)/,
  DNSKEY: /^(dnskey_|ds_)|DNSKEY/,
  NSEC: /^(denial_|ds_not_denied|ds_servfail|nsec3_)/,
  NSEC3: /^(denial_|ds_not_denied|ds_servfail|nsec3_)/,
  NS: /^(server_|ns_|no_own_ns|no_server_answers)|\bNS\b/,
  SOA: /^(soa_|no_own_soa)|SOA/,
  CNAME: /^cname_|CNAME/,
};

/** True if one of our findings names the server at fault or, if no single server is at fault, the record set. */
export function isNamed({ set, server }: Culprit, causes: readonly string[]): boolean {
  const about = CODES[set] ?? new RegExp(`\\b${set}\\b`);
  return causes.some((cause) => (server === undefined ? about.test(cause) : cause.includes(server)));
}
