import { afterAll, expect, test } from "bun:test";
import { copyFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { makeKey } from "../key.ts";
import { openDatabases, openForWriting, rawSql } from "../store/databases.fixture.ts";
import type { DatabaseLocation } from "../store/open-store.ts";
import { createFile, sqliteFile } from "../store/sqlite.ts";
import { createKey, eventually, openChecker, OUTAGE_TIMING as TIMING, wordOf } from "./checking.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());

/** Holds the file's only place to write. @returns what lets it go */
const holdWriting = async (place: DatabaseLocation) => {
  const sql = rawSql(place);
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

test("while another process writes for long, keys are checked all the same, and their use is written later", async () => {
  const place = await databases.empty("SQLite");
  const [used, other] = [await createKey(place), await createKey(place)];
  const checker = openChecker(place, TIMING);
  const release = await holdWriting(place);
  await eventually("it is valid", async () => (await wordOf(checker.check(used.text))) === "valid");
  const failed = () => checker.metric("dnstools_db_errors_total", 'operation="touch"');
  await eventually("its use cannot be written", async () => (await failed()) > 0);
  expect(await wordOf(checker.check(other.text))).toBe("valid");
  expect(checker.states).toEqual(["ok"]);
  await release();
  const store = await openForWriting(place);
  await eventually("its use is written", async () => (await store.show(used.id))?.lastUsed != null);
  await store.close();
  await checker.close();
});

test("a file that another process has for itself alone: unavailable, and well again by itself", async () => {
  const place = await databases.empty("SQLite");
  const { text } = await createKey(place);
  const sql = rawSql(place);
  await sql`pragma locking_mode = exclusive`;
  await sql`update dnstools_keys set name = 'held'`;
  const checker = openChecker(place, TIMING);
  expect(await wordOf(checker.check(text))).toBe("unavailable");
  await eventually("it is noticed", () => checker.states.at(-1) === "failing");
  expect(checker.logged()).toContain("SQLITE_BUSY");
  await sql.close();
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  expect(checker.states).toEqual(["failing", "ok"]);
  await checker.close();
});

test("a file that is none: unavailable, said in the log, and well once there is a good one", async () => {
  const [place, other] = [await databases.empty("SQLite"), await databases.empty("SQLite")];
  createFile(place.folder);
  writeFileSync(sqliteFile(place.folder), "This is no database. ".repeat(500));
  const checker = openChecker(place, TIMING);
  expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  await eventually("it is noticed", () => checker.states.at(-1) === "failing");
  expect(checker.logged()).toContain("SQLITE_NOTADB");
  const { text } = await createKey(other);
  copyFileSync(sqliteFile(other.folder), sqliteFile(place.folder));
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  await checker.close();
});

test("a file that cannot be looked at: unavailable, and well once it can", async () => {
  const place = await databases.empty("SQLite");
  const { text } = await createKey(place);
  const [file, aside] = [sqliteFile(place.folder), `${sqliteFile(place.folder)}.aside`];
  renameSync(file, aside);
  // A link to itself: nobody gets past it, not even root.
  symlinkSync(file, file);
  const checker = openChecker(place, TIMING);
  expect(await wordOf(checker.check(text))).toBe("unavailable");
  await eventually("it is noticed", () => checker.states.at(-1) === "failing");
  rmSync(file);
  renameSync(aside, file);
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  await checker.close();
});

test("a bad file in place of a good one: known keys stay valid, unknown ones are unavailable", async () => {
  const [place, aside] = [await databases.empty("SQLite"), await databases.empty("SQLite")];
  const { text } = await createKey(place);
  createFile(aside.folder);
  const checker = openChecker(place, TIMING);
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  const [file, good] = [sqliteFile(place.folder), sqliteFile(aside.folder)];
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
