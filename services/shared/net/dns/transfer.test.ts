import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { absent, present, unknown } from "@dnstools/core/tool/outcome";
import { ZoneReader } from "./transfer.ts";

const soa = (serial = 1) =>
  ({ type: "SOA", name: "Example.com", ttl: 60, value: "", data: { serial } }) as unknown as DnsRecord;
const a = {
  type: "A",
  name: "www.example.com",
  ttl: 60,
  value: "192.0.2.1",
  data: {},
} as unknown as DnsRecord;
const message = (answers: readonly DnsRecord[], rcode = "NOERROR"): DnsReply => ({
  rcode,
  flags: ["aa"],
  answers,
  authorities: [],
  additionals: [],
  edns: null,
});
const reading = (limits = {}) =>
  new ZoneReader("example.com", { recordsMax: 100, bytesMax: 1000, ...limits });

test("a zone is complete when its SOA comes again, in one message or in several", () => {
  const one = reading();
  expect([one.add(message([soa(), a, soa()]), 90), one.state]).toEqual([null, "whole"]);
  expect(one.outcome).toEqual(present({ records: 3, bytes: 90, whole: true }));
  const many = reading();
  expect(many.state).toBe("empty");
  expect([many.add(message([soa()]), 30), many.state, many.outcome]).toEqual([null, "within", null]);
  expect([many.add(message([a]), 30), many.state]).toEqual([null, "within"]);
  expect([many.add(message([soa()]), 30), many.state]).toEqual([null, "whole"]);
});

test.each([
  ["nothing but its SOA", [soa(), soa()]],
  ["a record after its closing SOA", [soa(), a, soa(), a]],
  ["a third SOA", [soa(), a, soa(), soa()]],
  ["another serial at its end", [soa(1), a, soa(2)]],
])("a zone with %s is malformed", (_what, answers) => {
  const zone = reading();
  expect([zone.add(message(answers), 90), zone.state, zone.outcome]).toEqual([
    null,
    "malformed",
    unknown("malformed"),
  ]);
});

test("a transfer that does not begin with the SOA, or breaks off without records, is malformed", () => {
  const zone = reading();
  expect([zone.add(message([a]), 30), zone.state]).toEqual([unknown("malformed"), "empty"]);
  for (const broken of [message([]), message([], "REFUSED")]) {
    const begun = reading();
    begun.add(message([soa(), a]), 60);
    expect(begun.add(broken, 12)).toEqual(unknown("malformed"));
  }
});

// RFC 5936 2.2.1: a server answers with an error code if it does not send the zone. Without a record, none was sent.
test.each([
  ["NOERROR without records", "NOERROR"],
  ["NXDOMAIN", "NXDOMAIN"],
  ["FORMERR", "FORMERR"],
])("a server that answers %s offers no transfer", (_what, rcode) => {
  expect(reading().add(message([], rcode), 12)).toEqual(absent("not_offered"));
});

test("a server that refuses gives absent(not_offered), and its first message is kept", () => {
  const zone = reading();
  expect(zone.add(message([], "REFUSED"), 12)).toEqual(absent("not_offered"));
  expect(zone.first?.rcode).toBe("REFUSED");
  expect(reading().add(message([], "SERVFAIL"), 12)).toEqual(unknown("servfail"));
});

test("a zone beyond a limit is cut and marked as incomplete", () => {
  for (const limits of [{ recordsMax: 1 }, { bytesMax: 50 }]) {
    const zone = reading(limits);
    zone.add(message([soa(), a]), 60);
    expect([zone.state, zone.outcome]).toEqual(["cut", present({ records: 2, bytes: 60, whole: false })]);
  }
});
