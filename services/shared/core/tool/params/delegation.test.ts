import { expect, test } from "bun:test";
import { parseCidr } from "../../protocol/ip.ts";
import type { ParamRules } from "../params.ts";
import { delegatedServers, dsRecords, nameServers } from "./delegation.ts";

const RULES: ParamRules = { allow: [], deny: { names: ["objects.example.com"], blocks: [] } };
const NS = nameServers({ description: "" });
const DS = dsRecords({ description: "" });
const DIGEST = "E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D";

const ns = (raw: string, rules = RULES) => {
  const read = NS.parse(raw, rules);
  return read.ok ? read.value : read.message;
};
const ds = (raw: string) => {
  const read = DS.parse(raw, RULES);
  return read.ok ? read.value : read.message;
};

test("name servers are normalised, with and without addresses, each once", () => {
  const read = ns("NS2.Example.net. , ns1.example.com/9.9.9.9,ns1.example.com/2620:FE::FE,ns2.example.net");
  expect(read).toEqual(["ns1.example.com/2620:fe::fe", "ns1.example.com/9.9.9.9", "ns2.example.net"]);
  expect(delegatedServers(read as string[])).toEqual([
    { name: "ns1.example.com", glue: ["2620:fe::fe", "9.9.9.9"] },
    { name: "ns2.example.net", glue: [] },
  ]);
  // The parsed value, as it appears in the answer's query, parses to the same value again.
  expect(ns(String(read))).toEqual(read);
});

test.each([
  ["ns1.example.com/10.0.0.1", "The address of ns1.example.com: This address is not public (private: "],
  ["ns1.example.com/127.0.0.1", "not public (loopback: "],
  ["ns1.example.com/fd00::1", "not public ("],
  ["ns1.example.com/::ffff:10.0.0.1", "not public (private: "],
  ["ns1.example.com/192.0.2.1", "not public ("],
  ["ns1.example.com/", "This is not an IP address"],
  ["9.9.9.9", "Send the name of the server before its address"],
  ["2620:fe::fe/9.9.9.9", "Send the name of the server before its address"],
  ["ns1.localhost", "localhost"],
  ["ns1.example.com,", ""],
  ["ns1.objects.example.com", "at the request of its owner"],
  [Array.from({ length: 14 }, (_, i) => `ns${i}.example.com`).join(), "at most 13 name servers: you sent 14"],
  [Array.from({ length: 27 }, (_, i) => `ns.example.com/9.9.9.${i + 1}`).join(), "at most 26 addresses"],
])("ns=%s is refused", (raw, says) => {
  const read = ns(raw);
  expect(typeof read).toBe("string");
  expect(read as string).toContain(says);
});

test("the operator's rules apply to addresses of name servers", () => {
  const [block, denied] = [parseCidr("10.0.0.0/8"), parseCidr("9.9.9.0/24")];
  if (block === null || denied === null) throw new Error("no block");
  expect(ns("ns1.example.com/10.0.0.1", { ...RULES, allow: [block] })).toEqual(["ns1.example.com/10.0.0.1"]);
  const objects = ns("ns1.example.com/9.9.9.9", { allow: [], deny: { names: [], blocks: [denied] } });
  expect(objects).toContain("at the request of its owner");
});

test("DS records are parsed as plain values or as whole lines", () => {
  const plain = `12345 13 2 ${DIGEST}`;
  expect(ds(plain)).toEqual([plain]);
  const split = `${DIGEST.slice(0, 56).toLowerCase()} ${DIGEST.slice(56)}`;
  expect(ds(`example.com. 3600 IN DS  12345 13 2 ${split}`)).toEqual([plain]);
  expect(ds(`${plain}, 1 8 1 ${"ab".repeat(20)}`)).toEqual([`1 8 1 ${"AB".repeat(20)}`, plain]);
  expect(ds(String(ds(plain)))).toEqual([plain]);
});

test.each([
  ["12345 13 2", "Send key tag, algorithm"],
  [`70000 13 2 ${DIGEST}`, "Send key tag, algorithm"],
  [`1 300 2 ${DIGEST}`, "Send key tag, algorithm"],
  [`1 13 2 ${DIGEST}00`, "The digest of type 2 must have 32 bytes: this one has 33"],
  [`1 13 9 ABC`, "whole bytes"],
  [`1 13 2 ${DIGEST.replace("E", "G")}`, "Send key tag, algorithm"],
  // The input must be parsed in linear time: a pattern with quadratic run time takes a minute.
  [`1 13 2${" ".repeat(200_000)}x`, "Send key tag, algorithm"],
  [Array.from({ length: 9 }, (_, i) => `${i} 13 2 ${DIGEST}`).join(), "at most 8 DS records: you sent 9"],
])("ds=%s is refused", (raw, says) => {
  expect(ds(raw) as string).toContain(says);
});
