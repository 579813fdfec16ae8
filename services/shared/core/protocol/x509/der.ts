/** A DER element (X.690): its tag, and the offsets of its start, content and end. */
export type Element = {
  readonly bytes: Uint8Array;
  readonly tag: number;
  readonly start: number;
  readonly content: number;
  readonly end: number;
};

/** The DER tags that this API reads. */
export const TAG = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  oid: 6,
  enumerated: 10,
  utcTime: 23,
  generalizedTime: 24,
  sequence: 48,
  /** Context-specific tags of constructed (`built`) and primitive (`plain`) elements. */
  built: (number: number) => 0xa0 + number,
  plain: (number: number) => 0x80 + number,
} as const;

/**
 * Returns the element at an offset, or null if there is no element or the element exceeds the limit. Nothing is
 * copied.
 */
export function elementAt(bytes: Uint8Array, start = 0, limit = bytes.length): Element | null {
  const [tag, first] = [bytes[start], bytes[start + 1]];
  if (tag === undefined || first === undefined || start + 2 > limit) return null;
  const more = first < 0x80 ? 0 : first & 0x7f;
  // DER lengths are definite. Lengths of more than four bytes do not occur in practice.
  if (first === 0x80 || more > 4) return null;
  let length = more === 0 ? first : 0;
  for (let i = 0; i < more; i++) length = length * 256 + (bytes[start + 2 + i] ?? 0);
  const content = start + 2 + more;
  const end = content + length;
  return end > limit ? null : { bytes, tag, start, content, end };
}

/** Yields the elements inside a constructed element, in order. Stops at malformed content. */
export function* within({ bytes, content, end }: Element): Generator<Element> {
  for (let at = content; at < end; ) {
    const next = elementAt(bytes, at, end);
    if (next === null) return;
    yield next;
    at = next.end;
  }
}

/** Returns an element's bytes, including tag and length. */
export const wholeOf = ({ bytes, start, end }: Element) => bytes.subarray(start, end);
/** Returns an element's content, without tag and length. */
export const contentOf = ({ bytes, content, end }: Element) => bytes.subarray(content, end);

/**
 * Returns the content of an INTEGER or OCTET STRING in lower-case hex. Leading zeros of an INTEGER are removed.
 */
export function hexOf(element: Element): string {
  const digits = [...contentOf(element)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return element.tag === TAG.integer ? digits.replace(/^(00)+(?=..)/, "") : digits;
}

/** Returns an OBJECT IDENTIFIER in dotted notation. */
export function oidOf(element: Element): string {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of contentOf(element)) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (numbers.length === 0) numbers.push(Math.min(2, Math.floor(value / 40)), value % 40);
    else numbers.push(value);
    value = 0;
  }
  return numbers.join(".");
}

/**
 * Parses a UTCTime or GeneralizedTime in the form of RFC 5280 4.1.2.5 to seconds since 1970; null if it is
 * malformed.
 */
export function timeOf(element: Element): number | null {
  const text = String.fromCharCode(...contentOf(element).subarray(0, 32));
  const digits = element.tag === TAG.utcTime ? `${text < "50" ? "20" : "19"}${text}` : text;
  const numbers = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits)?.slice(1).map(Number);
  if (numbers === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (month < 1 || month > 12) return null;
  // Years begin in March here, so that the leap day is the last day of the year.
  const of = month > 2 ? year : year - 1;
  const leaps = Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400);
  const days = 365 * of + leaps + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 719_469;
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}
