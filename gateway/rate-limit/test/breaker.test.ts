import { expect, test } from "bun:test";
import { createBreaker, type StoreFailure } from "../breaker.ts";

/** A breaker before a store that does as it is told. */
function trial() {
  const told: string[] = [];
  const probed: number[] = [];
  let answer: StoreFailure | null = null;
  let wake = () => {};
  const note = (what: string) => {
    told.push(what);
    wake();
  };
  const breaker = createBreaker({
    async probe() {
      probed.push(performance.now());
      return answer;
    },
    onOpen: (reason) => note(`open: ${reason}`),
    onClose: () => note("closed"),
    onDead: () => note("dead"),
  });
  return {
    breaker,
    told,
    probed,
    set: (next: StoreFailure | null) => {
      answer = next;
    },
    /** Resolves when so much was told. */
    async until(count: number) {
      while (told.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

test("three failures in a row open it, a success between does not count; one probe that goes well closes it", async () => {
  const { breaker, told, set, until } = trial();
  expect(breaker.state()).toBe("starting");
  breaker.retry();
  await until(1);
  for (let i = 0; i < 10; i++) {
    breaker.failed("timeout");
    breaker.failed("script");
    breaker.succeeded();
  }
  expect(breaker.state()).toBe("closed");
  for (let i = 0; i < 5; i++) breaker.failed("timeout");
  expect(breaker.state()).toBe("open");
  while (breaker.state() === "open") await turn();
  // Nobody is told of a stall that is over at the first probe.
  expect(told).toEqual(["closed"]);
  set("timeout");
  for (let i = 0; i < 3; i++) breaker.failed("timeout");
  await until(2);
  set(null);
  await until(3);
  expect(told).toEqual(["closed", "open: timeout", "closed"]);
  expect(breaker.state()).toBe("closed");
  breaker.stop();
});

test("a store that comes and goes is left alone for longer each time", async () => {
  const { breaker, probed, until } = trial();
  breaker.retry();
  await until(1);
  const rests: number[] = [];
  for (let round = 1; round <= 4; round++) {
    for (let i = 0; i < 3; i++) breaker.failed("timeout");
    const opened = performance.now();
    while (breaker.state() === "open") await turn();
    rests.push((probed.at(-1) ?? 0) - opened);
  }
  expect(probed.length).toBe(5);
  // Timers come late, never early.
  const least = [100, 200, 400, 800];
  for (const [at, rest] of rests.entries()) expect(rest).toBeGreaterThan((least[at] ?? 0) - 5);
  breaker.stop();
});

test("a lost connection opens it at once, and nothing is probed until there is another", async () => {
  const { breaker, told, probed, set, until } = trial();
  breaker.retry();
  await until(1);
  set("closed");
  breaker.trip("closed");
  breaker.trip("closed");
  expect(told).toEqual(["closed", "open: closed"]);
  expect(probed.length).toBe(1);
  set(null);
  breaker.retry();
  await until(3);
  expect(probed.length).toBe(2);
  breaker.stop();
});

test("a second of probes without an answer is a dead connection; the store's own errors are none", async () => {
  for (const failure of ["timeout", "script"] as const) {
    const { breaker, told, probed, set, until } = trial();
    set(failure);
    breaker.retry();
    await until(failure === "timeout" ? 2 : 1);
    const since = probed[0] ?? 0;
    while ((probed.at(-1) ?? 0) - since < 1500) await turn();
    expect(told.includes("dead")).toBe(failure === "timeout");
    expect(told.filter((what) => what.startsWith("open"))).toEqual([`open: ${failure}`]);
    breaker.stop();
  }
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
