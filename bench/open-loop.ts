import type { Answer } from "./http-client.ts";

/** One request: when it was due (milliseconds of this process's clock), how late it was handed on, and when it was answered. */
export type Asked = {
  readonly due: number;
  readonly lateMs: number;
  /** From when it was due: what waits for a connection, or for the generator, waits too. */
  readonly ms: number;
  readonly status: number;
  readonly retryAfter: boolean;
};

export type Rate = { readonly perSecond: number; readonly seconds: number };

/** Asks at a steady rate whatever becomes of it. @param ask the n-th request @returns when all are answered. */
export async function openLoop(
  { perSecond, seconds }: Rate,
  ask: (n: number) => Promise<Answer>,
): Promise<readonly Asked[]> {
  const count = Math.round(perSecond * seconds);
  const start = performance.now();
  const all: Promise<Asked>[] = [];
  while (all.length < count) {
    const now = performance.now();
    for (;;) {
      const due = start + (all.length * 1000) / perSecond;
      if (due > now || all.length >= count) break;
      all.push(timed(due, now - due, ask(all.length)));
    }
    await Bun.sleep(1);
  }
  return Promise.all(all);
}

async function timed(due: number, lateMs: number, answer: Promise<Answer>): Promise<Asked> {
  const { status, headers } = await answer;
  const retryAfter = /\r\nretry-after: \d/i.test(headers);
  return { due, lateMs, ms: performance.now() - due, status, retryAfter };
}

/** So many at once, each asking anew when it was answered. @returns answers with 200 a second. */
export async function closedLoop(
  atOnce: number,
  seconds: number,
  ask: (n: number) => Promise<Answer>,
): Promise<{ readonly goodput: number; readonly refused: number }> {
  const start = performance.now();
  let [n, good, refused] = [0, 0, 0];
  const worker = async () => {
    while (performance.now() - start < seconds * 1000) {
      const { status } = await ask(n++);
      if (status === 200) good += 1;
      else {
        refused += 1;
        // Whoever is refused does not come back at once.
        await Bun.sleep(PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { goodput: good / ((performance.now() - start) / 1000), refused };
}

const PAUSE_MS = 200;

/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Of what was answered well, in milliseconds. */
export function timesOf(asked: readonly Asked[], status = 200): readonly number[] {
  return asked.filter((one) => one.status === status).map(({ ms }) => ms);
}

/** How many of each status. */
export function statuses(asked: readonly Asked[]): string {
  const counts = new Map<number, number>();
  for (const { status } of asked) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(", ");
}
