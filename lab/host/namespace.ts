/** A network namespace with mounts of its own, which ends with the process that opened it. */
export type Namespace = AsyncDisposable & {
  /** ID of a process in the namespace. */
  readonly pid: number;
  /** Returns the command line that runs a command in the namespace. */
  readonly inside: (command: readonly string[]) => string[];
};

/** Opens a namespace. @param prepare shell commands that change its mounts. */
export async function openNamespace(prepare: readonly string[] = []): Promise<Namespace> {
  // Squid and libfaketime leave files in shared memory, under names that others use too. cat ends when the pipe to this
  // process closes, however this process ends.
  const script = ["mount -t tmpfs tmpfs /dev/shm", ...prepare, "echo", "exec cat"].join(" && ");
  const holder = Bun.spawn(["unshare", "--net", "--mount", "sh", "-c", script], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const { done } = await holder.stdout.getReader().read();
  if (done) throw new Error(`a namespace was not opened: ${await holder.stderr.text()}`);
  const enter = ["nsenter", "-t", String(holder.pid), "-n", "-m", `--wdns=${process.cwd()}`, "--"];
  return {
    pid: holder.pid,
    inside: (command) => [...enter, ...command],
    async [Symbol.asyncDispose]() {
      holder.kill("SIGKILL");
      await holder.exited;
    },
  };
}
