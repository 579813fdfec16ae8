import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { SQL } from "bun";
import { makeKey } from "../../keys/key.ts";
import { type Databases, openDatabases, rawSql } from "../../keys/store/databases.fixture.ts";
import {
  type Checker,
  createKey,
  eventually,
  openChecker,
  revokeKey,
  OUTAGE_TIMING as TIMING,
  wordOf,
} from "./checking.fixture.ts";

let databases: Databases;
beforeEach(() => {
  databases = openDatabases();
});
afterEach(() => databases.close());

/** Milliseconds that no check may take: twice a question's deadline, on a busy machine. */
const HANGS_MS = 5000;

/** Checks known keys and ever new ones that are none, all the time, as callers do. */
function load(checker: Checker, known: readonly string[]) {
  const seen = { known: new Set<string>(), strangers: new Set<string>() };
  let longestMs = 0;
  let checks = 0;
  let ended = false;
  const timed = async (text: string, words: Set<string>) => {
    const start = performance.now();
    words.add(await wordOf(checker.check(text)));
    longestMs = Math.max(longestMs, performance.now() - start);
    checks += 1;
  };
  const caller = async () => {
    while (!ended) {
      await Promise.all([
        ...known.map((text) => timed(text, seen.known)),
        timed(makeKey().text, seen.strangers),
      ]);
      await Bun.sleep(2);
    }
  };
  const callers = Array.from({ length: 10 }, caller);
  return {
    /** What was said since the last time. */
    take() {
      const words = { known: [...seen.known].sort(), strangers: [...seen.strangers].sort() };
      seen.known.clear();
      seen.strangers.clear();
      return words;
    },
    seen,
    checks: () => checks,
    longestMs: () => longestMs,
    async end() {
      ended = true;
      await Promise.all(callers);
    },
  };
}

describe.each(["kill -9", "SIGSTOP"] as const)("PostgreSQL: %s", (kind) => {
  const harm = async () => {
    const server = await databases.postgres();
    return kind === "kill -9" ? server.kill() : server.freeze();
  };
  const heal = async () => {
    const server = await databases.postgres();
    return kind === "kill -9" ? server.restart() : server.thaw();
  };

  test("under load: no hang, known keys go on, strangers are told to wait, and all is well again by itself", async () => {
    const place = await databases.empty("PostgreSQL");
    const keys = await Promise.all([createKey(place), createKey(place), createKey(place)]);
    const checker = openChecker(place, TIMING);
    for (const { text } of keys)
      await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
    const callers = load(
      checker,
      keys.map(({ text }) => text),
    );
    await eventually("strangers are known to be none", () => callers.seen.strangers.has("key_unknown"));

    for (let round = 1; round <= 2; round++) {
      await harm();
      await eventually("it is noticed", () => checker.states.at(-1) === "failing");
      callers.take();
      const before = callers.checks();
      // Longer than keys are kept without a look at the database, by far.
      await eventually("many checks are done", () => callers.checks() > before + 2000);
      expect(callers.take()).toEqual({ known: ["valid"], strangers: ["unavailable"] });
      // Nobody waits to find out what is known.
      expect(checker.check(makeKey().text)).not.toBeInstanceOf(Promise);

      await heal();
      await eventually("it is back", () => checker.states.at(-1) === "ok");
      const made = await createKey(place);
      await eventually(
        "a new key is valid",
        async () => (await wordOf(checker.check(made.text))) === "valid",
      );
      await eventually("strangers are none", () => callers.seen.strangers.has("key_unknown"));
      expect(callers.take().known).toEqual(["valid"]);
    }
    const [first] = keys;
    await revokeKey(place, first.id);
    await eventually(
      "a revocation is seen again",
      async () => (await wordOf(checker.check(first.text))) === "key_revoked",
    );
    await callers.end();
    expect(callers.longestMs()).toBeLessThan(HANGS_MS);
    expect(await checker.metric("dnstools_db_errors_total")).toBeGreaterThan(0);
    await checker.close();
  });

  test("away at the start: the gateway serves, and sets up the database when it is there", async () => {
    const place = await databases.empty("PostgreSQL");
    await harm();
    const checker = openChecker(place, TIMING);
    const start = performance.now();
    expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
    expect(performance.now() - start).toBeLessThan(HANGS_MS);
    expect(await wordOf(checker.check("no key"))).toBe("key_malformed");
    await eventually("it is noticed", () => checker.states.at(-1) === "failing");
    await heal();
    await eventually("it is there", () => checker.states.at(-1) === "ok");
    const sql = rawSql(place);
    expect((await sql`select count(*)::int as n from dnstools_keys`)[0]).toEqual({ n: 0 });
    await sql.close();
    const { text } = await createKey(place);
    await eventually("its keys are valid", async () => (await wordOf(checker.check(text))) === "valid");
    await checker.close();
  });

  test("without the database, keys go on for the grace and no longer; they expire, and stay revoked", async () => {
    const place = await databases.empty("PostgreSQL");
    const graceS = 4;
    const expires = Date.now() + 8000;
    const [lasting, ending, revoked] = [
      await createKey(place),
      await createKey(place, { expires }),
      await createKey(place),
    ];
    const checker = openChecker(place, TIMING, graceS);
    const word = ({ text }: { text: string }) => wordOf(checker.check(text));
    await eventually("it is valid", async () => (await word(lasting)) === "valid");
    await eventually("it is valid", async () => (await word(ending)) === "valid");
    await revokeKey(place, revoked.id);
    await eventually("it is revoked", async () => (await word(revoked)) === "key_revoked");
    await word(lasting);
    await harm();
    const harmed = performance.now();
    await eventually("it is noticed", async () => {
      await word({ text: makeKey().text });
      return checker.states.at(-1) === "failing";
    });
    await eventually("it expires", async () => (await word(ending)) === "key_expired");
    await eventually("the grace is over", async () => (await word(lasting)) === "unavailable");
    // Counted from when it was read last, which was not long before.
    expect(performance.now() - harmed).toBeGreaterThan(graceS * 1000 - 2000);
    expect(await word(revoked)).toBe("key_revoked");
    await heal();
    await eventually("it is valid again", async () => (await word(lasting)) === "valid");
    await checker.close();
  });

  test("what is left behind of connections is none, however often it happens", async () => {
    const place = await databases.empty("PostgreSQL");
    const { text } = await createKey(place);
    const checker = openChecker(place, TIMING);
    const valid = () =>
      eventually("a stranger is none", async () => {
        await checker.check(text);
        return (await wordOf(checker.check(makeKey().text))) === "key_unknown";
      });
    await valid();
    const before = readdirSync("/proc/self/fd").length;
    for (let round = 0; round < 4; round++) {
      await harm();
      await eventually("it is noticed", async () => {
        await checker.check(makeKey().text);
        return checker.states.at(-1) === "failing";
      });
      await heal();
      await valid();
    }
    expect(readdirSync("/proc/self/fd").length).toBeLessThan(before + 8);
    const sql = new SQL({ url: (await databases.postgres()).url, adapter: "postgres", max: 1 });
    await eventually("the server has few connections", async () => {
      const [row] = await sql`select count(*)::int as n from pg_stat_activity where datname like 'test_%'`;
      return row.n <= 4;
    });
    await sql.close();
    await checker.close();
  });

  test("closing does not hang, and nothing is asked after it", async () => {
    const place = await databases.empty("PostgreSQL");
    const { text } = await createKey(place);
    const checker = openChecker(place);
    await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
    await harm();
    const start = performance.now();
    await checker.close();
    expect(performance.now() - start).toBeLessThan(HANGS_MS);
    expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  });
});

test("PostgreSQL: a table that is locked is a database that does not answer, until it is not", async () => {
  const place = await databases.empty("PostgreSQL");
  const { text } = await createKey(place);
  const checker = openChecker(place, TIMING);
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  const sql = rawSql(place);
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx`lock table dnstools_keys in access exclusive mode`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const start = performance.now();
  expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  expect(performance.now() - start).toBeLessThan(HANGS_MS);
  expect(await wordOf(checker.check(text))).toBe("valid");
  free.resolve();
  await holding;
  await sql.close();
  await eventually("it answers", async () => (await wordOf(checker.check(makeKey().text))) === "key_unknown");
  await checker.close();
});
