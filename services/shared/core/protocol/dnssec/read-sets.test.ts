import { expect, test } from "bun:test";
import { joinBytes } from "./bytes.ts";
import { compareNames, isAtOrBelow, labelsOf, lastLabels, lowerLabels, wireOf } from "./names.ts";
import { readSets } from "./read-sets.ts";
import { messageOf, recordOf } from "./test/master.ts";
import { setOf } from "./test/sets.ts";

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("latin1");

/**
 * Builds a response to a question about `Example.COM`. Names in its records may point to the question's name at octet
 * 12.
 */
function message(counts: readonly [number, number], ...records: readonly (readonly number[])[]): Uint8Array {
  const question = [...wireOf(labelsOf("Example.COM")), 0, 1, 0, 1];
  return Uint8Array.from([
    0,
    0,
    0x84,
    0,
    0,
    1,
    0,
    counts[0],
    0,
    counts[1],
    0,
    0,
    ...question,
    ...records.flat(),
  ]);
}

const OWNER = [0xc0, 12];
const record = (type: number, data: readonly number[], ttl = 60, cls = 1) => [
  ...[...OWNER, type >> 8, type & 255, 0, cls, 0, 0, 0, ttl, data.length >> 8, data.length & 255],
  ...data,
];
const MAIL = [4, ...Buffer.from("Mail"), ...OWNER];
const CANONICAL = "\x04mail\x07example\x03com\x00";

test.each<[string, number, readonly number[], string]>([
  ["NS", 2, MAIL, CANONICAL],
  ["MX", 15, [0, 1, ...MAIL], `\x00\x01${CANONICAL}`],
  [
    "SOA",
    6,
    [...MAIL, ...OWNER, ...Array(20).fill(65)],
    `${CANONICAL}\x07example\x03com\x00${"A".repeat(20)}`,
  ],
  ["SRV", 33, [0, 1, 0, 2, 0, 3, ...MAIL], `\x00\x01\x00\x02\x00\x03${CANONICAL}`],
  ["DNAME", 39, MAIL, CANONICAL],
  ["NAPTR", 35, [0, 1, 0, 2, 1, 85, 0, 1, 86, ...MAIL], `\x00\x01\x00\x02\x01U\x00\x01V${CANONICAL}`],
  ["A6", 38, [64, 1, 2, 3, 4, 5, 6, 7, 8, ...MAIL], `\x40\x01\x02\x03\x04\x05\x06\x07\x08${CANONICAL}`],
  ["NSEC", 47, [4, ...Buffer.from("Mail"), 0, 0, 1, 64], "\x04Mail\x00\x00\x01\x40"],
  ["TXT", 16, [2, 65, 66], "\x02AB"],
  ["TYPE65280", 65_280, [3, 65, 66, 67, 0], "\x03ABC\x00"],
])("%s in canonical form (RFC 4034 6.2, RFC 6840 5.1)", (type, number, data, expected) => {
  const sets = readSets(message([1, 0], record(number, data)));
  expect(sets).toHaveLength(1);
  expect(sets?.[0]).toMatchObject({ owner: "example.com", type, ttl: 60, section: "answer" });
  expect(text(sets?.[0]?.rdatas[0])).toBe(expected);
});

test("records are sorted as bytes and deduplicated, with the smallest TTL", () => {
  const sets = readSets(
    message(
      [5, 0],
      record(16, [1, 9]),
      record(16, [1, 255], 9),
      record(16, [0]),
      record(16, [1, 9]),
      record(1, [1, 2, 3, 4]),
    ),
  );
  const set = setOf(sets, "TXT");
  expect(set.rdatas).toEqual([[0], [1, 9], [1, 255]].map((bytes) => Uint8Array.from(bytes)));
  expect([set.ttl, sets?.length]).toEqual([9, 2]);
});

test("sections are kept apart, and other classes and OPT are skipped", () => {
  const sets = readSets(
    message(
      [3, 1],
      record(1, [1, 2, 3, 4]),
      record(1, [5, 6, 7, 8], 60, 3),
      record(41, []),
      record(1, [9, 9, 9, 9]),
    ),
  );
  expect(sets?.map(({ section, rdatas }) => [section, rdatas.length])).toEqual([
    ["answer", 1],
    ["authority", 1],
  ]);
});

test("an RRSIG belongs to the RRset of its owner, type and section", () => {
  const lines = [
    "A.example.com. 60 IN A 192.0.2.1",
    "a.Example.com. 60 IN RRSIG A 13 3 3600 2000 1000 7 Example.COM. AQID",
    "a.Example.com. 60 IN RRSIG A 13 3 3600 2000 1000 7 example.com. AQID",
    "a.Example.com. 60 IN RRSIG A 13 3 3600 2000 1000 8 example.com. AQID",
    "a.Example.com. 60 IN RRSIG TXT 13 3 3600 2000 1000 7 example.com. AQID",
    "b.example.com. 60 IN RRSIG A 13 3 3600 2000 1000 7 example.com. AQID",
  ];
  const sets = readSets(messageOf(lines, ["a.example.com. 60 IN A 192.0.2.1"]));
  expect(sets?.map(({ section, signatures }) => [section, signatures.map(({ keyTag }) => keyTag)])).toEqual([
    ["answer", [7, 8]],
    ["authority", []],
  ]);
  expect(sets?.[0]?.signatures[0]).toEqual({
    ...{ algorithm: 13, labels: 3, originalTtl: 3600, expiration: 2000, inception: 1000, keyTag: 7 },
    signer: "example.com",
    head: recordOf(lines[2] ?? "").slice(25, -3),
    bytes: Uint8Array.of(1, 2, 3),
  });
});

test.each<[string, Uint8Array]>([
  ["nothing", new Uint8Array()],
  ["a header that promises more", message([9, 0])],
  ["data that leaves the message", message([1, 0], record(16, [1, 9]).slice(0, -1))],
  ["a name that leaves its data", message([1, 0], record(15, [0, 1, 9]))],
  ["a pointer to itself", message([1, 0], record(2, [0xc0, 12 + 17 + 12]))],
  ["an RRSIG cut short", message([1, 0], record(46, [0, 1, 13, 2]))],
  ["an A6 with a prefix that is too long", message([1, 0], record(38, [129]))],
])("%s is no message", (_, bytes) => expect(readSets(bytes)).toBeNull());

test("a truncated message has no RRsets", () => {
  const bytes = message([1, 0], record(16, [1, 9]));
  bytes[2] = 0x86;
  expect(readSets(bytes)).toEqual([]);
});

test("names: dots and bytes of labels, case and order (RFC 4034 6.1)", () => {
  expect(labelsOf("a\\.b.C\\001\\\\.example.")).toEqual(["a.b", "C\x01\\", "example"]);
  expect([labelsOf("."), labelsOf("")]).toEqual([[], []]);
  expect(text(wireOf(labelsOf("a\\200.b")))).toBe("\x02a\xc8\x01b\x00");
  expect(lowerLabels(["AbÀ"])).toEqual(["abÀ"]);
  expect(lastLabels("x\\.y.\\065z.b\\\\.c", 3)).toBe("\\065z.b\\\\.c");
  expect(isAtOrBelow(labelsOf("a\\.example.com"), labelsOf("example.com"))).toBe(false);
  const order = ["example", "a.example", "yljkjljk.a.example", "Z.a.example", "zABC.a.EXAMPLE", "z.example"];
  const names = [...order, "\\001.z.example", "*.z.example", "\\200.z.example"].map((name) =>
    lowerLabels(labelsOf(name)),
  );
  expect(names.toReversed().toSorted(compareNames)).toEqual(names);
  expect(joinBytes([])).toEqual(new Uint8Array());
});
