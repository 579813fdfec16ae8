import { expect, test } from "bun:test";
import { unknown } from "@dnstools/core/tool/outcome";
import { createSockets, hurried, isOutOfFiles, UNCOUNTED } from "./sockets.ts";

const NEVER = new AbortController().signal;

test("the number of permits is limited, and a released one goes to the first in the queue", async () => {
  const sockets = createSockets(2);
  const first = sockets.tryAcquire("a");
  expect(sockets.tryAcquire("a")).not.toBeNull();
  expect(sockets.tryAcquire("a")).toBeNull();
  const order: string[] = [];
  const waits = ["b", "c"].map(async (of) => {
    const permit = await sockets.acquire(of, NEVER);
    order.push(of);
    // A new request does not get a permit before the waiting requests.
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

test("a caller with one query does not wait behind all queries of another caller", async () => {
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

test("a caller that stops waiting gets no permit, and takes none from the callers behind it", async () => {
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

test("without a limit nothing is counted", async () => {
  const sockets = createSockets(null);
  expect(sockets.tryAcquire("a")).toBe(UNCOUNTED);
  expect(await sockets.acquire("a", NEVER)).toBe(UNCOUNTED);
});

test("a timeout says nothing about the server if the query waited for a permit", () => {
  expect(hurried(unknown("timeout"), true)).toEqual(unknown("service_unavailable"));
  expect(hurried(unknown("timeout"), false)).toEqual(unknown("timeout"));
  expect(hurried(unknown("malformed"), true)).toEqual(unknown("malformed"));
});

test("a lack of file descriptors is distinguished from a server's errors", () => {
  for (const code of ["EMFILE", "ENFILE"])
    expect(isOutOfFiles(Object.assign(new Error(), { code }))).toBe(true);
  for (const error of [null, undefined, {}, { code: "ECONNREFUSED" }])
    expect(isOutOfFiles(error)).toBe(false);
});

test("long-lived sockets leave three quarters of the permits to others", () => {
  const sockets = createSockets(8);
  const count = (next: () => unknown) => Array.from({ length: 8 }, next).filter(Boolean).length;
  expect(count(() => sockets.kept())).toBe(2);
  expect(count(() => sockets.tryAcquire("a"))).toBe(6);
});
