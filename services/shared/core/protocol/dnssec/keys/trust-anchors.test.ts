import { expect, test } from "bun:test";
import { dsOf } from "./ds.ts";
import { ROOT_ANCHORS, readAnchor } from "./trust-anchors.ts";

const DIGEST = "E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D";

test("the root's trust anchors are two SHA-256 digests of RSA keys", () => {
  expect(
    ROOT_ANCHORS.map(dsOf).map(({ keyTag, algorithm, digestType }) => [keyTag, algorithm, digestType]),
  ).toEqual([
    [20326, 8, 2],
    [38696, 8, 2],
  ]);
});

test("an anchor's digest may be written in pieces", () => {
  expect(readAnchor(`20326 8 2 ${DIGEST.slice(0, 40)} ${DIGEST.slice(40).toLowerCase()}`)).toEqual(
    ROOT_ANCHORS[0] ?? null,
  );
});

test.each([
  ["an owner", `. IN DS 20326 8 2 ${DIGEST}`],
  ["a digest that is too short", `20326 8 2 ${DIGEST.slice(2)}`],
  ["SHA-1", `20326 8 1 ${DIGEST.slice(0, 40)}`],
  ["a key tag beyond 65535", `70000 8 2 ${DIGEST}`],
  ["nothing", ""],
])("no anchor: %s", (_, text) => {
  expect(readAnchor(text)).toBeNull();
});
