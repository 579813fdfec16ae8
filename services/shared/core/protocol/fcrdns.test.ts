import { expect, test } from "bun:test";
import { absent, type Outcome, present, type Reason } from "../tool/outcome.ts";
import { fcrdnsOf, judgeName } from "./fcrdns.ts";

const NONE: Outcome<readonly string[]> = absent("nodata");
const verdict = (ip: string, names: readonly (readonly [string, Outcome<readonly string[]> | null])[]) =>
  fcrdnsOf(
    ip,
    names.map(([name, forward]) => judgeName({ name, forward }, ip)),
    { unknown: null as Reason | null, total: names.length },
  );

test.each([
  ["5.31.0.1", "5.31.0.1 has the name host.example.com, which has no A record."],
  ["2001:db8::1", "2001:db8::1 has the name host.example.com, which has no AAAA record."],
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

test("with several reasons, the verdict has the reason closest to a pass", () => {
  const other = present(["5.31.0.2"]);
  expect(
    verdict("5.31.0.1", [
      ["10.0.0.1", null],
      ["a.example.com", NONE],
      ["b.example.com", other],
    ]),
  ).toMatchObject({
    reason: "other_address",
    detail: "None of the 3 names of 5.31.0.1 resolves back to it: b.example.com only has other addresses.",
  });
  expect(
    verdict("5.31.0.1", [
      ["10.0.0.1", null],
      ["server.internal", null],
    ]),
  ).toMatchObject({ reason: "not_in_public_dns" });
});

test("the address that confirms a name is always shown, even if the name has many addresses", () => {
  const many = Array.from({ length: 40 }, (_, i) => `5.31.9.${i}`);
  const judged = judgeName({ name: "many.example.com", forward: present([...many, "5.31.0.1"]) }, "5.31.0.1");
  expect(judged.confirmed).toBe(true);
  expect(judged.addresses).toContain("5.31.0.1");
  expect(judged.addresses).toHaveLength(32);
});
