import { ROOT } from "./run.ts";

/**
 * Returns a name for the checked-out code, including changes since its commit, so that runs of different code are
 * kept apart.
 */
export function codeName(): string {
  const git = (...args: readonly string[]) => Bun.spawnSync(["git", ...args], { cwd: ROOT }).stdout;
  const head = git("rev-parse", "--short", "HEAD").toString().trim();
  if (head === "")
    throw new Error("bin/repeat needs a git checkout, to keep the runs of different commits apart.");
  const changes = git("diff", "HEAD");
  return changes.length === 0 ? head : `${head}-${Bun.hash(changes).toString(16)}`;
}
