/** One process of several that run together. */
export type Part = {
  readonly name: string;
  readonly exited: Promise<number>;
  readonly signal: (name: NodeJS.Signals) => void;
};

/**
 * Starts a process, which says what it says where we do. It is in a session of its own, so that a terminal's Ctrl-C
 * comes to us alone and we say who ends when. It does not outlive us, but where we are killed (SIGKILL), nor do its own children
 * outlive it where it was, as nginx's workers would.
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

/** Ends a process and all that it started. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left.
  }
}

const LOOK_MS = 20;

/** Waits until a part answers; false when it ended before, or did not within `withinMs`. */
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
