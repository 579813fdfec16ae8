import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { DATABASES, openDatabases, openForWriting, rawSql } from "./databases.fixture.ts";
import { POSTGRES, sqlite } from "./dialect.ts";
import { MIGRATIONS, migrate } from "./migrations.ts";
import { type DatabaseLocation, openStore } from "./open-store.ts";
import { sqliteFile } from "./sqlite.ts";

const databases = openDatabases();
afterAll(() => databases.close());

const SECOND = { version: 2, statements: ["alter table dnstools_keys add column note text"] };
const THIRD = {
  version: 3,
  statements: ["alter table dnstools_keys add column more text", "select nonsense("],
};

describe.each(DATABASES)("%s", (kind) => {
  const dialect = kind === "SQLite" ? sqlite(20_000) : POSTGRES;
  const applied = async (place: DatabaseLocation) => {
    const sql = rawSql(place);
    const rows = await sql`select version from dnstools_keys_migrations order by version`;
    await sql.close();
    return rows.map((row: { version: number }) => row.version);
  };

  test("the versions are 1, 2, 3 and so on", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  });

  test("four processes that start at once on nothing all succeed, and each change is applied once", async () => {
    const place = await databases.empty(kind);
    const code = `
      import { openForWriting } from ${JSON.stringify(`${import.meta.dir}/databases.fixture.ts`)};
      console.log("ready");
      await Bun.stdin.text();
      const store = await openForWriting(${JSON.stringify(place)});
      await store.create({ id: process.argv.at(-1), hash: new Uint8Array(32), name: "x", contact: "", created: 1, expires: null });
      await store.close();
    `;
    const children = ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddddddddd"].map((id) =>
      Bun.spawn([process.execPath, "-e", code, "--", id], { stdin: "pipe", stdout: "pipe", stderr: "pipe" }),
    );
    for (const child of children) await child.stdout.getReader().read();
    for (const child of children) child.stdin.end();
    const said = await Promise.all(children.map((child) => child.stderr.text()));
    expect(said.join("")).toBe("");
    expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
    expect(await applied(place)).toEqual(MIGRATIONS.map(({ version }) => version));
    const store = await openForWriting(place);
    expect(await store.list()).toHaveLength(4);
    await store.close();
  });

  test("many connections that start at once on nothing all succeed", async () => {
    for (let round = 0; round < 5; round++) {
      const place = await databases.empty(kind);
      const stores = await Promise.all(Array.from({ length: 8 }, () => openForWriting(place)));
      expect(await applied(place)).toEqual(MIGRATIONS.map(({ version }) => version));
      await Promise.all(stores.map((store) => store.close()));
    }
  });

  test("applies what is missing and nothing twice; what is stored stays", async () => {
    const place = await databases.empty(kind);
    const store = await openForWriting(place);
    const key = {
      id: "aaaaaaaaaa",
      hash: new Uint8Array(32),
      name: "x",
      contact: "",
      created: 1,
      expires: null,
    };
    await store.create(key);
    const sql = rawSql(place);
    await migrate(sql, dialect, [...MIGRATIONS, SECOND]);
    await migrate(sql, dialect, [...MIGRATIONS, SECOND]);
    await sql.close();
    expect(await applied(place)).toEqual([...MIGRATIONS, SECOND].map(({ version }) => version));
    expect(await store.list()).toHaveLength(1);
    await store.close();
  });

  test("a change that fails leaves nothing of itself, and what was applied before it works on", async () => {
    const place = await databases.empty(kind);
    const store = await openForWriting(place);
    const sql = rawSql(place);
    expect(migrate(sql, dialect, [...MIGRATIONS, SECOND, THIRD])).rejects.toThrow();
    expect(await applied(place)).toEqual(MIGRATIONS.map(({ version }) => version));
    expect(await store.list()).toEqual([]);
    await sql.close();
    await store.close();
  });

  test("a schema newer than the program is left as it is", async () => {
    const place = await databases.empty(kind);
    await (await openForWriting(place)).close();
    const sql = rawSql(place);
    await migrate(sql, dialect, [...MIGRATIONS, SECOND]);
    await sql.close();
    const store = await openForWriting(place);
    expect(await store.list()).toEqual([]);
    await store.close();
    expect(await applied(place)).toEqual([...MIGRATIONS, SECOND].map(({ version }) => version));
  });
});

test("PostgreSQL: a gateway whose role may not create tables starts on a finished schema", async () => {
  const place = await databases.empty("PostgreSQL");
  await (await openForWriting(place)).close();
  const sql = rawSql(place);
  await sql.unsafe("create role reader login");
  await sql.unsafe("grant select on dnstools_keys, dnstools_keys_migrations to reader");
  await sql.close();
  const store = openStore(
    { ...place, databaseUrl: place.databaseUrl.replace("postgres@", "reader@") },
    { busyMs: 0, connectMs: 20_000 },
  );
  await store.prepare();
  expect(await store.find(["aaaaaaaaaa"])).toEqual([]);
  await store.close();
});

test("SQLite: reading creates neither the folder nor the file, and only its owner may read the file", async () => {
  const place = await databases.empty("SQLite");
  const store = openStore(place, { busyMs: 0, connectMs: 0 });
  await store.prepare();
  expect(await store.list()).toEqual([]);
  expect(store.moved()).toBe(false);
  expect(existsSync(place.folder)).toBe(false);
  await (await openForWriting(place)).close();
  expect(store.moved()).toBe(true);
  expect((await Bun.file(sqliteFile(place.folder)).stat()).mode & 0o777).toBe(0o600);
});
