import { type CaaPolicy, readCaa } from "@dnstools/core/protocol/caa";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import type { SslData } from "../data.ts";
import type { HostObservation } from "../observations.ts";
import { caaNamesOf } from "./caa-names.ts";

type Caa = SslData["caa"][number];

/** Maximum number of records in the answer. */
const RECORDS_MAX = 20;

/**
 * Returns the CAA records that apply to a host: the first ones found from the host upwards (RFC 8659 3).
 * @param shown the host's certificates.
 */
export function caaOf({ host, caa }: HostObservation, shown: readonly Certificate[]): Caa[] {
  if (isIp(host) || caa.length === 0) return [];
  for (const { name, outcome } of caa) {
    const nothing = { host, foundAt: null, records: [], allows: null, faults: [] };
    // CAA records at higher names apply only if this name has none.
    if (outcome.kind === "unknown") return [{ ...nothing, status: "unknown", reason: outcome.reason }];
    const found = outcome.kind === "present" ? walkChain(outcome.value.answers, name, "CAA").records : [];
    const records = found as readonly DnsRecord<"CAA">[];
    if (records.length === 0) continue;
    const policy = readCaa(records);
    return [
      {
        ...{ host, status: "ok", reason: null, foundAt: name },
        records: records.slice(0, RECORDS_MAX).map(({ value }) => value),
        allows: allowsAll(policy, shown, name),
        faults: [...new Set(policy.faults.map(({ fault }) => fault))],
      },
    ];
  }
  // If the host name is long, not all names above it were queried.
  const whole = caa.length === host.split(".").length;
  const status = whole
    ? ({ status: "absent", reason: null } as const)
    : ({ status: "unknown", reason: "budget" } as const);
  return [{ host, ...status, foundAt: null, records: [], allows: null, faults: [] }];
}

/**
 * Returns `yes` if the CAA records allow the issuers of all certificates, `no` if they forbid one, `unknown` if this
 * is not known; null without certificates for names at or below the name with the records. The records say nothing
 * about other names of a certificate (RFC 8659 3).
 */
function allowsAll(policy: CaaPolicy, shown: readonly Certificate[], foundAt: string): Caa["allows"] {
  const each = shown.flatMap(({ names, issuer }) => {
    const dns = names.dns.filter((name) => isWithin(answerName(name), foundAt));
    const isOther = dns.length === 0 && names.dns.length > 0;
    return isOther ? [] : allows(policy, { names: { ...names, dns }, issuer });
  });
  return (["no", "unknown", "yes"] as const).find((word) => each.includes(word)) ?? null;
}

/**
 * Returns `yes` if the CAA records allow the issuer of a certificate to issue it again, `no` if not, `unknown` if the
 * issuer's CAA names are not known (RFC 8659 4.2, 4.3).
 */
export function allows(
  { forbidsAll, issuers, wildIssuers }: CaaPolicy,
  { names, issuer }: Pick<Certificate, "names" | "issuer">,
): "yes" | "no" | "unknown" {
  if (forbidsAll) return "no";
  const own = caaNamesOf(issuer);
  const isWild = (name: string) => name.startsWith("*.");
  const each = [
    ...(names.dns.length === 0 || !names.dns.every(isWild) ? [issuers] : []),
    ...(names.dns.some(isWild) ? [wildIssuers] : []),
  ].map((named) => {
    if (named === null) return "yes";
    if (named.length === 0) return "no";
    if (own === null) return "unknown";
    return named.some((name) => own.includes(name)) ? "yes" : "no";
  });
  return (["no", "unknown", "yes"] as const).find((word) => each.includes(word)) ?? "yes";
}
