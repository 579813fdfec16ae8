import type { Product } from "@dnstools/lab/support/product";
import { type Call, createMix, type Kind, type Shares } from "./calls.ts";
import { type HttpClient, openClient } from "./http-client.ts";
import { cpuSeconds } from "./measure.ts";
import { type Ask, type Asked, closedLoop, openLoop, timeoutsIn } from "./open-loop.ts";

/** Percent of the calls. */
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

/** Clients of the crowd, whom a trusted proxy names. */
export const CLIENTS = 50;
const LIVEZ_PER_S = 5;
const CALM_CALLS = 3;

/** Asks as each of some clients in turn, and notes what was asked. @param base the first client's number */
export function asker(client: HttpClient, next: () => Call, calls: Call[], base = 0): Ask {
  return (n) => {
    const call = next();
    calls.push(call);
    const own = base + (n % CLIENTS);
    return client.get(call.path, `X-Forwarded-For: 45.11.${own >> 8}.${own & 255}\r\n`);
  };
}

/** What a client got that asks once a second, and the probes of each process. */
export type Beside = {
  readonly light: readonly { readonly asked: Asked; readonly kind: Kind }[];
  readonly livez: readonly { readonly target: string; readonly asked: readonly Asked[] }[];
};

/** Asks beside a load: all tools in turn as a client of an address of its own, and /livez over a new connection each time. */
export async function askBeside(product: Product, seconds: number): Promise<Beside> {
  using client = openClient(product.url, 100);
  const calls: Call[] = [];
  const mix = createMix(Object.fromEntries(KINDS.map((kind) => [kind, 1])), 150);
  // Fewer than there are clients in a crowd: always the first of them.
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

/** What a call of a kind has in milliseconds, as answers say, and the most time-outs of servers in one that has all it needs. */
export type Calm = ReadonlyMap<Kind, { readonly deadlineMs: number; readonly timeouts: number }>;

/** Asks a few of each kind, one after the other. Some of the lab's blocklists and public resolvers are dead. */
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

/** What a call of a kind costs in CPU, against the mean of the mix; each kind is asked by itself, a few at once. */
export async function weigh(product: Product): Promise<ReadonlyMap<Kind, number>> {
  const cpu = () => product.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const cost = new Map<Kind, number>();
  for (const kind of KINDS) {
    console.error(`the cost of ${kind}`);
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
