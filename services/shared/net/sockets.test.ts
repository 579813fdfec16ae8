import { expect, test } from "bun:test";
import { unknown } from "@dnstools/core/tool/outcome";
import { createSockets, hurried, isOutOfFiles, UNCOUNTED } from "./sockets.ts";

const NEVER = new AbortController().signal;

test("there are so many permits, and one that is given back goes to the first in line", async () => {
  const sockets = createSockets(2);
  const first = sockets.tryAcquire("a");
  expect(sockets.tryAcquire("a")).not.toBeNull();
  expect(sockets.tryAcquire("a")).toBeNull();
  const order: string[] = [];
  const waits = ["b", "c"].map(async (of) => {
    const permit = await sockets.acquire(of, NEVER);
    order.push(of);
    // Nobody can go before those who wait.
    expect(sockets.tryAcquire("d")).toBeNull();
    permit?.release();
  });
  first?.release();
  first?.release();
  await Promise.all(waits);
  expect(order).toEqual(["b", "c"]);
  expect(sockets.tryAcquire("d")).not.toBeNull();
  expect(sockets.tryAcquire("d")).toBeNull();
});

test("who asks one question does not wait behind all of who asks a hundred", async () => {
  const sockets = createSockets(1);
  const held = sockets.tryAcquire("crowd");
  const order: string[] = [];
  const wait = async (of: string) => {
    const permit = await sockets.acquire(of, NEVER);
    order.push(of);
    permit?.release();
  };
  const all = Promise.all([wait("crowd"), wait("crowd"), wait("crowd"), wait("single")]);
  held?.release();
  await all;
  expect(order.indexOf("single")).toBe(1);
});

test("who gives up waiting has no permit, and takes none from those behind", async () => {
  const sockets = createSockets(1);
  const held = sockets.tryAcquire("a");
  const gone = new AbortController();
  const lost = sockets.acquire("b", gone.signal);
  const next = sockets.acquire("b", NEVER);
  gone.abort();
  expect(await lost).toBeNull();
  held?.release();
  expect(await next).not.toBeNull();
});

test("without a bound nothing is counted", async () => {
  const sockets = createSockets(null);
  expect(sockets.tryAcquire("a")).toBe(UNCOUNTED);
  expect(await sockets.acquire("a", NEVER)).toBe(UNCOUNTED);
});

test("silence says nothing of a server whose question waited for a permit", () => {
  expect(hurried(unknown("timeout"), true)).toEqual(unknown("service_unavailable"));
  expect(hurried(unknown("timeout"), false)).toEqual(unknown("timeout"));
  expect(hurried(unknown("malformed"), true)).toEqual(unknown("malformed"));
});

test("no descriptor left is told from what a server does", () => {
  for (const code of ["EMFILE", "ENFILE"])
    expect(isOutOfFiles(Object.assign(new Error(), { code }))).toBe(true);
  for (const error of [null, undefined, {}, { code: "ECONNREFUSED" }])
    expect(isOutOfFiles(error)).toBe(false);
});

test("sockets that are kept leave three quarters of the permits to others", () => {
  const sockets = createSockets(8);
  const count = (next: () => unknown) => Array.from({ length: 8 }, next).filter(Boolean).length;
  expect(count(() => sockets.kept())).toBe(2);
  expect(count(() => sockets.tryAcquire("a"))).toBe(6);
});
