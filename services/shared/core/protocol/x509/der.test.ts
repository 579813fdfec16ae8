import { expect, test } from "bun:test";
import { elementAt, hexOf, oidOf, TAG, timeOf, within } from "./der.ts";

const bytes = (hex: string) => Uint8Array.fromHex(hex.replaceAll(" ", ""));
const timed = (tag: number, text: string) => {
  const element = elementAt(Uint8Array.from([tag, text.length, ...new TextEncoder().encode(text)]));
  return element === null ? null : timeOf(element);
};

test("times follow the calendar, across leap years and centuries", () => {
  for (const day of [
    "1970-01-01",
    "1999-12-31",
    "2000-02-29",
    "2024-02-29",
    "2024-03-01",
    "2026-11-23",
    "2100-03-01",
  ]) {
    const text = `${day.replaceAll("-", "")}123456Z`;
    expect([day, timed(TAG.generalizedTime, text)]).toEqual([day, Date.parse(`${day}T12:34:56Z`) / 1000]);
  }
  expect(timed(TAG.utcTime, "261123000000Z")).toBe(Date.parse("2026-11-23T00:00:00Z") / 1000);
  expect(timed(TAG.utcTime, "991231000000Z")).toBe(Date.parse("1999-12-31T00:00:00Z") / 1000);
  expect([timed(TAG.utcTime, "2611230000Z"), timed(TAG.generalizedTime, "20261323000000Z")]).toEqual([
    null,
    null,
  ]);
});

test("an element that is longer than its container is rejected", () => {
  expect(elementAt(bytes("30 05 02 01 01"))).toBeNull();
  expect(elementAt(bytes("30 80 00 00"))).toBeNull();
  expect(elementAt(bytes("30 85 01 00 00 00 00"))).toBeNull();
  const whole = elementAt(bytes("30 06 02 02 00 ff 02 05"));
  expect(whole === null ? [] : [...within(whole)].map(hexOf)).toEqual(["ff"]);
  const oid = elementAt(bytes("06 03 55 1d 1c"));
  expect(oid === null ? null : oidOf(oid)).toBe("2.5.29.28");
});
