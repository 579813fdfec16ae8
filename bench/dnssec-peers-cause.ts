import type { Culprit } from "@dnstools/lab/plan/situation-shapes";

/** The codes of findings about a set of records, where their name does not say it. */
const CODES: Readonly<Record<string, RegExp>> = {
  DS: /^(ds_|dnssec_broken_above)/,
  DNSKEY: /^(dnskey_|ds_)|DNSKEY/,
  NSEC: /^(denial_|ds_not_denied|ds_servfail|nsec3_)/,
  NSEC3: /^(denial_|ds_not_denied|ds_servfail|nsec3_)/,
  NS: /^(server_|ns_|no_own_ns|no_server_answers)|\bNS\b/,
  SOA: /^(soa_|no_own_soa)|SOA/,
  CNAME: /^cname_|CNAME/,
};

/** Whether one of our findings is about the records at fault, and about the server, where only one has them so. */
export function isNamed({ set, server }: Culprit, causes: readonly string[]): boolean {
  const about = CODES[set] ?? new RegExp(`\\b${set}\\b`);
  return causes.some((cause) => (server === undefined ? about.test(cause) : cause.includes(server)));
}
