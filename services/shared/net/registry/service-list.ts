import { contains, parseCidr, parseIp } from "@dnstools/core/protocol/ip";

/** Entries of a list of RDAP servers (RFC 9224 3): keys, and the URLs of the servers for these keys. */
export type Services = readonly (readonly [keys: readonly string[], urls: readonly string[]])[];

/** A fetched list, with its ETag and the time in milliseconds at which it was last known to be current. */
export type ServiceList = { readonly services: Services; readonly etag: string; readonly checkedAt: number };

/** Returns the services of a parsed list (RFC 9224 3); null if the value is not such a list. */
export function servicesOf(value: Readonly<Record<string, unknown>> | null): Services | null {
  const services = value?.["services"];
  const texts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === "string");
  const whole =
    Array.isArray(services) &&
    services.length > 0 &&
    services.every((row) => Array.isArray(row) && row.length === 2 && row.every(texts));
  return whole ? services : null;
}

/** Returns the URLs of a top-level domain's servers; empty if the list has none. */
export function urlsOfTopLevel(services: Services, key: string): readonly string[] {
  return services.find(([keys]) => keys.some((one) => one.toLowerCase() === key))?.[1] ?? [];
}

/** Returns the URLs of the servers for an IP address; the smallest matching block applies (RFC 9224 5.1). */
export function urlsOfAddress(services: Services, address: string): readonly string[] {
  const ip = parseIp(address) ?? [];
  let best: { bits: number; urls: readonly string[] } = { bits: -1, urls: [] };
  for (const [keys, urls] of services) {
    for (const key of keys) {
      const block = parseCidr(key);
      if (block !== null && block.bits > best.bits && contains(block, ip)) best = { bits: block.bits, urls };
    }
  }
  return best.urls;
}
