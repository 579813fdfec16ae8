import { contains, parseCidr, parseIp } from "@dnstools/core/protocol/ip";

/** A list of RDAP servers (RFC 9224 3): keys, and the URLs of the servers that answer for them. */
export type Services = readonly (readonly [keys: readonly string[], urls: readonly string[]])[];

/** A list as it was fetched last. */
export type ServiceList = { readonly services: Services; readonly etag: string; readonly checkedAt: number };

/** The services of a list as RFC 9224 3 has them; null where it is no such list. */
export function servicesOf(value: Readonly<Record<string, unknown>> | null): Services | null {
  const services = value?.["services"];
  const texts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === "string");
  const whole =
    Array.isArray(services) &&
    services.length > 0 &&
    services.every((row) => Array.isArray(row) && row.length === 2 && row.every(texts));
  return whole ? services : null;
}

/** The URLs of a top-level domain's servers; empty where the list has none. */
export function urlsOfTopLevel(services: Services, key: string): readonly string[] {
  return services.find(([keys]) => keys.some((one) => one.toLowerCase() === key))?.[1] ?? [];
}

/** The URLs of an address's servers; of several blocks the smallest goes first (RFC 9224 5.1). */
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
