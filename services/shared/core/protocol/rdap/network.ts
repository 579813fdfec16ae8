import type { Network } from "../../network.ts";
import { formatIp, type IpBytes, parseCidr, parseIp } from "../ip.ts";
import { entitiesOf, withRole } from "./entity.ts";
import { type Json, objects, text, texts } from "./json.ts";

/**
 * Parses an RDAP `ip network` object (RFC 9083 5.4). Returns null for any other object and for a network that does
 * not contain the address.
 * @param registry the registry that sent the object.
 */
export function readNetwork(object: Json, address: string, registry: string): Network | null {
  const [start, end] = [
    parseIp(text(object["startAddress"]) ?? ""),
    parseIp(text(object["endAddress"]) ?? ""),
  ];
  const ip = parseIp(address);
  if (object["objectClassName"] !== "ip network" || start === null || end === null || ip === null)
    return null;
  if (!isBetween(start, ip, end)) return null;
  const entities = entitiesOf(object);
  const abuse = withRole(entities, "abuse");
  const holder = withRole(entities, "registrant");
  const country = text(object["country"])?.toUpperCase() ?? null;
  return {
    handle: text(object["handle"]),
    name: text(object["name"]),
    startAddress: formatIp(start),
    endAddress: formatIp(end),
    cidrs: cidrsOf(object, start, end),
    type: text(object["type"]),
    status: texts(object["status"]),
    parentHandle: text(object["parentHandle"]),
    organization: holder?.organization ?? holder?.name ?? null,
    // The country code ZZ means "unknown" (a user-assigned code of ISO 3166-1).
    countryCode: country !== null && /^[A-Z]{2}$/.test(country) && country !== "ZZ" ? country : null,
    abuse: { email: abuse?.email ?? null, phone: abuse?.phone ?? null },
    created: eventOf(object, "registration"),
    changed: eventOf(object, "last changed"),
    registry,
  };
}

/** The regional Internet registries (RIRs). */
export const RIRS = ["arin", "ripe", "apnic", "lacnic", "afrinic"] as const;
/** A regional Internet registry. */
export type Rir = (typeof RIRS)[number];

/**
 * The fields that identify a stub. Registries use certain names for stubs, and the country ZZ; the remarks name the
 * registry that manages the block.
 */
export type StubSigns = {
  readonly name: string | null;
  readonly country: string | null;
  readonly remarks: string;
};

/**
 * Recognises a stub: an object for a block that another registry manages, because the block was transferred or was
 * never this registry's.
 * @returns the registry that the remarks name, `elsewhere` if they name none, null if the object is not a stub.
 */
export function stubOf({ name, country, remarks }: StubSigns, registry: string): Rir | "elsewhere" | null {
  const named = /^(STUB-\d|NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK|IANA-BLK|EU-ZZ-)/i.test(name ?? "");
  if (!named && country?.toUpperCase() !== "ZZ") return null;
  const said = remarks.toLowerCase();
  const others = RIRS.filter((rir) => new RegExp(`\\b${rir}\\b`).test(said) && !registry.includes(rir));
  return others[0] ?? "elsewhere";
}

/** Reads the fields that identify a stub from an RDAP object. */
export function stubSigns(object: Json): StubSigns {
  const remarks = objects(object["remarks"]).flatMap((remark) => [
    text(remark["title"]),
    ...texts(remark["description"]),
  ]);
  return { name: text(object["name"]), country: text(object["country"]), remarks: remarks.join(" ") };
}

/**
 * Returns the date of an object's event, such as `registration`; null if the object has no such event (RFC 9083 4.5).
 */
export function eventOf(object: Json, action: string): string | null {
  const event = objects(object["events"]).find((one) => text(one["eventAction"])?.toLowerCase() === action);
  return text(event?.["eventDate"]);
}

/**
 * Returns the CIDR blocks in `cidr0_cidrs` (an extension that the registries added to RFC 9083), or otherwise the CIDR
 * blocks calculated from the range.
 */
function cidrsOf(object: Json, start: IpBytes, end: IpBytes): string[] {
  const told = objects(object["cidr0_cidrs"]).flatMap((one) => {
    const cidr = parseCidr(`${text(one["v4prefix"]) ?? text(one["v6prefix"])}/${text(one["length"])}`);
    return cidr === null ? [] : [`${formatIp(cidr.bytes)}/${cidr.bits}`];
  });
  return told.length > 0 ? told : cidrsBetween(start, end);
}

/**
 * Returns the smallest list of CIDR blocks that cover a range, in order. The list is cut at 64 blocks, more than
 * any IPv4 range needs.
 */
export function cidrsBetween(start: IpBytes, end: IpBytes): string[] {
  const bits = start.length * 8;
  const number = (bytes: IpBytes) => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const [last, blocks] = [number(end), [] as string[]];
  for (let from = number(start); from <= last && blocks.length < 64; ) {
    let size = 0;
    while (size < bits && from % 2n ** BigInt(size + 1) === 0n && from + 2n ** BigInt(size + 1) - 1n <= last)
      size++;
    const at = from;
    const bytes = start.map((_, i) => Number((at >> BigInt(bits - 8 * (i + 1))) & 255n));
    blocks.push(`${formatIp(bytes)}/${bits - size}`);
    from += 2n ** BigInt(size);
  }
  return blocks;
}

/** Returns true if an address is in a range, including both ends. Returns false for an address of another family. */
export function isBetween(start: IpBytes, ip: IpBytes, end: IpBytes): boolean {
  if (start.length !== ip.length || end.length !== ip.length) return false;
  return compare(start, ip) <= 0 && compare(ip, end) <= 0;
}

/** Compares two addresses of the same family by their bytes. */
export function compare(a: IpBytes, b: IpBytes): number {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
