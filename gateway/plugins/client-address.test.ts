import { expect, test } from "bun:test";
import { type Cidr, parseCidr } from "@dnstools/core/protocol/ip";
import { createClients } from "./client-address.ts";

const block = (text: string) => parseCidr(text) as Cidr;
const TRUSTED = [block("10.0.0.0/8"), block("2001:db8:ffff::/48"), "unix"] as const;

/** Returns the client of a request that a peer sends with an X-Forwarded-For header. */
function client(peer: string | null, forwarded?: string, trusted: readonly (Cidr | "unix")[] = TRUSTED) {
  const { clientOf } = createClients({ peer: () => peer, trusted });
  const headers = {
    ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
    forwarded: "for=203.0.113.66",
    "x-real-ip": "203.0.113.66",
  };
  return clientOf(new Request("http://localhost/", { headers }));
}

test.each([
  ["198.51.100.1", "203.0.113.9", "198.51.100.1"],
  ["198.51.100.1", "10.0.0.1", "198.51.100.1"],
  ["local", "203.0.113.9", "local"],
])("without trusted proxies %s with X-Forwarded-For %s is %s", (peer, forwarded, expected) => {
  expect(client(peer, forwarded, [])).toBe(expected);
});

test.each([
  // X-Forwarded-For from an untrusted peer is ignored.
  ["198.51.100.1", "203.0.113.9", "198.51.100.1"],
  // The entry that the trusted proxy added counts; entries that the client sent are ignored.
  ["10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "10.9.9.9, 203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["10.0.0.1", "203.0.113.9,10.0.0.3 , 10.0.0.2", "203.0.113.9"],
  ["local", "203.0.113.9", "203.0.113.9"],
  ["::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "203.0.113.9, ::ffff:10.0.0.2", "203.0.113.9"],
  ["10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
  ["10.0.0.1", "[2001:db8::1]:4711", "2001:db8::/64"],
  ["10.0.0.1", "2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
  ["10.0.0.1", "2001:DB8::0001", "2001:db8::/64"],
  ["10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:ffff::1", "203.0.113.9", "203.0.113.9"],
  // If an entry is not an address, the proxy that added it is the client.
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "", "10.0.0.1"],
  ["10.0.0.1", "unknown", "10.0.0.1"],
  ["10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"],
  ["10.0.0.1", "203.0.113.9, _hidden, 10.0.0.2", "10.0.0.2"],
  ["10.0.0.1", "for=203.0.113.9", "10.0.0.1"],
  ["10.0.0.1", "0x7f.1", "10.0.0.1"],
  ["10.0.0.1", "203.0.113.009", "10.0.0.1"],
  ["10.0.0.1", "203.0.113.9,", "10.0.0.1"],
  ["10.0.0.1", "local", "10.0.0.1"],
  // If all addresses are trusted proxies, the first one is the client.
  ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
])("from %s with X-Forwarded-For %s it is %s", (peer, forwarded, expected) => {
  expect(client(peer, forwarded)).toBe(expected);
});

test("only the right end of a very long header is read", () => {
  expect(client("10.0.0.1", `${"1.2.3.4, ".repeat(2000)}203.0.113.9`)).toBe("203.0.113.9");
  expect(client("10.0.0.1", "10.0.0.2,".repeat(2000))).toBe("10.0.0.1");
});

test("a closed connection has no client", () => {
  expect(client(null, "203.0.113.9")).toBeNull();
});
