/** Milliseconds between tries. */
const TRY_MS = 10;
/**
 * Milliseconds until `until` gives up: slightly less than the test runner's timeout, whose error message is less
 * specific.
 */
const GIVE_UP_MS = 170_000;

/** Waits until a condition holds. @throws if it does not hold in time. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  giveUpMs = GIVE_UP_MS,
  tryMs = TRY_MS,
): Promise<void> {
  const end = performance.now() + giveUpMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`did not hold within ${giveUpMs} ms: ${holds}`);
    await Bun.sleep(tryMs);
  }
}
