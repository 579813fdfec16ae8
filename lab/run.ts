import { availableParallelism } from "node:os";

/** Runs a command to its end and gives its output. @throws when it fails, with what it said. */
export async function run(...command: readonly string[]): Promise<string> {
  return runWith("", ...command);
}

/** As `run`, with text on the command's standard input. */
export async function runWith(stdin: string, ...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: new Blob([stdin]), stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(" ")}: ${stderr.trim() || `exit code ${code}`}`);
  return stdout;
}

/** Does the same with each of many, as many at once as there are processors. */
export async function atOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
