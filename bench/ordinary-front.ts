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
 * The product as it is shipped: an empty setting is its default, where the lab's support sets another. Blocklists answer an operator's
 * own resolver alone, and answers that are kept would be all that is measured.
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

/** Has a process do what it does at its first calls alone: it proves lists, checks resolvers, finds servers of top-level domains. */
export async function warm(front: Pick<Front, "url" | "key">): Promise<void> {
  const once = ["dnsbl?ip=5.31.0.1", "dnsbl?domain=example.com", "propagation?domain=example.com"];
  for (const path of once) await ask(front, path);
  const names = SUFFIXES.map((suffix) => `dns?domain=nobody-has-this.${suffix}`);
  await atOnce(names, async (path) => void (await ask(front, path)), WARMING_AT_ONCE);
}

const WARMING_AT_ONCE = 8;

/** Where one client asks, with its key. `await using` ends it. */
export type Front = AsyncDisposable & {
  readonly url: string;
  readonly key: string;
  readonly product: Product;
};

/** Starts the product in one of its ways, on a core of its own, and makes a key. */
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

/** Part of a core that a product which has nothing to do may take, looks at it in milliseconds, and how many of them at most. */
const QUIET = { share: 0.2, lookMs: 200, looks: 25 } as const;

/** Waits until the product has done what earlier calls left it to do, or a few seconds. */
export async function quiet({ product }: Front): Promise<void> {
  const used = () => product.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  for (let look = 0; look < QUIET.looks; look++) {
    const before = used();
    await Bun.sleep(QUIET.lookMs);
    if (used() - before < (QUIET.share * QUIET.lookMs) / 1000) return;
  }
}

/** What came back: status 0 where nothing did. */
export type Answer = { readonly status: number; readonly text: string; readonly ms: number };

/** Longer than any tool has. Milliseconds. */
const PATIENCE_MS = 60_000;

/** One call. @param path what stands behind `/api/v1/`; a `key` of "" sends none */
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
