import type { Answer } from "./http-client.ts";

/** One request and its answer. Times are milliseconds of this process's monotonic clock. */
export type Asked = {
  /** Index of the request in its loop, from 0. */
  readonly n: number;
  readonly due: number;
  /** Milliseconds after `due` at which the request was sent. */
  readonly lateMs: number;
  /** Milliseconds from `due` to the answer, including any wait for a connection or for the generator. */
  readonly ms: number;
  readonly status: number;
  /** The code of a problem, or why there is no answer; empty for a 200. */
  readonly code: string;
  readonly retryAfter: boolean;
  /** Number of server timeouts that an answer with 200 reports; known only if the client keeps bodies. */
  readonly timeouts: number;
};

export type Ask = (n: number) => Promise<Answer>;
export type Rate = { readonly perSecond: number; readonly seconds: number };

/**
 * Sends requests at a steady rate, without waiting for the answers.
 * @param ask sends the n-th request
 * @returns the requests with their answers, when all are answered
 */
export async function openLoop({ perSecond, seconds }: Rate, ask: Ask): Promise<readonly Asked[]> {
  const count = Math.round(perSecond * seconds);
  return steadily(perSecond, (n) => n < count, ask);
}

/** Sends requests at a steady rate until stopped; `stop` resolves when all requests are answered. */
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

/**
 * Waits for the answer to one request and describes it.
 * @param lateMs milliseconds by which the request was sent late.
 */
export async function timed(n: number, due: number, lateMs: number, answer: Promise<Answer>): Promise<Asked> {
  const { status, headers, body, failure } = await answer;
  const ms = performance.now() - due;
  const code = failure ?? (status === 200 ? "" : (/"code":"(\w+)"/.exec(body)?.[1] ?? "no code"));
  const retryAfter = /\r\nretry-after: \d/i.test(headers);
  return { n, due, lateMs, ms, status, code, retryAfter, timeouts: timeoutsIn(body) };
}

/** Counts the server timeouts that an answer reports. */
export function timeoutsIn(body: string): number {
  return body.split('"reason":"timeout"').length - 1;
}

/**
 * Keeps `atOnce` requests in flight: each worker sends its next request when its last one is answered.
 * @returns the requests with their answers, when all are answered
 */
export async function closedLoop(atOnce: number, seconds: number, ask: Ask): Promise<readonly Asked[]> {
  const start = performance.now();
  const all: Asked[] = [];
  let n = 0;
  const worker = async () => {
    while (performance.now() - start < seconds * 1000) {
      const one = n++;
      const asked = await timed(one, performance.now(), 0, ask(one));
      all.push(asked);
      // A refused caller waits before its next request.
      if (asked.status !== 200) await Bun.sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return all;
}

const PAUSE_MS = 200;

/** Returns the percentile of some values: the value that `percent` percent of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Returns the response times of the answers that have a status, in milliseconds. */
export function timesOf(asked: readonly Asked[], status = 200): readonly number[] {
  return asked.filter((one) => one.status === status).map(({ ms }) => ms);
}

/**
 * Lists the number of answers of each status and code, such as `90 x 200, 10 x 503 overloaded, 1 x no answer
 * (closed)`.
 */
export function statuses(asked: readonly Asked[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of asked) {
    const name = status === 0 ? `no answer (${code})` : `${status} ${code}`.trim();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} x ${name}`).join(", ") || "none";
}
