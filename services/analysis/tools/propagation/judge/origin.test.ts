import { expect, test } from "bun:test";
import { operatorCheck, originOf } from "./origin.ts";

const own = { address: "93.0.0.1", prefix: "93.0.0.0/16", asns: [64_500] };
const other = { address: "95.0.0.1", prefix: "95.0.0.0/24", asns: [64_501] };
const nobodys = { address: "96.0.0.1", prefix: null, asns: [] };

test("an address has its own origin, or else that of a known prefix", () => {
  expect(originOf([own, other], "93.0.200.7")).toBe(own);
  expect(originOf([own, other], "93.1.0.1")).toBeNull();
  expect(originOf([nobodys], "96.0.0.1")).toBe(nobodys);
  expect(originOf([nobodys], "96.0.0.2")).toBeNull();
});

test.each<[string, readonly string[], boolean | null]>([
  ["in the same prefix", ["93.0.7.7"], true],
  ["of another AS", ["95.0.0.9"], false],
  ["of both", ["93.0.7.7", "95.0.0.9"], false],
  ["of an unknown origin", ["99.0.0.1"], null],
  ["that no AS announces", ["96.0.0.1"], false],
  ["with one known origin", ["93.0.7.7", "99.0.0.1"], true],
])("addresses %s", (_says, addresses, is) => {
  expect(operatorCheck([own, other, nobodys], new Set(["93.0.0.1"]))(addresses)).toBe(is);
});

test("if the ASes of the authoritative addresses are unknown, the operator is unknown", () => {
  expect(operatorCheck([other], new Set(["93.0.0.1"]))(["95.0.0.1"])).toBeNull();
});

test("a pool in many networks has no single operator", () => {
  const pool = [1, 2, 3].map((i) => ({ address: `${i}.0.0.1`, prefix: null, asns: [i] }));
  const check = operatorCheck([...pool, other], new Set(pool.map(({ address }) => address)));
  expect([check(["2.0.0.1"]), check(["95.0.0.1"])]).toEqual([true, null]);
});
