import { type IpBytes, parseIp, reversed } from "@dnstools/core/protocol/ip";
import type { Blocklist, Family, KeyHolder } from "./blocklist.ts";

/** This API's keys for blocklists, by the organization that issued them (DNSBL_KEYS). */
export type Keys = ReadonlyMap<string, string>;

/** The DNS name to query in a list, and its form without the key, which may be shown. */
export type ListName = { readonly name: string; readonly shown: string };

/** Returns true if the list requires a key and the key is not set. */
export function lacksKey(list: Blocklist, keys: Keys): boolean {
  return list.key?.needed === true && !keys.has(list.key.holder);
}

/**
 * Returns the DNS name to query in a list for an address or a domain (RFC 5782 2.1, 2.4, 3.2).
 * @param labels the labels of the address or domain, from `labelsOf`.
 */
export function listName(list: Blocklist, labels: string, keys: Keys): ListName {
  const shown = `${labels}.${list.zone}`;
  const key = list.key === undefined ? undefined : keys.get(list.key.holder satisfies KeyHolder);
  if (list.key === undefined || key === undefined) return { name: shown, shown };
  return { name: `${labels}.${list.key.zone.replace("{key}", key)}`, shown };
}

/** Returns the queried DNS name as evidence shows it, without the key. */
export function shownName(zone: string, subject: string): string {
  return `${labelsOf(subject)}.${zone}`;
}

/** Returns the labels that stand for an address or a domain below the zone of every list. */
export function labelsOf(subject: string): string {
  const bytes = parseIp(subject);
  return bytes === null ? subject : reversed(bytes);
}

/** Default test points: an entry that each list must contain, and one that it must not contain (RFC 5782 5). */
const POINTS: Readonly<Record<Family, readonly [listed: string, notListed: string]>> = {
  ipv4: ["127.0.0.2", "127.0.0.1"],
  ipv6: ["::ffff:127.0.0.2", "::ffff:127.0.0.1"],
  domain: ["test", "invalid"],
};

/** Returns the test points of a list: an entry that it must contain, and one that it must not contain. */
export function pointsOf(list: Blocklist, family: Family): readonly [listed: string, notListed: string] {
  return list.points?.[family] ?? POINTS[family];
}

/** Returns the kind of a text: IPv4 address, IPv6 address or domain. */
export function familyOf(address: string): Family {
  const bytes: IpBytes | null = parseIp(address);
  return bytes === null ? "domain" : bytes.length === 4 ? "ipv4" : "ipv6";
}
