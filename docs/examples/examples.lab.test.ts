import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const MX = "mail.example.com";
const generator = join(import.meta.dir, "node_modules/.bin/openapi-typescript");
const tsc = join(import.meta.dir, "../../node_modules/.bin/tsc");
const OPTIONS = "--noEmit --strict --target es2024 --module preserve --types bun".split(" ");

/** Runs a command and returns its exit code and its output. */
async function run(command: readonly string[], cwd = import.meta.dir) {
  const child = Bun.spawn([...command], { cwd, stdout: "pipe", stderr: "pipe" });
  const [out, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, error };
}

/** Checks what an example prints for the lab's example.com, and for a name that does not exist. */
async function expectBoth(url: string, command: readonly string[], cwd?: string): Promise<void> {
  const good = await run([...command, url, "example.com"], cwd);
  expect(good).toMatchObject({ code: 0, error: "" });
  expect(good.out.toLowerCase()).toMatch(/^mail: (?:pass|warning|fail|unknown)\. \S/m);
  expect(good.out).toContain(MX);
  const missing = await run([...command, url, "nothing-here.example.com"], cwd);
  expect(missing.code).not.toBe(0);
  expect(missing.error).toContain("nothing-here.example.com does not exist");
}

test("the curl example prints the verdict, and the API's error for a missing name", async () => {
  await expectBoth((await sharedProduct("all")).url, ["bash", "curl.sh"]);
});

test("the Python example prints the verdict, and the API's error for a missing name", async () => {
  await expectBoth((await sharedProduct("all")).url, ["python3", "client.py"]);
});

test("the typed example compiles with the types of the published document, and prints the same", async () => {
  const { url } = await sharedProduct("all");
  const source = await Bun.file(join(import.meta.dir, "client.ts")).text();
  expect(source.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
  const folder = mkdtempSync(join(tmpdir(), "dnstools-example-"));
  try {
    symlinkSync(join(import.meta.dir, "node_modules"), join(folder, "node_modules"));
    await Bun.write(join(folder, "client.ts"), source);
    await Bun.write(join(folder, "package.json"), '{ "type": "module" }');
    const types = [generator, `${url}/openapi.json`, "-o", "api.d.ts"];
    expect(await run(types, folder)).toMatchObject({ code: 0 });
    await Bun.write(join(folder, "wrong.ts"), source.replace("mail.dmarc_missing", "mail.dmarc_mising"));
    const checked = await run([tsc, ...OPTIONS, "client.ts", "wrong.ts"], folder);
    // TS2367: the comparison appears to be unintentional because the types have no overlap.
    expect(checked.out.match(/^\S+\.ts.*error TS\d+/gm)).toEqual([
      expect.stringMatching(/^wrong\.ts.*TS2367$/),
    ]);
    await expectBoth(url, [process.execPath, "client.ts"], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
