import { type IpBytes, parseIp, reversed } from "@dnstools/core/protocol/ip";
import type { Blocklist, Family, KeyHolder } from "./blocklist.ts";

/** The operator's keys, by whose they are (DNSBL_KEYS). */
export type Keys = ReadonlyMap<string, string>;

/** A name to ask a list for, and the same as everybody may see it. */
export type ListName = { readonly name: string; readonly shown: string };

/** Where nobody answers without a key that is not there. */
export function lacksKey(list: Blocklist, keys: Keys): boolean {
  return list.key?.needed === true && !keys.has(list.key.holder);
}

/**
 * The name under which a list has an address or a domain (RFC 5782 2.1, 2.4, 3.2).
 * @param subject an address, or a domain name.
 */
export function listName(list: Blocklist, subject: string, keys: Keys): ListName {
  const label = labelOf(subject);
  const key = list.key === undefined ? undefined : keys.get(list.key.holder satisfies KeyHolder);
  const zone = list.key === undefined || key === undefined ? list.zone : list.key.zone.replace("{key}", key);
  return { name: `${label}.${zone}`, shown: shownName(list.zone, subject) };
}

/** The same name as evidence shows it: without the operator's key. */
export function shownName(zone: string, subject: string): string {
  return `${labelOf(subject)}.${zone}`;
}

function labelOf(subject: string): string {
  const bytes = parseIp(subject);
  return bytes === null ? subject : reversed(bytes);
}

/** RFC 5782 5: what each list must list and must not. */
const POINTS: Readonly<Record<Family, readonly [listed: string, notListed: string]>> = {
  ipv4: ["127.0.0.2", "127.0.0.1"],
  ipv6: ["::ffff:127.0.0.2", "::ffff:127.0.0.1"],
  domain: ["test", "invalid"],
};

/** What a list must have and must not have for it to be believed. */
export function pointsOf(list: Blocklist, family: Family): readonly [listed: string, notListed: string] {
  return list.points?.[family] ?? POINTS[family];
}

export function familyOf(address: string): Family {
  const bytes: IpBytes | null = parseIp(address);
  return bytes === null ? "domain" : bytes.length === 4 ? "ipv4" : "ipv6";
}
