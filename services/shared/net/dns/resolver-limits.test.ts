import { expect, test } from "bun:test";
import { ResolverLimits } from "./resolver-limits.ts";

/** Sends, answers, refuses and drops queries at a resolver, without a clock. */
function resolver() {
  const limits = new ResolverLimits();
  let sent = 0;
  return {
    limits,
    answer(count: number) {
      for (let i = 0; i < count; i++) {
        sent++;
        limits.onSent();
        limits.onAnswered();
      }
    },
    /** @param active number of queries that stay in flight. */
    refuse(count: number, active: number) {
      const first = sent + active + 1;
      sent += active + count;
      for (let i = 0; i < count; i++) limits.onRefused(first + i, sent, active + count - i - 1);
    },
    drop(count: number) {
      const first = sent + 1;
      sent += count;
      for (let i = 0; i < count; i++) limits.onDropped(first + i, sent);
    },
  };
}

test("refusals limit the queries in flight to less than what was in flight after them", () => {
  const { limits, refuse } = resolver();
  refuse(50, 150);
  expect(limits.activeMax).toBe(120);
  expect([limits.hasRoom(119), limits.hasRoom(120), limits.hasRate]).toEqual([true, false, false]);
});

test("few refusals, and refusals among many answers, limit nothing", () => {
  const { limits, answer, refuse } = resolver();
  refuse(7, 150);
  answer(200);
  refuse(50, 150);
  expect([limits.hasActiveMax, limits.hasRate]).toEqual([false, false]);
});

test("refusals that leave nothing in flight are not a limit in flight", () => {
  const { limits, answer, refuse } = resolver();
  answer(20);
  refuse(180, 0);
  expect(limits.hasActiveMax).toBe(false);
});

test("dropped queries limit the rate to less than what was answered, and further if more are dropped", () => {
  const { limits, answer, drop } = resolver();
  answer(20);
  drop(8);
  expect(limits.perSecond).toBe(16);
  limits.tick(0, true);
  answer(8);
  drop(10);
  expect(limits.perSecond).toBeCloseTo(11.2, 6);
});

test("few drops, and drops among many answers, limit nothing", () => {
  const { limits, answer, drop } = resolver();
  drop(7);
  answer(200);
  drop(40);
  expect(limits.hasRate).toBe(false);
});

test("limits rise while queries wait for them, and are remembered while none does", () => {
  const { limits, answer, drop, refuse } = resolver();
  refuse(50, 150);
  answer(20);
  drop(12);
  const learned = [limits.activeMax, limits.perSecond];
  for (let now = 1000; now <= 600_000; now += 1000) limits.tick(now, false);
  expect([limits.activeMax, limits.perSecond]).toEqual(learned);
  for (let now = 601_000; now <= 603_000; now += 1000) limits.tick(now, true);
  expect(limits.activeMax).toBeWithin(130, 145);
  expect(limits.perSecond).toBeWithin(18, 20);
  for (let now = 604_000; now <= 900_000; now += 1000) limits.tick(now, true);
  expect([limits.hasActiveMax, limits.hasRate]).toEqual([false, false]);
});
