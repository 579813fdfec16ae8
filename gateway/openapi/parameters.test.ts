import { expect, test } from "bun:test";
import { contracts as analysis } from "@dnstools/analysis/contracts";
import type { Contract } from "@dnstools/core/tool/contract";
import { contracts as dns } from "@dnstools/dns/contracts";
import { contracts as mail } from "@dnstools/mail/contracts";
import { contracts as network } from "@dnstools/network/contracts";
import { parameters, sharedParameters } from "./parameters.ts";

const contractOf = (tool: string) =>
  [...dns, ...analysis, ...mail, ...network].find((one) => one.tool === tool) as Contract;

test("a list is one parameter with commas between, as the tools read it", () => {
  const lists = [...parameters(contractOf("dns")), ...parameters(contractOf("scout"))].filter(
    ({ schema }) => (schema as { type: string } | undefined)?.type === "array",
  );
  expect(lists.length).toBeGreaterThan(0);
  for (const list of lists) expect(list).toMatchObject({ in: "query", style: "form", explode: false });
});

test("a parameter is required where it has no default", () => {
  const required = parameters(contractOf("dns")).filter((one) => one["required"]);
  expect(required.map((one) => one["name"])).toEqual(["domain"]);
});

const RULES = { allow: [], deny: { names: [], blocks: [] } };

/** Tests a text with the pattern of a parameter and with its parser. A result is true if the text is accepted. */
function verdicts(tool: string, name: string, text: string) {
  const param = contractOf(tool).params[name];
  const pattern = new RegExp(String(param?.schema["pattern"]));
  return { pattern: pattern.test(text), parser: param?.parse(text, RULES).ok };
}

test.each(["9.9.9.9", " 9.9.9.9 ", "2620:fe::fe", "[2620:FE::FE]", "::ffff:9.9.9.9"])(
  "an address that is read fits the pattern: %p",
  (text) => expect(verdicts("reverse", "ip", text)).toEqual({ pattern: true, parser: true }),
);

test.each(["example.com", "9.9.9.0/24", "fe80::1%eth0", "[9.9.9.9", "9.9.9.9 8.8.8.8"])(
  "what no address is made of does not fit the pattern: %p",
  (text) => expect(verdicts("reverse", "ip", text)).toEqual({ pattern: false, parser: false }),
);

test.each(["mail2026", " A.b-c_d. ", "s1._domainkey", "s1._DomainKey.müller.example", "x".repeat(63)])(
  "a selector that is read fits the pattern: %p",
  (text) => expect(verdicts("mail", "selector", text)).toEqual({ pattern: true, parser: true }),
);

test.each(["-a", "a b", "a..b", "ä", "x".repeat(64), "s1 ._domainkey.example.com"])(
  "what no selector is made of does not fit the pattern: %p",
  (text) => expect(verdicts("mail", "selector", text)).toEqual({ pattern: false, parser: false }),
);

test.each([
  ["my-own-id-0001", true],
  ["x".repeat(39), true],
  ["short", false],
  ["x".repeat(65), false],
  ["two words", false],
  ["x".repeat(40), false],
  ["dnst_12345", false],
])("a client's own id %p is taken: %p", (id, taken) => {
  const { RequestId } = sharedParameters() as Record<string, { schema: { pattern: string } }>;
  expect(new RegExp(RequestId?.schema.pattern ?? "").test(id)).toBe(taken);
});
