import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labSettings, PRODUCT, type Product, startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { jsonOf } from "../auth/command/command.fixture.ts";
import { openDatabases } from "../auth/store/databases.fixture.ts";
import type { DatabaseLocation } from "../auth/store/open-store.ts";
import { sqliteFile } from "../auth/store/sqlite.ts";
import { openChecker, PATIENT, wordOf } from "../auth/test/checking.fixture.ts";

const databases = openDatabases();
afterAll(() => databases.close());

const PATH = "/api/v1/limits";
const statusOf = async (product: Product, key: string) =>
  (await fetch(`${product.url}${PATH}`, { headers: { "X-API-Key": key } })).status;

/** Runs a command as an operator does, with the given input, and returns its output. */
async function run(command: readonly string[], env: Readonly<Record<string, string>>, input = "") {
  const child = Bun.spawn([...command], {
    env: { ...labSettings(), ...env },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}
const keys = (env: Readonly<Record<string, string>>, words: readonly string[], input = "") =>
  run([...PRODUCT, "keys", ...words], env, input);
/** Runs one of PostgreSQL's own programs, of the same version as the lab's server. */
const pg = (program: string, { databaseUrl }: DatabaseLocation, words: readonly string[], input = "") =>
  run([`/usr/lib/postgresql/15/bin/${program}`, ...words, databaseUrl], {}, input);
const envOf = ({ databaseUrl, folder }: DatabaseLocation) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
});

/** Checks keys like a gateway that uses this database, and returns the verdict on each key. */
async function wordsOf(
  location: DatabaseLocation,
  all: readonly { key: string }[],
): Promise<readonly string[]> {
  const checker = openChecker(location, PATIENT);
  const words = await Promise.all(all.map(({ key }) => wordOf(checker.check(key))));
  await checker.close();
  return words;
}

/** Pause between the calls of a caller, in milliseconds. */
const PAUSE_MS = 200;

/** Creates three keys: an active key, a key to revoke after the backup, and a key that is revoked before the backup. */
async function makeKeys(location: DatabaseLocation) {
  const [active, later, before] = [
    await jsonOf(
      location,
      "create",
      "--name",
      "kept",
      "--contact",
      "Zoë <zoe@example.org>",
      "--expires",
      "90d",
    ),
    await jsonOf(location, "create", "--name", "later"),
    await jsonOf(location, "create", "--name", "before"),
  ];
  await jsonOf(location, "revoke", before.id);
  return { active, later, before };
}

test("SQLite: a backup taken in use is restored beside a running gateway, and elsewhere; its keys work", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-backup-"));
  const env = { DATA_DIR: join(folder, "data"), RATE_LIMIT_UNITS: "0" };
  await using product = await startProduct("all", env);
  const location = { databaseUrl: "", folder: env.DATA_DIR };
  const { active, later, before } = await makeKeys(location);
  // The key is in constant use during the backup.
  let done = false;
  const use = (async () => {
    while (!done) expect(await statusOf(product, active.key)).toBe(200);
  })();
  const backup = await keys(env, ["backup"]);
  done = true;
  await use;
  expect({ code: backup.code, err: backup.err }).toEqual({ code: 0, err: "3 keys.\n" });
  for (const { key } of [active, later, before]) expect(backup.out).not.toContain(key.slice(15, 58));

  // The restore undoes changes that were made after the backup.
  const lost = await jsonOf(location, "create", "--name", "lost");
  await jsonOf(location, "revoke", later.id);
  const refused = await keys(env, ["restore"], backup.out);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("--replace");
  expect(await statusOf(product, lost.key)).toBe(200);
  expect((await keys(env, ["restore", "--replace"], backup.out)).code).toBe(0);
  await until(async () => (await statusOf(product, lost.key)) === 401, undefined, PAUSE_MS);
  expect(await statusOf(product, active.key)).toBe(200);
  expect(await statusOf(product, before.key)).toBe(401);

  const elsewhere = { DATA_DIR: join(folder, "elsewhere") };
  expect((await keys(elsewhere, ["restore"], backup.out)).code).toBe(0);
  const there = { databaseUrl: "", folder: elsewhere.DATA_DIR };
  expect(await wordsOf(there, [active, later, before])).toEqual(["valid", "valid", "key_revoked"]);
  const shown = await keys(elsewhere, ["show", active.id]);
  expect(shown.out).toContain("Zoë <zoe@example.org>");
  rmSync(folder, { recursive: true });
});

test("PostgreSQL: pg_dump of a database in use is restored into an empty one; keys backup moves it to SQLite", async () => {
  const [first, second, third] = [
    await databases.empty("PostgreSQL"),
    await databases.empty("PostgreSQL"),
    await databases.empty("SQLite"),
  ];
  const { active, later, before } = await makeKeys(first);
  // A gateway has the database open during the restore.
  const gateway = openChecker(first, PATIENT);
  expect(await wordOf(gateway.check(active.key))).toBe("valid");
  const dump = await pg("pg_dump", first, ["--no-owner", "--table=dnstools_keys*"]);
  expect({ code: dump.code, err: dump.err }).toEqual({ code: 0, err: "" });
  const options = ["--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"];
  const restored = await pg("psql", second, options, dump.out);
  expect({ code: restored.code, err: restored.err }).toEqual({ code: 0, err: "" });
  expect(await wordsOf(second, [active, later, before])).toEqual(["valid", "valid", "key_revoked"]);

  const backup = await keys(envOf(first), ["backup"]);
  expect((await keys(envOf(third), ["restore"], backup.out)).code).toBe(0);
  expect(await wordsOf(third, [active, before])).toEqual(["valid", "key_revoked"]);
  await gateway.close();
});

test("backups in a folder: a database that was lost is restored from the newest, and is not backed up before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-backup-"));
  const [first, second] = [await databases.empty("PostgreSQL"), await databases.empty("PostgreSQL")];
  const into = (env: ReturnType<typeof envOf>, ...words: string[]) =>
    keys(env, ["backup", "--into", folder, ...words]);
  // Partial files of killed runs and unrelated files must not disturb a backup.
  const part = join(folder, "keys-1.part");
  writeFileSync(part, "half");
  utimesSync(part, 0, 0);
  writeFileSync(join(folder, "zzz"), "");
  const old = ["2026-01-01T03-00-00Z", "2026-01-02T03-00-00Z"].map((time) => `keys-${time}.backup`);
  for (const name of old) writeFileSync(join(folder, name), "");
  const { active, later, before } = await makeKeys(first);
  expect(await into(envOf(first), "--keep", "2")).toMatchObject({ code: 0, err: "3 keys.\n" });
  const [kept, made = "", ...others] = readdirSync(folder).sort();
  expect([kept, ...others]).toEqual([old[1] ?? "", "zzz"]);
  expect(statSync(join(folder, made)).mode & 0o777).toBe(0o600);

  const refused = await into(envOf(second));
  expect({ code: refused.code, err: refused.err }).toMatchObject({ code: 1 });
  expect(refused.err).toContain("nothing was written");
  expect((await keys(envOf(second), ["restore", "--replace", "--from", folder])).code).toBe(0);
  expect(await wordsOf(second, [active, later, before])).toEqual(["valid", "valid", "key_revoked"]);
  expect((await keys(envOf(second), ["restore", "--from", join(folder, made)])).err).toContain("--replace");

  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  expect((await keys(envOf(second), ["restore", "--from", folder])).err).toContain("there is no backup");
  expect((await into(envOf(await databases.empty("PostgreSQL")))).code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  const nowhere = await keys(envOf(first), ["backup", "--into", join(folder, "nowhere")]);
  expect(nowhere.err).toContain("could not be written");
  rmSync(folder, { recursive: true });
});

test("a backup that could not be written fails", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-backup-"));
  const env = { DATA_DIR: folder };
  await keys(env, ["create", "--name", "one"]);
  const full = await run(["sh", "-c", `"$@" keys backup > /dev/full`, "sh", ...PRODUCT], env);
  expect(full.code).toBe(1);
  expect(full.err).toContain("could not be written");
  rmSync(folder, { recursive: true });
});

test("a damaged row is left out of a backup and named, and the backup can be restored", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-backup-"));
  const env = { DATA_DIR: folder };
  const location = { databaseUrl: "", folder };
  for (const name of ["whole", "short", "no hash"]) await jsonOf(location, "create", "--name", name);
  const database = new Database(sqliteFile(folder));
  database.run("update dnstools_keys set hash = substr(hash, 1, 20) where name = 'short'");
  database.run("update dnstools_keys set hash = 'xyz' where name = 'no hash'");
  const ids = database.query<{ id: string }, []>("select id from dnstools_keys where name <> 'whole'").all();
  database.close();
  const { code, out, err } = await keys(env, ["backup"]);
  expect(code).toBe(0);
  expect(err).toStartWith("1 keys. Not in the backup");
  for (const { id } of ids) expect(err).toContain(id);
  // No older backup is deleted, because an older backup may contain the damaged rows intact.
  const backups = join(folder, "backups");
  mkdirSync(backups);
  writeFileSync(join(backups, "keys-2026-01-01T03-00-00Z.backup"), "");
  expect((await keys(env, ["backup", "--into", backups, "--keep", "1"])).code).toBe(0);
  expect(readdirSync(backups)).toHaveLength(2);
  expect((await keys(env, ["restore", "--replace"], out)).out).toContain("3 keys were replaced by 1");
  rmSync(folder, { recursive: true });
});

test("more keys than one statement takes are restored into PostgreSQL, and backed up unchanged", async () => {
  const count = 10_000;
  const lines = Array.from({ length: count }, (_, n) => {
    const times = {
      created: n,
      expires: n % 2 ? n : null,
      revoked: n % 3 ? n : null,
      lastUsed: n % 5 ? n : null,
    };
    const id = String(n).padStart(10, "0");
    const hash = Bun.SHA256.hash(id, "hex");
    return JSON.stringify({ id, name: "n", contact: "", ...times, successor: n % 7 ? null : id, hash });
  });
  const text = [JSON.stringify({ dnstoolsKeys: 1, keys: count }), ...lines].join("\n");
  const env = envOf(await databases.empty("PostgreSQL"));
  expect(await keys(env, ["restore"], text)).toMatchObject({ code: 0, err: "" });
  const backup = await keys(env, ["backup"]);
  const sorted = (all: string) =>
    all
      .trim()
      .split("\n")
      .map((line) => Bun.hash(JSON.stringify(Object.entries(JSON.parse(line)).sort())))
      .sort();
  expect(sorted(backup.out)).toEqual(sorted(text));
});

test("an invalid or incomplete backup is refused and changes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-backup-"));
  const env = { DATA_DIR: folder };
  const location = { databaseUrl: "", folder };
  for (const name of ["one", "two"]) await jsonOf(location, "create", "--name", name);
  const { out } = await keys(env, ["backup"]);
  const lines = out.trim().split("\n");
  for (const [text, why] of [
    ["", "not a backup"],
    ["SQLite format 3\0", "not a backup"],
    [lines.slice(0, 2).join("\n"), "1 of 2 keys"],
    [out.replace(/"hash":"./, '"hash":"x'), "line 2"],
  ] as const) {
    const { code, err } = await keys(env, ["restore", "--replace"], text);
    expect({ why, code }).toEqual({ why, code: 1 });
    expect(err).toContain(why);
  }
  expect((await keys(env, ["backup"])).out).toBe(out);
  expect((await keys(env, ["restore", "--replace"], out)).out).toContain("2 keys were replaced by 2");
  rmSync(folder, { recursive: true });
});
