import { expect, test } from "bun:test";
import { type DnsReply, decodeReply } from "@dnstools/core/protocol/dns/message";
import { RDATA } from "@dnstools/core/protocol/dns/rdata";
import { typeNumber } from "@dnstools/core/protocol/dns/types";
import * as packet from "dns-packet";
import { encodeQuery } from "./message.ts";
import { mutate, QUERY, RECORDS, response } from "./test/messages.ts";

test("messages that dns-packet encodes are decoded correctly", () => {
  const reply = decodeReply(response(RECORDS.map(([record]) => record)), QUERY) as DnsReply;
  expect(reply.answers.map(({ type, value }) => `${type} ${value}`)).toEqual(
    RECORDS.map(([record, value]) => `${record.type} ${value}`),
  );
});

test("queries that we encode are decoded correctly by dns-packet", () => {
  for (const type of [...Object.keys(RDATA), "TYPE65280"]) {
    for (const recursion of [true, false]) {
      const query = encodeQuery({ name: "_x.Example.com", type }, { id: 1, recursion, edns: true });
      const { questions, additionals, flags = 0 } = packet.decode(Buffer.from(query ?? []));
      expect(questions?.[0]).toMatchObject({ name: "_x.Example.com", class: "IN" });
      const opt = recursion ? 11 : 15;
      expect(query?.subarray(-4 - opt, -opt)).toEqual(
        Uint8Array.from([(typeNumber(type) ?? 0) >> 8, (typeNumber(type) ?? 0) & 255, 0, 1]),
      );
      expect(additionals).toMatchObject([
        { type: "OPT", udpPayloadSize: 1232, options: recursion ? [] : [{ code: 3 }] },
      ]);
      expect((flags & packet.RECURSION_DESIRED) !== 0).toBe(recursion);
    }
  }
});

test("queries are encoded as by dns-packet", () => {
  for (const [dnssec, unchecked, edns] of [
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [true, true, false],
  ] as const) {
    const query = encodeQuery(
      { name: "a.Example.com", type: "TXT" },
      { id: 0xabcd, recursion: true, edns, dnssec, unchecked },
    );
    const theirs = packet.encode({
      type: "query",
      id: 0xabcd,
      flags: packet.RECURSION_DESIRED | packet.AUTHENTIC_DATA | (unchecked ? packet.CHECKING_DISABLED : 0),
      questions: [{ name: "a.Example.com", type: "TXT", class: "IN" }],
      additionals: edns ? [{ ...OPT, flags: dnssec ? packet.DNSSEC_OK : 0 }] : [],
    });
    expect([...(query ?? [])]).toEqual([...theirs]);
  }
});

const OPT: packet.OptAnswer = {
  ...{ type: "OPT", name: ".", udpPayloadSize: 1232, extendedRcode: 0, ednsVersion: 0 },
  ...{ flag_do: false, flags: 0, options: [] },
};

const LABEL = "a".repeat(63);

test.each<[string, string, boolean]>([
  ["the root", "", true],
  ["a label of 63 octets", LABEL, true],
  ["a label of 64 octets", `${LABEL}a`, false],
  ["a name of 255 octets", `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(61)}`, true],
  ["a name of 256 octets", `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(62)}`, false],
  ["an empty label", "a..b", false],
  ["a dot at the end", "a.", false],
  ["an escaped octet", "a\\032b.example", true],
  ["an escaped character", "a\\$b.example", true],
  ["an escape sequence without an octet", "a\\256", false],
  ["a backslash at the end", "a\\", false],
  ["escaped octets that are too many for a label", `${"\\032".repeat(64)}.example`, false],
  ["escaped octets that are not too many", `${"\\032".repeat(63)}.example`, true],
  ["a blank", "a b", false],
  ["a letter outside ASCII", "ä.example", false],
])("whether a query can be sent about %s", (_what, name, fits) => {
  const query = encodeQuery({ name, type: "A" }, { id: 1, recursion: true, edns: true });
  expect(query !== null).toBe(fits);
  const octets = name
    .replace(/\\(\d{3})/g, (_, octet) => String.fromCharCode(Number(octet)))
    .replace("\\", "");
  if (query !== null) expect(packet.decode(Buffer.from(query)).questions?.[0]?.name).toBe(octets || ".");
});

test("20,000 mutated messages: none throws, and each gives the same twice", () => mutate(20_000));

test("a message cut at any point is malformed or not a response to the question, unless only data after its records is missing", () => {
  const whole = response(RECORDS.map(([record]) => record));
  for (let length = 0; length < whole.length; length++)
    expect(typeof decodeReply(whole.subarray(0, length), QUERY)).toBe("string");
});
