import { expect, test } from "bun:test";
import { keyTag } from "./dnskey.ts";
import { type DnsReply, decodeReply } from "./message.ts";

/** example.com in wire format, 13 octets. */
const NAME = [7, ...Buffer.from("example"), 3, ...Buffer.from("com"), 0];
const QUESTION = [...NAME, 0, 1, 0, 1];
const QUERY = Uint8Array.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...QUESTION]);
/** Offset of the first record's data if the record's name is a compression pointer. */
const DATA_AT = 12 + QUESTION.length + 12;

/** Builds a response header with the given numbers of answer, authority and additional records. */
const header = (an: number, ns = 0, ar = 0) => [0, 1, 0x84, 0, 0, 1, an >> 8, an & 255, 0, ns, 0, ar];
/** Builds a record whose owner is the question's name. */
const record = (type: number, data: readonly number[], length = data.length) => [
  ...[0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 60, length >> 8, length & 255],
  ...data,
];
const decode = (...parts: readonly (readonly number[])[]) =>
  decodeReply(Uint8Array.from(parts.flat()), QUERY);
const answer = (type: number, data: readonly number[]) => {
  const reply = decode(header(1), QUESTION, record(type, data));
  return typeof reply === "string" ? reply : reply.answers[0];
};

test("a complete message is parsed into records by section", () => {
  const opt = [0, 0, 41, 4, 208, 1, 0, 0x80, 0, 0, 0];
  const reply = decode(
    header(1, 1, 1),
    QUESTION,
    record(1, [192, 0, 2, 1]),
    record(2, [0xc0, 12]),
    opt,
  ) as DnsReply;
  expect(reply).toEqual({
    rcode: "BADVERS",
    flags: ["aa"],
    answers: [
      { name: "example.com", type: "A", ttl: 60, value: "192.0.2.1", data: { address: "192.0.2.1" } },
    ],
    authorities: [
      { name: "example.com", type: "NS", ttl: 60, value: "example.com.", data: { target: "example.com" } },
    ],
    additionals: [],
    edns: { version: 0, udpSize: 1232, dnssecOk: true, nsid: null, errors: [], cookie: null },
  });
});

test.each<[string, readonly (readonly number[])[]]>([
  ["a header alone that promises more", [header(1), QUESTION]],
  ["a byte too few", [header(1), QUESTION, record(1, [192, 0, 2], 4)]],
  ["an A of two bytes", [header(1), QUESTION, record(1, [192, 0])]],
  ["an AAAA of four bytes", [header(1), QUESTION, record(28, [192, 0, 2, 1])]],
  ["a pointer to itself", [header(1), QUESTION, record(5, [0xc0, DATA_AT])]],
  ["a pointer forward", [header(1), QUESTION, record(5, [0xc0, 60])]],
  ["a pointer cut in two", [header(1), QUESTION, record(5, [0xc0])]],
  ["a label of an unknown kind", [header(1), QUESTION, record(5, [0x80, 1])]],
  ["an MX whose name leaves its data", [header(1), QUESTION, record(15, [0, 1, 9], 3)]],
  ["a CNAME with more behind its name", [header(1), QUESTION, record(5, [0xc0, 12, 0, 0])]],
  [
    "an SOA with ten bytes of numbers",
    [header(1), QUESTION, record(6, [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
  ],
  ["a TXT whose string leaves its data", [header(1), QUESTION, record(16, [5, 97])]],
  ["a TXT without a string", [header(1), QUESTION, record(16, [])]],
  ["a NAPTR without its name", [header(1), QUESTION, record(35, [0, 1, 0, 2, 0, 0, 0])]],
  ["an SOA without its second name", [header(1), QUESTION, record(6, [0xc0, 12])]],
  [
    "a name of 256 octets",
    [header(1), QUESTION, record(5, [...Array.from({ length: 128 }, () => [1, 97]).flat(), 0])],
  ],
  ["windows of types that fall", [header(1), QUESTION, record(47, [0, 1, 1, 64, 0, 1, 64])]],
  ["an empty window of types", [header(1), QUESTION, record(47, [0, 0, 0])]],
  ["a LOC of another version", [header(1), QUESTION, record(29, [1, ...new Array<number>(15).fill(0)])]],
  ["an APL with more bytes than its family", [header(1), QUESTION, record(42, [0, 1, 24, 5, 1, 2, 3, 4, 5])]],
  [
    "keys of a service that fall",
    [header(1), QUESTION, record(65, [0, 1, 0, 0, 3, 0, 2, 1, 187, 0, 2, 0, 0])],
  ],
  ["a port of three bytes", [header(1), QUESTION, record(65, [0, 1, 0, 0, 3, 0, 3, 1, 187, 0])]],
  [
    "an EDNS option that leaves its record",
    [header(0, 0, 1), QUESTION, [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 4, 0, 3, 0, 9]],
  ],
])("%s is malformed", (_what, parts) => {
  expect(decode(...parts)).toBe("malformed");
});

/** Record data that is truncated or empty; dig 9.18 also reports it as malformed. */
test.each<[string, number, hex: string]>([
  ["a DS without its digest", 43, "ec450802"],
  ["a DS whose SHA-256 has 20 octets", 43, `ec450802${"00".repeat(20)}`],
  ["a DS whose SHA-1 has 21 octets", 43, `ec450801${"00".repeat(21)}`],
  ["a CDS without its digest", 59, "00000000"],
  ["a DNSKEY without its key", 48, "01010308"],
  ["a CDNSKEY without its key", 60, "00000300"],
  ["a KEY without its key", 25, "00000308"],
  ["a TLSA without data", 52, "030101"],
  ["an SMIMEA without data", 53, "030101"],
  ["an SSHFP whose SHA-256 has 20 octets", 44, `0102${"00".repeat(20)}`],
  ["an RRSIG without its signature", 46, "00010802000000000000000000000000000000"],
  ["a ZONEMD of two octets", 63, "0000000101010000"],
  ["a ZONEMD of an unknown hash, of two octets", 63, "0000000109010000"],
  ["a CERT without its certificate", 37, "0001000005"],
  ["an OPENPGPKEY without its key", 61, ""],
  ["a DHCID without data", 49, ""],
  ["an IPSECKEY without its key", 45, "0a0002"],
  ["an HIP without its key", 55, "0402000001020304"],
  ["an NSAP without an address", 22, ""],
  ["an NSEC without types", 47, "00"],
  ["a CAA with an empty tag", 257, "00003b"],
  ["a CAA with a blank tag", 257, "00012061"],
  ["a CAA with a blank behind its tag", 257, "00066973737565206361"],
  ["a CAA with a hyphen in its tag", 257, "000561622d6364"],
])("%s is malformed", (_what, type, data) => {
  expect(answer(type, [...Buffer.from(data, "hex")])).toBe("malformed");
});

test.each<[string, number, hex: string, string]>([
  ["a CDS that wants all DS records deleted (RFC 8078 4)", 59, "0000000000", "0 0 0 00"],
  ["a CDNSKEY that wants the same", 60, "0000030000", "0 3 0 AA=="],
  ["a DS of an unknown digest", 43, "ec45080900", "60485 8 9 00"],
  ["a KEY without a key (RFC 2535 3.1.2)", 25, "c0000308", "49152 3 8"],
  ["an IPSECKEY without a key (RFC 4025 2.4)", 45, "0a0000", "10 0 0 ."],
  ["a CAA that lets nobody issue", 257, "000569737375653b", '0 issue ";"'],
  ["a CAA without a value", 257, "00056973737565", '0 issue ""'],
])("%s is read", (_what, type, data, value) => {
  expect(answer(type, [...Buffer.from(data, "hex")])).toMatchObject({ value });
});

test("a message with more records than the limit is too large", () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => record(1, [1, 2, i >> 8, i & 255]));
  expect(decode(header(2100), QUESTION, ...many(2100))).toBe("too_large");
  expect((decode(header(2000), QUESTION, ...many(2000)) as DnsReply).answers).toHaveLength(2000);
});

test("duplicate records are removed, whatever their TTL (RFC 2181 5)", () => {
  const address = record(1, [192, 0, 2, 1]);
  const late = address.toSpliced(9, 1, 30);
  const reply = decode(header(3), QUESTION, address, late, record(1, [192, 0, 2, 2])) as DnsReply;
  expect(reply.answers.map(({ value, ttl }) => [value, ttl])).toEqual([
    ["192.0.2.1", 60],
    ["192.0.2.2", 60],
  ]);
});

test("an answer of another class is malformed, not empty", () => {
  const chaos = record(1, [192, 0, 2, 1]).toSpliced(5, 1, 3);
  expect(decode(header(1), QUESTION, chaos)).toBe("malformed");
});

test("bytes after the last record are ignored", () => {
  expect(
    (decode(header(1), QUESTION, record(1, [192, 0, 2, 1]), [1, 2, 3]) as DnsReply).answers,
  ).toHaveLength(1);
});

test("names that exceed the octet limit when their pointers are followed are too large", () => {
  // A name of 250 octets and 1000 pointers to it.
  const long = [...Array.from({ length: 4 }, () => [61, ...new Array<number>(61).fill(255)]).flat(), 0];
  const at = 12 + QUESTION.length;
  const first = [...long, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4];
  const pointers = Array.from({ length: 1000 }, (_, i) => {
    const data = [5, 6, i >> 8, i & 255];
    return [0xc0, at, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...data];
  });
  expect(decode(header(1001), QUESTION, first, ...pointers)).toBe("too_large");
  expect((decode(header(201), QUESTION, first, ...pointers.slice(0, 200)) as DnsReply).answers).toHaveLength(
    201,
  );
});

test("a name with 32 pointers is read, and one with 33 is malformed", () => {
  // The data of a TXT record holds the root name followed by compression pointers, each of which points to the previous
  // one.
  const place = (i: number) => DATA_AT + 1 + 2 * i;
  const chain = Array.from({ length: 127 }, (_, i) =>
    i === 0 ? [0, 0] : [0xc0 | (place(i - 1) >> 8), place(i - 1) & 255],
  ).flat();
  const through = (pointers: number) => {
    const at = place(pointers - 1);
    const pointing = [0xc0 | (at >> 8), at & 255, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 1, 2, 3, 4];
    return decode(header(2), QUESTION, record(16, [254, ...chain]), pointing);
  };
  expect((through(32) as DnsReply).answers).toHaveLength(2);
  expect([33, 34, 127].map(through)).toEqual(["malformed", "malformed", "malformed"]);
});

test.each<[string, number, readonly number[], string]>([
  ["an alias", 65, [0, 0, 3, 102, 111, 111, ...NAME], "0 foo.example.com."],
  ["nothing but itself", 65, [0, 1, 0], "1 ."],
  ["a port", 65, [0, 16, 3, 102, 111, 111, ...NAME, 0, 3, 0, 2, 0, 53], "16 foo.example.com. port=53"],
  [
    "a key nobody knows",
    64,
    [0, 1, 3, 102, 111, 111, ...NAME, 2, 155, 0, 5, ...Buffer.from("hello")],
    '1 foo.example.com. key667="hello"',
  ],
  [
    "a key nobody knows with a byte beyond ASCII",
    64,
    [0, 1, 3, 102, 111, 111, ...NAME, 2, 155, 0, 9, ...Buffer.from("hello"), 210, ...Buffer.from("qoo")],
    '1 foo.example.com. key667="hello\\210qoo"',
  ],
  [
    "an address that is written as two",
    64,
    [
      0,
      1,
      3,
      102,
      111,
      111,
      ...NAME,
      0,
      6,
      0,
      32,
      32,
      1,
      13,
      184,
      ...new Array<number>(11).fill(0),
      1,
      32,
      1,
      13,
      184,
      ...new Array<number>(8).fill(0),
      0,
      83,
      0,
      1,
    ],
    "1 foo.example.com. ipv6hint=2001:db8::1,2001:db8::53:1",
  ],
  [
    "what is mandatory",
    64,
    [
      0,
      16,
      3,
      102,
      111,
      111,
      ...NAME,
      0,
      0,
      0,
      4,
      0,
      1,
      0,
      4,
      0,
      1,
      0,
      9,
      2,
      104,
      50,
      5,
      104,
      51,
      45,
      49,
      57,
      0,
      4,
      0,
      4,
      192,
      0,
      2,
      1,
    ],
    '16 foo.example.com. mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
  ],
  [
    "a list with a comma and a backslash in an item",
    64,
    [0, 16, 3, 102, 111, 111, ...NAME, 0, 1, 0, 12, 8, 102, 92, 111, 111, 44, 98, 97, 114, 2, 104, 50],
    '16 foo.example.com. alpn="f\\\\\\\\oo\\\\,bar,h2"',
  ],
])("a service binding of RFC 9460 D: %s", (_what, type, data, value) => {
  expect(answer(type, data)).toMatchObject({ value });
});

/** Record types that no name server in the lab serves. The expected text is the output of dig 9.18. */
test.each<[string, number, hex: string, string]>([
  [
    "GPOS",
    27,
    "082d33322e363838320831 31362e38363532 0431302e30".replaceAll(" ", ""),
    '"-32.6882" "116.8652" "10.0"',
  ],
  ["EID", 31, "01020304", "01020304"],
  ["NIMLOC", 32, "01020304", "01020304"],
  ["HIP", 55, "0402000401020304aabbccdd", "2 01020304 qrvM3Q=="],
  ["NINFO", 56, "0161026222", '"a" "b\\""'],
  ["RKEY", 57, "00000308010001", "0 3 8 AQAB"],
  ["TALINK", 58, "000361622e00", ". ab\\.."],
  ["AMTRELAY", 260, "0a00", "10 0 0 ."],
  ["AMTRELAY", 260, "0a8101020304", "10 1 1 1.2.3.4"],
  ["AMTRELAY", 260, "0a0220010db8000000000000000000000001", "10 0 2 2001:db8::1"],
  ["AMTRELAY", 260, "0a03016100", "10 0 3 a."],
  ["TA", 32_768, "ec450501ff", "60485 5 1 FF"],
  ["AAAA", 28, "00000000000000000000000001020304", "::1.2.3.4"],
  ["AAAA", 28, "00000000000000000000000000000102", "::102"],
])("%s as dig shows it", (_what, type, hex, value) => {
  expect(answer(type, [...Buffer.from(hex, "hex")])).toMatchObject({ value });
});

test.each([
  [[4, ...Buffer.from("john"), 1, 97, 0], "john@a"],
  [[8, ...Buffer.from("john.doe"), 1, 97, 1, 98, 0], "john.doe@a.b"],
  [[0], null],
] as const)("the mailbox of an SOA's rname %p", (rname, mailbox) => {
  const data = [0, ...rname, ...new Array<number>(20).fill(0)];
  expect(answer(6, data)).toMatchObject({ data: { mailbox } });
});

test("the key tag of RFC 4034 5.4", () => {
  const key =
    "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==";
  expect(keyTag(Uint8Array.from([1, 0, 3, 5, ...Buffer.from(key, "base64")]))).toBe(60_485);
});

test("EDNS: identifier, cookie, and extended errors without the NUL that some servers append", () => {
  const option = (code: number, value: readonly number[]) => [0, code, 0, value.length, ...value];
  const options = [
    ...option(3, [...Buffer.from("ns1")]),
    ...option(10, [1, 2, 3, 4, 5, 6, 7, 8]),
    ...option(15, [0, 7, ...Buffer.from("late"), 0]),
    ...option(15, [0, 22, ...Buffer.from("\u001b[31mevil\u202e")]),
    ...option(15, [1, 44]),
    ...option(99, [1]),
  ];
  const opt = [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, options.length, ...options];
  expect((decode(header(0, 0, 1), QUESTION, opt) as DnsReply).edns).toEqual({
    version: 0,
    udpSize: 1232,
    dnssecOk: false,
    nsid: "ns1",
    cookie: "0102030405060708",
    errors: [
      { code: 7, name: "Signature Expired", text: "late" },
      { code: 22, name: "No Reachable Authority", text: "?[31mevil?" },
      { code: 300, name: "EDE300", text: "" },
    ],
  });
});

test.each<[string, at: number, byte: number]>([
  ["another id", 0, 9],
  ["a query", 2, 0x04],
  ["another operation", 2, 0xa4],
  ["another name", 13, 120],
  ["another type", 26, 28],
  ["no question", 5, 0],
  ["two questions", 5, 2],
])("%s is no answer to the question", (_what, at, byte) => {
  const reply = [...header(0), ...QUESTION];
  reply[at] = byte;
  expect(decode(reply)).toBe("other");
});

test("a question in another case matches, but another character that differs in the same bit does not", () => {
  const folded = [...header(0), ...QUESTION];
  folded[13] = 69;
  expect(decode(folded)).toMatchObject({ rcode: "NOERROR" });
  // `-` and CR differ only in bit 0x20, as the two cases of a letter do. They are not letters, so they must not match.
  const query = Uint8Array.from([...QUERY]);
  query[13] = 0x2d;
  const reply = Uint8Array.from([...header(0), ...QUESTION]);
  reply[13] = 0x0d;
  expect(decodeReply(reply, query)).toBe("other");
});
