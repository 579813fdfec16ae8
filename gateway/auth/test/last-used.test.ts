import { expect, test } from "bun:test";
import { LastUsed } from "../last-used.ts";

const MINUTE_MS = 60_000;
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `key ${at}`, noted: 0 }));

/** Flushes the uses and returns what was written. @param write returns false to simulate a failed write */
async function flushed(uses: LastUsed, write: (id: string) => boolean = () => true) {
  const written: [readonly string[], number][] = [];
  await uses.flush(4, async (ids, at) => {
    written.push([ids, at]);
    return ids.every(write);
  });
  return written;
}

test("each key's latest minute is written once, in batches", async () => {
  const uses = new LastUsed(100);
  const keys = keysOf(6);
  for (const key of keys) for (const at of [5, 9, MINUTE_MS + 5, MINUTE_MS + 9]) uses.note(key, at);
  const ids = keys.map(({ id }) => id);
  expect(await flushed(uses)).toEqual([
    [ids.slice(0, 4), MINUTE_MS],
    [ids.slice(4), MINUTE_MS],
  ]);
  for (const key of keys) uses.note(key, MINUTE_MS + 50);
  expect(await flushed(uses)).toEqual([]);
});

test("a failed write is tried again, up to a limit of keys, and never replaces a later use", async () => {
  const uses = new LastUsed(3);
  const [first = { id: "", noted: 0 }, ...others] = keysOf(10);
  for (const key of [first, ...others]) uses.note(key, 2 * MINUTE_MS);
  expect(await flushed(uses, () => false)).toEqual([[["key 0", "key 1", "key 2"], 2 * MINUTE_MS]]);
  uses.note(first, 3 * MINUTE_MS);
  expect(await flushed(uses)).toEqual([
    [["key 0"], 3 * MINUTE_MS],
    [["key 1", "key 2"], 2 * MINUTE_MS],
  ]);
});
