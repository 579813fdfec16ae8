import { type Reader, WireError } from "../dns/reader.ts";
import { joinBytes } from "./bytes.ts";
import { labelsOf, lowerLabels, wireOf } from "./names.ts";

/**
 * Layout of the names and strings at the beginning of record data: a number of octets to copy, a name (`n`) or a
 * character string (`s`). The data after them is copied unchanged.
 */
type Layout = readonly (number | "n" | "s")[];

/**
 * Layouts by type number, for the types whose canonical form has names in lower case: the types of RFC 4034 6.2 except
 * NSEC (RFC 6840 5.1) and HINFO, which contains no name. Their names may be compressed (RFC 3597 4). Data of all other
 * types is copied unchanged.
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

/**
 * Reads a name and returns it in canonical form.
 * @throws WireError if the name is malformed.
 */
export function canonicalName(r: Reader): Uint8Array {
  return wireOf(lowerLabels(labelsOf(r.name())));
}

/**
 * Reads data up to the reader's `end` and returns it in canonical form (RFC 4034 6.2): names are uncompressed, and
 * in lower case for the types that require it. @throws WireError if the data is malformed.
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

/** Reads a character string and returns it, including its length byte. */
function counted(r: Reader): Uint8Array {
  const start = r.at;
  r.string();
  return r.bytes.subarray(start, r.at);
}

/**
 * Returns the layout of A6 data: a prefix length, the address suffix, and a name unless the prefix length is 0
 * (RFC 2874 3.1).
 */
function layoutOfA6(r: Reader): Layout {
  const prefix = r.bytes[r.at] ?? 0;
  if (prefix > 128) throw new WireError();
  const octets = 1 + Math.ceil((128 - prefix) / 8);
  return prefix === 0 ? [octets] : [octets, "n"];
}
