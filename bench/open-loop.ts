import type { Answer } from "./http-client.ts";

/** One request, as it was asked and answered. Times are milliseconds of this process's clock. */
export type Asked = {
  /** Which it was of its loop, from 0. */
  readonly n: number;
  readonly due: number;
  /** How late it was handed on. */
  readonly lateMs: number;
  /** From when it was due: what waits for a connection, or for the generator, waits too. */
  readonly ms: number;
  readonly status: number;
  /** Of a problem its code, of no answer why there is none; else empty. */
  readonly code: string;
  readonly retryAfter: boolean;
  /** How often a 200 says that a server did not answer in time; of clients that keep bodies. */
  readonly timeouts: number;
};

export type Ask = (n: number) => Promise<Answer>;
export type Rate = { readonly perSecond: number; readonly seconds: number };

/** Asks at a steady rate whatever becomes of it. @param ask the n-th request @returns when all are answered. */
export async function openLoop({ perSecond, seconds }: Rate, ask: Ask): Promise<readonly Asked[]> {
  const count = Math.round(perSecond * seconds);
  return steadily(perSecond, (n) => n < count, ask);
}

/** Asks at a steady rate until stopped; `stop` resolves when all are answered. */
export function startSteady(perSecond: number, ask: Ask): { readonly stop: () => Promise<readonly Asked[]> } {
  let stopped = false;
  const all = steadily(perSecond, () => !stopped, ask);
  return {
    stop() {
      stopped = true;
      return all;
    },
  };
}

async function steadily(perSecond: number, more: (n: number) => boolean, ask: Ask): Promise<Asked[]> {
  const start = performance.now();
  const all: Promise<Asked>[] = [];
  while (more(all.length)) {
    const now = performance.now();
    for (;;) {
      const n = all.length;
      const due = start + (n * 1000) / perSecond;
      if (due > now || !more(n)) break;
      all.push(timed(n, due, now - due, ask(n)));
    }
    await Bun.sleep(1);
  }
  return Promise.all(all);
}

/** What became of one request. @param lateMs how late it was handed on */
export async function timed(n: number, due: number, lateMs: number, answer: Promise<Answer>): Promise<Asked> {
  const { status, headers, body, failure } = await answer;
  const ms = performance.now() - due;
  const code = failure ?? (status === 200 ? "" : (/"code":"(\w+)"/.exec(body)?.[1] ?? "no code"));
  const retryAfter = /\r\nretry-after: \d/i.test(headers);
  return { n, due, lateMs, ms, status, code, retryAfter, timeouts: timeoutsIn(body) };
}

/** How often an answer says that a server did not answer in time. */
export function timeoutsIn(body: string): number {
  return body.split('"reason":"timeout"').length - 1;
}

/** So many at once, each asking anew when it was answered. @returns when all are answered. */
export async function closedLoop(atOnce: number, seconds: number, ask: Ask): Promise<readonly Asked[]> {
  const start = performance.now();
  const all: Asked[] = [];
  let n = 0;
  const worker = async () => {
    while (performance.now() - start < seconds * 1000) {
      const one = n++;
      const asked = await timed(one, performance.now(), 0, ask(one));
      all.push(asked);
      // Whoever is refused does not come back at once.
      if (asked.status !== 200) await Bun.sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return all;
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

/** How many of each status and code, such as `90 x 200, 10 x 503 overloaded, 1 x no answer (closed)`. */
export function statuses(asked: readonly Asked[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of asked) {
    const name = status === 0 ? `no answer (${code})` : `${status} ${code}`.trim();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} x ${name}`).join(", ") || "none";
}
