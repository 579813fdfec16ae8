import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { SQL } from "bun";
import { makeKey } from "../key.ts";
import { openDatabases, rawSql } from "../store/databases.fixture.ts";
import {
  type Checker,
  createKey,
  eventually,
  openChecker,
  revokeKey,
  OUTAGE_TIMING as TIMING,
  wordOf,
} from "./checking.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());
afterEach(async () => {
  const server = await databases.postgres();
  if (server.pids().length === 0) await server.restart();
  else server.thaw();
});

/** Continuously checks known keys and newly made unknown keys, as callers do. */
function load(checker: Checker, known: readonly string[]) {
  const seen = { known: new Set<string>(), unknown: new Set<string>() };
  let ended = false;
  /** Number of rounds that each caller has completed. */
  const rounds = Array.from({ length: CALLERS }, () => 0);
  const caller = async (_: number, at: number) => {
    while (!ended) {
      await Promise.all([
        ...known.map(async (text) => seen.known.add(await wordOf(checker.check(text)))),
        (async () => seen.unknown.add(await wordOf(checker.check(makeKey().text))))(),
      ]);
      rounds[at] = (rounds[at] ?? 0) + 1;
      await Bun.sleep(PAUSE_MS);
    }
  };
  const callers = rounds.map(caller);
  return {
    /** Returns the verdicts since the last call of this function. */
    take() {
      const words = { known: [...seen.known].sort(), unknown: [...seen.unknown].sort() };
      seen.known.clear();
      seen.unknown.clear();
      return words;
    },
    seen,
    /** Resolves when every caller has completed the given number of rounds after this call. */
    async goesOn(more: number) {
      const least = rounds.map((done) => done + more);
      await eventually("every caller goes on", () => rounds.every((done, at) => done >= (least[at] ?? 0)));
    },
    async end() {
      ended = true;
      await Promise.all(callers);
    },
  };
}

const CALLERS = 5;
const PAUSE_MS = 10;
/**
 * Number of rounds of a caller that take three times `freshMs`, the time for which a cached key is used without a
 * query.
 */
const ROUNDS = (3 * TIMING.freshMs) / PAUSE_MS;

describe.each(["kill -9", "SIGSTOP"] as const)("PostgreSQL: %s", (kind) => {
  const harm = async () => {
    const server = await databases.postgres();
    return kind === "kill -9" ? server.kill() : server.freeze();
  };
  const heal = async () => {
    const server = await databases.postgres();
    return kind === "kill -9" ? server.restart() : server.thaw();
  };

  test("under load: known keys stay valid, unknown ones are unavailable, and it recovers by itself", async () => {
    const location = await databases.empty("PostgreSQL");
    const keys = await Promise.all([createKey(location), createKey(location), createKey(location)]);
    const checker = openChecker(location, TIMING);
    for (const { text } of keys)
      await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
    const callers = load(
      checker,
      keys.map(({ text }) => text),
    );
    await eventually("unknown keys are refused", () => callers.seen.unknown.has("key_unknown"));

    for (let round = 1; round <= 2; round++) {
      await harm();
      await eventually("it is noticed", () => checker.states.at(-1) === "failing");
      // Waits for the checks that started before the outage: they end while the database is still unreachable.
      await callers.goesOn(2);
      callers.take();
      await callers.goesOn(ROUNDS);
      expect(callers.take()).toEqual({ known: ["valid"], unknown: ["unavailable"] });
      // The synchronous result shows that a check does not wait for a database that is known to be unreachable.
      expect(checker.check(makeKey().text)).not.toBeInstanceOf(Promise);

      await heal();
      await eventually("it is back", () => checker.states.at(-1) === "ok");
      const made = await createKey(location);
      await eventually(
        "a new key is valid",
        async () => (await wordOf(checker.check(made.text))) === "valid",
      );
      await eventually("unknown keys are refused", () => callers.seen.unknown.has("key_unknown"));
      expect(callers.take().known).toEqual(["valid"]);
    }
    const [first] = keys;
    await revokeKey(location, first.id);
    await eventually(
      "a revocation is seen again",
      async () => (await wordOf(checker.check(first.text))) === "key_revoked",
    );
    await callers.end();
    expect(await checker.metric("dnstools_db_errors_total")).toBeGreaterThan(0);
    await checker.close();
  });

  test("away at the start: checks are answered, and the database is set up when it is there", async () => {
    const location = await databases.empty("PostgreSQL");
    await harm();
    const checker = openChecker(location, TIMING);
    // The verdict does not have to wait until the database is reachable again.
    expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
    expect(await wordOf(checker.check("no key"))).toBe("key_malformed");
    await eventually("it is noticed", () => checker.states.at(-1) === "failing");
    await heal();
    await eventually("it is there", () => checker.states.at(-1) === "ok");
    const sql = rawSql(location);
    expect((await sql`select count(*)::int as n from dnstools_keys`)[0]).toEqual({ n: 0 });
    await sql.close();
    const { text } = await createKey(location);
    await eventually("its keys are valid", async () => (await wordOf(checker.check(text))) === "valid");
    await checker.close();
  });

  test("without the database, keys go on for the grace and no longer; they expire, and stay revoked", async () => {
    const location = await databases.empty("PostgreSQL");
    const graceS = 4;
    const expires = Date.now() + 8000;
    const [lasting, ending, revoked] = [
      await createKey(location),
      await createKey(location, { expires }),
      await createKey(location),
    ];
    const checker = openChecker(location, TIMING, graceS);
    const word = ({ text }: { text: string }) => wordOf(checker.check(text));
    await eventually("it is valid", async () => (await word(lasting)) === "valid");
    await eventually("it is valid", async () => (await word(ending)) === "valid");
    await revokeKey(location, revoked.id);
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
    // The grace period begins with the last successful read, shortly before the outage.
    expect(performance.now() - harmed).toBeGreaterThan(graceS * 1000 - 2000);
    expect(await word(revoked)).toBe("key_revoked");
    await heal();
    await eventually("it is valid again", async () => (await word(lasting)) === "valid");
    await checker.close();
  });

  test("repeated outages leave no connections or file descriptors behind", async () => {
    const location = await databases.empty("PostgreSQL");
    const { text } = await createKey(location);
    const checker = openChecker(location, TIMING);
    const valid = () =>
      eventually("an unknown key is refused", async () => {
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

  test("closing does not wait for the database, and keys are unavailable after it", async () => {
    const location = await databases.empty("PostgreSQL");
    const { text } = await createKey(location);
    const checker = openChecker(location);
    await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
    await harm();
    await checker.close();
    expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  });
});

test("PostgreSQL: while a table is locked, known keys stay valid and unknown ones are unavailable", async () => {
  const location = await databases.empty("PostgreSQL");
  const { text } = await createKey(location);
  const checker = openChecker(location, TIMING);
  await eventually("it is valid", async () => (await wordOf(checker.check(text))) === "valid");
  const sql = rawSql(location);
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx`lock table dnstools_keys in access exclusive mode`;
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  // The verdict does not have to wait until the table is unlocked.
  expect(await wordOf(checker.check(makeKey().text))).toBe("unavailable");
  expect(await wordOf(checker.check(text))).toBe("valid");
  free.resolve();
  await holding;
  await sql.close();
  await eventually("it answers", async () => (await wordOf(checker.check(makeKey().text))) === "key_unknown");
  await checker.close();
});
