import { afterAll, describe, expect, test } from "bun:test";
import { DATABASES, openDatabases, rawSql } from "../store/databases.fixture.ts";
import { KEY_TIMING, longestRevocationMs } from "../timing.ts";
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

describe.each(DATABASES)("%s", (kind) => {
  test("of many valid keys a revoked one is refused by two gateways once they have read it again", async () => {
    const location = await databases.empty(kind);
    const keys = await createKeys(location, 1000);
    const timing = faster(20, PATIENT);
    const gateways = [openChecker(location, timing), openChecker(location, timing)];
    for (const { check } of gateways) {
      for (let at = 0; at < keys.length; at += 500) {
        const some = keys.slice(at, at + 500);
        const words = await Promise.all(some.map(({ text }) => wordOf(check(text))));
        expect(words.filter((word) => word !== "valid")).toEqual([]);
      }
    }
    const [victim, neighbour] = keys;
    if (victim === undefined || neighbour === undefined) throw new Error("no keys");
    await revokeKey(location, victim.id);
    for (const { check, close } of gateways) {
      // The revocation is noticed although the key is cached and in constant use.
      await eventually("it is refused", async () => (await wordOf(check(victim.text))) === "key_revoked");
      expect(await wordOf(check(neighbour.text))).toBe("valid");
      await close();
    }
  });

  test("a key that was not used for a while is looked up before it is served again", async () => {
    const location = await databases.empty(kind);
    const { text, id } = await createKey(location);
    const checker = openChecker(location, { ...PATIENT, freshMs: 50, refreshMs: 3_600_000 });
    expect(await wordOf(checker.check(text))).toBe("valid");
    await revokeKey(location, id);
    await eventually("it is old", () => checker.check(text) instanceof Promise);
    expect(await wordOf(checker.check(text))).toBe("key_revoked");
    await checker.close();
  });

  test("a key whose row is gone is unknown", async () => {
    const location = await databases.empty(kind);
    const { text, id } = await createKey(location);
    const checker = openChecker(location, faster(100, PATIENT));
    expect(await wordOf(checker.check(text))).toBe("valid");
    const sql = rawSql(location);
    await sql`delete from dnstools_keys where id = ${id}`;
    await sql.close();
    await eventually("it is unknown", async () => (await wordOf(checker.check(text))) === "key_unknown");
    await checker.close();
  });
});

test("with the default times a revoked key is refused after less than 30 s", () => {
  expect(longestRevocationMs(KEY_TIMING)).toBeLessThan(30_000);
  expect(KEY_TIMING.refreshMs).toBeLessThan(KEY_TIMING.freshMs);
});
