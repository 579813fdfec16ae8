import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Runner } from "./runner.ts";

const ROOT = join(import.meta.dir, "..");

/** Another commit of this repository in a folder of its own, its dependencies installed. `await using` removes it. */
export type Checkout = AsyncDisposable & { readonly root: string };

/** Checks a commit out into a temporary folder. @param run ends what it runs when the bench is interrupted. */
export async function checkOut(commit: string, run: Runner): Promise<Checkout> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-checkout-"));
  const root = join(folder, "worktree");
  // By itself, and not by `run`: it must be done though the bench was interrupted.
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

/** A commit's full name. @throws where there is none of this name. */
export function resolveCommit(name: string): string {
  const words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const git = Bun.spawnSync(words, { cwd: ROOT });
  if (!git.success) throw new Error(`there is no commit ${name} in this repository`);
  return git.stdout.toString().trim();
}

/** This checkout as git calls it, with `-dirty` where files differ from its commit. */
export function describeHere(): string {
  const git = Bun.spawnSync(["git", "describe", "--always", "--dirty", "--exclude=*"], { cwd: ROOT });
  return git.success ? git.stdout.toString().trim() : "here";
}

/** Whether a checkout can be built into one binary: commits before deploy/image cannot. */
export function isBuildable(root: string): boolean {
  return existsSync(join(root, BUILD));
}

/** Builds a checkout's binary as it ships. */
export async function build(root: string, file: string, run: Runner): Promise<void> {
  console.error(`building ${file}`);
  await run([process.execPath, BUILD, file], root);
}

const BUILD = "deploy/image/binary.ts";
