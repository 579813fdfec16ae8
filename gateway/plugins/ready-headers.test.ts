import { expect, test } from "bun:test";
import { createResponder } from "./ready-headers.ts";

test("each response has its own headers, whatever the earlier ones were", () => {
  const respond = createResponder();
  const make = (plain: Readonly<Record<string, string | number>>) => respond("", 200, plain).headers;
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
