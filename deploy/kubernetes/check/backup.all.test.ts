import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@dnstools/lab/support/postgres";
import { labSettings, PRODUCT } from "@dnstools/lab/support/product";
import { SQL } from "bun";
import { build } from "./build.ts";
import { environmentOf } from "./environment.ts";
import { nameOf, workloadsOf } from "./manifest.ts";

const objects = await build("overlays/compact");
const postgres = await startPostgres();
const volume = mkdtempSync(join(tmpdir(), "dnstools-volume-"));
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  rmSync(volume, { recursive: true });
});

/** Returns the container that a CronJob runs. */
function containerOf(name: string) {
  const [container] = workloadsOf(objects).find(({ object }) => nameOf(object) === name)?.inits ?? [];
  if (container === undefined) throw new Error(`there is no CronJob ${name}`);
  return container;
}

async function run(args: readonly string[], databaseUrl: string): Promise<string> {
  const child = Bun.spawn([...PRODUCT, ...args], {
    env: { ...labSettings(), DATABASE_URL: databaseUrl },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(err);
  return out;
}

/** Runs the command of a CronJob with a temporary folder instead of the CronJob's volume. */
function job(name: string, databaseUrl: string): Promise<string> {
  const { args = [], volumeMounts = [] } = containerOf(name);
  const [mount] = volumeMounts;
  return run(
    args.map((arg) => arg.replace(`=${mount?.mountPath}`, `=${volume}`)),
    databaseUrl,
  );
}

test("both jobs use the gateway's database", () => {
  for (const name of ["keys-backup", "keys-restore"])
    expect(environmentOf(objects, containerOf(name)).values["DATABASE_URL"]).toBe(
      "postgres://dnstools:secret@postgres:5432/dnstools",
    );
});

test("the jobs restore every key of a lost database", async () => {
  const { url } = postgres;
  for (const name of ["one", "two", "three"]) await run(["keys", "create", "--name", name], url);
  const before = await run(["keys", "list", "--all", "--json"], url);
  expect(JSON.parse(before)).toHaveLength(3);
  await job("keys-backup", url);
  expect(readdirSync(volume)).toHaveLength(1);
  await using sql = new SQL({ adapter: "postgres", url, max: 1 });
  await sql.unsafe("drop schema public cascade; create schema public").simple();
  // If the keys were lost unnoticed, the next nightly backup must not replace the good one.
  await expect(job("keys-backup", url)).rejects.toThrow("nothing was written");
  await job("keys-restore", url);
  expect(await run(["keys", "list", "--all", "--json"], url)).toBe(before);
});
