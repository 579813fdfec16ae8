/** The frame of one record: what a reader must know before it looks into the data. */
export type RecordFrame = {
  readonly type: number;
  readonly class: number;
  readonly ttl: number;
  readonly typeAt: number;
};

/** The frame of a whole message. */
export type MessageFrame = { readonly questionEnd: number; readonly records: readonly RecordFrame[] };

/** Records beyond this are not read: no honest answer has them, and each costs time. */
const RECORDS_MAX = 2048;
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
 * pointers that lead back and not in circles (RFC 1035 4.1.4), addresses of the right size, no byte too few or many.
 * Linear in the message's size; null when the frame is broken.
 */
export function scanMessage(bytes: Uint8Array): MessageFrame | null {
  if (bytes.length < 12) return null;
  const u16 = (at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  const total = u16(6) + u16(8) + u16(10);
  if (total > RECORDS_MAX) return null;
  let at = 12;
  for (let i = u16(4); i > 0; i--) {
    const end = skipName(bytes, at);
    if (end === null || end + 4 > bytes.length) return null;
    at = end + 4;
  }
  const questionEnd = at;
  const records: RecordFrame[] = [];
  for (let i = 0; i < total; i++) {
    const head = skipName(bytes, at);
    if (head === null || head + 10 > bytes.length) return null;
    const type = u16(head);
    const length = u16(head + 8);
    const data = head + 10;
    at = data + length;
    if (at > bytes.length || !dataHolds(bytes, type, data, length)) return null;
    records.push({ type, class: u16(head + 2), ttl: u16(head + 4) * 65536 + u16(head + 6), typeAt: head });
  }
  return at === bytes.length ? { questionEnd, records } : null;
}

function dataHolds(bytes: Uint8Array, type: number, data: number, length: number): boolean {
  if (length !== (LENGTH_OF[type] ?? length)) return false;
  let at: number | null = data;
  for (const before of type === NAPTR ? [naptrStrings(bytes, data)] : (NAMES_IN[type] ?? [])) {
    at = skipName(bytes, at + before);
    if (at === null || at > data + length) return false;
  }
  return true;
}

const NAPTR = 35;

/** Bytes of a NAPTR's data before its name: two numbers and three character strings (RFC 3403 4.1). */
function naptrStrings(bytes: Uint8Array, data: number): number {
  let at = data + 4;
  for (let i = 0; i < 3; i++) at += (bytes[at] ?? 0) + 1;
  return at - data;
}

/** The place behind a name; null when the name does not end, or its pointers do not lead back. */
function skipName(bytes: Uint8Array, from: number): number | null {
  let end: number | null = null;
  let at = from;
  let octets = 0;
  for (let pointers = 0; pointers <= POINTERS_MAX; ) {
    const length = bytes[at];
    if (length === undefined) return null;
    if (length === 0) return end ?? at + 1;
    if (length < 64) {
      at += length + 1;
      octets += length + 1;
      if (octets > 254) return null;
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
