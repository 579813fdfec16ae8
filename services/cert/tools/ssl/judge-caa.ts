import { isIp } from "@dnstools/core/protocol/ip";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { SslData } from "./data.ts";
import type { HostObservation } from "./observations.ts";

type Caa = SslData["caa"][number];

/** Records that are told. */
const RECORDS_MAX = 20;

/** The CAA records that hold for a host: those of the lowest name with such records (RFC 8659 3). */
export function caaOf({ host, caa }: HostObservation): Caa[] {
  if (isIp(host) || caa.length === 0) return [];
  for (const { name, outcome } of caa) {
    const nothing = { host, foundAt: null, records: [] };
    // What lies above holds only where nothing lies here.
    if (outcome.kind === "unknown") return [{ ...nothing, status: "unknown", reason: outcome.reason }];
    const records = outcome.kind === "present" ? walkChain(outcome.value.answers, name, "CAA").records : [];
    const values = records.slice(0, RECORDS_MAX).map(({ value }) => value);
    if (values.length > 0) return [{ host, status: "ok", reason: null, foundAt: name, records: values }];
  }
  // Of a long name not all above it was asked.
  const whole = caa.length === host.split(".").length;
  const status = whole
    ? ({ status: "absent", reason: null } as const)
    : ({ status: "unknown", reason: "budget" } as const);
  return [{ host, ...status, foundAt: null, records: [] }];
}
