import { expect, test } from "bun:test";
import { createEntries } from "../entries.ts";
import { createUses } from "../uses.ts";

const HASH = new Uint8Array(32);
const id = (number: number) => String(number).padStart(10, "0");
const row = (number: number) => ({ id: id(number), hash: HASH, expires: null, revoked: false });

test("keys, and ids that are not there, are remembered up to a bound each: the newest", () => {
  const entries = createEntries({ keysMax: 100, absentMax: 50, absentMs: 1000 });
  for (let i = 0; i < 10_000; i++) {
    entries.keep([id(i)], [row(i)], 0);
    entries.keep([`x${id(i)}`], [], 0);
    expect(entries.size().keys).toBeLessThanOrEqual(100);
    expect(entries.size().absent).toBeLessThanOrEqual(50);
  }
  expect(entries.get(id(9999))?.id).toBe(id(9999));
  expect(entries.get(id(9899))).toBeUndefined();
  expect(entries.isAbsent(`x${id(9999)}`, 999)).toBe(true);
  expect(entries.isAbsent(`x${id(9999)}`, 1000)).toBe(false);
  expect(entries.isAbsent(`x${id(9949)}`, 0)).toBe(false);
});

test("a key in use outlives those that are not", () => {
  const entries = createEntries({ keysMax: 100, absentMax: 1, absentMs: 1000 });
  entries.keep([id(0)], [row(0)], 0);
  for (let i = 1; i < 1000; i++) {
    const used = entries.get(id(0));
    if (used === undefined) throw new Error(`gone after ${i}`);
    used.used = true;
    entries.keep([id(i)], [row(i)], 0);
  }
  expect(entries.size().keys).toBe(100);
});

test("an answer to an older question changes nothing", () => {
  const entries = createEntries({ keysMax: 10, absentMax: 10, absentMs: 1000 });
  entries.keep([id(1)], [{ ...row(1), revoked: true }], 20);
  entries.keep([id(1)], [row(1)], 10);
  expect(entries.get(id(1))).toMatchObject({ revoked: true, readAt: 20 });
});

test("uses that cannot be written are kept up to a bound, each key's latest", () => {
  const entries = createEntries({ keysMax: 100, absentMax: 1, absentMs: 1 });
  const uses = createUses(10);
  for (let i = 0; i < 100; i++) {
    entries.keep([id(i)], [row(i)], 0);
    const entry = entries.get(id(i));
    if (entry === undefined) throw new Error("not kept");
    uses.note(entry, 60_000 + 5);
    uses.note(entry, 120_000 + 5);
  }
  const first = uses.takeUnwritten();
  expect([...first]).toEqual([[120_000, Array.from({ length: 10 }, (_, i) => id(i))]]);
  uses.putBack([id(0)], 60_000);
  uses.putBack([id(0)], 120_000);
  uses.putBack([id(0)], 60_000);
  expect([...uses.takeUnwritten()]).toEqual([[120_000, [id(0)]]]);
  expect(uses.takeServed()).toHaveLength(100);
  expect(uses.takeServed()).toHaveLength(0);
});
