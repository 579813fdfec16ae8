import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runner } from "./runner.ts";

const ROOT = join(import.meta.dir, "..");

/**
 * Another commit of this repository in a temporary folder, with its dependencies installed. `await using` removes
 * the folder.
 */
export type Checkout = AsyncDisposable & { readonly root: string };

/**
 * Checks a commit out into a temporary folder.
 * @param run runs commands, and stops them when the bench is interrupted.
 */
export async function checkOut(commit: string, run: Runner): Promise<Checkout> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-checkout-"));
  const root = join(folder, "worktree");
  // Spawned directly and not through `run`, because the folder must be removed even if the bench was interrupted.
  const remove = async () => {
    const git = ["git", "worktree", "remove", "--force", "--force", root];
    await Bun.spawn(git, { cwd: ROOT, stdio: ["ignore", "ignore", "ignore"] }).exited;
    rmSync(folder, { recursive: true, force: true });
    await Bun.spawn(["git", "worktree", "prune"], { cwd: ROOT }).exited;
  };
  try {
    console.error(`checking out ${commit} and installing its dependencies`);
    await run(["git", "worktree", "add", "--quiet", "--detach", root, commit], ROOT);
    await run([process.execPath, "install", "--frozen-lockfile", "--silent"], root);
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, [Symbol.asyncDispose]: remove };
}

/** Returns a commit's full hash. @throws if the repository has no such commit. */
export function resolveCommit(name: string): string {
  const words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const git = Bun.spawnSync(words, { cwd: ROOT });
  if (!git.success) throw new Error(`there is no commit ${name} in this repository`);
  return git.stdout.toString().trim();
}

/**
 * Returns the commit of this checkout as `git describe` prints it, with `-dirty` if files differ from the commit.
 */
export function describeHere(): string {
  const git = Bun.spawnSync(["git", "describe", "--always", "--dirty", "--exclude=*"], { cwd: ROOT });
  return git.success ? git.stdout.toString().trim() : "here";
}

/** True if a checkout can be built into one binary. Commits without deploy/image/binary.ts cannot. */
export function isBuildable(root: string): boolean {
  return existsSync(join(root, BUILD));
}

/** Builds the binary of a checkout as it is shipped. */
export async function build(root: string, file: string, run: Runner): Promise<void> {
  console.error(`building ${file}`);
  await run([process.execPath, BUILD, file], root);
}

const BUILD = "deploy/image/binary.ts";
