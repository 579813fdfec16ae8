import { afterAll, describe, expect, test } from "bun:test";
import { DATABASES, openDatabases, rawSql } from "../../keys/store/databases.fixture.ts";
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
import { KEY_TIMING, longestRevocationMs } from "./timing.ts";

const databases = openDatabases();
afterAll(() => databases.close());

describe.each(DATABASES)("%s", (kind) => {
  test("10,000 keys are valid in two gateways; one is revoked, and both refuse it in time", async () => {
    const place = await databases.empty(kind);
    const keys = await createKeys(place, 10_000);
    const timing = faster(20, PATIENT);
    const gateways = [openChecker(place, timing), openChecker(place, timing)];
    for (const { check } of gateways) {
      for (let at = 0; at < keys.length; at += 500) {
        const some = keys.slice(at, at + 500);
        const words = await Promise.all(some.map(({ text }) => wordOf(check(text))));
        expect(words.filter((word) => word !== "valid")).toEqual([]);
      }
    }
    const [victim, neighbour] = keys;
    if (victim === undefined || neighbour === undefined) throw new Error("no keys");
    await revokeKey(place, victim.id);
    // In use all the while: it is kept in memory, and must be found out all the same.
    await Promise.all(
      gateways.map(({ check }) =>
        eventually("it is refused", async () => (await wordOf(check(victim.text))) === "key_revoked"),
      ),
    );
    for (const { check, close } of gateways) {
      expect(await wordOf(check(neighbour.text))).toBe("valid");
      await close();
    }
  }, 120_000);

  test("a key that nobody used for long is looked up before it is served again", async () => {
    const place = await databases.empty(kind);
    const { text, id } = await createKey(place);
    const checker = openChecker(place, { ...PATIENT, freshMs: 50, refreshMs: 3_600_000 });
    expect(await wordOf(checker.check(text))).toBe("valid");
    await revokeKey(place, id);
    await eventually("it is old", () => checker.check(text) instanceof Promise);
    expect(await wordOf(checker.check(text))).toBe("key_revoked");
    await checker.close();
  });

  test("a key whose row is gone is unknown", async () => {
    const place = await databases.empty(kind);
    const { text, id } = await createKey(place);
    const checker = openChecker(place, faster(100, PATIENT));
    expect(await wordOf(checker.check(text))).toBe("valid");
    const sql = rawSql(place);
    await sql`delete from dnstools_keys where id = ${id}`;
    await sql.close();
    await eventually("it is unknown", async () => (await wordOf(checker.check(text))) === "key_unknown");
    await checker.close();
  });
});

test("by the times as they are shipped, a revoked key is refused after less than 30 s", () => {
  expect(longestRevocationMs(KEY_TIMING)).toBeLessThan(30_000);
  expect(KEY_TIMING.refreshMs).toBeLessThan(KEY_TIMING.freshMs);
});

test("with the times as they are shipped, a revoked key in use is refused within 30 s", async () => {
  const took = await Promise.all(
    DATABASES.map(async (kind) => {
      const place = await databases.empty(kind);
      const { text, id } = await createKey(place);
      const gateways = [openChecker(place, KEY_TIMING), openChecker(place, KEY_TIMING)];
      for (const { check } of gateways)
        await eventually("it is valid", async () => (await wordOf(check(text))) === "valid");
      await revokeKey(place, id);
      const start = performance.now();
      const times = gateways.map(async ({ check, close }) => {
        await eventually("it is refused", async () => (await wordOf(check(text))) === "key_revoked");
        const took = performance.now() - start;
        await close();
        return took;
      });
      return Math.max(...(await Promise.all(times)));
    }),
  );
  for (const ms of took) expect(ms).toBeLessThan(30_000);
}, 120_000);
