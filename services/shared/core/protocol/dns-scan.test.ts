import { expect, test } from "bun:test";
import { scanMessage } from "./dns-scan.ts";

/** A response header with counts of question, answer, authority and additional records. */
const header = (qd: number, an: number, ns = 0, ar = 0) => [
  0,
  1,
  0x80,
  0,
  0,
  qd,
  an >> 8,
  an & 255,
  0,
  ns,
  0,
  ar,
];
/** example.com, 13 octets. */
const NAME = [7, ...Buffer.from("example"), 3, ...Buffer.from("com"), 0];
const QUESTION = [...NAME, 0, 1, 0, 1];
/** A record owned by the question's name. */
const record = (type: number, data: readonly number[], length = data.length) => [
  0xc0,
  12,
  0,
  type,
  0,
  1,
  0,
  0,
  0,
  60,
  length >> 8,
  length & 255,
  ...data,
];
const scan = (...parts: readonly (readonly number[])[]) => scanMessage(new Uint8Array(parts.flat()));

test("a whole message gives its records in order", () => {
  const frame = scan(
    header(1, 1, 1, 1),
    QUESTION,
    record(1, [192, 0, 2, 1]),
    record(2, [0xc0, 12]),
    [0, 0, 41, 4, 208, 1, 0, 0, 0, 0, 0],
  );
  expect(frame?.records).toEqual([
    { type: 1, class: 1, ttl: 60, typeAt: 31, dataAt: 41, dataEnd: 45 },
    { type: 2, class: 1, ttl: 60, typeAt: 47, dataAt: 57, dataEnd: 59 },
    { type: 41, class: 1232, ttl: 0x01000000, typeAt: 60, dataAt: 70, dataEnd: 70 },
  ]);
  expect(frame?.questionEnd).toBe(29);
});

test.each<[string, readonly (readonly number[])[]]>([
  ["a header alone that promises more", [header(1, 0)]],
  ["a byte too few", [header(1, 1), QUESTION, record(1, [192, 0, 2], 4)]],
  ["an A of two bytes", [header(1, 1), QUESTION, record(1, [192, 0])]],
  ["an AAAA of four bytes", [header(1, 1), QUESTION, record(28, [192, 0, 2, 1])]],
  ["a pointer to itself", [header(1, 1), QUESTION, record(5, [0xc0, 41])]],
  ["a pointer forward", [header(1, 1), QUESTION, record(5, [0xc0, 60])]],
  ["a label of an unknown kind", [header(1, 1), QUESTION, record(5, [0x80, 1])]],
  ["an MX whose name leaves its data", [header(1, 1), QUESTION, record(15, [0, 1, 9], 3)]],
  ["a CNAME with more behind its name", [header(1, 1), QUESTION, record(5, [0xc0, 12, 0, 0])]],
  [
    "an SOA with ten bytes of numbers",
    [header(1, 1), QUESTION, record(6, [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
  ],
  ["a TXT whose string leaves its data", [header(1, 1), QUESTION, record(16, [5, 97])]],
  ["a NAPTR without its name", [header(1, 1), QUESTION, record(35, [0, 1, 0, 2, 0, 0, 0])]],
  ["an SOA without its second name", [header(1, 1), QUESTION, record(6, [0xc0, 12])]],
  ["a name of 256 octets", [header(1, 0), ...Array.from({ length: 128 }, () => [1, 97]), [0, 0, 1, 0, 1]]],
  [
    "more records than anybody sends",
    [header(1, 1100), QUESTION, ...Array.from({ length: 1100 }, () => record(1, [1, 2, 3, 4]))],
  ],
])("%s is broken", (_what, parts) => {
  expect(scan(...parts)).toBeNull();
});

test("bytes behind the last record are passed over", () => {
  expect(scan(header(1, 1), QUESTION, record(1, [192, 0, 2, 1]), [1, 2, 3])?.records).toHaveLength(1);
});

test("names that grow beyond all measure when their pointers are followed are broken", () => {
  // A name of 250 octets, and 1000 pointers to it.
  const long = [...Array.from({ length: 4 }, () => [61, ...new Array<number>(61).fill(255)]).flat(), 0];
  const pointers = Array.from({ length: 1000 }, () => [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4]);
  expect(scan(header(1, 1000), long, [0, 1, 0, 1], ...pointers)).toBeNull();
  expect(scan(header(1, 200), long, [0, 1, 0, 1], ...pointers.slice(0, 200))?.records).toHaveLength(200);
});

test("a hostile chain of pointers costs little and is broken", () => {
  // Each name of 1000 records is a pointer to a pointer to ... 8000 of them.
  const chain = Array.from({ length: 8000 }, (_, i) => [
    0xc0 | ((29 + 12 + 2 * i - 2) >> 8),
    (29 + 12 + 2 * i - 2) & 255,
  ]).flat();
  const last = 29 + 12 + 2 * 7999;
  const pointing = Array.from({ length: 2000 }, () => [
    0xc0 | (last >> 8),
    last & 255,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    1,
    2,
    3,
    4,
  ]).flat();
  const bytes = new Uint8Array([...header(1, 1001), ...QUESTION, ...record(16, chain), ...pointing]);
  const start = performance.now();
  expect(scanMessage(bytes)).toBeNull();
  expect(performance.now() - start).toBeLessThan(20);
});
