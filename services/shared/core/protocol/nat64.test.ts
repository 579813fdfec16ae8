import { expect, test } from "bun:test";
import type { DnsRecord } from "./dns/record.ts";
import { nat64Prefixes, withoutSynthesized } from "./nat64.ts";

const answer = (...addresses: readonly string[]) => ({
  answers: addresses.map((value) => ({ type: "AAAA", name: "a", ttl: 1, value, data: {} }) as DnsRecord),
});

// The addresses are those of RFC 6052 2.4 with the address 192.0.0.170.
test.each([
  ["64:ff9b::c000:aa", 96],
  ["2001:db8:122:344:c0:0:aa00:0", 64],
  ["2001:db8:122:3c0:0:aa::", 56],
  ["2001:db8:122:c000:0:aa00::", 48],
  ["2001:db8:1c0:0:aa::", 40],
  ["2001:db8:c000:aa::", 32],
])("the prefix of %s has %i bits", (address, bits) => {
  expect(nat64Prefixes(answer(address)).map((prefix) => prefix.bits)).toEqual([bits]);
});

test("an answer without the known addresses has no prefix", () => {
  expect(nat64Prefixes(answer())).toEqual([]);
  expect(nat64Prefixes(answer("2001:db8::1"))).toEqual([]);
});

test("addresses that the resolver has made are left out, and no others", () => {
  const prefixes = nat64Prefixes(answer("64:ff9b::c000:aa", "64:ff9b::c000:ab"));
  expect(prefixes).toHaveLength(1);
  const reply = { rcode: "NOERROR", flags: [], authorities: [], additionals: [], edns: null };
  const mixed = { ...reply, ...answer("64:ff9b::5db8:d71f", "2606:2800::1") };
  expect(withoutSynthesized(mixed, prefixes).answers.map(({ value }) => value)).toEqual(["2606:2800::1"]);
});
