import { cpSync, mkdirSync } from "node:fs";
import { basename, delimiter, join, relative } from "node:path";
import { ROOT } from "../../image/binary.ts";
import type { Ran } from "../../image/engine.ts";

/** A copy of the project, as an operator has it, and a shell in it. */
export type Operator = {
  readonly folder: string;
  /** The objects that `kubectl` made, in order. */
  readonly made: string;
  /** Types commands into a shell that ends at the first one that fails. @throws with what they said where one did. */
  readonly type: (commands: string, env?: Readonly<Record<string, string>>) => Promise<Ran>;
};

/** What is not in a checkout. */
const NOT_COPIED = new Set([".git", ".tools", "node_modules", "dist", ".env", "settings.env"]);

/**
 * Copies the project below a folder, and puts the lab's `docker` and `kubectl` (guide/bin) before those of the machine.
 * @param env the shell's, with what those two want to know (GUIDE_...).
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
