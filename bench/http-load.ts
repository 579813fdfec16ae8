import { cpuSeconds, pin, runOn } from "./measure.ts";

/** What a load came to: requests a second, latency in milliseconds, and CPU microseconds of all processes a request. */
export type Load = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuUs: number;
};

export type LoadOptions = {
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether all answers are to be refusals; else none may be. */
  readonly refused?: boolean;
};

/** The load generator has the second core; everything that serves shares the first. */
const SERVING = 0;
const LOADING = 1;

/** Loads a URL with wrk, warmed up. @param pids the processes that serve it. @throws on answers of another kind. */
export async function loadUrl(url: string, pids: readonly number[], options: LoadOptions): Promise<Load> {
  const { connections, seconds, headers = {}, refused = false } = options;
  for (const pid of pids) pin(pid, SERVING);
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = (s: number) =>
    runOn(LOADING, "wrk", "-t1", `-c${connections}`, `-d${s}s`, "--latency", ...sent, url);
  await wrk(1);
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = cpu();
  const out = await wrk(seconds);
  const used = cpu() - before;
  const requests = Number(/(\d+) requests in/.exec(out)?.[1]);
  const others = Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0);
  if (!(requests > 0) || others !== (refused ? requests : 0)) throw new Error(`wrk ${url}: ${out}`);
  return {
    perSecond: requests / seconds,
    p50: msOf(/50%\s+([\d.]+)(us|ms|s)/.exec(out)),
    p99: msOf(/99%\s+([\d.]+)(us|ms|s)/.exec(out)),
    cpuUs: (used / requests) * 1e6,
  };
}

function msOf(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ""] ?? Number.NaN;
  return Number(match?.[1]) * factor;
}
