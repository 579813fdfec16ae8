import { afterAll, describe, expect, test } from "bun:test";
import { hashOf, makeKey } from "../key.ts";
import { DATABASES, openDatabases, openForWriting } from "./databases.fixture.ts";
import type { KeyStore } from "./sql-store.ts";
import type { NewKey } from "./store.ts";

const databases = openDatabases();
afterAll(() => databases.close());

const NOW = Date.UTC(2026, 10, 20, 12);

function newKey(fields: Partial<NewKey> = {}): NewKey {
  const { text, id } = makeKey();
  return { id, hash: hashOf(text), name: "Example", contact: "", created: NOW, expires: null, ...fields };
}

// The same tests run for every kind of store.
describe.each(DATABASES)("%s", (kind) => {
  const withStore = async (work: (store: KeyStore, second: KeyStore) => Promise<void>) => {
    const location = await databases.empty(kind);
    const store = await openForWriting(location);
    const second = await openForWriting(location);
    try {
      await work(store, second);
    } finally {
      await Promise.all([store.close(), second.close()]);
    }
  };

  test("what was created is shown and listed as it was given, to every process", () =>
    withStore(async (store, second) => {
      const key = newKey({
        name: `Zoë's "Müller" & 株式会社 🔑; drop table dnstools_keys`,
        contact: "a\\b'@example.org",
        // A time later than 2^31 seconds, with milliseconds: SQLite and PostgreSQL must store it exactly.
        expires: Date.UTC(2126, 0, 1, 0, 0, 0, 123),
      });
      await store.create(key);
      const { hash, ...fields } = key;
      const record = { ...fields, revoked: null, lastUsed: null, successor: null };
      expect(await second.show(key.id)).toEqual(record);
      expect(await second.list()).toEqual([record]);
      expect(hash).toHaveLength(32);
    }));

  test("the list has the oldest first, and those of one moment in the order of their ids", () =>
    withStore(async (store) => {
      const ids = ["zzzzzzzzzz", "ZZZZZZZZZZ", "aaaaaaaaaa", "AAAAAAAAAA", "0000000000"];
      for (const id of ids) await store.create(newKey({ id }));
      await store.create(newKey({ id: "yyyyyyyyyy", created: NOW - 1 }));
      expect((await store.list()).map(({ id }) => id)).toEqual([
        "yyyyyyyyyy",
        "0000000000",
        "AAAAAAAAAA",
        "ZZZZZZZZZZ",
        "aaaaaaaaaa",
        "zzzzzzzzzz",
      ]);
    }));

  test("ids differ by case", () =>
    withStore(async (store) => {
      await store.create(newKey({ id: "abcdefghij" }));
      expect(await store.show("ABCDEFGHIJ")).toBeNull();
      expect(await store.find(["Abcdefghij"])).toEqual([]);
    }));

  test("an id is there once: a second key of the same id is refused and changes nothing", () =>
    withStore(async (store) => {
      const key = newKey({ name: "first" });
      await store.create(key);
      expect(store.create(newKey({ id: key.id, name: "second" }))).rejects.toThrow();
      expect((await store.list()).map(({ name }) => name)).toEqual(["first"]);
    }));

  test("finds those of many ids that are there, with what a check needs", () =>
    withStore(async (store) => {
      const keys = Array.from({ length: 300 }, (_, i) => newKey({ expires: i % 2 === 0 ? null : NOW + i }));
      for (const key of keys) await store.create(key);
      const [first = newKey()] = keys;
      await store.revoke(first.id, NOW);
      const absent = Array.from({ length: 300 }, () => makeKey().id);
      const found = await store.find([...absent, ...keys.map(({ id }) => id)]);
      const expected = keys.map(({ id, hash, expires }) => ({ id, hash, expires, revoked: id === first.id }));
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      expect([...found].sort(byId)).toEqual(expected.sort(byId));
      expect(await store.find([])).toEqual([]);
    }));

  test("a revoked key keeps the time it was revoked first", () =>
    withStore(async (store, second) => {
      const key = newKey();
      await store.create(key);
      expect((await store.revoke(key.id, NOW + 5))?.revoked).toBe(NOW + 5);
      expect((await second.revoke(key.id, NOW + 9))?.revoked).toBe(NOW + 5);
      expect(await store.revoke(makeKey().id, NOW)).toBeNull();
    }));

  test("the last use never goes back, and nothing else changes", () =>
    withStore(async (store, second) => {
      const keys = [newKey(), newKey(), newKey()];
      for (const key of keys) await store.create(key);
      const ids = keys.slice(0, 2).map(({ id }) => id);
      const before = await store.list();
      await store.touch(ids, NOW + 120_000);
      await second.touch([...ids, makeKey().id], NOW + 60_000);
      await store.touch([], NOW);
      const expected = before.map((key) => ({
        ...key,
        lastUsed: ids.includes(key.id) ? NOW + 120_000 : null,
      }));
      expect(await store.list()).toEqual(expected);
    }));

  test("processes that note the use of the same keys in any order do not block each other", () =>
    withStore(async (store, second) => {
      const keys = Array.from({ length: 50 }, () => newKey());
      for (const key of keys) await store.create(key);
      const ids = keys.map(({ id }) => id);
      const rounds = Array.from({ length: 20 }, (_, i) => i + 1);
      await Promise.all(
        rounds.flatMap((i) => [store.touch(ids, NOW + i), second.touch(ids.toReversed(), NOW + i)]),
      );
      await store.touch(ids, NOW + 100);
      expect((await store.list()).every(({ lastUsed }) => lastUsed === NOW + 100)).toBe(true);
    }));

  test("a rotation puts the new key in the old one's place", () =>
    withStore(async (store, second) => {
      const old = newKey();
      await store.create(old);
      const before = await store.show(old.id);
      if (before === null) throw new Error("it is not there");
      const next = newKey({ created: NOW + 1 });
      expect(await store.rotate(before, next, NOW + 5000)).toBe("rotated");
      expect(await second.show(old.id)).toEqual({ ...before, expires: NOW + 5000, successor: next.id });
      expect((await second.show(next.id))?.successor).toBeNull();
      // `before` is the key before the first rotation. A second rotation based on it is refused, as after a faster
      // command of another process.
      expect(await second.rotate(before, newKey(), NOW)).toBe("changed");
      expect(await store.list()).toHaveLength(2);
    }));

  test("of many rotations at the same time one is done, and one new key is there", () =>
    withStore(async (store, second) => {
      const old = newKey();
      await store.create(old);
      const before = await store.show(old.id);
      if (before === null) throw new Error("it is not there");
      const tries = [store, second, store, second, store, second];
      const done = await Promise.all(tries.map((one) => one.rotate(before, newKey(), NOW)));
      expect(done.filter((result) => result === "rotated")).toHaveLength(1);
      expect(await store.list()).toHaveLength(2);
    }));

  test("a key that was revoked meanwhile is not rotated", () =>
    withStore(async (store, second) => {
      const old = newKey();
      await store.create(old);
      const before = await store.show(old.id);
      if (before === null) throw new Error("it is not there");
      await second.revoke(old.id, NOW);
      expect(await store.rotate(before, newKey(), NOW)).toBe("changed");
      expect(await store.list()).toHaveLength(1);
    }));

  test("a rotation that fails half-way leaves all as it was", () =>
    withStore(async (store, second) => {
      const old = newKey();
      const other = newKey();
      await store.create(old);
      await store.create(other);
      const before = await store.show(old.id);
      if (before === null) throw new Error("it is not there");
      // The rotation fails because a key with the new key's id already exists.
      expect(store.rotate(before, newKey({ id: other.id }), NOW)).rejects.toThrow();
      expect(await second.show(old.id)).toEqual(before);
    }));

  test("what is closed fails at once, and can be closed again", () =>
    withStore(async (store) => {
      await store.close();
      expect(store.list()).rejects.toThrow();
      await store.close();
    }));
});
