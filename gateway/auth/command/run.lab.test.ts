import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { PRODUCT } from "@dnstools/lab/support/product";
import { DATABASES, openDatabases } from "../store/databases.fixture.ts";
import type { DatabaseLocation } from "../store/open-store.ts";
import { createFile, sqliteFile } from "../store/sqlite.ts";
import { openChecker, wordOf } from "../test/checking.fixture.ts";
import { jsonOf as json, keys, type Ran } from "./command.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());

const DAY_MS = 86_400_000;

/** Runs a command in a separate process, as an operator does. */
async function spawned(location: DatabaseLocation, ...args: readonly string[]): Promise<Ran> {
  const child = Bun.spawn([...PRODUCT, "keys", ...args], {
    env: { DATABASE_URL: location.databaseUrl, DATA_DIR: location.folder },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

describe.each(DATABASES)("%s", (kind) => {
  test("create shows the key once; it is valid, and listed and shown without it", async () => {
    const location = await databases.empty(kind);
    const made = await spawned(
      location,
      "create",
      "--name",
      "Zoë's Ltd",
      "--contact=ops@example.org",
      "--expires",
      "90d",
    );
    expect(made.code).toBe(0);
    expect(made.err).toBe("");
    const [key = "", id = ""] = /dnst_(\w{10})\w{49}/.exec(made.out) ?? [];
    expect(made.out).toContain("shown only once");
    const checker = openChecker(location, { deadlineMs: 20_000 });
    expect(await checker.check(key)).toEqual({ status: "valid", id });
    await checker.close();

    for (const args of [["list"], ["list", "--all"], ["show", id]]) {
      const { out, err, code } = await spawned(location, ...args);
      expect(code).toBe(0);
      expect(out).toContain(id);
      expect(out).toContain("Zoë's Ltd");
      expect(out).toContain("ops@example.org");
      expect(out).toContain("active");
      expect(out + err).not.toContain(key.slice(15, 30));
    }
    const shown = await json(location, "show", id);
    expect(shown).toEqual({
      id,
      name: "Zoë's Ltd",
      contact: "ops@example.org",
      state: "active",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expires: new Date(Date.parse(shown.created) + 90 * DAY_MS).toISOString(),
      revoked: null,
      lastUsed: new Date(Math.floor(Date.parse(shown.lastUsed) / 60_000) * 60_000).toISOString(),
      successor: null,
    });
  });

  test("create --json prints the id, the key and the rest, and nothing but JSON", async () => {
    const location = await databases.empty(kind);
    const { key, ...rest } = await json(location, "create", "--name", "Bot");
    expect(key).toMatch(/^dnst_[0-9A-Za-z]{59}$/);
    expect(rest).toEqual({
      id: key.slice(5, 15),
      name: "Bot",
      contact: null,
      state: "active",
      created: expect.any(String),
      expires: null,
      revoked: null,
      lastUsed: null,
      successor: null,
    });
    expect(await json(location, "list")).toEqual([rest]);
  });

  test("the table of keys is aligned with names of any length and script", async () => {
    const location = await databases.empty(kind);
    for (const name of ["a", "株式会社", "a name that is far too long for a table's narrow column"])
      await json(location, "create", "--name", name);
    const { out } = await keys(location, "list");
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    const columns = lines.map((line) => Bun.stringWidth(line.slice(0, line.search(/STATE|active/))));
    expect(new Set(columns).size).toBe(1);
    expect(out).toContain("a name that is far too long ");
    expect(out).toContain("...");
    expect(lines[0]).toMatch(/^ID +NAME +CONTACT +STATE +CREATED +EXPIRES +LAST USED \(UTC\)$/);
  });

  test("without any key list says so, and the other commands know no such id", async () => {
    const location = await databases.empty(kind);
    const list = await keys(location, "list");
    expect(list.code).toBe(0);
    expect(list.out).toContain("No keys");
    expect(await json(location, "list")).toEqual([]);
    for (const command of ["show", "revoke", "rotate"]) {
      const { out, err, code } = await spawned(location, command, "abcdefghij");
      expect(code).toBe(1);
      expect(out).toBe("");
      expect(err).toContain("there is no key with the id abcdefghij");
    }
    if (kind === "SQLite") expect(existsSync(location.folder)).toBe(false);
  });

  test("revoke ends a key, a second time says since when, and only list --all shows it still", async () => {
    const location = await databases.empty(kind);
    const { id, key } = await json(location, "create", "--name", "Bot");
    const first = await keys(location, "revoke", id);
    expect(first.code).toBe(0);
    expect(first.out).toContain("within 30 s");
    const again = await keys(location, "revoke", id);
    expect(again.code).toBe(0);
    expect(again.out).toContain("was revoked already");
    const list = await keys(location, "list");
    expect(list.out).not.toContain(id);
    expect(list.err).toContain("1 expired or revoked");
    expect((await keys(location, "list", "--all")).out).toMatch(new RegExp(`${id}.*revoked`));
    expect((await json(location, "show", id)).state).toBe("revoked");
    const checker = openChecker(location, { deadlineMs: 20_000 });
    expect(await wordOf(checker.check(key))).toBe("key_revoked");
    await checker.close();
    const rotated = await keys(location, "rotate", id);
    expect(rotated.code).toBe(1);
    expect(rotated.err).toContain("was revoked");
    expect(await json(location, "list", "--all")).toHaveLength(1);
  });

  test("rotate makes a new key of the same holder; both are valid for the overlap", async () => {
    const location = await databases.empty(kind);
    const old = await json(location, "create", "--name", "Bot", "--contact", "ops@example.org");
    const made = await json(location, "rotate", old.id, "--overlap", "2h");
    expect(made).toMatchObject({ name: "Bot", contact: "ops@example.org", expires: null, state: "active" });
    expect(made.key).not.toBe(old.key);
    const overlapMs = Date.parse(made.replaces.expires) - Date.parse(made.created);
    expect(made.replaces.id).toBe(old.id);
    expect(overlapMs).toBe(2 * 3_600_000);
    const checker = openChecker(location, { deadlineMs: 20_000 });
    expect(await wordOf(checker.check(old.key))).toBe("valid");
    expect(await wordOf(checker.check(made.key))).toBe("valid");
    await checker.close();
    expect(await json(location, "show", old.id)).toMatchObject({
      state: "rotating",
      successor: made.id,
      expires: made.replaces.expires,
    });
    expect((await keys(location, "list")).out).toMatch(new RegExp(`${old.id}.*rotating`));
    const again = await keys(location, "rotate", old.id);
    expect(again.code).toBe(1);
    expect(again.err).toContain(made.id);
    // This shows that a key whose successor was revoked can be rotated again.
    await json(location, "revoke", made.id);
    expect((await json(location, "rotate", old.id)).replaces.id).toBe(old.id);
  });

  test("rotate: the overlap is 24 h by default, none at 0, and never beyond the old key's end", async () => {
    const location = await databases.empty(kind);
    const lasting = await json(location, "create", "--name", "Bot");
    const usual = await json(location, "rotate", lasting.id);
    expect(Date.parse(usual.replaces.expires) - Date.parse(usual.created)).toBe(DAY_MS);

    const ending = await json(location, "create", "--name", "Bot", "--expires", "1h");
    const human = await keys(location, "rotate", ending.id, "--overlap", "7d");
    expect(human.code).toBe(0);
    expect((await json(location, "show", ending.id)).expires).toBe(ending.expires);

    const cut = await json(location, "create", "--name", "Bot", "--expires", "30d");
    const next = await json(location, "rotate", cut.id, "--overlap", "0");
    expect((await json(location, "show", cut.id)).state).toBe("expired");
    // The new key has the lifetime that the old key was created with, although the old key has already expired.
    expect(Date.parse(next.expires) - Date.parse(next.created)).toBe(30 * DAY_MS);
    const never = await json(location, "create", "--name", "Bot", "--expires", "30d");
    expect((await json(location, "rotate", never.id, "--expires", "never")).expires).toBeNull();
    const dated = await json(location, "rotate", next.id, "--expires", "2099-12-31");
    expect(dated.expires).toBe("2099-12-31T00:00:00.000Z");
  });
});

test("a database that cannot be reached is named by its host, without its password", async () => {
  // Obtains a port on which nothing listens.
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const host = `127.0.0.1:${listener.port}`;
  listener.stop(true);
  const location = { databaseUrl: `postgres://someone:hunter2@${host}/keys`, folder: "/nonexistent" };
  for (const args of [["list"], ["create", "--name", "a", "--json"], ["revoke", "abcdefghij"]]) {
    const { out, err, code } = await keys(location, ...args);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toContain(host);
    expect(err).toContain("DATABASE_URL");
    expect(err).not.toContain("hunter2");
  }
});

test("a frozen database: the command gives up and says that the outcome is not known", async () => {
  const location = await databases.empty("PostgreSQL");
  const server = await databases.postgres();
  server.freeze();
  const { err, code } = await keys(location, "create", "--name", "a");
  server.thaw();
  expect(code).toBe(1);
  expect(err).toContain("check with keys list");
});

test("a file that is no database and a folder that cannot be made are named", async () => {
  const location = await databases.empty("SQLite");
  createFile(location.folder);
  writeFileSync(sqliteFile(location.folder), "This is no database. ".repeat(500));
  const inFile = { databaseUrl: "", folder: `${sqliteFile(location.folder)}/data` };
  for (const [where, file] of [
    [location, sqliteFile(location.folder)],
    [inFile, "keys.sqlite"],
  ] as const) {
    const { err, code } = await keys(where, "create", "--name", "a");
    expect(code).toBe(1);
    expect(err).toContain(file);
    expect(err).toContain("DATA_DIR");
  }
});
