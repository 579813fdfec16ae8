import { expect, test } from "bun:test";
import { linksOf } from "./links.ts";

const toolsFor = (name: string) => linksOf("dns", { domain: name }).related.map(({ tool }) => tool);

test.each([
  ["example.com", ["whois", "mail", "ssl", "dnsbl", "propagation", "scout"]],
  ["_sip._tcp.example.com", ["whois", "propagation", "scout"]],
  ["*.example.com", []],
  ["co.uk", ["mail", "ssl", "dnsbl", "propagation", "scout"]],
])("the links of %s lead to tools that take it", (name, tools) => {
  expect(toolsFor(name)).toEqual(tools);
});

test("an address leads to the tools about addresses, one of IPv6 not to whois", () => {
  const related = (ip: string) => linksOf("reverse", { ip }).related.map(({ href }) => href);
  expect(related("9.9.9.9")).toEqual(["/api/v1/whois?ip=9.9.9.9", "/api/v1/dnsbl?ip=9.9.9.9"]);
  expect(related("2620:fe::fe")).toEqual(["/api/v1/dnsbl?ip=2620%3Afe%3A%3Afe"]);
});
