import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";
import { freePort } from "@dnstools/proxy/test/edge";

/** A Prometheus server for one test. `await using` stops it. */
export type Prometheus = AsyncDisposable & {
  /** Runs an instant query and returns its values, or the error. */
  readonly query: (
    expr: string,
  ) => Promise<{ readonly values: readonly number[] } | { readonly error: string }>;
  /** Returns the values that a label has in the series of a selector. */
  readonly labelValues: (label: string, selector: string) => Promise<readonly string[]>;
  /** Calls an API path of Prometheus below /api/v1, such as `targets` or `rules`. */
  readonly get: (path: string) => Promise<unknown>;
};

type Answer = { readonly data?: unknown; readonly error?: string };
type Vector = { readonly result: readonly { readonly value: readonly [number, string] }[] };

/** Starts Prometheus with a configuration, and resolves when Prometheus is ready. */
export async function startPrometheus(config: object): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
  const file = join(folder, "prometheus.json");
  await Bun.write(file, JSON.stringify(config));
  const address = `127.0.0.1:${freePort()}`;
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, "--log.level=error"];
  const child = Bun.spawn(["prometheus", ...options, `--web.listen-address=${address}`], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ask = (path: string) => fetch(`http://${address}${path}`, { signal: AbortSignal.timeout(10_000) });
  const get = async (path: string) => (await ask(`/api/v1/${path}`)).json() as Promise<Answer>;
  await until(() => {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`);
    return ask("/-/ready").then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    async query(expr) {
      const { data, error } = await get(`query?query=${encodeURIComponent(expr)}`);
      if (error !== undefined) return { error };
      return { values: (data as Vector).result.map(({ value }) => Number(value[1])) };
    },
    async labelValues(label, selector) {
      const { data } = await get(`label/${label}/values?match[]=${encodeURIComponent(selector)}`);
      return (data as readonly string[] | undefined) ?? [];
    },
    get: async (path) => (await get(path)).data,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
