import { parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { AuthoritativeAnswer } from "./authoritative.ts";

/**
 * Returns true if all values are unspecified or loopback addresses although the zone has public addresses. A filter
 * returned such values; they are not old addresses of the name.
 */
export function isNowhere(
  values: readonly string[],
  authoritative: Pick<AuthoritativeAnswer, "union">,
): boolean {
  const nowhere = (value: string) => value.startsWith("0.") || value.startsWith("127.");
  return values.length > 0 && values.every(nowhere) && isPrivate(values, authoritative);
}

/**
 * Returns true if all given addresses are non-public but not all of the zone's own addresses are. Non-public addresses
 * come from filters, or from zones that publish them by mistake.
 */
export function isPrivate(values: readonly string[], { union }: Pick<AuthoritativeAnswer, "union">): boolean {
  const all = (addresses: readonly string[]) =>
    addresses.length > 0 && addresses.every((value) => scopeOf(parseIp(value) ?? []).scope !== "public");
  return all(values) && !all([...union]);
}
