/**
 * Runs a command until it exits.
 * @throws if the command fails, or if this process has received a signal to end
 */
export type Runner = (
  command: readonly string[],
  cwd: string,
  env?: Readonly<Record<string, string>>,
) => Promise<void>;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Returns a function that runs commands one at a time. A signal ends the running command, so that the caller can
 * clean up.
 */
export function createRunner(): Runner {
  let running: Bun.Subprocess | null = null;
  let interrupted: string | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      interrupted = signal;
      // lab/up ignores SIGINT, because the command that it runs should handle this signal.
      running?.kill("SIGTERM");
    });
  }
  return async (command, cwd, env = {}) => {
    if (interrupted !== null) throw new Error(`ended by ${interrupted}`);
    running = Bun.spawn([...command], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const code = await running.exited;
    running = null;
    if (interrupted !== null) throw new Error(`ended by ${interrupted}`);
    if (code !== 0) throw new Error(`${command.slice(0, 2).join(" ")} ended with ${code}`);
  };
}
