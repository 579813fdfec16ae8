import { afterAll, expect, test } from "bun:test";
import { copyFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { makeKey } from "../key.ts";
import { openDatabases, openForWriting, rawSql } from "../store/databases.fixture.ts";
import type { DatabaseLocation } from "../store/open-store.ts";
import { createFile, sqliteFile } from "../store/sqlite.ts";
import { createKey, eventually, openChecker, OUTAGE_TIMING as TIMING, wordOf } from "./checking.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());

/**
 * Locks the SQLite file for writing.
 * @returns a function that releases the lock
 */
const holdWriting = async (location: DatabaseLocation) => {
  const sql = rawSql(location);
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holding = sql.begin("immediate", async (tx) => {
    await tx`select 1`;
    held.resolve();
    await free.promise;
  });
  await held.promise;
  return async () => {
    free.resolve();
    await holding;
    await sql.close();
  };
};

test("while another process holds the write lock, keys are still checked, and their use is written later", async () => {
  const location = await databases.empty("SQLite");
  const [used, other] = [await createKey(location), await createKey(location)];
  const checker = openChecker(location, TIMING);
  const release = await holdWriting(location);
  await eventually("it is valid", async () => (await wordOf(checker.check(used.text))) === "valid");
  const failed = () => checker.metric("dnstools_db_errors_total", 'operation="touch"');
  await eventually("its use cannot be written", async () => (await failed()) > 0);
  expect(await wordOf(checker.check(other.text))).toBe("valid");
  expect(checker.states).toEqual(["ok"]);
  await release();
  const store = await openForWriting(location);
  await eventually("its use is written", async () => (await store.show(used.id))?.lastUsed != null);
  await store.close();
  await checker.close();
});

test("a file that another process locks exclusively: unavailable, and usable again afterwards", async () => {
  const location = await databases.empty("SQLite");
  const { text } = await createKey(location);
  const sql = rawSql(location);
  await sql`pragma locking_mode = exclusive`;
  await sql`update dnstools_keys set name = 'held'`;
  const checker = openChecker(location, TIMING);
  expect(await wordOf(checker.check(text))).toBe("unavailable");
  await eventually("it is noticed", () => checker.states.at(-1) === "failing");
  expect(checker.logged()).toContain("SQLITE_BUSY");
  await sql.close();
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  expect(checker.states).toEqual(["failing", "ok"]);
  await checker.close();
});

test("a file that is not a database: unavailable, logged, and usable once a valid file replaces it", async () => {
  const [location, other] = [await databases.empty("SQLite"), await databases.empty("SQLite")];
  createFile(location.folder);
  writeFileSync(sqliteFile(location.folder), "This is no database. ".repeat(500));
  const checker = openChecker(location, TIMING);
  expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  await eventually("it is noticed", () => checker.states.at(-1) === "failing");
  expect(checker.logged()).toContain("SQLITE_NOTADB");
  const { text } = await createKey(other);
  copyFileSync(sqliteFile(other.folder), sqliteFile(location.folder));
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  await checker.close();
});

test("a file that cannot be read: unavailable, and usable once it can be read", async () => {
  const location = await databases.empty("SQLite");
  const { text } = await createKey(location);
  const [file, aside] = [sqliteFile(location.folder), `${sqliteFile(location.folder)}.aside`];
  renameSync(file, aside);
  // The file becomes a symbolic link to itself, which not even root can open.
  symlinkSync(file, file);
  const checker = openChecker(location, TIMING);
  expect(await wordOf(checker.check(text))).toBe("unavailable");
  await eventually("it is noticed", () => checker.states.at(-1) === "failing");
  rmSync(file);
  renameSync(aside, file);
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  await checker.close();
});

test("a bad file in place of a good one: known keys stay valid, unknown ones are unavailable", async () => {
  const [location, aside] = [await databases.empty("SQLite"), await databases.empty("SQLite")];
  const { text } = await createKey(location);
  createFile(aside.folder);
  const checker = openChecker(location, TIMING);
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  const [file, good] = [sqliteFile(location.folder), sqliteFile(aside.folder)];
  renameSync(file, good);
  writeFileSync(file, "This is no database. ".repeat(500));
  await eventually("it is noticed", async () => {
    await checker.check(makeKey().text);
    return checker.states.at(-1) === "failing";
  });
  expect(await wordOf(checker.check(text))).toBe("valid");
  expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  renameSync(good, file);
  await eventually("it is well", async () => (await wordOf(checker.check(makeKey().text))) === "key_unknown");
  expect(await wordOf(checker.check(text))).toBe("valid");
  await checker.close();
});
