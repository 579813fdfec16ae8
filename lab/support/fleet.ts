import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IssuedKey, type ProductProcess, runKeys, startProcess } from "./product.ts";

/** Services by name. Services that call others come last. */
const SERVICES = ["dns", "network", "cert", "analysis", "mail"] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Several processes of each target on one machine. `await using` stops them. */
export type Fleet = AsyncDisposable & {
  readonly of: (target: ServiceName | "gateway") => readonly ProductProcess[];
  readonly all: () => readonly ProductProcess[];
  /** Restarts a process that has exited, at its old address. */
  readonly again: (ended: ProductProcess) => Promise<ProductProcess>;
  readonly keys: (...args: readonly string[]) => Promise<IssuedKey>;
};

/**
 * Starts the given numbers of gateways and of processes of each service.
 * @param env settings of all processes
 */
export async function startFleet(
  counts: { readonly gateways: number; readonly services: number },
  env: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-fleet-"));
  const settings: Record<string, string> = { DATA_DIR: folder, ...env };
  const fleet = new Map<string, ProductProcess[]>();
  const start = async (target: string, count: number) => {
    const started = Array.from({ length: count }, () => startProcess(target, settings));
    fleet.set(target, await Promise.all(started));
  };
  for (const name of SERVICES) {
    await start(name, counts.services);
    settings[`${name.toUpperCase()}_URL`] = (fleet.get(name) ?? []).map(({ url }) => url).join(",");
  }
  await start("gateway", counts.gateways);
  const all = () => [...fleet.values()].flat();
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
