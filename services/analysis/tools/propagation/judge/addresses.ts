import { parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { AuthoritativeAnswer } from "./authoritative.ts";

/** The unspecified and the loopback addresses: a name that had one of them has not moved from another server. */
export function isNowhere(
  values: readonly string[],
  authoritative: Pick<AuthoritativeAnswer, "union">,
): boolean {
  const nowhere = (value: string) => value.startsWith("0.") || value.startsWith("127.");
  return values.length > 0 && values.every(nowhere) && isPrivate(values, authoritative);
}

/** Addresses that are not public, as filters give them and as zones have them by mistake, where the zone has others. */
export function isPrivate(values: readonly string[], { union }: Pick<AuthoritativeAnswer, "union">): boolean {
  const all = (addresses: readonly string[]) =>
    addresses.length > 0 && addresses.every((value) => scopeOf(parseIp(value) ?? []).scope !== "public");
  return all(values) && !all([...union]);
}
