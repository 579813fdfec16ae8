import { expect, test } from "bun:test";
import { added, firstDifference, unknownParts } from "./ordinary-compare.ts";

test("times, evidence and the order of a set make no difference", () => {
  const alone = { data: { ttl: 300, elapsedMs: 4, servers: [{ name: "a" }, { name: "b" }] }, meta: { a: 1 } };
  const here = { data: { ttl: 12, elapsedMs: 9, servers: [{ name: "b" }, { name: "a" }] }, evidence: [1] };
  expect(firstDifference(alone, here)).toBeNull();
});

test("the order of a chain makes a difference", () => {
  expect(
    firstDifference({ chain: [{ name: "a" }, { name: "b" }] }, { chain: [{ name: "b" }, { name: "a" }] }),
  ).not.toBeNull();
});

test("a difference is named by its path, and list elements by their labels", () => {
  const alone = {
    data: {
      lists: [
        { zone: "a.b", status: "ok" },
        { zone: "c.d", status: "ok" },
      ],
    },
  };
  const here = {
    data: {
      lists: [
        { zone: "c.d", status: "unknown" },
        { zone: "a.b", status: "ok" },
      ],
    },
  };
  expect(firstDifference(alone, here)).toEqual({
    path: "data.lists[c.d].status",
    alone: '"ok"',
    here: '"unknown"',
  });
});

test.each([
  [{ a: [1, 2] }, { a: [1] }, { path: "a[2]", alone: "2", here: "nothing" }],
  [{ a: [1] }, { a: [1, 2] }, { path: "a[2]", alone: "nothing", here: "2" }],
  [{ a: [1] }, { a: [1, 1] }, { path: "a[null]", alone: "1 in another order or number", here: "2" }],
  [{ a: 1 }, {}, { path: "a", alone: "1", here: "nothing" }],
  [{ a: null }, { a: { b: 1 } }, { path: "a", alone: "null", here: '{"b":1}' }],
])("%j and %j", (alone, here, difference) => {
  expect(firstDifference(alone, here)).toEqual(difference);
});

test("only parts that are unknown for reasons of our own are found", () => {
  const answer = {
    data: {
      lists: [
        { zone: "a.b", reason: "budget" },
        { zone: "c.d", reason: "servfail" },
      ],
      reason: null,
    },
    evidence: [{ reason: "timeout" }],
  };
  expect(unknownParts(answer)).toEqual(["data.lists[a.b]: budget"]);
});

test("each additional element is returned as often as it occurs", () => {
  expect(added(["a", "b"], ["b", "a", "a", "c"])).toEqual(["a", "c"]);
});
