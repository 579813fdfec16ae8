import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { startRedis } from "@dnstools/lab/support/redis";
import { reached } from "./figures.ts";
import { type Load, loadUrl } from "./http-load.ts";
import { median } from "./measure.ts";
import { NAMES, publishNames } from "./overload-names.ts";
import { openQuota } from "./quota.ts";
import { startSpread } from "./spread.ts";

const COUNTS = [1, 2, 4] as const;
const ROUNDS = 3;
const SECONDS = 2;
/** Connections of the load generator per measured process. */
const CONNECTIONS = 16;
/** Share of a core that each process may use, so that four processes, nginx and the load generator fit on two cores. */
const SHARE = 0.1;
/** Minimum throughput, as a share of what the same number of independent processes would reach. */
const LEAST = 0.85;

const OPEN = { RATE_LIMIT_UNITS: "1000000000", KEY_CONCURRENCY: "0" };
/**
 * Paths requested from each target. The `dns` paths use many names, because requests for the same name would share an
 * answer.
 */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  all: ["/api/v1/whois?domain=registered.com"],
  gateway: ["/api/v1/limits"],
  dns: NAMES.map((name) => `/api/v1/dns?domain=${name}&type=A`),
  network: ["/api/v1/whois?domain=registered.com"],
};

/**
 * Prints the requests per second of 1, 2 and 4 processes of each target behind nginx with one shared Redis: first
 * with all cores available, then with a share of a core for each process.
 */
export async function growth(): Promise<void> {
  await publishNames();
  await using redis = await startRedis();
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  try {
    for (const [target, paths] of Object.entries(ASKED))
      await growthOf(target, paths, { ...OPEN, REDIS_URL: redis.url, GATEWAY_COUNT: "4", DATA_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Measured = Pick<Load, "perSecond" | "cpuUs">;

async function growthOf(
  target: string,
  paths: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const nowhere = Object.fromEntries(
    ["DNS", "NETWORK", "CERT", "MAIL", "ANALYSIS"].map((name) => [`${name}_URL`, "unix:/nowhere"]),
  );
  const processes: ProductProcess[] = [];
  for (let n = 0; n < Math.max(...COUNTS); n++) {
    const process = await startProcess(target, { ...nowhere, ...env });
    ends.defer(async () => {
      process.kill("SIGKILL");
      await process.exited;
    });
    processes.push(process);
  }
  const spreads = await Promise.all(
    COUNTS.map(async (count) =>
      ends.use(await startSpread(processes.slice(0, count).map(({ url }) => new URL(url).host))),
    ),
  );
  const pids = processes.map(({ pid }) => pid);
  const measure = async () => {
    const rounds: Measured[][] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      console.error(`${target}: round ${round} of ${ROUNDS}`);
      const measured: Measured[] = [];
      for (const [at, { url }] of spreads.entries())
        measured.push(
          await loadUrl(url, pids, {
            connections: CONNECTIONS * (COUNTS[at] ?? 1),
            seconds: SECONDS,
            paths,
            apart: false,
          }),
        );
      rounds.push(measured);
    }
    return COUNTS.map((_, at) => ({
      perSecond: median(rounds.map((round) => round[at]?.perSecond ?? Number.NaN)),
      cpuUs: median(rounds.map((round) => round[at]?.cpuUs ?? Number.NaN)),
    }));
  };
  tell(`${target}, all cores`, await measure(), false);
  using quota = openQuota();
  if (quota === null) {
    console.log(`${target}: shares of a core cannot be given here (that needs root and cgroups)`);
    return;
  }
  for (const pid of pids) quota.limit([pid], SHARE);
  tell(`${target}, ${SHARE} of a core each`, await measure(), true);
}

function tell(what: string, measured: readonly Measured[], judged: boolean): void {
  const one = measured[0]?.perSecond ?? Number.NaN;
  const shown = measured.map(({ perSecond, cpuUs }, at) => {
    const count = COUNTS[at] ?? Number.NaN;
    const times = perSecond / one;
    const verdict =
      judged && count > 1
        ? ` ${reached(`${count} processes, of one`, times, `>= ${Number((LEAST * count).toFixed(1))}`)}`
        : "";
    return `${count}: ${perSecond.toFixed(0)}/s, ${times.toFixed(2)} x${verdict}, CPU ${cpuUs.toFixed(0)} us`;
  });
  console.log(`${what.padEnd(28)} ${shown.join("; ")}`);
}
