import { expect, test } from "bun:test";
import { type Columns, createPick, linesOf, readCachedList, readColumns, readRow } from "./read-list.ts";

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
    anycast: null,
    filters: null,
  });
  expect(read(`5.9.0.1,ns.example.net.,,,de,,,,,0.99,${TIMES}`)?.operator).toBe("ns.example.net.");
});

test.each([
  ["of another country", `5.9.0.1,,,X,fr,,,,true,1.00,${TIMES}`],
  ["without a country", `5.9.0.1,,,X,,,,,true,1.00,${TIMES}`],
  ["that failed", `5.9.0.1,,,X,de,,,timeout,true,1.00,${TIMES}`],
  ["that is not reliable", `5.9.0.1,,,X,de,,,,true,0.98,${TIMES}`],
  ["without reliability", `5.9.0.1,,,X,de,,,,true,,${TIMES}`],
  ["with an invalid reliability", `5.9.0.1,,,X,de,,,,true,1e9,${TIMES}`],
  ["of IPv6", `2a01:4f8::1,,,X,de,,,,true,1.00,${TIMES}`],
  ["that is not public", `192.168.1.1,,,X,de,,,,true,1.00,${TIMES}`],
  ["with a name instead of an address", `ns.example.net,,,X,de,,,,true,1.00,${TIMES}`],
  ["with quotes that do not close", `5.9.0.1,,,"X,de,,,,true,1.00,${TIMES}`],
  ["with too long a line", `5.9.0.1,${"x".repeat(2000)},,X,de,,,,true,1.00,${TIMES}`],
  ["of nothing", ""],
])("no resolver: a line %s", (_what, line) => {
  expect(read(line)).toBeNull();
});

test("a header of another format", () => {
  expect(readColumns("<html>")).toBeNull();
  expect(readColumns(HEAD.replace("reliability", "quality"))).toBeNull();
});

test("lines with either line ending, up to the maximum", () => {
  expect([...linesOf("a\r\n\nb\nc")]).toEqual(["a", "", "b", "c"]);
  expect([...linesOf("a\n")]).toEqual(["a"]);
  expect([...linesOf("")]).toEqual([]);
  expect([...linesOf("\n".repeat(4_000_000))].length).toBe(100_000);
});

test("each resolver is taken once, and at most fifty for a country", () => {
  const pick = createPick();
  for (let i = 0; i < 200; i++) pick.add(read(`5.9.0.${i % 100},,,X,de,,,,true,1.00,${TIMES}`));
  pick.add(read(`5.9.1.1,,,X,us,,,,true,1.00,${TIMES}`));
  pick.add(null);
  expect(Map.groupBy(pick.all(), ({ operatorCountry }) => operatorCountry).get("de")).toHaveLength(50);
  expect(pick.all()).toHaveLength(51);
});

const URL_OF = "https://lists.example.net/list.csv";
const FETCHED = 1_800_000_000_000;
const GOOD = {
  ip: "5.9.0.1",
  service: null,
  operator: "X",
  operatorCountry: "de",
  anycast: null,
  filters: null,
};
const cached = (json: unknown) => readCachedList(json, URL_OF, FETCHED + 1000, COUNTRIES);

test("a stored list goes through the same checks", () => {
  const resolvers = [
    GOOD,
    { ...GOOD, ip: "10.0.0.1" },
    { ...GOOD, ip: "foo" },
    { ...GOOD, ip: "2a01:4f8::53" },
    { ...GOOD, ip: "5.9.0.2", operatorCountry: "xx" },
    { ...GOOD, ip: "5.9.0.3", operator: 7 },
    { ...GOOD, ip: "5.9.0.4", operator: "x".repeat(1000), filters: "made up" },
    GOOD,
    null,
    ...Array.from({ length: 100 }, (_, i) => ({ ...GOOD, ip: `5.9.1.${i}` })),
  ];
  const list = cached({ url: URL_OF, fetchedAt: FETCHED, resolvers });
  expect(list?.resolvers).toHaveLength(50);
  expect(list?.resolvers.slice(0, 2)).toEqual([GOOD, { ...GOOD, ip: "5.9.0.4", operator: "x".repeat(100) }]);
});

test.each<[string, unknown]>([
  ["fetched before 1970", { url: URL_OF, fetchedAt: -1e20, resolvers: [GOOD] }],
  ["fetched in the future", { url: URL_OF, fetchedAt: FETCHED + 2000, resolvers: [GOOD] }],
  ["without a time", { url: URL_OF, fetchedAt: null, resolvers: [GOOD] }],
  ["from another URL", { url: `${URL_OF}?other`, fetchedAt: FETCHED, resolvers: [GOOD] }],
  ["without resolvers", { url: URL_OF, fetchedAt: FETCHED, resolvers: [] }],
  ["that is null", null],
  ["that is an array", []],
  ["that is a string", "garbage"],
])("no list is read from a file: %s", (_what, json) => {
  expect(cached(json)).toBeNull();
});
