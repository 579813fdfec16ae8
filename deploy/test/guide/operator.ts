import { cpSync, mkdirSync } from "node:fs";
import { basename, delimiter, join, relative } from "node:path";
import { ROOT } from "../../image/binary.ts";
import type { Ran } from "../../image/engine.ts";

/** An operator's copy of the project, and a shell in this copy. */
export type Operator = {
  readonly folder: string;
  /** Path of the file that contains the objects that `kubectl` created, in order. */
  readonly made: string;
  /**
   * Runs commands in a shell that stops at the first failure.
   * @throws with the output of the commands if one fails
   */
  readonly type: (commands: string, env?: Readonly<Record<string, string>>) => Promise<Ran>;
};

/** Files and folders that a fresh checkout does not have. */
const NOT_COPIED = new Set([".git", ".tools", "node_modules", "dist", ".env", "settings.env"]);

/**
 * Copies the project into a folder. The programs in guide/bin, which replace `docker` and `kubectl`, come first in
 * PATH.
 * @param env environment of the shell, including the GUIDE_... variables of these programs
 */
export function openOperator(folder: string, env: Readonly<Record<string, string>>): Operator {
  const copy = join(folder, "operator");
  const made = join(folder, "made.yaml");
  mkdirSync(copy);
  const ours = (path: string) =>
    path === "." || path.startsWith("deploy/kubernetes/") || !NOT_COPIED.has(basename(path));
  cpSync(ROOT, copy, { recursive: true, filter: (from) => ours(relative(ROOT, from) || ".") });
  const own = {
    ...env,
    PATH: `${join(import.meta.dir, "bin")}${delimiter}${env["PATH"]}`,
    GIT_DIR: join(ROOT, ".git"),
    GUIDE_KUBECTL: join(ROOT, ".tools/kubectl-1.32/usr/bin/kubectl"),
    GUIDE_MADE: made,
  };
  return {
    folder: copy,
    made,
    async type(commands, more = {}) {
      const child = Bun.spawn(["bash", "-euo", "pipefail", "-c", commands], {
        cwd: copy,
        env: { ...own, ...more },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      if (code !== 0) throw new Error(`the guide's commands ended with ${code}:\n${commands}\n${out}${err}`);
      return { code, out, err };
    },
  };
}
