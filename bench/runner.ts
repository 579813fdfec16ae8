/** Runs a command to its end. @throws where it fails, or where this process was told to end meanwhile. */
export type Runner = (
  command: readonly string[],
  cwd: string,
  env?: Readonly<Record<string, string>>,
) => Promise<void>;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs commands one at a time. A signal ends the one that runs, so that the caller can remove what was made. */
export function createRunner(): Runner {
  let running: Bun.Subprocess | null = null;
  let interrupted: string | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      interrupted = signal;
      // The lab is deaf to SIGINT, which its command is to decide about.
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
