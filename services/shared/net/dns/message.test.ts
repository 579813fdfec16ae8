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

test("20,000 mutated messages: none throws, and each gives the same twice", () => mutate(20_000));

test("a message cut at any point is malformed or not a response to the question, unless only data after its records is missing", () => {
  const whole = response(RECORDS.map(([record]) => record));
  for (let length = 0; length < whole.length; length++)
    expect(typeof decodeReply(whole.subarray(0, length), QUERY)).toBe("string");
});
