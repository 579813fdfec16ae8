import { expect, test } from "bun:test";
import { pairsOf } from "./query-pairs.ts";

test.each([
  "",
  "?",
  "?domain=example.com&type=A",
  "domain=example.com&type=A",
  "?domain=example.com&domain=example.net",
  "?a=b=c&=d&e&&f=",
  "?ns=a.example.net/192.0.2.1,b.example.net/2001:db8::1",
  "?domain=%C3%A9.example&view=a+b",
  "?domain=%zz",
  "?domain=\u00e9.example",
  "?domain=a b",
  "?domain=a#b",
  "??domain=a",
])("the pairs of %p are those of URLSearchParams", (query) => {
  expect(pairsOf(query)).toEqual([...new URLSearchParams(query)]);
});
