import { expect, test } from "bun:test";
import { parseAsName, parseOriginRow } from "./cymru.ts";
import { parseIp } from "./ip.ts";

test.each([
  [
    "15169 | 8.8.8.0/24 | US | arin | 2023-12-28",
    { asns: [15169], prefix: "8.8.8.0/24", countryCode: "US", registry: "arin" },
  ],
  [
    "15169 36040 | 8.8.4.0/24 | US | arin | 2023-12-28",
    { asns: [15169, 36040], prefix: "8.8.4.0/24", countryCode: "US", registry: "arin" },
  ],
  [
    "7922 | 24.1.1.0/24 | US | arin | ",
    { asns: [7922], prefix: "24.1.1.0/24", countryCode: "US", registry: "arin" },
  ],
  [
    "24940 | 2a01:4f8::/32 | DE | ripencc | 2007-08-31",
    { asns: [24940], prefix: "2a01:4f8::/32", countryCode: "DE", registry: "ripencc" },
  ],
  ["1 | 5.0.0.0/8 | ZZ |  | ", { asns: [1], prefix: "5.0.0.0/8", countryCode: null, registry: null }],
  ["no idea | what | this is", null],
  [" | 8.8.8.0/24 | US | arin | 2023-12-28", null],
  ["15169 | 8.8.8.8/24 | US | arin | 2023-12-28", null],
  ["", null],
  ["15169 | 9.9.9.0/24 | US | arin | 2023-12-28", null],
  ["0 | 8.8.8.0/24 | US | arin | 2023-12-28", null],
  ["9999999999 | 8.8.8.0/24 | US | arin | 2023-12-28", null],
])("%s", (text, row) => {
  const ip = text.includes("::")
    ? "2a01:4f8::1"
    : `${/(24\.1\.1|5\.0\.0|8\.8\.4)\./.exec(text)?.[1] ?? "8.8.8"}.8`;
  expect(parseOriginRow(text, parseIp(ip) ?? [])).toEqual(row);
});

test("the number of origins is limited", () => {
  const row = parseOriginRow(
    `${Array.from({ length: 500 }, (_, i) => i + 1).join(" ")} | 8.8.8.0/24 | US | arin | `,
    [8, 8, 8, 8],
  );
  expect(row?.asns).toHaveLength(16);
});

test.each([
  ["15169 | US | arin | 2000-03-30 | GOOGLE, US", "GOOGLE, US"],
  ["1 | US | arin | 2000-03-30 | A | B", "A | B"],
  ["1 | US | arin | 2000-03-30 | bell\u0007", "bell"],
  ["1 | US | arin | 2000-03-30 | ", null],
  ["GOOGLE", null],
])("%s is named %p", (text, name) => expect(parseAsName(text)).toBe(name));
