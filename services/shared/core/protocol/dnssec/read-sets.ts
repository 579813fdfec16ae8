import { Reader, WireError } from "../dns/reader.ts";
import { typeName } from "../dns/types.ts";
import { sortedOnce } from "./bytes.ts";
import { canonicalRdata } from "./canonical-rdata.ts";
import { readSignature } from "./signature.ts";
import type { Signature, SignedSet } from "./signed-set.ts";

const HEADER = 12;
/** Maximum number of records read per message, as in `decodeReply`. */
const RECORDS_MAX = 2048;
const CLASS_IN = 1;
const OPT = 41;
const RRSIG = 46;
/** Maximum TTL in seconds. A TTL with the top bit set is treated as 0 (RFC 2181 8). */
const TTL_MAX = 0x7fffffff;

/** A record with its data in canonical form. */
type Canonical = {
  readonly owner: string;
  readonly type: number;
  readonly ttl: number;
  readonly rdata: Uint8Array;
};

/**
 * Reads the RRsets of a response's answer and authority sections with their RRSIGs, in canonical form (RFC 4034 6).
 * RRSIGs without an RRset are left out. Returns null for an unreadable message and an empty list for a truncated one.
 * Never throws, whatever the bytes. The limits on records, names and pointers bound the work.
 */
export function readSets(message: Uint8Array): readonly SignedSet[] | null {
  if (message.length < HEADER) return null;
  // The records of a truncated message are not used (RFC 2181 9).
  if ((message[2] as number) & 0x02) return [];
  try {
    const r = new Reader(message, 4);
    const questions = r.u16();
    const [answers, authorities] = [r.u16(), r.u16()];
    if (questions > 1 || answers + authorities > RECORDS_MAX) return null;
    r.at = HEADER;
    if (questions === 1) {
      r.name();
      r.take(4);
    }
    return [
      ...setsOf(readRecords(r, answers), "answer"),
      ...setsOf(readRecords(r, authorities), "authority"),
    ];
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/**
 * Reads `count` records.
 * @throws WireError if a record is malformed.
 */
function readRecords(r: Reader, count: number): Canonical[] {
  const records: Canonical[] = [];
  const messageEnd = r.end;
  for (let i = 0; i < count; i++) {
    const owner = r.name();
    const type = r.u16();
    const cls = r.u16();
    const ttl = r.u32();
    r.end = r.u16() + r.at;
    if (r.end > messageEnd) throw new WireError();
    if (type === OPT || cls !== CLASS_IN) r.rest();
    else {
      const rdata = canonicalRdata(r, type);
      records.push({
        owner: owner === "." ? "" : owner.toLowerCase(),
        type,
        ttl: ttl > TTL_MAX ? 0 : ttl,
        rdata,
      });
    }
    r.end = messageEnd;
  }
  return records;
}

function setsOf(records: readonly Canonical[], section: SignedSet["section"]): SignedSet[] {
  const signatures = Map.groupBy(
    records.filter(({ type }) => type === RRSIG),
    ({ owner, rdata }) => `${owner} ${((rdata[0] as number) << 8) | (rdata[1] as number)}`,
  );
  const sets = Map.groupBy(
    records.filter(({ type }) => type !== RRSIG),
    ({ owner, type }) => `${owner} ${type}`,
  );
  return [...sets].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        owner: first.owner,
        type: typeName(first.type),
        ttl: own.reduce((least, { ttl }) => Math.min(least, ttl), TTL_MAX),
        section,
        rdatas: sortedOnce(own.map(({ rdata }) => rdata)),
        signatures: signaturesOf(signatures.get(key) ?? []),
      },
    ];
  });
}

/** Parses RRSIG records and removes duplicates. */
function signaturesOf(records: readonly Canonical[]): Signature[] {
  return sortedOnce(records.map(({ rdata }) => rdata)).map(readSignature);
}
