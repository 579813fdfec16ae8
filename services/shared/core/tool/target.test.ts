import { expect, test } from "bun:test";
import { isDenied, readDenied, targetKey } from "./target.ts";

const read = readDenied(["example.com", "192.0.2.0/24", "2001:db8::/32"]);
const DENIED = "value" in read ? read.value : { names: [], blocks: [] };

test.each([
  ["example.com", true],
  ["www.example.com", true],
  ["notexample.com", false],
  ["example.org", false],
  ["192.0.2.1", true],
  ["192.0.3.1", false],
  ["2001:db8::1", true],
  ["2001:db9::1", false],
  ["1.2.0.192.in-addr.arpa", true],
  ["1.3.0.192.in-addr.arpa", false],
  [`${"0.".repeat(24)}8.b.d.0.1.0.0.2.ip6.arpa`, true],
])("with a denied name and denied blocks, %s is denied: %p", (target, denied) => {
  expect(isDenied(DENIED, target)).toBe(denied);
});

test("a host with an underscore can be denied", () => {
  const denied = readDenied(["a_b.example.org"]);
  expect("value" in denied && isDenied(denied.value, "a_b.example.org")).toBe(true);
});

test("the error names an item that is neither a name nor a block", () => {
  expect(readDenied(["example.com", "192.0.2.0/99"])).toEqual({
    problem: expect.stringContaining("192.0.2.0/99"),
  });
});

test("names below one registrable domain are one target, and so are the addresses of a /64", () => {
  expect(targetKey("a.example.co.uk")).toBe(targetKey("b.example.co.uk"));
  expect(targetKey("2001:db8::1")).toBe(targetKey("2001:db8::2"));
  expect(targetKey("2001:db8::1")).not.toBe(targetKey("2001:db8:0:1::1"));
  expect(targetKey("192.0.2.1")).not.toBe(targetKey("192.0.2.2"));
});
