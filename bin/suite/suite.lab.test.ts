import { afterAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeName } from "./code-name.ts";
import { ROOT } from "./run.ts";

/** Runs a command as root without the right to create namespaces, as in an ordinary container. */
const CONTAINED = ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"];

async function call(...command: readonly string[]) {
  const child = Bun.spawn([...command], { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, err, lines: out.trimEnd().split("\n") };
}

const UNIT = "gateway/rate-limit/test/gcra.test.ts";
const IN_LAB = "services/dns/tools/dns/plan.lab.test.ts";

test("where namespaces are refused, bin/test names the remedy, runs the unit tests, and counts the tests it did not run", async () => {
  const { code, err, lines } = await call(...CONTAINED, "bin/test", UNIT, IN_LAB);
  expect(err).toMatch(
    /^The lab needs namespaces, and unshare says: .*"docker run --privileged" or "podman run --privileged"\.\n$/,
  );
  expect(lines.at(-1)).toMatch(/^8 passed, 0 failed, 1 not run here$/);
  expect(code).toBe(0);
});

test("where namespaces are refused, bin/test --all fails", async () => {
  const { code, err } = await call(...CONTAINED, "bin/test", "--all", UNIT, IN_LAB);
  expect(err).toContain("The lab needs namespaces");
  expect(code).toBe(1);
});

const FOLDERS: string[] = [];
afterAll(() => {
  for (const folder of FOLDERS) rmSync(folder, { recursive: true });
});

test("bin/repeat continues where it was stopped", async () => {
  const folder = join(ROOT, ".tools/repeat", `${codeName()}-unit-busy-7`);
  mkdirSync(folder, { recursive: true });
  FOLDERS.push(folder);
  const run = (number: number, passed: boolean) => {
    const said = passed ? "5 passed, 0 failed" : "4 passed, 1 failed";
    return JSON.stringify({
      number,
      passed,
      said,
      wallMs: 60_000,
      cpuMinutes: 1,
      failed: passed ? [] : ["x"],
    });
  };
  writeFileSync(join(folder, "runs.jsonl"), `${run(1, true)}\n${run(2, false)}\n`);
  const { code, lines } = await call("bin/repeat", "2", "--busy", "7", "unit");
  expect(lines.slice(2).map((line) => line.split("|").map((cell) => cell.trim()))).toEqual([
    ["", "1", "5 passed, 0 failed", "60 s", "1.0 min", "", ""],
    ["", "2", "4 passed, 1 failed", "60 s", "1.0 min", "x", ""],
  ]);
  expect(code).toBe(1);
});

test.each([
  [["bin/test", "--units"], "usage: bin/test"],
  [["bin/test", "no/such/file"], "No test file's path contains any of these words."],
  [["bin/repeat", "0", "unit"], "usage: bin/repeat"],
  [["bin/repeat", "1", "some"], "usage: bin/repeat"],
])("%p is refused with a helpful message", async (command, says) => {
  const { code, err } = await call(...command);
  expect(code).not.toBe(0);
  expect(err).toContain(says);
});
