import type { Product } from "@dnstools/lab/support/product";
import { type Call, createMix, type Kind, type Shares } from "./calls.ts";
import { type HttpClient, openClient } from "./http-client.ts";
import { cpuSeconds } from "./measure.ts";
import { type Ask, type Asked, closedLoop, openLoop, timeoutsIn } from "./open-loop.ts";

/** Percentage of each kind of call in the load. */
export const SHARES: Shares = {
  dns: 40,
  reverse: 14,
  whois: 14,
  dnsbl: 10,
  ssl: 10,
  mail: 8,
  propagation: 2,
  scout: 2,
};
const KINDS = Object.keys(SHARES) as Kind[];

/** Number of clients that cause the load. A trusted proxy reports a different address for each. */
export const CLIENTS = 50;
const LIVEZ_PER_S = 5;
const CALM_CALLS = 3;

/**
 * Returns a function that sends each call as one of the clients in turn, and records the calls.
 * @param base number of the first client.
 */
export function asker(client: HttpClient, next: () => Call, calls: Call[], base = 0): Ask {
  return (n) => {
    const call = next();
    calls.push(call);
    const own = base + (n % CLIENTS);
    return client.get(call.path, `X-Forwarded-For: 45.11.${own >> 8}.${own & 255}\r\n`);
  };
}

/** The answers to a client that sends one request per second, and to the probes of each process. */
export type Beside = {
  readonly light: readonly { readonly asked: Asked; readonly kind: Kind }[];
  readonly livez: readonly { readonly target: string; readonly asked: readonly Asked[] }[];
};

/**
 * Sends requests in addition to a load: all tools in turn from a client with its own address, and /livez over a new
 * connection each time.
 */
export async function askBeside(product: Product, seconds: number): Promise<Beside> {
  using client = openClient(product.url, 100);
  const calls: Call[] = [];
  const mix = createMix(Object.fromEntries(KINDS.map((kind) => [kind, 1])), 150);
  // The index is always 0, so every call comes from the same client.
  const asLight = asker(client, mix, calls, 1000);
  const light = openLoop({ perSecond: 1, seconds }, () => asLight(0));
  const livez = product.processes.map(async ({ target, metricsUrl }) => {
    using probe = openClient(metricsUrl, 50, { fresh: true });
    return {
      target,
      asked: await openLoop({ perSecond: LIVEZ_PER_S, seconds }, () => probe.get("/livez")),
    };
  });
  return {
    light: (await light).map((asked) => ({ asked, kind: calls[asked.n]?.kind ?? "dns" })),
    livez: await Promise.all(livez),
  };
}

/**
 * The deadline of each kind of call in milliseconds, as its answers state it, and the most server timeouts in a call
 * without load.
 */
export type Calm = ReadonlyMap<Kind, { readonly deadlineMs: number; readonly timeouts: number }>;

/**
 * Makes a few calls of each kind without load, one after another. Some of the lab's blocklists and public resolvers
 * are dead, so some servers time out even then.
 */
export async function askCalmly({ url }: Product): Promise<Calm> {
  const calm = new Map<Kind, { deadlineMs: number; timeouts: number }>();
  for (const kind of KINDS) {
    const mix = createMix({ [kind]: 1 });
    for (let i = 0; i < CALM_CALLS; i++) {
      const text = await (await fetch(`${url}${mix().path}`)).text();
      const deadlineMs = Number(/"deadlineMs":(\d+)/.exec(text)?.[1]);
      const timeouts = Math.max(timeoutsIn(text), calm.get(kind)?.timeouts ?? 0);
      calm.set(kind, { deadlineMs, timeouts });
    }
  }
  return calm;
}

/**
 * Measures the CPU cost of each kind of call relative to the mean of the mix. Each kind is measured by itself, with
 * a few calls at once.
 */
export async function weigh(product: Product): Promise<ReadonlyMap<Kind, number>> {
  const cpu = () => product.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const cost = new Map<Kind, number>();
  for (const kind of KINDS) {
    console.error(`measuring the cost of ${kind}`);
    using client = openClient(product.url, 10);
    const before = cpu();
    const asked = await closedLoop(4, 2, asker(client, createMix({ [kind]: 1 }, 100), []));
    cost.set(kind, (1000 * (cpu() - before)) / asked.length);
  }
  const whole = KINDS.reduce((sum, kind) => sum + (SHARES[kind] ?? 0), 0);
  const mean = [...cost].reduce((sum, [kind, ms]) => sum + (ms * (SHARES[kind] ?? 0)) / whole, 0);
  const each = [...cost].map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`);
  console.log(`  CPU of a call in ms: ${each.join(", ")}; of the mix ${mean.toFixed(1)}`);
  return new Map([...cost].map(([kind, ms]) => [kind, ms / mean]));
}
