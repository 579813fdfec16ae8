import { checkDocs } from "./docs.ts";
import { checkImports } from "./imports.ts";
import { checkOnce } from "./once.ts";
import { checkPackages } from "./packages.ts";
import { checkRoutes } from "./routes.ts";

/** A rule of the project. `run` returns its problems; none if the rule holds. */
type Check = { readonly name: string; readonly run: () => Promise<readonly string[]> };

const ROOT = `${import.meta.dir}/../..`;

const CHECKS: readonly Check[] = [
  { name: "format and lint", run: () => command("biome", "check", "--error-on-warnings", ".") },
  { name: "types", run: () => command("tsc", "-p", "tsconfig.json") },
  { name: "pure types", run: () => command("tsc", "-p", "tsconfig.pure.json") },
  { name: "types of the pages' script", run: () => command("tsc", "-p", "tsconfig.client.json") },
  { name: "pure types' canary", run: checkCanary },
  { name: "imports stay in their package", run: () => checkImports(ROOT) },
  { name: "steps of the chain are written once", run: () => checkOnce(ROOT) },
  { name: "exact versions", run: () => checkPackages(ROOT) },
  { name: "nothing unused", run: () => command("knip", "--no-progress", "--no-config-hints") },
  { name: "paths of tools are not taken", run: checkRoutes },
  { name: "docs", run: () => checkDocs(ROOT) },
];

async function command(...words: readonly [string, ...string[]]): Promise<readonly string[]> {
  const [tool, ...args] = words;
  const child = Bun.spawn([`${ROOT}/node_modules/.bin/${tool}`, ...args], {
    cwd: ROOT,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return code === 0 ? [] : [`${out}${err}`.trim()];
}

/** Checks that the file that breaks the pure rules does not compile, for each forbidden name that it uses. */
async function checkCanary(): Promise<readonly string[]> {
  const [output = ""] = await command("tsc", "-p", "bin/verify/canary/tsconfig.json");
  return ["node:fs", "fetch", "process", "Bun", "setTimeout"]
    .filter((name) => !output.includes(`Cannot find name '${name}'`))
    .map((name) => `tsconfig.pure.json lets ${name} through: pure files would compile with I/O in them`);
}

/** Runs a check. If the check throws, its error is returned as a problem, and the other checks still run. */
async function problemsOf(run: Check["run"]): Promise<readonly string[]> {
  try {
    return await run();
  } catch (error) {
    return [String(error instanceof Error ? error.stack : error)];
  }
}

async function main(): Promise<void> {
  const start = performance.now();
  const results = await Promise.all(
    CHECKS.map(async ({ name, run }) => ({ name, problems: await problemsOf(run) })),
  );
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name}`);
    for (const problem of problems) console.log(problem.replace(/^/gm, "     "));
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  console.log(
    `verify: ${failed === 0 ? "ok" : `${failed} failed`} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
