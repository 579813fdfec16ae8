import { availableParallelism } from "node:os";

/** Runs a command until it exits, and returns its output. @throws if it fails, with its error output. */
export async function run(...command: readonly string[]): Promise<string> {
  return runWith("", ...command);
}

/** Like `run`, but writes a text to the command's standard input. */
export async function runWith(stdin: string, ...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: new Blob([stdin]), stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(" ")}: ${stderr.trim() || `exit code ${code}`}`);
  return stdout;
}

/** Calls `work` for each element, several at a time: by default as many as there are processors. */
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
 * Starts a process that must live as long as the lab. If it exits, the lab ends with `what` and the process's
 * output. The process has its own session, because Ctrl-C in a terminal is meant for the user's command.
 * @param log file for the process's output.
 */
export function keep(what: string, command: readonly string[], log: string): void {
  watch(
    what,
    Bun.spawn([...command], { stdio: ["ignore", Bun.file(log), Bun.file(log)], detached: true }),
    log,
  );
}

/** Like `keep`, but waits until the process has written to its output, and resolves with the process ID. */
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

/** Ends the lab with a message, because a part of the lab has failed. */
export function giveUp(message: string): never {
  console.error(`lab: ${message.trim()}`);
  process.exit(4);
}
