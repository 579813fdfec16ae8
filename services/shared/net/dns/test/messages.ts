import { expect } from "bun:test";
import { decodeReply } from "@dnstools/core/protocol/dns/message";
import { RDATA } from "@dnstools/core/protocol/dns/rdata";
import { typeNumber } from "@dnstools/core/protocol/dns/types";
import * as packet from "dns-packet";
import { encodeQuery } from "../message.ts";

/** Creates a generator of reproducible pseudo-random numbers (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const QUESTION = { name: "www.example.com", type: "A" };
/** The query to which `response` encodes responses. */
export const QUERY = encodeQuery(QUESTION, { id: 4711, recursion: true, edns: true }) as Uint8Array;

/**
 * Records of every type that dns-packet can encode, each with the text to which our decoder must convert the record.
 */
export const RECORDS: readonly (readonly [packet.Answer, string])[] = [
  [{ type: "A", name: "www.example.com", ttl: 60, data: "192.0.2.1" }, "192.0.2.1"],
  [{ type: "AAAA", name: "www.example.com", ttl: 60, data: "2001:db8::1" }, "2001:db8::1"],
  [{ type: "CNAME", name: "www.example.com", ttl: 60, data: "Example.com" }, "Example.com."],
  [{ type: "NS", name: "example.com", ttl: 60, data: "ns1.example.com" }, "ns1.example.com."],
  [{ type: "PTR", name: "example.com", ttl: 60, data: "host.example.com" }, "host.example.com."],
  [{ type: "DNAME", name: "example.com", ttl: 60, data: "example.net" }, "example.net."],
  [
    { type: "MX", name: "example.com", ttl: 60, data: { preference: 10, exchange: "mx.example.com" } },
    "10 mx.example.com.",
  ],
  [{ type: "TXT", name: "example.com", ttl: 60, data: ["a", "b c"] }, '"a" "b c"'],
  [{ type: "HINFO", name: "example.com", ttl: 60, data: { cpu: "c", os: "o" } }, '"c" "o"'],
  [
    {
      type: "SOA",
      name: "example.com",
      ttl: 60,
      data: {
        mname: "ns1.example.com",
        rname: "h.example.com",
        serial: 4_294_967_295,
        refresh: 2,
        retry: 3,
        expire: 4,
        minimum: 5,
      },
    },
    "ns1.example.com. h.example.com. 4294967295 2 3 4 5",
  ],
  [
    {
      type: "SRV",
      name: "example.com",
      ttl: 60,
      data: { priority: 1, weight: 2, port: 3, target: "s.example.com" },
    },
    "1 2 3 s.example.com.",
  ],
  [
    { type: "CAA", name: "example.com", ttl: 60, data: { flags: 128, tag: "issue", value: "ca.example" } },
    '128 issue "ca.example"',
  ],
  [
    {
      type: "DS",
      name: "example.com",
      ttl: 60,
      data: { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.from("ab".repeat(32), "hex") },
    },
    `1 13 2 ${"AB".repeat(28)} ${"AB".repeat(4)}`,
  ],
  [
    {
      type: "DNSKEY",
      name: "example.com",
      ttl: 60,
      data: { flags: 257, algorithm: 13, key: Buffer.from([1, 2, 3]) },
    },
    "257 3 13 AQID",
  ],
  [
    {
      type: "RRSIG",
      name: "example.com",
      ttl: 60,
      data: {
        typeCovered: "A",
        algorithm: 13,
        labels: 2,
        originalTTL: 300,
        expiration: 1_798_761_600,
        inception: 951_782_400,
        keyTag: 7,
        signersName: "example.com",
        signature: Buffer.from([255]),
      },
    },
    "A 13 2 300 20270101000000 20000229000000 7 example.com. /w==",
  ],
  [
    {
      type: "NSEC",
      name: "example.com",
      ttl: 60,
      data: { nextDomain: "a.example.com", rrtypes: ["A", "MX", "RRSIG", "CAA"] },
    },
    "a.example.com. A MX RRSIG CAA",
  ],
  [
    {
      type: "NSEC3",
      name: "example.com",
      ttl: 60,
      data: {
        algorithm: 1,
        flags: 1,
        iterations: 0,
        salt: Buffer.from([]),
        nextDomain: Buffer.from("00443214c74254b635cf84653a56d7c675be77df", "hex"),
        rrtypes: ["NS"],
      },
    },
    "1 1 0 - 0123456789ABCDEFGHIJKLMNOPQRSTUV NS",
  ],
  [
    {
      type: "SSHFP",
      name: "example.com",
      ttl: 60,
      data: { algorithm: 1, hash: 1, fingerprint: "aa".repeat(20) },
    },
    `1 1 ${"AA".repeat(20)}`,
  ],
  [
    {
      type: "TLSA",
      name: "example.com",
      ttl: 60,
      data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from([18]) },
    },
    "3 1 1 12",
  ],
  [
    { type: "RP", name: "example.com", ttl: 60, data: { mbox: "m.example.com", txt: "t.example.com" } },
    "m.example.com. t.example.com.",
  ],
  [
    {
      type: "NAPTR",
      name: "example.com",
      ttl: 60,
      data: { order: 1, preference: 2, flags: "u", services: "s", regexp: "!a!b!", replacement: "." },
    },
    '1 2 "u" "s" "!a!b!" .',
  ],
];

/** Encodes a response to QUERY with dns-packet. */
export function response(answers: readonly packet.Answer[]): Uint8Array {
  const { id, questions } = packet.decode(Buffer.from(QUERY));
  return packet.encode({ type: "response", id: id ?? 0, questions: questions ?? [], answers: [...answers] });
}

/**
 * Returns a record of a random type that the decoder parses. Its data may be valid or invalid, so that every parser is
 * tested.
 */
function anyRecord(next: () => number): number[] {
  const types = Object.keys(RDATA);
  const type = typeNumber(types[Math.floor(next() * types.length)] ?? "A") ?? 1;
  const data = Array.from({ length: Math.floor(next() * 40) }, () =>
    Math.floor(next() * (next() < 0.5 ? 8 : 256)),
  );
  return [0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
}

/**
 * Decodes `count` reproducible random messages: mutations of a valid message, and questions followed by random
 * records. The decoder must never throw, must return the same result twice, and must return no more records than the
 * bytes can hold.
 */
export function mutate(count: number): void {
  const next = random(20_261_121);
  const whole = response(RECORDS.map(([record]) => record));
  const counts = { read: 0, malformed: 0, other: 0, too_large: 0 };
  for (let i = 0; i < count; i++) {
    const bytes =
      i % 2 === 0
        ? Uint8Array.from(whole.subarray(0, next() < 0.2 ? Math.floor(next() * whole.length) : whole.length))
        : Uint8Array.from([...whole.subarray(0, 33), ...anyRecord(next), ...anyRecord(next)]);
    if (i % 2 === 1) bytes.set([0, 2, 0, 0, 0, 0], 6);
    for (let change = Math.floor(next() * 4); change > 0; change--)
      bytes[12 + Math.floor(next() * (bytes.length - 12))] = Math.floor(next() * 256);
    const reply = decodeReply(bytes, QUERY);
    if (typeof reply === "string") {
      counts[reply]++;
      continue;
    }
    counts.read++;
    const all = [...reply.answers, ...reply.authorities, ...reply.additionals];
    if (all.length > bytes.length / 11) throw new Error(`${all.length} records in ${bytes.length} bytes`);
    if (i % 100 < 2) expect(decodeReply(bytes, QUERY)).toEqual(reply);
  }
  // `too_large` is not checked because it is rare: only few mutations change the 16-bit record counts in the header.
  const { too_large, ...often } = counts;
  for (const each of Object.values(often)) expect(each).toBeGreaterThan(count / 1000);
}
