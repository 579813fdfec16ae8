import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OTHERS, OURS } from "./cores.ts";
import { cpuSeconds, pin, runOn } from "./measure.ts";

/**
 * The result of a load: requests per second, latency in milliseconds, and CPU microseconds of all processes per
 * request.
 */
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
  /** True if every response must be a refusal; otherwise no response may be one. */
  readonly refused?: boolean;
  /** Seconds of warm-up before the measurement. Default: 1. */
  readonly warmSeconds?: number;
  /** Paths that are requested in turn, below the URL. Default: the URL itself. */
  readonly paths?: readonly string[];
  /**
   * True if the serving processes share the first core and the load generator has the second; otherwise all of them
   * use all cores. Default: true.
   */
  readonly apart?: boolean;
};

/**
 * Loads a URL with wrk, after a warm-up.
 * @param pids processes that serve the URL
 * @throws if a response is a refusal although `refused` is false, or is no refusal although `refused` is true
 */
export async function loadUrl(url: string, pids: readonly number[], options: LoadOptions): Promise<Load> {
  const {
    connections,
    seconds,
    headers = {},
    refused = false,
    warmSeconds = 1,
    paths,
    apart = true,
  } = options;
  if (apart) for (const pid of pids) pin(pid, OURS);
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const folder = mkdtempSync(join(tmpdir(), "dnstools-load-"));
  const script = paths === undefined ? [] : ["-s", writeScript(folder, paths)];
  const wrk = (s: number) => {
    const words = ["-t1", `-c${connections}`, `-d${s}s`, "--latency", ...sent, ...script, url];
    return runOn(apart ? OTHERS : null, "wrk", ...words);
  };
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  let used: number;
  let out: string;
  try {
    await wrk(warmSeconds);
    const before = cpu();
    out = await wrk(seconds);
    used = cpu() - before;
  } finally {
    rmSync(folder, { recursive: true });
  }
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

/** Writes a script that makes wrk request the paths in turn. @returns the path of the script. */
function writeScript(folder: string, paths: readonly string[]): string {
  const script = join(folder, "paths.lua");
  const list = paths.map((path) => JSON.stringify(path)).join(", ");
  writeFileSync(
    script,
    `local paths, n = {${list}}, 0\nrequest = function() n = n + 1 return wrk.format("GET", paths[n % #paths + 1]) end\n`,
  );
  return script;
}

function msOf(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1000 }[match?.[2] ?? ""] ?? Number.NaN;
  return Number(match?.[1]) * factor;
}
