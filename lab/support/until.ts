/** Milliseconds between tries, and until it is given up: a little before the runner ends the test, which would say less. */
const TRY_MS = 10;
const GIVE_UP_MS = 170_000;

/** Waits until something holds that is to come about by itself. @throws when it does not. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  giveUpMs = GIVE_UP_MS,
  tryMs = TRY_MS,
): Promise<void> {
  const end = performance.now() + giveUpMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`did not come about within ${giveUpMs} ms: ${holds}`);
    await Bun.sleep(tryMs);
  }
}
