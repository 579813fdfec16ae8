import { contains, parseCidr, parseIp } from "@dnstools/core/protocol/ip";
import type { OriginObservation } from "../observations.ts";

/**
 * Number of ASes of the authoritative addresses from which the addresses are assumed to belong to several operators.
 * One more AS then proves nothing.
 */
const POOL_ASNS_MIN = 3;

/**
 * Returns the origin of an address: the one that was looked up for it, otherwise that of a prefix that contains it;
 * null if neither was found.
 */
export function originOf(origins: readonly OriginObservation[], address: string): OriginObservation | null {
  const bytes = parseIp(address) ?? [];
  const holds = ({ prefix }: OriginObservation) => {
    const block = prefix === null ? null : parseCidr(prefix);
    return block !== null && contains(block, bytes);
  };
  return origins.find((one) => one.address === address) ?? origins.find(holds) ?? null;
}

/**
 * Creates a function that takes addresses. It returns true if every address with a known AS shares an AS with an
 * authoritative address; null if unknown.
 * @param union the authoritative addresses.
 */
export function operatorCheck(origins: readonly OriginObservation[], union: ReadonlySet<string>) {
  const own = new Set([...union].flatMap((address) => originOf(origins, address)?.asns ?? []));
  return (values: readonly string[]): boolean | null => {
    const found = values.map((value) => originOf(origins, value)).filter((one) => one !== null);
    if (found.length === 0 || own.size === 0) return null;
    if (found.every(({ asns }) => asns.some((asn) => own.has(asn)))) return true;
    return own.size >= POOL_ASNS_MIN ? null : false;
  };
}
