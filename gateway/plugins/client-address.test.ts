import { expect, test } from "bun:test";
import { type Cidr, parseCidr } from "@dnstools/core/protocol/ip";
import { createClients } from "./client-address.ts";

const block = (text: string) => parseCidr(text) as Cidr;
const TRUSTED = [block("10.0.0.0/8"), block("2001:db8:ffff::/48"), "unix"] as const;

/** The client of a request that comes from a peer with an X-Forwarded-For. */
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
  // From whom is not trusted, nothing is believed.
  ["198.51.100.1", "203.0.113.9", "198.51.100.1"],
  // What the proxy saw, and what the client sent before it.
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
  // Garbage stands for nobody: the hop that passed it on is the client.
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
  // All are proxies: the first of them asks for itself.
  ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
])("from %s with X-Forwarded-For %s it is %s", (peer, forwarded, expected) => {
  expect(client(peer, forwarded)).toBe(expected);
});

test("a header without end is read at its right end alone", () => {
  expect(client("10.0.0.1", `${"1.2.3.4, ".repeat(2000)}203.0.113.9`)).toBe("203.0.113.9");
  expect(client("10.0.0.1", "10.0.0.2,".repeat(2000))).toBe("10.0.0.1");
});

test("a closed connection has no client", () => {
  expect(client(null, "203.0.113.9")).toBeNull();
});
