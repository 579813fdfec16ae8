import { expect, test } from "bun:test";
import { nameBelow, pascalCase } from "./type-names.ts";

test.each([
  ["DnsAnswer", "data", false, "DnsData"],
  ["DnsData", "resolver", false, "DnsResolver"],
  ["SslData", "servers", true, "SslServer"],
  ["MailReputation", "addresses", true, "MailReputationAddress"],
  ["WhoisData", "status", true, "WhoisStatus"],
])("below %s, %s (a list: %p) is %s", (above, member, isList, name) => {
  expect(nameBelow(above, member, isList)).toBe(name);
});

test("words begin with a capital", () => {
  expect(["dns", "DNSKEY", "nameServers", "bad-key"].map(pascalCase)).toEqual([
    "Dns",
    "Dnskey",
    "NameServers",
    "BadKey",
  ]);
});
