import { type Reader, WireError } from "../dns/reader.ts";
import { joinBytes } from "./bytes.ts";
import { labelsOf, lowerLabels, wireOf } from "./names.ts";

/** How data begins: so many octets, a name (`n`) or a character string (`s`); the rest is taken as it is. */
type Layout = readonly (number | "n" | "s")[];

/**
 * The types of which names in the data are in lower case in canonical form, by number: those of RFC 4034 6.2 without NSEC
 * (RFC 6840 5.1), of which HINFO has no name. They may be compressed (RFC 3597 4); the data of all others is as it came.
 */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [2, ["n"]], // NS
  [3, ["n"]], // MD
  [4, ["n"]], // MF
  [5, ["n"]], // CNAME
  [6, ["n", "n", 20]], // SOA
  [7, ["n"]], // MB
  [8, ["n"]], // MG
  [9, ["n"]], // MR
  [12, ["n"]], // PTR
  [14, ["n", "n"]], // MINFO
  [15, [2, "n"]], // MX
  [17, ["n", "n"]], // RP
  [18, [2, "n"]], // AFSDB
  [21, [2, "n"]], // RT
  [24, [18, "n"]], // SIG
  [26, [2, "n", "n"]], // PX
  [30, ["n"]], // NXT
  [33, [6, "n"]], // SRV
  [35, [4, "s", "s", "s", "n"]], // NAPTR
  [36, [2, "n"]], // KX
  [39, ["n"]], // DNAME
  [46, [18, "n"]], // RRSIG
]);
const A6 = 38;

/** A name at the reader's place in canonical form. @throws WireError when it is broken. */
export function canonicalName(r: Reader): Uint8Array {
  return wireOf(lowerLabels(labelsOf(r.name())));
}

/**
 * The data at the reader's place up to its `end` in canonical form (RFC 4034 6.2): without compression, names in lower
 * case where the type asks for it. @throws WireError when it is broken.
 */
export function canonicalRdata(r: Reader, type: number): Uint8Array {
  const layout = type === A6 ? layoutOfA6(r) : LAYOUTS.get(type);
  if (layout === undefined) return r.rest();
  const pieces: Uint8Array[] = [];
  for (const part of layout) {
    if (part === "n") pieces.push(canonicalName(r));
    else if (part === "s") pieces.push(counted(r));
    else pieces.push(r.take(part));
  }
  return joinBytes([...pieces, r.rest()]);
}

/** A character string with its length. */
function counted(r: Reader): Uint8Array {
  const start = r.at;
  r.string();
  return r.bytes.subarray(start, r.at);
}

/** RFC 2874 3.1: a prefix length, the suffix of the address, and a name unless the prefix is empty. */
function layoutOfA6(r: Reader): Layout {
  const prefix = r.bytes[r.at] ?? 0;
  if (prefix > 128) throw new WireError();
  const octets = 1 + Math.ceil((128 - prefix) / 8);
  return prefix === 0 ? [octets] : [octets, "n"];
}
