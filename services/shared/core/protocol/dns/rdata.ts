import { ALGORITHMS, keyTag } from "./dnskey.ts";
import {
  base64Rest,
  covered,
  hashedName,
  hexRest,
  ip4,
  ip6,
  type Kind,
  name,
  plainName,
  quotedRest,
  type Rdata,
  salt,
  shownName,
  string,
  strings,
  struct,
  time,
  typeBitmap,
  u8,
  u16,
  u32,
} from "./kinds.ts";
import {
  certType,
  eui,
  isdnSubaddress,
  nodeId,
  nsap,
  oldBitmap,
  oldCovered,
  readAmtrelay,
  readApl,
  readHip,
  readIpseckey,
  readLoc,
  readWks,
} from "./rare.ts";
import { escapedBytes, type Reader, WireError } from "./reader.ts";
import { readSvcb } from "./svcb.ts";
import { textOf } from "./text.ts";
import { typeNumber } from "./types.ts";

const target = struct({ target: name });
const text = (r: Reader): Rdata<{ readonly text: string; readonly strings: readonly string[] }> => {
  const start = r.at;
  const [pieces, value] = strings(r);
  return {
    data: {
      text: pieces.length === 1 ? (pieces[0] ?? "") : joined(r.bytes.subarray(start, r.at)),
      strings: pieces,
    },
    value,
  };
};

/**
 * Joins the strings of TXT data without a separator (RFC 7208 3.3). The strings are joined as bytes because a UTF-8
 * character may be split between two strings.
 */
function joined(data: Uint8Array): string {
  const bytes = new Uint8Array(data.length);
  let size = 0;
  for (let at = 0; at < data.length; at += 1 + (data[at] ?? 0)) {
    const piece = data.subarray(at + 1, at + 1 + (data[at] ?? 0));
    bytes.set(piece, size);
    size += piece.length;
  }
  return textOf(bytes.subarray(0, size));
}

/** RFC 8659 4.1: a CAA tag is one or more ASCII letters and digits, shown without quotes. */
const tag: Kind<string> = (r) => {
  const shown = escapedBytes(r.string());
  if (!/^[a-z0-9]+$/i.test(shown)) throw new WireError();
  return [shown, shown];
};

/** Adds the mnemonic of the DNSSEC algorithm to the data; the mnemonic of an unknown algorithm is null. */
const named = <T extends { readonly algorithm: number }>(data: T) => ({
  ...data,
  algorithmName: ALGORITHMS[data.algorithm] ?? null,
});

/** Length in octets of a digest or fingerprint, by its type number. Types that are not listed may have any length. */
type Octets = Readonly<Record<number, number>>;
/** Digest length of each DS digest type in use. Source: IANA Delegation Signer Digest Algorithms, as of 2026-11-20. */
const DS_OCTETS: Octets = { 1: 20, 2: 32, 4: 48 };
/**
 * Fingerprint length of each SSHFP fingerprint type. Source: IANA SSHFP RR Types for fingerprint types, as of
 * 2026-11-20.
 */
const SSHFP_OCTETS: Octets = { 1: 20, 2: 32 };
/** Digest length of each ZONEMD hash algorithm. Source: IANA ZONEMD Hash Algorithms, as of 2026-11-20. */
const ZONEMD_OCTETS: Octets = { 1: 48, 2: 64 };

/** Throws if a hexadecimal digest does not have the length that its type requires. */
function checkOctets(octets: Octets, type: number, hexText: string): void {
  if (hexText.length / 2 !== (octets[type] ?? hexText.length / 2)) throw new WireError();
}

const digestFields = struct({ keyTag: u16, algorithm: u8, digestType: u8, digest: hexRest });
const anchor = (r: Reader) => {
  const { data, value } = digestFields(r);
  return { data: named(data), value };
};
const digest = (r: Reader) => {
  const read = anchor(r);
  checkOctets(DS_OCTETS, read.data.digestType, read.data.digest);
  return read;
};
const fingerprintFields = struct({ algorithm: u8, fingerprintType: u8, fingerprint: hexRest });
const fingerprint = (r: Reader) => {
  const read = fingerprintFields(r);
  checkOctets(SSHFP_OCTETS, read.data.fingerprintType, read.data.fingerprint);
  return read;
};
const zoneDigestFields = struct({ serial: u32, scheme: u8, hashAlgorithm: u8, digest: hexRest });
const zoneDigest = (r: Reader) => {
  const read = zoneDigestFields(r);
  checkOctets(ZONEMD_OCTETS, read.data.hashAlgorithm, read.data.digest);
  // RFC 8976 2.2.4: a ZONEMD digest has at least 12 octets.
  if (read.data.digest.length < 2 * 12) throw new WireError();
  return read;
};

const keyFields = struct({ flags: u16, protocol: u8, algorithm: u8, publicKey: base64Rest });
const key = (r: Reader) => {
  const rdata = r.bytes.subarray(r.at, r.end);
  const { data, value } = keyFields(r);
  return { data: named({ ...data, keyTag: keyTag(rdata) }), value };
};
const keylessFields = struct({ flags: u16, protocol: u8, algorithm: u8 });
/** RFC 2535 3.1.2: if the two top flag bits of a KEY are set, the record holds no key. */
const oldKey = (r: Reader) => {
  if (r.left !== 4 || ((r.bytes[r.at] ?? 0) & 0xc0) !== 0xc0) return key(r);
  const rdata = r.bytes.subarray(r.at, r.end);
  const { data, value } = keylessFields(r);
  return { data: named({ ...data, publicKey: "", keyTag: keyTag(rdata) }), value };
};

const nextFields = struct({ next: plainName, types: typeBitmap });
const next = (r: Reader) => {
  const read = nextFields(r);
  // RFC 4034 4.1.2: an NSEC always lists at least NSEC and RRSIG.
  if (read.data.types.length === 0) throw new WireError();
  return read;
};
const signature = (covered: Kind<string>, signer: Kind<string>) =>
  struct({
    covered,
    algorithm: u8,
    labels: u8,
    originalTtl: u32,
    expiration: time,
    inception: time,
    keyTag: u16,
    signer,
    signature: base64Rest,
  });
const association = struct({ usage: u8, selector: u8, matchingType: u8, certificate: hexRest });

/** Reads an SOA record without `struct`: almost every negative response has one. */
const soa = (r: Reader) => {
  const mname = r.name();
  const rname = r.name();
  const serial = r.u32();
  const refresh = r.u32();
  const retry = r.u32();
  const expire = r.u32();
  const minimum = r.u32();
  return {
    data: { mname, rname, serial, refresh, retry, expire, minimum, mailbox: mailboxOf(rname) },
    value: `${shownName(mname)} ${shownName(rname)} ${serial} ${refresh} ${retry} ${expire} ${minimum}`,
  };
};

/**
 * Converts an SOA's RNAME to a mailbox (RFC 1035 8): the first label, with its dots unescaped, is the local part.
 * Null for the root.
 */
function mailboxOf(rname: string): string | null {
  let dot = 0;
  while (dot < rname.length && rname[dot] !== ".") dot += rname[dot] === "\\" ? 2 : 1;
  if (dot === 0 || dot >= rname.length) return null;
  return `${rname.slice(0, dot).replaceAll("\\.", ".")}@${rname.slice(dot + 1)}`;
}

/** Readers for the data of all types that dig shows by field, ordered by type number. */
export const RDATA = {
  A: struct({ address: ip4 }),
  NS: target,
  MD: target,
  MF: target,
  CNAME: target,
  SOA: soa,
  MB: target,
  MG: target,
  MR: target,
  WKS: readWks,
  PTR: target,
  HINFO: struct({ cpu: string, os: string }),
  MINFO: struct({ responsible: name, errors: name }),
  MX: struct({ preference: u16, exchange: name }),
  TXT: text,
  RP: struct({ mailbox: name, text: name }),
  AFSDB: struct({ subtype: u16, hostname: name }),
  X25: struct({ address: string }),
  ISDN: struct({ address: string, subaddress: isdnSubaddress(string) }),
  RT: struct({ preference: u16, host: name }),
  NSAP: struct({ address: nsap }),
  SIG: signature(oldCovered, name),
  KEY: oldKey,
  PX: struct({ preference: u16, map822: name, mapX400: name }),
  GPOS: struct({ longitude: string, latitude: string, altitude: string }),
  AAAA: struct({ address: ip6 }),
  LOC: readLoc,
  NXT: struct({ next: name, types: oldBitmap }),
  EID: struct({ endpoint: hexRest }),
  NIMLOC: struct({ locator: hexRest }),
  SRV: struct({ priority: u16, weight: u16, port: u16, target: name }),
  NAPTR: struct({
    order: u16,
    preference: u16,
    flags: string,
    services: string,
    regexp: string,
    replacement: name,
  }),
  KX: struct({ preference: u16, exchanger: plainName }),
  CERT: struct({ type: certType, keyTag: u16, algorithm: mnemonic, certificate: base64Rest }),
  DNAME: struct({ target: plainName }),
  APL: readApl,
  DS: digest,
  SSHFP: fingerprint,
  IPSECKEY: readIpseckey,
  RRSIG: signature(covered, plainName),
  NSEC: next,
  DNSKEY: key,
  DHCID: struct({ digest: base64Rest }),
  NSEC3: struct({ algorithm: u8, flags: u8, iterations: u16, salt, next: hashedName, types: typeBitmap }),
  NSEC3PARAM: struct({ algorithm: u8, flags: u8, iterations: u16, salt }),
  TLSA: association,
  SMIMEA: association,
  HIP: readHip,
  NINFO: text,
  RKEY: keyFields,
  TALINK: struct({ previous: plainName, next: plainName }),
  CDS: digest,
  CDNSKEY: key,
  OPENPGPKEY: struct({ publicKey: base64Rest }),
  CSYNC: struct({ serial: u32, flags: u16, types: typeBitmap }),
  ZONEMD: zoneDigest,
  SVCB: readSvcb,
  HTTPS: readSvcb,
  SPF: text,
  NID: struct({ preference: u16, nodeId }),
  L32: struct({ preference: u16, locator: ip4 }),
  L64: struct({ preference: u16, locator: nodeId }),
  LP: struct({ preference: u16, name: plainName }),
  EUI48: struct({ address: eui(6) }),
  EUI64: struct({ address: eui(8) }),
  URI: struct({ priority: u16, weight: u16, target: quotedRest }),
  CAA: struct({ flags: u8, tag, value: quotedRest }),
  AVC: text,
  AMTRELAY: readAmtrelay,
  TA: anchor,
  DLV: digest,
} as const satisfies Readonly<Record<string, (r: Reader) => Rdata<unknown>>>;

/**
 * Reads a DNSSEC algorithm number and returns it with its mnemonic (RFC 4034 A.1). Algorithms for which dig has no
 * mnemonic (those that cannot sign, and the newest) are shown by number.
 */
function mnemonic(r: Reader): readonly [number, string] {
  const number = r.u8();
  return [number, [0, 17, 18, 23].includes(number) ? String(number) : (ALGORITHMS[number] ?? String(number))];
}

/** A record type whose data is parsed into fields. */
export type KnownType = keyof typeof RDATA;
/**
 * The parsed data of each record type, with field names from the RFC of the type. Bytes are hex or base64, as dig
 * prints them.
 */
export type RecordData = { readonly [T in KnownType]: ReturnType<(typeof RDATA)[T]>["data"] };

const BY_NUMBER: ReadonlyMap<number, (r: Reader) => Rdata<unknown>> = new Map(
  Object.entries(RDATA).map(([type, read]) => [typeNumber(type) ?? -1, read]),
);

/** Returns the reader for a type's data, or undefined for a type without one. */
export function rdataOf(type: number): ((r: Reader) => Rdata<unknown>) | undefined {
  return BY_NUMBER.get(type);
}
