import { expect, test } from "bun:test";
import { parseCidr } from "@dnstools/core/protocol/ip";
import { parseQuery } from "@dnstools/core/tool/query/parse-query";
import { askedTargets } from "@dnstools/core/tool/target";
import { contract } from "./contract.ts";

const read = (query: string, allow: readonly string[] = []) =>
  parseQuery(contract, new URLSearchParams(query), {
    allow: allow.map((block) => parseCidr(block)).filter((block) => block !== null),
    deny: { names: [], blocks: [] },
  });

test("connect accepts an address that the operator allows, like ip parameters", () => {
  expect(read("host=a.com&connect=10.0.0.1")).toMatchObject({
    ok: false,
    errors: [{ parameter: "connect" }],
  });
  expect(read("host=a.com&connect=10.0.0.1", ["10.0.0.0/8"])).toMatchObject({
    ok: true,
    input: { host: "a.com", connect: "10.0.0.1" },
  });
  expect(read("host=a.com&connect=192.168.0.1", ["10.0.0.0/8"]).ok).toBe(false);
});

test("calls with connect share the limit of the server that they contact, whatever the name", () => {
  const parsed = read("host=a.com&connect=8.8.8.8");
  expect(parsed.ok && askedTargets(parsed.input)).toEqual(["8.8.8.8"]);
  const without = read("host=a.com");
  expect(without.ok && askedTargets(without.input)).toEqual(["a.com"]);
});

test.each([
  ["domain=a.com&connect=8.8.8.8", { at: 0, instead: { parameter: "host", value: "a.com" } }],
  ["host=8.8.4.4&connect=8.8.8.8", { at: 1, instead: { value: null } }],
])("%s is told what to send instead", (query, error) => {
  expect(read(query)).toMatchObject({ ok: false, errors: [error] });
});

test("the examples are valid calls", () => {
  expect(contract.examples.filter(({ query }) => !read(query).ok)).toEqual([]);
});
