import { ROOT } from "./run.ts";

/** The code that is checked out, files that differ from the commit included: its runs are kept apart from those of others. */
export function codeName(): string {
  const git = (...args: readonly string[]) => Bun.spawnSync(["git", ...args], { cwd: ROOT }).stdout;
  const head = git("rev-parse", "--short", "HEAD").toString().trim();
  if (head === "")
    throw new Error("bin/repeat needs a git checkout, to tell runs of one commit from those of another.");
  const changes = git("diff", "HEAD");
  return changes.length === 0 ? head : `${head}-${Bun.hash(changes).toString(16)}`;
}
