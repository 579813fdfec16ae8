import { expect, test } from "bun:test";
import { createPlace, type Entry } from "./place.ts";

const NEVER = new AbortController().signal;
const LONG = 60_000;

/** What has come of entries so far, in the order in which they ended. */
function watch(entered: Entry | Promise<Entry>, name: string, ended: string[]): void {
  void Promise.resolve(entered).then((entry) => ended.push(`${name} ${entry}`));
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("so many are inside at once, and the next enters when one leaves", async () => {
  const place = createPlace({ atOnce: 2, perCaller: 2, waitingMax: 2 });
  expect([place.enter("a", LONG, NEVER), place.enter("b", LONG, NEVER)]).toEqual(["inside", "inside"]);
  const ended: string[] = [];
  watch(place.enter("c", LONG, NEVER), "c", ended);
  await settled();
  expect(ended).toEqual([]);
  place.leave("a");
  await settled();
  expect(ended).toEqual(["c inside"]);
  expect([place.inside(), place.waiting()]).toEqual([2, 0]);
});

test("callers take turns: one call of a newcomer does not wait behind a hundred of another", async () => {
  const place = createPlace({ atOnce: 1, perCaller: 1, waitingMax: 200 });
  place.enter("heavy", LONG, NEVER);
  const ended: string[] = [];
  for (let i = 0; i < 100; i++) watch(place.enter("heavy", LONG, NEVER), `heavy${i}`, ended);
  watch(place.enter("light", LONG, NEVER), "light", ended);
  place.leave("heavy");
  await settled();
  place.leave("heavy");
  await settled();
  expect(ended).toEqual(["heavy0 inside", "light inside"]);
});

test("who has most of the waiting places gives one up to who has fewer, and gets none from them", async () => {
  const place = createPlace({ atOnce: 1, perCaller: 1, waitingMax: 4 });
  place.enter("x", LONG, NEVER);
  const ended: string[] = [];
  for (let i = 0; i < 4; i++) watch(place.enter("heavy", LONG, NEVER), `heavy${i}`, ended);
  expect(place.enter("heavy", LONG, NEVER)).toBe("full");
  watch(place.enter("light", LONG, NEVER), "light0", ended);
  watch(place.enter("light", LONG, NEVER), "light1", ended);
  expect(place.enter("light", LONG, NEVER)).toBe("full");
  await settled();
  expect(ended).toEqual(["heavy3 full", "heavy2 full"]);
  expect(place.waiting()).toBe(4);
});

test("one caller's calls inside are bounded, and the room is for others", async () => {
  const place = createPlace({ atOnce: 3, perCaller: 1, waitingMax: 9 });
  const ended: string[] = [];
  expect(place.enter("a", LONG, NEVER)).toBe("inside");
  watch(place.enter("a", LONG, NEVER), "a2", ended);
  expect(place.enter("b", LONG, NEVER)).toBe("inside");
  place.leave("b");
  await settled();
  expect(ended).toEqual([]);
  place.leave("a");
  await settled();
  expect(ended).toEqual(["a2 inside"]);
});

test("a place that shrinks admits no caller until there is room again, and one that grows does at once", async () => {
  const place = createPlace({ atOnce: 2, perCaller: 2, waitingMax: 9 });
  place.enter("a", LONG, NEVER);
  place.enter("b", LONG, NEVER);
  place.resize(1);
  const ended: string[] = [];
  watch(place.enter("c", LONG, NEVER), "c", ended);
  place.leave("a");
  await settled();
  expect(ended).toEqual([]);
  place.resize(2);
  await settled();
  expect(ended).toEqual(["c inside"]);
});

test("who waits in vain or goes leaves no trace", async () => {
  const place = createPlace({ atOnce: 1, perCaller: 1, waitingMax: 9 });
  place.enter("a", LONG, NEVER);
  const gone = new AbortController();
  const waits = place.enter("b", LONG, gone.signal);
  const late = place.enter("c", 1, NEVER);
  gone.abort();
  expect(await waits).toBe("gone");
  expect(await late).toBe("late");
  expect(place.enter("d", LONG, gone.signal)).toBe("gone");
  place.leave("a");
  expect([place.inside(), place.waiting()]).toEqual([0, 0]);
  expect(place.enter("e", LONG, NEVER)).toBe("inside");
});

test("after any order of events no caller waits while there is room", async () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % n;
  };
  for (let round = 0; round < 50; round++) {
    const options = { atOnce: 1 + random(4), perCaller: 1 + random(3), waitingMax: random(6) };
    const place = createPlace(options);
    const inside: string[] = [];
    const ends: AbortController[] = [];
    for (let step = 0; step < 200; step++) {
      const caller = `caller${random(4)}`;
      if (random(5) < 3) {
        const end = new AbortController();
        ends.push(end);
        void Promise.resolve(place.enter(caller, LONG, end.signal)).then((entry) => {
          if (entry === "inside") inside.push(caller);
        });
      } else if (random(4) === 0) ends[random(ends.length || 1)]?.abort();
      else if (inside.length > 0) place.leave(inside.splice(random(inside.length), 1)[0] ?? "");
      await settled();
      expect(place.inside()).toBe(inside.length);
      expect(place.inside()).toBeLessThanOrEqual(options.atOnce);
      expect(place.waiting()).toBeLessThanOrEqual(options.waitingMax);
    }
    while (inside.length > 0) {
      place.leave(inside.pop() ?? "");
      await settled();
    }
    expect([place.inside(), place.waiting()]).toEqual([0, 0]);
  }
});
