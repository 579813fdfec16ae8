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

/** Does the same with each of many, some at once: by default as many as there are processors. */
export async function atOnce<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  count = availableParallelism(),
): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/**
 * Starts a process that must live as long as the lab; when it ends, so does the lab, with `what` and what it said. It
 * is in a session of its own: a terminal's Ctrl-C is for the command that the user runs.
 * @param log a file for what it says.
 */
export function keep(what: string, command: readonly string[], log: string): void {
  watch(
    what,
    Bun.spawn([...command], { stdio: ["ignore", Bun.file(log), Bun.file(log)], detached: true }),
    log,
  );
}

/** As `keep`, and resolves with the process's number when it has written anything to its output. */
export async function keepReady(what: string, command: readonly string[]): Promise<number> {
  const child = Bun.spawn([...command], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  watch(what, child);
  await child.stdout.getReader().read();
  return child.pid;
}

function watch(what: string, child: Bun.Subprocess, log?: string): void {
  void child.exited.then(async (code) =>
    giveUp(`${what} ended with ${code}\n${log === undefined ? "" : await Bun.file(log).text()}`),
  );
}

/** Ends the lab with a message: something of its own failed. */
export function giveUp(message: string): never {
  console.error(`lab: ${message.trim()}`);
  process.exit(4);
}
