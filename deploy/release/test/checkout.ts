import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../image/binary.ts";
import type { Engine } from "../../image/engine.ts";

/** A copy of this checkout that is ready for a release: everything is committed, and the dependencies are installed. */
export type Checkout = {
  readonly folder: string;
  /**
   * Runs a command in the copy.
   * @returns the output of the command
   * @throws if the command fails
   */
  readonly run: (...command: readonly string[]) => Promise<string>;
};

const GIT = ["AUTHOR", "COMMITTER"].flatMap((who) => [
  `GIT_${who}_NAME=Release`,
  `GIT_${who}_EMAIL=r@example.com`,
]);

/**
 * Copies all files of the checkout except ignored ones.
 * @param cache Bun's package cache, so that nothing is downloaded
 */
export async function copyCheckout(engine: Engine, cache: string): Promise<Checkout> {
  const folder = join(engine.folder, "elsewhere/checkout");
  mkdirSync(folder, { recursive: true });
  const run = async (...command: readonly string[]) => {
    const env = ["env", "--chdir", folder, ...GIT, `BUN_INSTALL_CACHE_DIR=${cache}`];
    const { code, out, err } = await engine.run([...env, ...command]);
    if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${out}${err}`);
    return out.trim();
  };
  const files = "git ls-files -z --cached --others --exclude-standard";
  await run("sh", "-c", `(cd "$1" && ${files} | tar -c --null -T -) | tar -x`, "sh", ROOT);
  await run("git", "init", "--quiet");
  await run(process.execPath, "install", "--frozen-lockfile", "--silent");
  return { folder, run };
}

/** Adds sections about a version to CHANGELOG.md and UPGRADING.md, and commits the changes. */
export async function writeAbout({ folder, run }: Checkout, version: string): Promise<void> {
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), "utf8")));
  edit("CHANGELOG.md", (text) => text.replace("\n## ", `\n## ${version}, unreleased\n\n- New.\n\n## `));
  edit("UPGRADING.md", (text) => text.replace("\n## ", `\n## ${version}\n\nNothing.\n\n## `));
  await run("git", "add", "--all");
  await run("git", "commit", "--quiet", "--message", "before");
}
