import type { OddDns, OddRarity } from "../plan/shapes.ts";
import { AA, bare, endOfQuestion, FORMERR, HEADER, NOERROR, NXDOMAIN, SERVFAIL, typeAsked } from "./wire.ts";

const [CNAME, HINFO, DNAME, DS] = [5, 13, 39, 43];
/** Numbers of record types (RFC 1035 section 3.2.2 and later), by the label that names them. */
export const TYPES: Readonly<Record<string, number>> = {
  a: 1,
  ns: 2,
  cname: CNAME,
  soa: 6,
  mx: 15,
  txt: 16,
  aaaa: 28,
  ds: DS,
  dnskey: 48,
  https: 65,
  caa: 257,
};

/** Returns true if the first label of the queried name names the queried type. */
export function asksForItsLabel(query: Uint8Array): boolean {
  return TYPES[labelOf(query)] === typeAsked(query);
}

/** Returns a label of the queried name. @param at offset of the label; the default is the first label. */
function labelOf(query: Uint8Array, at = HEADER): string {
  return new TextDecoder().decode(query.subarray(at + 1, at + 1 + (query[at] ?? 0))).toLowerCase();
}

const hasEdns = (query: Uint8Array) => ((query[10] ?? 0) << 8) + (query[11] ?? 0) > 0;

/** Returns the query that a server passes to its backend in place of the given one. */
export function passedOn(deviation: OddDns | OddRarity, query: Uint8Array): Uint8Array {
  // No zone has HINFO records, so that the backend denies the type, and from the zone itself.
  return deviation === "ds_from_child" && typeAsked(query) === DS ? ofType(query, HINFO) : query;
}

function ofType(message: Uint8Array, type: number): Uint8Array {
  const changed = Uint8Array.from(message);
  new DataView(changed.buffer).setUint16(endOfQuestion(message) - 4, type);
  return changed;
}

/** Applies a deviation in single answers; returns null if the deviation is of another kind. */
export function oddAnswer(
  deviation: OddDns | OddRarity,
  query: Uint8Array,
  right: Uint8Array,
): Uint8Array | null {
  switch (deviation) {
    case "ds_from_child":
      return ofType(right, typeAsked(query));
    case "ent_nxdomain":
      return labelOf(query) === "ent" ? withRcode(right, NXDOMAIN) : right;
    case "badvers":
      return hasEdns(query) ? withOpt(bare(query, 0, NOERROR), 1) : right;
    case "formerr_opt":
      return hasEdns(query) ? withOpt(bare(query, 0, FORMERR), 0) : right;
    case "fails_type":
      return asksForItsLabel(query) ? bare(query, 0, SERVFAIL) : right;
    case "no_aa_type":
      return asksForItsLabel(query) ? bare(query, 0, NOERROR) : right;
    case "only_a":
      return typeAsked(query) === TYPES["a"] ? right : bare(query, 0, SERVFAIL);
    case "bare_denials":
      // A signed denial has several records in its authority section, and a referral has no AA.
      return right[7] === 0 && right[9] === 1 && ((right[2] ?? 0) & AA) > 0
        ? bare(query, AA, (right[3] ?? 0) & 0xf)
        : right;
    case "second_alias":
      return aliases(query) ?? right;
    default:
      return null;
  }
}

function withRcode(answer: Uint8Array, rcode: number): Uint8Array {
  const changed = Uint8Array.from(answer);
  changed[3] = ((changed[3] ?? 0) & 0xf0) | rcode;
  return changed;
}

/** Adds an OPT record (RFC 6891 section 6.1.2) with the upper bits of an extended response code. */
function withOpt(head: Uint8Array, upper: number): Uint8Array {
  head[11] = 1;
  return Uint8Array.from([...head, 0, 0, 41, 4, 208, upper, 0, 0, 0, 0, 0]);
}

/** Builds an answer with two CNAMEs at `twice`, or two DNAMEs above the queried name; null for other names. */
function aliases(query: Uint8Array): Uint8Array | null {
  const second = HEADER + 1 + (query[HEADER] ?? 0);
  if (labelOf(query) === "twice") return twoOf(query, HEADER, CNAME);
  return labelOf(query, second) === "twice" ? twoOf(query, second, DNAME) : null;
}

/**
 * Builds an answer with two records. Their targets are `b` and `c` beside the owner name.
 * @param at offset of the owner name in the query.
 */
function twoOf(query: Uint8Array, at: number, type: number): Uint8Array {
  const head = bare(query, AA, NOERROR);
  head[7] = 2;
  const above = query.subarray(at + 1 + (query[at] ?? 0), endOfQuestion(query) - 4);
  const record = (target: string) => {
    const rdata = [1, target.charCodeAt(0), ...above];
    return [0xc0, at, 0, type, 0, 1, 0, 0, 0, 60, rdata.length >> 8, rdata.length & 0xff, ...rdata];
  };
  return Uint8Array.from([...head, ...record("b"), ...record("c")]);
}
