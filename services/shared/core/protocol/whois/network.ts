import type { Network } from "../../network.ts";
import { formatIp, type IpBytes, parseCidr, parseIp } from "../ip.ts";
import { cidrsBetween, compare, isBetween } from "../rdap/network.ts";
import { readText } from "./entries.ts";
import type { Entry } from "./text.ts";

/**
 * The part of a WHOIS response about the smallest block that contains an address, with the block's first and last
 * address.
 */
export type Block = Ends & { readonly text: string };

/** The first and the last address of a block. */
type Ends = { readonly start: IpBytes; readonly end: IpBytes };

/** Matches labels of address ranges. KRNIC and JPNIC use their own labels. */
const LABEL = "(?:NetRange|inetnum|inet6num|IPv[46] Address|(?:[a-z]\\. )?\\[Network Number\\])";
const RANGE = new RegExp(`^${LABEL}[ \\t]*:?[ \\t]*(.+)$`, "im");
/**
 * Matches the beginning of an object, which is its address range. Registries also print a block's parent blocks,
 * before or after it.
 */
const BEGINNING = new RegExp(`^(?=${LABEL}[ \\t]*:?[ \\t])`, "im");

/** Returns the smallest block in a WHOIS response that contains the address, or null if no block contains it. */
export function smallestBlock(text: string, address: string): Block | null {
  const ip = parseIp(address);
  if (ip === null) return null;
  const blocks = text.split(BEGINNING).flatMap((part) => {
    const range = RANGE.exec(part)?.[1];
    const ends = range === undefined ? null : endsOf(range);
    return ends !== null && isBetween(ends.start, ip, ends.end) ? [{ text: part, ...ends }] : [];
  });
  const [first = null, ...others] = blocks;
  return others.reduce((best, one) => (best === null || isSmaller(one, best) ? one : best), first);
}

/** Labels that begin a paragraph about the holder of a block. */
const HOLDERS = /^(organisation|organization|orgname|org-name|owner)$/;

/**
 * Parses a block from its own paragraph. The holder may have a separate paragraph (ARIN, RIPE, AFRINIC).
 * @param whole the whole response, which may contain the abuse address.
 * @param registry the registry that sent the response.
 */
export function networkOf({ text, start, end }: Block, whole: string, registry: string): Network {
  const { entries } = readText(text);
  const own = entries.filter(({ paragraph }) => paragraph === entries[0]?.paragraph);
  const heads = new Map(entries.toReversed().map(({ paragraph, label }) => [paragraph, label]));
  const holders = entries.filter(({ paragraph }) => HOLDERS.test(heads.get(paragraph) ?? ""));
  const of = (among: readonly Entry[], ...labels: readonly string[]) =>
    labels
      .map((label) => among.find((entry) => entry.label === label)?.values[0]?.slice(0, 300))
      .find((value) => value !== undefined) ?? null;
  const one = (...labels: string[]) => of(own, ...labels);
  const country = (one("country") ?? of(holders, "country"))?.toUpperCase().split(/[#\s]/)[0] ?? null;
  const told = (one("cidr") ?? "").split(/[,\s]+/).filter((block) => parseCidr(block) !== null);
  return {
    handle: one("nethandle", "nic-hdl"),
    name: one("netname", "service name", "network name"),
    startAddress: formatIp(start),
    endAddress: formatIp(end),
    cidrs: told.length > 0 ? told.slice(0, 20) : cidrsBetween(start, end),
    type: one("nettype"),
    status: own
      .filter(({ label }) => label === "status")
      .flatMap(({ values }) => values.slice(0, 1))
      .slice(0, 5),
    parentHandle: /\(([A-Z0-9-]+)\)\s*$/.exec(one("parent") ?? "")?.[1] ?? null,
    organization:
      of(holders, "org-name", "orgname") ??
      one("org-name", "owner", "organization name", "organization", "descr"),
    countryCode: country !== null && /^[A-Z]{2}$/.test(country) && country !== "ZZ" ? country : null,
    abuse: { email: abuseMail(whole, text), phone: of(entries, "orgabusephone") },
    created: one("regdate", "created"),
    changed: one("updated", "last-modified", "changed"),
    registry,
  };
}

/**
 * Returns the abuse contact's mail address. RIPE and APNIC put it in a comment, ARIN and AFRINIC in a contact's field.
 */
function abuseMail(whole: string, block: string): string | null {
  const patterns = [
    /abuse contact for '[^'\n]{1,100}' is '([^'\s@]{1,64}@[^'\s@]{1,255})'/i,
    /^(?:OrgAbuseEmail|abuse-mailbox|e-mail\(abuse\)):[ \t]*([^\s@]{1,64}@[^\s@]{1,255})/im,
  ];
  const found = [block, whole].flatMap((text) => patterns.map((pattern) => pattern.exec(text)?.[1]));
  return found.find(Boolean)?.slice(0, 254) ?? null;
}

/** Parses a range `a - b` or a CIDR block. LACNIC omits trailing zeros of the address (`200.160/20`). */
function endsOf(range: string): { readonly start: IpBytes; readonly end: IpBytes } | null {
  const bare = range.slice(0, 200).replace(/\(.*$/, "");
  const [from = "", to] = bare.split(" - ").map((part) => part.trim());
  if (to !== undefined) {
    const [start, end] = [parseIp(from), parseIp(to)];
    return start === null || end === null || compare(start, end) > 0 ? null : { start, end };
  }
  const [address = "", bits] = from.split("/");
  const padded = address.includes(":")
    ? address
    : [...address.split("."), "0", "0", "0"].slice(0, 4).join(".");
  const cidr = bits === undefined ? null : parseCidr(`${padded}/${bits}`);
  if (cidr === null) return null;
  const end = cidr.bytes.map((byte, i) => byte | (0xff >> Math.min(8, Math.max(0, cidr.bits - 8 * i))));
  return { start: cidr.bytes, end };
}

/** Returns true if block `a` lies within block `b`. */
export function isSmaller(a: Ends, b: Ends): boolean {
  return compare(a.start, b.start) >= 0 && compare(a.end, b.end) <= 0;
}
