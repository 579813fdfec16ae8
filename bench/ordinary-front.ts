import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { SUFFIXES } from "@dnstools/lab/plan/own-domains";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { apart } from "./cores.ts";
import { startEdge } from "./edge.ts";
import { cpuSeconds } from "./measure.ts";
import type { FrontKind } from "./ordinary-options.ts";

/**
 * Settings of the product as shipped: an empty setting selects the default if the lab sets another value. The
 * resolver is the operator's own, because blocklists answer no other. The answer cache is off, because otherwise
 * only the cache would be measured.
 */
export const SHIPPED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...["WAIT_FACTOR", "TARGET_CONCURRENCY", "KEY_CONCURRENCY", "SERVICE_CONCURRENCY"],
      "REDIS_DEADLINE_MS",
    ].map((name) => [name, ""]),
  ),
  DNS_RESOLVERS: OWN_RESOLVER,
  CACHE_MAX_AGE_S: "0",
};

/**
 * Makes the calls that cause a process to do its one-time work: it tests blocklists, checks resolvers, and finds the
 * servers of top-level domains.
 */
export async function warm(front: Pick<Front, "url" | "key">): Promise<void> {
  const once = ["dnsbl?ip=5.31.0.1", "dnsbl?domain=example.com", "propagation?domain=example.com"];
  for (const path of once) await ask(front, path);
  const names = SUFFIXES.map((suffix) => `dns?domain=nobody-has-this.${suffix}`);
  await atOnce(names, async (path) => void (await ask(front, path)), WARMING_AT_ONCE);
}

const WARMING_AT_ONCE = 8;

/** A running product and the key of the one client that calls it. `await using` stops the product. */
export type Front = AsyncDisposable & {
  readonly url: string;
  readonly key: string;
  readonly product: Product;
};

/** Starts the product in one of its deployments, on its own core, and creates a key. */
export async function startFront(kind: FrontKind): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-ordinary-"));
  const settings = { ...SHIPPED, DATA_DIR: join(folder, "data") };
  const product = await startProduct(kind === "all" ? "all" : "one process per target", settings);
  const { key } = await product.keys("create", "--name", "ordinary");
  const services = product.processes.filter(({ target }) => target !== "gateway");
  const urls = Object.fromEntries(services.map(({ target, url }) => [`${target.toUpperCase()}_URL`, url]));
  const edge = kind === "all" ? null : await startEdge("gateway", folder, { ...settings, ...urls });
  apart([...product.processes.map(({ pid }) => pid), ...(edge === null ? [] : [edge.metrics])]);
  const front = { url: edge?.url ?? product.url, key };
  await warm(front);
  return {
    ...front,
    product,
    async [Symbol.asyncDispose]() {
      await edge?.[Symbol.asyncDispose]();
      await product[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * `share` of a core below which the product counts as idle, interval between samples (`lookMs`), and maximum number of
 * samples (`looks`).
 */
const QUIET = { share: 0.2, lookMs: 200, looks: 25 } as const;

/** Waits until the product has finished the work that earlier calls left behind, for at most five seconds. */
export async function quiet({ product }: Front): Promise<void> {
  const used = () => product.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  for (let look = 0; look < QUIET.looks; look++) {
    const before = used();
    await Bun.sleep(QUIET.lookMs);
    if (used() - before < (QUIET.share * QUIET.lookMs) / 1000) return;
  }
}

/** The response to a call; its status is 0 if there was no response. */
export type Answer = { readonly status: number; readonly text: string; readonly ms: number };

/** Timeout of a call in milliseconds, longer than any tool's deadline. */
const PATIENCE_MS = 60_000;

/** Makes one call. @param path what follows `/api/v1/` in the URL. An empty `key` is not sent. */
export async function ask({ url, key }: Pick<Front, "url" | "key">, path: string): Promise<Answer> {
  const start = performance.now();
  const took = () => performance.now() - start;
  try {
    const response = await fetch(`${url}/api/v1/${path}`, {
      headers: key === "" ? {} : { "x-api-key": key },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, text: await response.text(), ms: took() };
  } catch (error) {
    return { status: 0, text: String(error), ms: took() };
  }
}
