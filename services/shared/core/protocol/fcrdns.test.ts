import { expect, test } from "bun:test";
import { absent, type Outcome, present, type Reason } from "../outcome.ts";
import { fcrdnsOf, judgeName } from "./fcrdns.ts";

const NONE: Outcome<readonly string[]> = absent("nodata");
const verdict = (ip: string, names: readonly (readonly [string, Outcome<readonly string[]> | null])[]) =>
  fcrdnsOf(
    ip,
    names.map(([name, forward]) => judgeName({ name, forward }, ip)),
    { unknown: null as Reason | null, total: names.length },
  );

test.each([
  ["5.31.0.1", "The names of 5.31.0.1 have no A record."],
  ["2001:db8::1", "The names of 2001:db8::1 have no AAAA record."],
])("a name without a record of the address's family: %s", (ip, detail) => {
  expect(verdict(ip, [["host.example.com", NONE]])).toEqual({ status: "fail", reason: "no_forward", detail });
});

test.each([
  ["server.internal", "not_in_public_dns"],
  ["printer.local", "not_in_public_dns"],
  ["localhost", "not_in_public_dns"],
  ["mail", "not_in_public_dns"],
  ["10.0.0.1", "not_a_host_name"],
  [String.raw`\000<script>.example.com`, "not_a_host_name"],
  ["", "not_a_host_name"],
] as const)(
  "a name that is not looked up has the same reason in name and verdict: %p is %s",
  (name, reason) => {
    expect(judgeName({ name, forward: null }, "5.31.0.1")).toMatchObject({ confirmed: false, reason });
    expect(verdict("5.31.0.1", [[name, null]])).toMatchObject({ status: "fail", reason });
  },
);

test("of several reasons the verdict has that of the name that came closest", () => {
  const other = present(["5.31.0.2"]);
  expect(
    verdict("5.31.0.1", [
      ["10.0.0.1", null],
      ["a.example.com", NONE],
      ["b.example.com", other],
    ]),
  ).toMatchObject({ reason: "other_address" });
  expect(
    verdict("5.31.0.1", [
      ["10.0.0.1", null],
      ["server.internal", null],
    ]),
  ).toMatchObject({ reason: "not_in_public_dns" });
});
