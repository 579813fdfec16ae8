import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRODUCT, startProcess } from "@dnstools/lab/support/product";

/**
 * Starts the product with a file system of its own at DATA_DIR, which is filled where it can be written.
 * @param options of the file system, for mount
 */
async function startOn(options: string, target: string, env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
  const script = `mount -t tmpfs -o ${options} tmpfs ${folder}; [ ${options} = ro ] || head -c 4096 /dev/zero >${folder}/filling; exec "$@"`;
  const command = ["unshare", "--mount", "sh", "-c", script, "sh", ...PRODUCT];
  const started = await startProcess(target, { DATA_DIR: folder, ...env }, command);
  const lines = started.log().split("\n");
  started.kill("SIGKILL");
  await started.exited;
  rmSync(folder, { recursive: true });
  return lines.filter((line) => line.includes("DATA_DIR=")).map((line) => JSON.parse(line).message);
}

test.each([
  ["a read-only", "ro", "EROFS"],
  ["a full", "size=4k", "ENOSPC"],
])("%s DATA_DIR: a warning names it, the cause, and what does not work", async (_, options, code) => {
  expect(await startOn(options, "all")).toEqual([
    expect.stringContaining(
      ` cannot be written (${code}), so API keys in SQLite can be neither made nor checked, and IANA's lists of RDAP servers are downloaded again after each start: make it writable`,
    ),
  ]);
});

test("a process that keeps nothing in DATA_DIR does not warn about it, and one that can write there neither", async () => {
  expect(await startOn("ro", "dns")).toEqual([]);
  expect(await startOn("size=1m", "network")).toEqual([]);
  const list = { RESOLVER_LIST_URL: "https://lists.example.com/resolvers.csv" };
  expect(await startOn("ro", "analysis", list)).toEqual([
    expect.stringContaining("so the list of RESOLVER_LIST_URL is downloaded again after each start:"),
  ]);
});
