import { expect, test } from "bun:test";
import type { ServerReply } from "@dnstools/core/domain/observations";
import { unknown } from "@dnstools/core/tool/outcome";
import { numbers } from "../test/numbers.ts";
import { a, reply } from "../test/written.ts";
import { untilNothingNew } from "./until-nothing-new.ts";

const server = { name: "ns1", address: "5.0.0.1" };
const partsOf = ({ outcome }: ServerReply) =>
  outcome.kind === "present" ? outcome.value.answers.map(({ value }) => value) : null;

/**
 * Queries servers that return one of several sets at random. Returns the number of sets seen and the number of rounds
 * needed.
 */
async function seenOf(sets: number, servers: number, next: () => number) {
  const replies = (): ServerReply[] =>
    Array.from({ length: servers }, () => ({
      server,
      outcome: reply([a(`93.0.0.${Math.floor(next() * sets)}`)]),
    }));
  const first = replies();
  let rounds = 0;
  const all = await untilNothingNew(first, partsOf, () => {
    rounds += 1;
    return Promise.resolve(replies());
  });
  return { sets: new Set([...first, ...all].flatMap((one) => partsOf(one) ?? [])).size, rounds };
}

test.each([
  [1, 1, 1000, 1000],
  [2, 1, 1000, 999],
  [3, 1, 1000, 999],
  [3, 2, 1000, 999],
  [4, 2, 1000, 995],
])("all of %i sets that %i servers give at random are seen", async (sets, servers, times, least) => {
  const next = numbers(24);
  let whole = 0;
  for (let i = 0; i < times; i++) whole += Number((await seenOf(sets, servers, next)).sets === sets);
  expect(whole).toBeGreaterThanOrEqual(least);
});

test("a constant answer takes twelve repeats, and the number of rounds is limited", async () => {
  expect((await seenOf(1, 1, numbers(1))).rounds).toBe(12);
  expect((await seenOf(1, 4, numbers(1))).rounds).toBe(3);
  expect((await seenOf(1e9, 1, numbers(1))).rounds).toBe(32);
});

test("all of eight addresses are seen if each answer holds two", async () => {
  const next = numbers(8);
  const pair = () => {
    const first = Math.floor(next() * 8);
    return reply([first, (first + 1 + Math.floor(next() * 7)) % 8].sort().map((i) => a(`93.0.0.${i}`)));
  };
  for (let i = 0; i < 200; i++) {
    const all = await untilNothingNew([], partsOf, () => Promise.resolve([{ server, outcome: pair() }]));
    expect(new Set(all.flatMap((one) => partsOf(one) ?? [])).size).toBe(8);
    expect(all.length).toBeLessThanOrEqual(32);
  }
});

test("a round without an answer is the last", async () => {
  let rounds = 0;
  const all = await untilNothingNew([], partsOf, () => {
    rounds += 1;
    return Promise.resolve([{ server, outcome: unknown("timeout") }]);
  });
  expect([rounds, all.length]).toEqual([1, 1]);
});
