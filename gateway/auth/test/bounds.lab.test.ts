import { afterAll, describe, expect, test } from "bun:test";
import { makeKey } from "../key.ts";
import { DATABASES, openDatabases } from "../store/databases.fixture.ts";
import { KEY_TIMING } from "../timing.ts";
import { createKey, createKeys, eventually, openChecker, PATIENT, wordOf } from "./checking.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());

describe.each(DATABASES)("%s", (kind) => {
  test("a key is read again when it is used, and is served meanwhile; one that is not in use is not read", async () => {
    const location = await databases.empty(kind);
    const { text } = await createKey(location);
    const checker = openChecker(location, { ...PATIENT, refreshMs: 5, freshMs: 3_600_000 });
    expect(await wordOf(checker.check(text))).toBe("valid");
    const read = (operation: string) =>
      checker.metric("dnstools_db_query_duration_seconds_count", `operation="${operation}"`);
    let rounds = 0;
    const interval = setInterval(() => {
      rounds += 1;
    }, 5);
    await eventually("many rounds pass", () => rounds > 20);
    clearInterval(interval);
    expect(await read("refresh")).toBe(0);
    expect(checker.check(text)).not.toBeInstanceOf(Promise);
    await eventually("it is read again", async () => (await read("refresh")) === 1);
    expect(await read("lookup")).toBe(1);
    await checker.close();
  });

  test("many concurrent checks of one key cause one database query", async () => {
    const location = await databases.empty(kind);
    const { text } = await createKey(location);
    const checker = openChecker(location, PATIENT);
    const words = await Promise.all(Array.from({ length: 500 }, () => wordOf(checker.check(text))));
    expect(new Set(words)).toEqual(new Set(["valid"]));
    expect(await checker.metric("dnstools_db_query_duration_seconds_count", 'operation="lookup"')).toBe(1);
    await checker.close();
  });

  test("a flood of well-formed unknown keys: few queries, most checks unavailable, known keys served", async () => {
    const location = await databases.empty(kind);
    const known = await createKey(location);
    const checker = openChecker(location, PATIENT);
    expect(await wordOf(checker.check(known.text))).toBe("valid");
    const flood = Array.from({ length: 20_000 }, () => wordOf(checker.check(makeKey().text)));
    expect(checker.check(known.text)).not.toBeInstanceOf(Promise);
    const words = await Promise.all(flood);
    expect(words.filter((word) => word !== "unavailable" && word !== "key_unknown")).toEqual([]);
    expect(words.filter((word) => word === "unavailable").length).toBeGreaterThan(15_000);
    const asked = await checker.metric("dnstools_db_query_duration_seconds_count", 'operation="lookup"');
    expect(asked).toBeLessThan(KEY_TIMING.waitingMax + 10);
    // After the flood, keys are checked as before.
    expect(await wordOf(checker.check((await createKey(location)).text))).toBe("valid");
    await checker.close();
  });

  test("an unknown id is remembered, and looked up once", async () => {
    const location = await databases.empty(kind);
    await createKey(location);
    const checker = openChecker(location, { ...PATIENT, absentMs: 3_600_000 });
    const { text } = makeKey();
    for (let i = 0; i < 50; i++) expect(await wordOf(checker.check(text))).toBe("key_unknown");
    const asked = () => checker.metric("dnstools_db_query_duration_seconds_count", 'operation="lookup"');
    expect(await asked()).toBe(1);
    await checker.close();
  });

  test("unknown keys are cached up to a limit, and evict no known key", async () => {
    const location = await databases.empty(kind);
    const { text } = await createKey(location);
    const checker = openChecker(location, { ...PATIENT, keysMax: 5, absentMax: 3, absentMs: 3_600_000 });
    expect(await wordOf(checker.check(text))).toBe("valid");
    for (let i = 0; i < 20; i++) expect(await wordOf(checker.check(makeKey().text))).toBe("key_unknown");
    expect(checker.check(text)).not.toBeInstanceOf(Promise);
    expect(await checker.metric("dnstools_cache_entries", 'cache="keys"')).toBe(4);
    expect(await checker.metric("dnstools_cache_evictions_total", 'cache="keys"')).toBe(17);
    await checker.close();
  });

  test("with more keys than the cache holds, each key is still valid", async () => {
    const location = await databases.empty(kind);
    const keys = await createKeys(location, 60);
    const checker = openChecker(location, { ...PATIENT, keysMax: 10, refreshMs: 10 });
    for (let round = 0; round < 5; round++)
      for (const { text } of keys) expect(await wordOf(checker.check(text))).toBe("valid");
    // More lookups than keys show that the cache evicted keys: if all keys were cached, each would be looked up only
    // once.
    expect(
      await checker.metric("dnstools_db_query_duration_seconds_count", 'operation="lookup"'),
    ).toBeGreaterThan(keys.length);
    await checker.close();
  });
});
