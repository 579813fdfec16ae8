import { expect, jest, test } from "bun:test";
import { createSockets } from "../sockets.ts";
import { useFakeTime } from "../test/fake-time.ts";
import { LIFE_MS } from "./server-sockets.ts";
import { SharedSocket } from "./shared-socket.ts";
import { asker, openNameServer, type Received } from "./test/name-server.ts";
import { Turns } from "./turns.ts";

// The life of a socket ends only when a test says so, however slow the machine is.
useFakeTime();

const NEVER = new AbortController().signal;
const portsOf = (all: readonly Received[]) => new Set(all.map(({ port }) => port)).size;
const NAMES = Array.from({ length: 40 }, (_, i) => `n${i}.example`);

test("queries to one server in flight together, and one after another, share a port; no two share an ID", async () => {
  const inFlight = NAMES.length;
  using ns = await openNameServer((query, all) => {
    if (all.length === inFlight) for (const { answer } of all) answer();
    else if (all.length > inFlight) query.answer();
  });
  const ask = asker(createSockets(null));
  const together = await Promise.all(NAMES.map((name) => ask(ns.server, name)));
  expect(new Set(together)).toEqual(new Set(["present"]));
  expect(new Set(ns.all.map(({ id }) => id)).size).toBe(inFlight);
  expect(await ask(ns.server, "later.example")).toBe("present");
  expect(portsOf(ns.all)).toBe(1);
  jest.advanceTimersByTime(LIFE_MS);
  expect(await ask(ns.server, "after-its-life.example")).toBe("present");
  expect(portsOf(ns.all)).toBe(2);
});

test("a socket is closed after its life, and if it is still in use, when its last query has left", async () => {
  using ns = await openNameServer(() => {});
  const opened = (used: boolean) => {
    const [retired, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let closed = false;
    const release = () => {
      closed = true;
      released.resolve();
    };
    const owner = { lifeMs: 1, strayMax: 0, turns: new Turns(), idle() {}, retired: () => retired.resolve() };
    const socket = new SharedSocket(ns.server, { release }, owner);
    if (used) socket.enter();
    return { socket, retired: retired.promise, released: released.promise, isClosed: () => closed };
  };
  const used = opened(true);
  const unused = opened(false);
  jest.advanceTimersByTime(1);
  await unused.released;
  await used.retired;
  expect(used.isClosed()).toBe(false);
  used.socket.leave();
  await used.released;
});

test("more servers than permits: a socket that no query uses makes room for the next one", async () => {
  const servers = await Promise.all(NAMES.map(() => openNameServer((query) => query.answer())));
  const sockets = createSockets(4);
  const ask = asker(sockets);
  for (const { server } of servers) expect(await ask(server, "a.example")).toBe("present");
  expect(await Promise.all(servers.map(({ server }) => ask(server, "b.example")))).not.toContain("budget");
  // Others who need a permit get one too.
  const permits = await Promise.all(["a", "b", "c"].map((of) => sockets.acquire(of, NEVER)));
  expect(permits).not.toContain(null);
  expect(servers.map(({ all }) => all.length)).toEqual(servers.map(() => 2));
  for (const server of servers) server[Symbol.dispose]();
});

test("while a caller waits for a permit, a socket takes no further query, and is closed after its last one", async () => {
  const first = Promise.withResolvers<Received>();
  using ns = await openNameServer((query, all) => (all.length === 1 ? first.resolve(query) : query.answer()));
  const sockets = createSockets(1);
  const ask = asker(sockets);
  const held = ask(ns.server, "first.example");
  const { answer } = await first.promise;
  const order: string[] = [];
  const waits = sockets.acquire("other", NEVER).then((permit) => {
    order.push("other");
    permit?.release();
  });
  const next = ask(ns.server, "next.example").then(() => order.push("next"));
  answer();
  expect(await held).toBe("present");
  await Promise.all([waits, next]);
  expect(order).toEqual(["other", "next"]);
});

test("an ICMP error fails all queries in flight on a socket, closes it and returns its permit", async () => {
  const heard = Promise.withResolvers<void>();
  const ns = await openNameServer(() => heard.resolve());
  const sockets = createSockets(1);
  const ask = asker(sockets);
  const earlier = ask(ns.server, "earlier.example");
  await heard.promise;
  ns[Symbol.dispose]();
  const later = ask(ns.server, "later.example");
  expect(await Promise.all([earlier, later])).toEqual(["unreachable", "unreachable"]);
  expect(await sockets.acquire("other", NEVER)).not.toBeNull();
  expect(sockets.idle.size).toBe(0);
});

test("a late response to an abandoned query reaches no other query", async () => {
  const first = Promise.withResolvers<Received>();
  using ns = await openNameServer((query, all) => {
    if (all.length === 1) return first.resolve(query);
    all[0]?.answer();
    // The late response with the ID of this query is not a response to its question either.
    all[0]?.answer({ id: query.id });
    query.answer({ flags: 5, answers: [] });
  });
  const ask = asker(createSockets(null));
  const leaving = new AbortController();
  const abandoned = ask(ns.server, "abandoned.example", leaving.signal);
  await first.promise;
  leaving.abort();
  expect(await abandoned).toBe("timeout");
  expect(await ask(ns.server, "next.example")).toBe("refused");
  expect(portsOf(ns.all)).toBe(1);
});

test("whoever guesses IDs fails the query, and the next one has another port", async () => {
  using ns = await openNameServer(({ id, answer }, all) => {
    for (let i = 1; i < 200 && all.length === 1; i++) answer({ id: (id + i) & 0xffff });
    if (all.length > 1) answer();
  });
  const ask = asker(createSockets(null));
  expect(await ask(ns.server, "guessed.example")).toBe("malformed");
  expect(await ask(ns.server, "next.example")).toBe("present");
  expect(portsOf(ns.all)).toBe(2);
});
