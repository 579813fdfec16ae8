import { expect, test } from "bun:test";
import { shownText } from "./raw-text.ts";

test.each([
  ["% 9.9.9.9", "% (address)"],
  [
    "% Query rate limit exceeded for 2620:fe::fe. Reduced information.",
    "% Query rate limit exceeded for (address). Reduced information.",
  ],
  [
    "The WHOIS query quota for 9.9.9.9 has been exceeded",
    "The WHOIS query quota for (address) has been exceeded",
  ],
  ["Your IP: 9.9.9.9", "Your IP: (address)"],
  ["Query from: 9.9.9.9", "Query from: (address)"],
])("the address that asked is not shown: %s", (line, shown) => expect(shownText(line)).toBe(shown));

test.each([
  "nserver: ns1.example.br 192.0.2.53",
  "    ns1.example.co.uk      192.0.2.53  2001:db8::53",
  "Name Server: NS1.EXAMPLE.COM 192.0.2.53",
  "% Copyright (c) Nic.br, 2026-11-23T10:00:00-03:00 - version 2.10.1",
])("what the registry has of the domain is: %s", (line) => expect(shownText(line)).toBe(line));

test("control characters are replaced", () =>
  expect(shownText("a\u001b[31mb\u202ec\td")).toBe("a\uFFFD[31mb\uFFFDc\td"));
