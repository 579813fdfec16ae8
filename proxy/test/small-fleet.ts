import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fleet } from "@dnstools/lab/support/fleet";
import { type ProductProcess, runKeys, startProcess } from "@dnstools/lab/support/product";

/** Number of processes of each target; a service with 0 processes is not called. */
type Counts = Readonly<Record<"gateway" | "dns" | "network", number>>;

/** Starts processes of several targets. `await using` stops them. @param env settings of all processes */
export async function startSmallFleet(counts: Counts, env: Readonly<Record<string, string>>): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-fleet-"));
  const settings: Record<string, string> = { DATA_DIR: folder, ...env };
  const fleet = new Map<string, readonly ProductProcess[]>();
  const start = async (target: keyof Counts) => {
    const started = Array.from({ length: counts[target] }, () => startProcess(target, settings));
    fleet.set(target, await Promise.all(started));
  };
  const all = () => [...fleet.values()].flat();
  await Promise.all([start("dns"), start("network")]);
  const urlsOf = (target: string) => (fleet.get(target) ?? []).map(({ url }) => url).join(",");
  for (const name of ["CERT", "ANALYSIS", "MAIL"]) settings[`${name}_URL`] = urlsOf("dns");
  settings["DNS_URL"] = urlsOf("dns");
  settings["NETWORK_URL"] = urlsOf(counts.network > 0 ? "network" : "dns");
  await start("gateway");
  return {
    of: (target) => fleet.get(target) ?? [],
    all,
    async again(ended) {
      const place = { PORT: new URL(ended.url).port, METRICS_PORT: new URL(ended.metricsUrl).port };
      const started = await startProcess(ended.target, { ...settings, ...place });
      const others = (fleet.get(ended.target) ?? []).filter((process) => process !== ended);
      fleet.set(ended.target, [...others, started]);
      return started;
    },
    keys: (...args) => runKeys(settings, args),
    async [Symbol.asyncDispose]() {
      for (const process of all()) process.kill("SIGKILL");
      await Promise.all(all().map((process) => process.exited));
      rmSync(folder, { recursive: true });
    },
  };
}
