/** A network namespace, which ends with the process that opened it. */
export type Namespace = AsyncDisposable & {
  /** ID of a process in the namespace. */
  readonly pid: number;
  /** Returns the command line that runs a command in the namespace. */
  readonly inside: (command: readonly string[]) => string[];
};

/**
 * Opens a network namespace.
 * @param prepare shell commands to run in a mount namespace of its own; without them, the mounts stay the same.
 */
export async function openNamespace(prepare?: string): Promise<Namespace> {
  const spaces = prepare === undefined ? ["--net"] : ["--net", "--mount"];
  // cat ends when the pipe to this process closes, however this process ends.
  const held = `${prepare === undefined ? "" : `${prepare} && `}echo && exec cat`;
  const holder = Bun.spawn(["unshare", ...spaces, "sh", "-c", held], { stdio: ["pipe", "pipe", "pipe"] });
  const { done } = await holder.stdout.getReader().read();
  if (done) throw new Error(`a namespace was not opened: ${await holder.stderr.text()}`);
  const mounts = prepare === undefined ? [] : ["-m", `--wdns=${process.cwd()}`];
  return {
    pid: holder.pid,
    inside: (command) => ["nsenter", "-t", String(holder.pid), "-n", ...mounts, "--", ...command],
    async [Symbol.asyncDispose]() {
      holder.kill("SIGKILL");
      await holder.exited;
    },
  };
}
