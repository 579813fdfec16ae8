import { expect, test } from "bun:test";
import { linksOf } from "./links.ts";
import { domain, ip } from "./params.ts";

const DNS = { tool: "dns", params: { domain: domain({ description: "", underscores: true }) } } as const;
const REVERSE = {
  tool: "reverse",
  params: { ip: ip({ description: "", example: "", v4Only: null }) },
} as const;

const toolsFor = (name: string) => linksOf(DNS, { domain: name }).related.map(({ tool }) => tool);

test.each([
  ["example.com", ["whois", "mail", "ssl", "dnsbl", "propagation", "scout"]],
  ["_sip._tcp.example.com", ["whois", "propagation", "scout"]],
  ["*.example.com", []],
  ["co.uk", ["mail", "ssl", "dnsbl", "propagation", "scout"]],
])("the links of %s lead to tools that accept it", (name, tools) => {
  expect(toolsFor(name)).toEqual(tools);
});

test("an address leads to the tools about addresses, but an IPv6 address not to whois", () => {
  const related = (ip: string) => linksOf(REVERSE, { ip }).related.map(({ href }) => href);
  expect(related("9.9.9.9")).toEqual(["/api/v1/whois?ip=9.9.9.9", "/api/v1/dnsbl?ip=9.9.9.9"]);
  expect(related("2620:fe::fe")).toEqual(["/api/v1/dnsbl?ip=2620%3Afe%3A%3Afe"]);
});
