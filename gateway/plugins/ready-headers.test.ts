import { expect, test } from "bun:test";
import { createHeaders } from "./ready-headers.ts";

test("each response has its own headers, whatever the earlier ones were", () => {
  const make = createHeaders();
  const all = [
    { "content-type": "application/json", vary: "Origin", "x-request-cost": "1" },
    { "content-type": "text/plain", vary: "Origin", age: 5 },
    { vary: "Origin", "x-request-cost": "0", "retry-after": "2" },
    {},
  ];
  expect(all.map((plain) => Object.fromEntries(make(plain)))).toEqual([
    { "content-type": "application/json", vary: "Origin", "x-request-cost": "1" },
    { "content-type": "text/plain", vary: "Origin", age: "5" },
    { vary: "Origin", "x-request-cost": "0", "retry-after": "2" },
    {},
  ]);
});
