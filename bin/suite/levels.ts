import { Glob } from "bun";

/** The levels of the tests. Each runs the files of those before it too. */
export const LEVELS = ["unit", "lab", "all"] as const;
export type Level = (typeof LEVELS)[number];

/** The option of `bin/test` that runs a level. */
export const OPTION: Readonly<Record<Level, string>> = { unit: "--unit", lab: "", all: "--all" };

/**
 * The level that a test file belongs to, from its name alone: `x.lab.test.ts` and `x.all.test.ts` need the lab, and every other
 * `x.test.ts` is a unit test.
 */
export function levelOf(file: string): Level {
  if (file.endsWith(".all.test.ts")) return "all";
  return file.endsWith(".lab.test.ts") ? "lab" : "unit";
}

/** Whether a level runs the files of another one. */
export function includes(level: Level, other: Level): boolean {
  return LEVELS.indexOf(other) <= LEVELS.indexOf(level);
}

/** Every test file below a folder, by path from there. */
export async function testFiles(root: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(new Glob("**/*.test.ts").scan({ cwd: root }));
  return files.filter((file) => !/(^|\/)(node_modules|\.tools)\//.test(file)).sort();
}

/** The lists of Debian packages that a level installs, a `package:command` to a line. */
export const PACKAGE_LISTS: Readonly<Record<Level, readonly string[]>> = {
  unit: [],
  lab: ["lab/packages"],
  all: ["lab/packages", "lab/packages-all"],
};

/** The packages of other Debian releases that a level unpacks into `.tools`, as the arguments of `bin/unpack-debian`. */
export const UNPACKED: Readonly<Record<Level, readonly (readonly [string, string, string, string])[]>> = {
  unit: [],
  lab: [],
  all: [
    ["trixie", "docker-compose", "2.26.", ".tools/compose-2.26"],
    ["trixie", "kubectl", "1.32.", ".tools/kubectl-1.32"],
    ["trixie", "nginx", "1.26.", ".tools/nginx-1.26"],
  ],
};
