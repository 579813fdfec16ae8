/** Canonical wire form of names and rdata (RFC 4034 section 6.2), for the record types in the situations' zones. */

/**
 * Returns a name in wire form, in lower case.
 * @param name a name, in which octets may be written as numbers, such as `\\000`. The trailing dot is optional.
 */
export function nameWire(name: string): Buffer {
  const labels = labelsOf(name).map((label) => {
    const octets = label.replace(/\\(\d{3})/g, (_, number) => String.fromCharCode(Number(number)));
    return Buffer.concat([Buffer.from([octets.length]), Buffer.from(octets, "latin1")]);
  });
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Returns the labels of a name in lower case, from left to right. */
export function labelsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
}

/** Compares two names in canonical order (RFC 4034 section 6.1). */
export function compareNames(a: string, b: string): number {
  const [left, right] = [labelsOf(a).toReversed(), labelsOf(b).toReversed()];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = Buffer.compare(Buffer.from(left[i] ?? "", "latin1"), Buffer.from(right[i] ?? "", "latin1"));
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers of record types (IANA). */
export const TYPE_NUMBERS: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  DNAME: 39,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  CDS: 59,
  CDNSKEY: 60,
  TYPE128: 128,
};

/**
 * Returns the number of a record type.
 * @throws if no situation has records of this type.
 */
export function typeNumber(type: string): number {
  const number = TYPE_NUMBERS[type];
  if (number === undefined) throw new Error(`situations have no records of type ${type}`);
  return number;
}

/** Encodes a number as two octets, in network byte order. */
export const u16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
/** Encodes a number as four octets, in network byte order. */
export function u32(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}

/** Converts rdata from master file form to wire form. */
export function rdataWire(type: string, rdata: string): Buffer {
  const words = rdata.split(" ");
  const number = (i: number) => Number(words[i]);
  const [first = "", second = ""] = words;
  switch (type) {
    case "A":
      return Buffer.from(rdata.split(".").map(Number));
    case "AAAA":
      return v6Wire(rdata);
    case "NS":
    case "CNAME":
    case "DNAME":
      return nameWire(rdata);
    case "MX":
      return Buffer.concat([u16(number(0)), nameWire(second)]);
    case "SOA":
      return Buffer.concat([
        nameWire(first),
        nameWire(second),
        ...words.slice(2).map((word) => u32(Number(word))),
      ]);
    case "TXT":
      return Buffer.concat(
        [...rdata.matchAll(/"([^"]*)"/g)].map(([, text = ""]) =>
          Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]),
        ),
      );
    case "DS":
    case "CDS":
      return Buffer.concat([
        u16(number(0)),
        Buffer.from([number(1), number(2)]),
        Buffer.from(words[3] ?? "", "hex"),
      ]);
    case "DNSKEY":
    case "CDNSKEY":
      return Buffer.concat([
        u16(number(0)),
        Buffer.from([number(1), number(2)]),
        Buffer.from(words[3] ?? "", "base64"),
      ]);
    case "TLSA":
      return Buffer.concat([
        Buffer.from([number(0), number(1), number(2)]),
        Buffer.from(words[3] ?? "", "hex"),
      ]);
    case "NSEC":
      return Buffer.concat([nameWire(first), bitmap(words.slice(1))]);
    case "NSEC3PARAM":
      return nsec3Fields(words);
    case "NSEC3":
      return Buffer.concat([nsec3Fields(words), hashed(words[4] ?? ""), bitmap(words.slice(5))]);
    default:
      throw new Error(`situations have no records of type ${type}`);
  }
}

function v6Wire(address: string): Buffer {
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const [front, back] = [groups(head), groups(tail ?? "")];
  const middle = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill("0");
  return Buffer.concat([...front, ...middle, ...back].map((group) => u16(Number.parseInt(group, 16))));
}

/**
 * Encodes the first fields of NSEC3 and NSEC3PARAM: hash algorithm, flags, iterations and salt (RFC 5155 sections 3.2,
 * 4.2).
 */
function nsec3Fields([hash, flags, iterations, salt = "-"]: readonly string[]): Buffer {
  const octets = Buffer.from(salt === "-" ? "" : salt, "hex");
  return Buffer.concat([
    Buffer.from([Number(hash), Number(flags)]),
    u16(Number(iterations)),
    Buffer.from([octets.length]),
    octets,
  ]);
}

function hashed(text: string): Buffer {
  const octets = fromBase32Hex(text);
  return Buffer.concat([Buffer.from([octets.length]), octets]);
}

/**
 * Encodes the type bit map of NSEC and NSEC3 (RFC 4034 section 4.1.2). All known types are in the first window block.
 */
function bitmap(types: readonly string[]): Buffer {
  const numbers = types.map(typeNumber);
  const length = types.length === 0 ? 0 : (Math.max(...numbers) >> 3) + 1;
  const bits = Buffer.alloc(length);
  for (const number of numbers) bits[number >> 3] = (bits[number >> 3] ?? 0) | (0x80 >> (number & 7));
  return length === 0 ? bits : Buffer.concat([Buffer.from([0, length]), bits]);
}

const BASE32_HEX = "0123456789abcdefghijklmnopqrstuv";

/** Encodes octets in base32hex without padding (RFC 4648 section 7): 20 octets become 32 characters. */
export function toBase32Hex(octets: Uint8Array): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const octet of octets) {
    bits = (bits << 8) | octet;
    for (held += 8; held >= 5; held -= 5) text += BASE32_HEX[(bits >> (held - 5)) & 31];
    bits &= 0xff;
  }
  return text;
}

function fromBase32Hex(text: string): Buffer {
  const octets: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of text) {
    bits = (bits << 5) | BASE32_HEX.indexOf(letter);
    held += 5;
    if (held >= 8) {
      octets.push((bits >> (held - 8)) & 0xff);
      held -= 8;
    }
    bits &= 0xff;
  }
  return Buffer.from(octets);
}
