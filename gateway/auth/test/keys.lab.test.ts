import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, renameSync, rmSync } from "node:fs";
import { crc32 } from "node:zlib";
import { hashOf, makeKey } from "../key.ts";
import { DATABASES, openDatabases, openForWriting, rawSql } from "../store/databases.fixture.ts";
import { sqliteFile } from "../store/sqlite.ts";
import {
  createKey,
  createKeys,
  eventually,
  faster,
  openChecker,
  PATIENT,
  revokeKey,
  wordOf,
} from "./checking.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());

const MINUTE_MS = 60_000;

describe.each(DATABASES)("%s", (kind) => {
  test("each kind of key has its verdict, and each is counted", async () => {
    const location = await databases.empty(kind);
    const good = await createKey(location, { expires: Date.now() + MINUTE_MS });
    const expired = await createKey(location, { expires: Date.now() - 1 });
    const revoked = await createKey(location);
    await revokeKey(location, revoked.id);
    const both = await createKey(location, { expires: Date.now() - 1 });
    await revokeKey(location, both.id);
    const checker = openChecker(location, PATIENT);
    for (let round = 0; round < 2; round++) {
      expect(await checker.check(good.text)).toEqual({ status: "valid", id: good.id });
      expect(await wordOf(checker.check(expired.text))).toBe("key_expired");
      expect(await wordOf(checker.check(revoked.text))).toBe("key_revoked");
      expect(await wordOf(checker.check(both.text))).toBe("key_revoked");
      expect(await wordOf(checker.check(makeKey().text))).toBe("key_unknown");
      expect(await wordOf(checker.check(`${good.text.slice(0, 63)}!`))).toBe("key_malformed");
      expect(await wordOf(checker.check(""))).toBe("key_malformed");
    }
    for (const [result, count] of Object.entries({
      ok: 2,
      expired: 2,
      revoked: 4,
      unknown: 2,
      malformed: 4,
      unavailable: 0,
    }))
      expect(await checker.metric("dnstools_auth_attempts_total", `result="${result}"`)).toBe(count);
    expect(await checker.metric("dnstools_db_query_duration_seconds_count", 'operation="lookup"')).toBe(6);
    // There are six cache misses (four existing keys and two unknown ones) and six hits (the same four keys again, and
    // two variants of the first key).
    for (const [result, count] of Object.entries({ miss: 6, hit: 6, negative: 0, stale: 0 }))
      expect([
        result,
        await checker.metric("dnstools_cache_requests_total", `cache="keys",result="${result}"`),
      ]).toEqual([result, count]);
    expect(await checker.metric("dnstools_cache_entries", 'cache="keys"')).toBe(6);
    expect(await checker.metric("dnstools_db_errors_total")).toBe(0);
    expect(checker.states).toEqual(["ok"]);
    await checker.close();
  });

  test("a cached key is checked at once, and so is a text that is not a key", async () => {
    const location = await databases.empty(kind);
    const { text } = await createKey(location);
    const checker = openChecker(location, PATIENT);
    expect(checker.check(text)).toBeInstanceOf(Promise);
    expect(await wordOf(checker.check(text))).toBe("valid");
    expect(checker.check(text)).not.toBeInstanceOf(Promise);
    expect(checker.check(`${text} `)).not.toBeInstanceOf(Promise);
    await checker.close();
  });

  test("another secret with a key's id is unknown, and the key itself stays valid", async () => {
    const location = await databases.empty(kind);
    const { text, id } = await createKey(location);
    const checker = openChecker(location, PATIENT);
    // A well-formed key with the id of an existing key and a correct checksum, which an attacker can easily create.
    const forged = forge(id);
    for (let round = 0; round < 2; round++) {
      expect(await wordOf(checker.check(forged))).toBe("key_unknown");
      expect(await wordOf(checker.check(text))).toBe("valid");
      // A typing error in the last letter of the secret makes the checksum wrong.
      expect(await wordOf(checker.check(mistype(text, 57)))).toBe("key_malformed");
    }
    await checker.close();
  });

  test("a key expires at its time, out of memory too", async () => {
    const location = await databases.empty(kind);
    const expires = Date.now() + 3000;
    const { text } = await createKey(location, { expires });
    const checker = openChecker(location, PATIENT);
    expect(await wordOf(checker.check(text))).toBe("valid");
    await eventually("it expires", async () => (await wordOf(checker.check(text))) === "key_expired");
    expect(Date.now()).toBeGreaterThanOrEqual(expires);
    expect(await checker.metric("dnstools_db_query_duration_seconds_count", 'operation="lookup"')).toBe(1);
    await checker.close();
  });

  test("a damaged row makes its key unknown, and the others valid still", async () => {
    const location = await databases.empty(kind);
    const [damaged, whole] = await createKeys(location, 2);
    const sql = rawSql(location);
    await sql`update dnstools_keys set hash = 'abc' where id = ${damaged?.id}`;
    await sql.close();
    const checker = openChecker(location, PATIENT);
    expect(await wordOf(checker.check(damaged?.text ?? ""))).toBe("key_unknown");
    expect(await wordOf(checker.check(whole?.text ?? ""))).toBe("valid");
    expect(checker.states).toEqual(["ok"]);
    await checker.close();
  });

  test("the last use is written down to the minute, by the timer and at the end", async () => {
    const location = await databases.empty(kind);
    const [first, second, unused] = await createKeys(location, 3);
    const store = await openForWriting(location);
    const lastUsed = async (id = "") => (await store.show(id))?.lastUsed ?? null;
    const before = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const checker = openChecker(location, { ...PATIENT, refreshMs: 5 });
    await checker.check(first?.text ?? "");
    await eventually("it is written", async () => (await lastUsed(first?.id)) !== null);
    await checker.close();
    const slow = openChecker(location, PATIENT);
    await slow.check(second?.text ?? "");
    await slow.close();
    for (const key of [first, second]) {
      const at = await lastUsed(key?.id);
      expect(at).toBeGreaterThanOrEqual(before);
      expect((at ?? 1) % MINUTE_MS).toBe(0);
    }
    expect(await lastUsed(unused?.id)).toBeNull();
    await store.close();
  });

  test("a refused key is not one that was used", async () => {
    const location = await databases.empty(kind);
    const { text, id } = await createKey(location);
    await revokeKey(location, id);
    const checker = openChecker(location, PATIENT);
    expect(await wordOf(checker.check(text))).toBe("key_revoked");
    expect(await wordOf(checker.check(forge(id)))).toBe("key_unknown");
    await checker.close();
    const store = await openForWriting(location);
    expect((await store.show(id))?.lastUsed).toBeNull();
    await store.close();
  });

  test("neither a key nor its hash is in what is logged and measured", async () => {
    const location = await databases.empty(kind);
    const { text, id } = await createKey(location);
    const other = makeKey();
    const checker = openChecker(location, faster(100, PATIENT));
    await checker.check(text);
    await checker.check(other.text);
    await checker.check(mistype(text, 20));
    // Renames a column, so that every query fails with an error message of the database.
    const sql = rawSql(location);
    await sql.unsafe("alter table dnstools_keys rename column hash to hush");
    await sql.close();
    await checker.check((await makeKey()).text);
    await eventually("it fails", () => checker.states.includes("failing"));
    // The database still accepts connections, but the state only becomes ok when a query succeeds.
    const tries = () => checker.metric("dnstools_db_errors_total", 'operation="open"');
    await eventually("it is tried again", async () => (await tries()) >= 3);
    expect(checker.states).toEqual(["ok", "failing"]);
    const all = checker.logged() + (await checker.metrics());
    expect(all).toContain("does not answer");
    for (const secret of [text, other.text]) {
      expect(all).not.toContain(secret.slice(15, 25));
      expect(all).not.toContain(hashOf(secret).toHex().slice(0, 10));
    }
    expect(all).not.toContain(id);
    await checker.close();
  });
});

test("SQLite: without a file every key is unknown and none is made; one that comes later is seen", async () => {
  const location = await databases.empty("SQLite");
  const checker = openChecker(location, PATIENT);
  expect(await wordOf(checker.check(makeKey().text))).toBe("key_unknown");
  expect(existsSync(location.folder)).toBe(false);
  expect(checker.states).toEqual(["ok"]);
  const { text } = await createKey(location);
  expect(existsSync(sqliteFile(location.folder))).toBe(true);
  expect(await wordOf(checker.check(text))).toBe("valid");
  await checker.close();
});

test("SQLite: a file that replaces another one is used", async () => {
  const location = await databases.empty("SQLite");
  const other = await databases.empty("SQLite");
  const [before, after] = [await createKey(location), await createKey(other)];
  const checker = openChecker(location, faster(100, PATIENT));
  expect(await wordOf(checker.check(before.text))).toBe("valid");
  for (const end of ["-wal", "-shm"]) rmSync(`${sqliteFile(location.folder)}${end}`, { force: true });
  renameSync(sqliteFile(other.folder), sqliteFile(location.folder));
  await eventually("the new is valid", async () => (await wordOf(checker.check(after.text))) === "valid");
  await eventually(
    "the old is not",
    async () => (await wordOf(checker.check(before.text))) === "key_unknown",
  );
  await checker.close();
});

/** Returns a well-formed key with the given id and a correct checksum. */
function forge(id: string): string {
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const body = `dnst_${id}${makeKey().text.slice(15, 58)}`;
  let checksum = "";
  for (let left = crc32(body); checksum.length < 6; left = Math.floor(left / 62))
    checksum = `${letters[left % 62]}${checksum}`;
  return body + checksum;
}

function mistype(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === "a" ? "b" : "a"}${text.slice(index + 1)}`;
}
