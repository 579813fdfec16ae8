import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@dnstools/proxy/test/edge";
import { ROOT } from "./run.ts";

const made = mkdtempSync(join(tmpdir(), "first-start-"));
afterAll(() => rmSync(made, { recursive: true }));

/** Copies what bin/setup.sh needs of this checkout, without node_modules. @param bun the program to use as Bun */
async function checkout(name: string, bun: string) {
  const folder = join(made, name);
  const { packageManager, workspaces } = await Bun.file(join(ROOT, "package.json")).json();
  const manifests = workspaces.flatMap((at: string) => [
    ...new Bun.Glob(`${at}/package.json`).scanSync(ROOT),
  ]);
  for (const part of ["bin", "bun.lock", "bunfig.toml", "package.json", ...manifests])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const tools = join(folder, ".tools", packageManager.replace("@", "-"));
  mkdirSync(tools, { recursive: true });
  symlinkSync(bun, join(tools, "bun"));
  const call = async (...command: readonly string[]) => {
    const env = {
      PATH: "/usr/bin:/bin",
      HOME: folder,
      NPM_CONFIG_REGISTRY: `http://127.0.0.1:${freePort()}/`,
    };
    const child = Bun.spawn([...command], { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { out, err, code };
  };
  return { folder, call };
}

test("without a registry, bin/start says in one line what is missing and what to do", async () => {
  const { folder, call } = await checkout("refused", process.execPath);
  const { out, err, code } = await call("bin/start");
  expect({ out, code }).toEqual({ out: "", code: 1 });
  expect(err).toMatch(
    /^The packages that bun\.lock names are missing in node_modules, and the package registry cannot be reached \(ConnectionRefused\): .+\n$/,
  );
  expect(readFileSync(join(folder, "bun.lock"))).toEqual(readFileSync(join(ROOT, "bun.lock")));
});

test("bin/start installs no development packages, other commands do, and nothing is installed twice", async () => {
  // A Bun that only notes how it is called. To install, it only creates the folder.
  const noting = join(made, "bun");
  writeFileSync(
    noting,
    '#!/bin/sh\necho "$*" >>"$HOME/calls"\n[ "$1" != install ] || mkdir -p node_modules\n',
    {
      mode: 0o755,
    },
  );
  const installs = async (name: string, ...commands: readonly string[]) => {
    const { folder, call } = await checkout(name, noting);
    for (const command of commands) expect(await call(command)).toMatchObject({ err: "", code: 0 });
    const calls = readFileSync(join(folder, "calls"), "utf8").split("\n");
    return calls.filter((line) => line.startsWith("install")).map((line) => line.includes("--production"));
  };
  expect(
    await installs("start first", "bin/start", "bin/start", "bin/test", "bin/start", "bin/test"),
  ).toEqual([true, false]);
  expect(await installs("test first", "bin/test", "bin/start", "bin/test")).toEqual([false]);
});
