import { expect, test } from "bun:test";
import { type Columns, readColumns, readRow } from "./read-list.ts";

const HEAD =
  "ip_address,name,as_number,as_org,country_code,city,version,error,dnssec,reliability,checked_at,created_at";
const COLUMNS = readColumns(HEAD) as Columns;
const COUNTRIES = new Set(["de", "us"]);
const TIMES = "2026-11-20T01:02:03Z,2015-11-20T01:02:03Z";
const read = (line: string) => readRow(line, COLUMNS, COUNTRIES);

test("a resolver that may be asked", () => {
  expect(
    read(`5.9.0.1,ns.example.net.,24940,"Hetzner ""Online"", GmbH",DE,Berlin,,,true,1.00,${TIMES}`),
  ).toEqual({
    ip: "5.9.0.1",
    service: null,
    operator: 'Hetzner "Online", GmbH',
    operatorCountry: "de",
    anycast: false,
    filters: null,
  });
  expect(read(`5.9.0.1,ns.example.net.,,,de,,,,,0.99,${TIMES}`)?.operator).toBe("ns.example.net.");
});

test.each([
  ["of another country", `5.9.0.1,,,X,fr,,,,true,1.00,${TIMES}`],
  ["of no country", `5.9.0.1,,,X,,,,,true,1.00,${TIMES}`],
  ["that failed", `5.9.0.1,,,X,de,,,timeout,true,1.00,${TIMES}`],
  ["that is not reliable", `5.9.0.1,,,X,de,,,,true,0.98,${TIMES}`],
  ["without reliability", `5.9.0.1,,,X,de,,,,true,,${TIMES}`],
  ["with a number for it that is none", `5.9.0.1,,,X,de,,,,true,1e9,${TIMES}`],
  ["of IPv6", `2a01:4f8::1,,,X,de,,,,true,1.00,${TIMES}`],
  ["that is not public", `192.168.1.1,,,X,de,,,,true,1.00,${TIMES}`],
  ["that is no address", `ns.example.net,,,X,de,,,,true,1.00,${TIMES}`],
  ["with quotes that do not close", `5.9.0.1,,,"X,de,,,,true,1.00,${TIMES}`],
  ["without end", `5.9.0.1,${"x".repeat(2000)},,X,de,,,,true,1.00,${TIMES}`],
  ["of nothing", ""],
])("no resolver: a line %s", (_what, line) => {
  expect(read(line)).toBeNull();
});

test("a head of something else", () => {
  expect(readColumns("<html>")).toBeNull();
  expect(readColumns(HEAD.replace("reliability", "quality"))).toBeNull();
});
