import { Glob } from "bun";

/** The levels of the tests. Each level also runs the files of the levels before it. */
export const LEVELS = ["unit", "lab", "all"] as const;
export type Level = (typeof LEVELS)[number];

/** The option of `bin/test` that runs a level. */
export const OPTION: Readonly<Record<Level, string>> = { unit: "--unit", lab: "", all: "--all" };

/**
 * Returns the level of a test file, from its name alone: `x.lab.test.ts` and `x.all.test.ts` need the lab, and every
 * other `x.test.ts` is a unit test.
 */
export function levelOf(file: string): Level {
  if (file.endsWith(".all.test.ts")) return "all";
  return file.endsWith(".lab.test.ts") ? "lab" : "unit";
}

/** True if a level also runs the files of the other level. */
export function includes(level: Level, other: Level): boolean {
  return LEVELS.indexOf(other) <= LEVELS.indexOf(level);
}

/** Lists every test file below a folder, by its path from that folder. */
export async function testFiles(root: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(new Glob("**/*.test.ts").scan({ cwd: root }));
  return files.filter((file) => !/(^|\/)(node_modules|\.tools)\//.test(file)).sort();
}

/** The lists of Debian packages that a level installs. Each line of a list is `package:command`. */
export const PACKAGE_LISTS: Readonly<Record<Level, readonly string[]>> = {
  unit: [],
  lab: ["lab/packages"],
  all: ["lab/packages", "lab/packages-all"],
};

/** The packages of other Debian releases that a level unpacks into `.tools`, as arguments of `bin/unpack-debian`. */
export const UNPACKED: Readonly<Record<Level, readonly (readonly [string, string, string, string])[]>> = {
  unit: [],
  lab: [],
  all: [
    ["bookworm", "systemd-resolved", "252.", ".tools/systemd-resolved-252"],
    ["bookworm", "libsystemd-shared", "252.", ".tools/libsystemd-shared-252"],
    ["trixie", "docker-compose", "2.26.", ".tools/compose-2.26"],
    ["trixie", "kubectl", "1.32.", ".tools/kubectl-1.32"],
    ["trixie", "nginx", "1.26.", ".tools/nginx-1.26"],
  ],
};
