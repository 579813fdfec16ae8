import { expect, test } from "bun:test";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { createSerialConnections } from "./serial-connections.ts";

const NEVER = new AbortController().signal;

/** Waits until all pending promises have settled. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates functions that stand for connections; each ends when the test calls `end`. */
function work() {
  const begun: string[] = [];
  const ends = new Map<string, (result: string) => void>();
  const start = (key: string) => () => {
    begun.push(key);
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.set(key, resolve);
    return promise;
  };
  const end = (key: string, result = key) => ends.get(key)?.(result);
  return { begun, start, end };
}

const request = (
  address: string,
  key: string,
  begin: () => Promise<string>,
  signal = NEVER,
  closed = Promise.resolve(),
) => ({
  ...{ address, key, signal },
  connect: async () => ({ result: await begin(), closed }),
});

const connections = (keepS: number, onWanted = (_result: string) => {}) =>
  createSerialConnections<string>({
    ...{ keepS, onWanted },
    toKeep: (result) => (result === "cut" ? null : `${result}, again`),
    bytesOf: () => 10,
    without: (why) => why,
  });

test("an address has one connection at a time, shared by requests with one key, and its result is cached", async () => {
  const { begun, start, end } = work();
  const wanted: string[] = [];
  const serial = connections(60, (result) => void wanted.push(result));
  const a = serial.run(request("p", "a", start("a")));
  const b = serial.run(request("p", "b", start("b")));
  const same = serial.run(request("p", "a", start("a")));
  const elsewhere = serial.run(request("q", "c", start("c")));
  await turn();
  expect(begun).toEqual(["a", "c"]);
  end("a");
  end("c");
  expect(await Promise.all([a, same, elsewhere])).toEqual(["a", "a", "c"]);
  await turn();
  expect(begun).toEqual(["a", "c", "b"]);
  end("b");
  expect(await b).toBe("b");
  expect(await serial.run(request("p", "a", start("a")))).toBe("a, again");
  expect(wanted).toEqual(["miss", "miss", "coalesced", "miss", "hit"]);
});

test("a result is not cached if caching is disabled or if it was cut short", async () => {
  const { begun, start, end } = work();
  const forgetful = connections(0);
  const serial = connections(60);
  for (const [runs, result] of [
    [forgetful, "whole"],
    [serial, "cut"],
  ] as const) {
    for (const key of ["x", "x"]) {
      const run = runs.run(request("p", key, start(key)));
      await turn();
      end(key, result);
      expect(await run).toBe(result);
    }
  }
  expect(begun).toEqual(["x", "x", "x", "x"]);
});

test("a request whose caller has left makes no connection, and too many requests are held back", async () => {
  const { begun, start, end } = work();
  const serial = connections(0);
  const first = serial.run(request("p", "first", start("first")));
  const gone = new AbortController();
  const left = serial.run(request("p", "left", start("left"), gone.signal));
  const others = Array.from({ length: 20 }, (_, i) =>
    serial.run(request("p", `${i}`, start(`${i}`), gone.signal)),
  );
  gone.abort();
  expect(await left).toBe("budget");
  const ended = await Promise.all(others);
  expect(ended.filter((end) => end === "held_back").length).toBe(6);
  end("first");
  expect(await first).toBe("first");
  await turn();
  expect(begun).toEqual(["first"]);
});

test("the next connection is made when the last is closed, and when it fails", async () => {
  const { begun, start, end } = work();
  const serial = connections(60);
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const first = serial.run(request("p", "first", start("first"), NEVER, closed));
  const failing = serial.run(request("p", "failing", () => Promise.reject(new Error("no"))));
  const last = serial.run(request("p", "last", start("last")));
  await turn();
  end("first");
  expect(await first).toBe("first");
  await turn();
  expect(begun).toEqual(["first"]);
  close();
  expect(await failing.catch((error: Error) => error.message)).toBe("no");
  await turn();
  expect(begun).toEqual(["first", "last"]);
  end("last");
  expect(await last).toBe("last");
});

test("a connection whose callers have left continues, and its result goes to the next request with its key", async () => {
  const { begun, start, end } = work();
  const serial = connections(60);
  const gone = new AbortController();
  const first = serial.run(request("p", "a", start("a"), gone.signal));
  await turn();
  gone.abort();
  expect(await first).toBe("budget");
  const next = serial.run(request("p", "a", start("a")));
  await turn();
  end("a");
  expect(await next).toBe("a, again");
  expect(begun).toEqual(["a"]);
});

test("slots are limited in total and for each call, and calls take turns", async () => {
  const slots = FairSemaphore.of(3, 2);
  const [one, other, third] = [{}, {}, {}];
  const order: string[] = [];
  const take = async (name: string, of: object, signal = NEVER) => {
    const slot = await slots.acquire(of, signal);
    if (slot !== null) order.push(name);
    return slot;
  };
  const a1 = await take("a1", one);
  const a2 = await take("a2", one);
  const gone = new AbortController();
  const waiting = [take("a3", one), take("a4", one), take("lost", one, gone.signal)];
  const b1 = await take("b1", other);
  const more = [take("b2", other), take("c1", third)];
  gone.abort();
  expect(await waiting[2]).toBeNull();
  expect(order).toEqual(["a1", "a2", "b1"]);
  // Below its limit again, the first call gets the first turn; then the other calls get theirs.
  a1?.release();
  a1?.release();
  await turn();
  expect(order).toEqual(["a1", "a2", "b1", "a3"]);
  a2?.release();
  b1?.release();
  await Promise.all(more);
  expect(order.slice(4).toSorted()).toEqual(["b2", "c1"]);
  expect(await slots.acquire(one, AbortSignal.abort())).toBeNull();
});
