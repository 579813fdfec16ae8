/** The frame of one record: what a reader must know before it looks into the data. */
export type RecordFrame = {
  readonly type: number;
  readonly class: number;
  readonly ttl: number;
  /** Where the type, and the data's first byte and the one behind its last, stand in the message. */
  readonly typeAt: number;
  readonly dataAt: number;
  readonly dataEnd: number;
};

/** The frame of a whole message. */
export type MessageFrame = { readonly questionEnd: number; readonly records: readonly RecordFrame[] };

/** Records beyond this are not read: no honest answer has them, and each costs time. */
const RECORDS_MAX = 1024;
/** Octets of all names of a message, pointers followed: what reading them costs, and what an answer may grow to. */
const NAME_OCTETS_MAX = 65_536;
/** Compression pointers followed for one name; honest names need a handful. */
const POINTERS_MAX = 32;

/** Where names stand in the data of the types that are taken apart: bytes before each. */
const NAMES_IN: Readonly<Record<number, readonly number[]>> = {
  2: [0],
  5: [0],
  6: [0, 0],
  12: [0],
  15: [2],
  33: [6],
};
/** Types whose data has one length only. */
const LENGTH_OF: Readonly<Record<number, number>> = { 1: 4, 28: 16 };

/**
 * Walks a message once, reading nothing into it, and says whether its frame holds: counts, lengths, names that end,
 * pointers that lead back and not in circles (RFC 1035 4.1.4), data that is exactly as long as its type's fields.
 * Linear in the message's size; null when the frame is broken or the work behind it is more than honest answers make.
 */
export function scanMessage(bytes: Uint8Array): MessageFrame | null {
  if (bytes.length < 12) return null;
  const walk: Walk = { bytes, octets: 0 };
  const total = u16(bytes, 6) + u16(bytes, 8) + u16(bytes, 10);
  if (total > RECORDS_MAX) return null;
  let at = 12;
  for (let i = u16(bytes, 4); i > 0; i--) {
    const end = skipName(walk, at);
    if (end === null || end + 4 > bytes.length) return null;
    at = end + 4;
  }
  const questionEnd = at;
  const records: RecordFrame[] = [];
  for (let i = 0; i < total; i++) {
    const head = skipName(walk, at);
    if (head === null || head + 10 > bytes.length) return null;
    const type = u16(bytes, head);
    const dataAt = head + 10;
    at = dataAt + u16(bytes, head + 8);
    if (at > bytes.length || !dataHolds(walk, type, dataAt, at)) return null;
    const ttl = u16(bytes, head + 4) * 65_536 + u16(bytes, head + 6);
    records.push({ type, class: u16(bytes, head + 2), ttl, typeAt: head, dataAt, dataEnd: at });
  }
  // Bytes behind the last record are nobody's: resolvers pass over them, too.
  return walk.octets > NAME_OCTETS_MAX ? null : { questionEnd, records };
}

/** A message being walked, and the octets of its names so far. */
type Walk = { readonly bytes: Uint8Array; octets: number };

function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

const SOA = 6;
const TXT = 16;
const NAPTR = 35;

/** Whether data is exactly what its type's fields take, so that whoever reads them ends where the record ends. */
function dataHolds(walk: Walk, type: number, from: number, to: number): boolean {
  if (to - from !== (LENGTH_OF[type] ?? to - from)) return false;
  if (type === TXT) return skipStrings(walk.bytes, from, to) === to;
  const names = type === NAPTR ? [skipStrings(walk.bytes, from + 4, to, 3) - from] : NAMES_IN[type];
  if (names === undefined) return true;
  let at = from;
  for (const before of names) {
    const end = at + before > to ? null : skipName(walk, at + before);
    if (end === null) return false;
    at = end;
  }
  return at + (type === SOA ? 20 : 0) === to;
}

/** The place behind character strings (RFC 1035 3.3): behind so many, or behind all up to an end. */
function skipStrings(bytes: Uint8Array, from: number, to: number, count = Number.POSITIVE_INFINITY): number {
  let at = from;
  for (let i = 0; i < count && at < to; i++) at += (bytes[at] ?? 0) + 1;
  return at;
}

/** The place behind a name; null when the name does not end, or its pointers do not lead back. */
function skipName(walk: Walk, from: number): number | null {
  const { bytes } = walk;
  let end: number | null = null;
  let at = from;
  let octets = 1;
  for (let pointers = 0; pointers <= POINTERS_MAX; ) {
    const length = bytes[at];
    if (length === undefined) return null;
    if (length === 0) {
      walk.octets += octets;
      return end ?? at + 1;
    }
    if (length < 64) {
      at += length + 1;
      octets += length + 1;
      if (octets > 255) return null;
      continue;
    }
    const target = ((length & 0x3f) << 8) | (bytes[at + 1] ?? 0);
    if (length < 192 || at + 1 >= bytes.length || target >= at) return null;
    end ??= at + 2;
    at = target;
    pointers += 1;
  }
  return null;
}
