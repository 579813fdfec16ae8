/** One element of DER (X.690): its tag, and where it, its content and its end are. */
export type Element = {
  readonly bytes: Uint8Array;
  readonly tag: number;
  readonly start: number;
  readonly content: number;
  readonly end: number;
};

/** The tags that are looked for. */
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
  /** Of a context, built of others or not. */
  built: (number: number) => 0xa0 + number,
  plain: (number: number) => 0x80 + number,
} as const;

/** The element at a place; null where there is none, or one that is longer than what holds it. Nothing is copied. */
export function elementAt(bytes: Uint8Array, start = 0, limit = bytes.length): Element | null {
  const [tag, first] = [bytes[start], bytes[start + 1]];
  if (tag === undefined || first === undefined || start + 2 > limit) return null;
  const more = first < 0x80 ? 0 : first & 0x7f;
  // Lengths of DER are definite; of more than four bytes nothing is that long.
  if (first === 0x80 || more > 4) return null;
  let length = more === 0 ? first : 0;
  for (let i = 0; i < more; i++) length = length * 256 + (bytes[start + 2 + i] ?? 0);
  const content = start + 2 + more;
  const end = content + length;
  return end > limit ? null : { bytes, tag, start, content, end };
}

/** The elements within one, in order; it ends where they do not fill it. */
export function* within({ bytes, content, end }: Element): Generator<Element> {
  for (let at = content; at < end; ) {
    const next = elementAt(bytes, at, end);
    if (next === null) return;
    yield next;
    at = next.end;
  }
}

/** The whole of an element, and what is in it. */
export const wholeOf = ({ bytes, start, end }: Element) => bytes.subarray(start, end);
export const contentOf = ({ bytes, content, end }: Element) => bytes.subarray(content, end);

/** Lower-case hexadecimal of an INTEGER's or an OCTET STRING's bytes; of a number without zeros in front. */
export function hexOf(element: Element): string {
  const digits = [...contentOf(element)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return element.tag === TAG.integer ? digits.replace(/^(00)+(?=..)/, "") : digits;
}

/** An OBJECT IDENTIFIER with dots. */
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

/** Seconds since 1970 of a UTCTime or GeneralizedTime as RFC 5280 4.1.2.5 has them; null where it is none. */
export function timeOf(element: Element): number | null {
  const text = String.fromCharCode(...contentOf(element).subarray(0, 32));
  const digits = element.tag === TAG.utcTime ? `${text < "50" ? "20" : "19"}${text}` : text;
  const numbers = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits)?.slice(1).map(Number);
  if (numbers === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (month < 1 || month > 12) return null;
  // Days since 1970 in a calendar whose years begin in March, so that the leap day is the last.
  const of = month > 2 ? year : year - 1;
  const leaps = Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400);
  const days = 365 * of + leaps + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 719_469;
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}
