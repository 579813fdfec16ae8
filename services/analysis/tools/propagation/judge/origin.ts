import { contains, parseCidr, parseIp } from "@dnstools/core/protocol/ip";
import type { OriginObservation } from "../observations.ts";

/** ASes of the truth's own addresses, from which on they are not one operator's, and others may well be of the same pool. */
const POOL_ASNS_MIN = 3;

/** What is known of an address: its own origin, else that of a prefix that holds it; null where it is not known. */
export function originOf(origins: readonly OriginObservation[], address: string): OriginObservation | null {
  const bytes = parseIp(address) ?? [];
  const holds = ({ prefix }: OriginObservation) => {
    const block = prefix === null ? null : parseCidr(prefix);
    return block !== null && contains(block, bytes);
  };
  return origins.find((one) => one.address === address) ?? origins.find(holds) ?? null;
}

/** Whether addresses are announced by an AS that announces one of the truth's; null where that is not known. */
export function operatorCheck(origins: readonly OriginObservation[], union: ReadonlySet<string>) {
  const own = new Set([...union].flatMap((address) => originOf(origins, address)?.asns ?? []));
  return (values: readonly string[]): boolean | null => {
    const known = values.map((value) => originOf(origins, value)).filter((one) => one !== null);
    if (known.length === 0 || own.size === 0) return null;
    if (known.every(({ asns }) => asns.some((asn) => own.has(asn)))) return true;
    return own.size >= POOL_ASNS_MIN ? null : false;
  };
}
