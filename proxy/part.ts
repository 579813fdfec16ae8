/** One of several processes that run together. */
export type Part = {
  readonly name: string;
  readonly exited: Promise<number>;
  readonly signal: (name: NodeJS.Signals) => void;
};

/**
 * Starts a process that inherits stdout and stderr. The process runs in a separate session, so that Ctrl-C in a
 * terminal reaches only this program, which decides the order of shutdown. The started process does not outlive this
 * program, unless SIGKILL kills this program. If the started process fails, its children, such as the workers of
 * nginx, are killed too.
 */
export function startPart(
  name: string,
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Part {
  const child = Bun.spawn([...command], {
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
    env: { ...env },
  });
  const exited = child.exited.then((code) => {
    if (code !== 0) killGroup(child.pid);
    return code;
  });
  process.on("exit", () => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  });
  return { name, exited, signal: (signal) => child.kill(signal) };
}

/** Kills a process and all its children. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Errors are ignored: they only mean that all processes of the group have already ended.
  }
}

const LOOK_MS = 20;

/**
 * Waits until a part answers.
 * @returns false if the part ends before it answers, or does not answer within `withinMs` milliseconds
 */
export async function answers(part: Part, asks: () => Promise<Response>, withinMs: number): Promise<boolean> {
  let ended = false;
  void part.exited.then(() => {
    ended = true;
  });
  const end = performance.now() + withinMs;
  while (!ended && performance.now() < end) {
    const response = await asks().catch(() => null);
    if (response?.ok) return true;
    await Bun.sleep(LOOK_MS);
  }
  return false;
}
