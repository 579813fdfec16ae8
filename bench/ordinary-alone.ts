import { type Product, startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { pin } from "./measure.ts";
import type { Calls } from "./ordinary-calls.ts";
import { firstDifference, unknownParts } from "./ordinary-compare.ts";
import { ask, SHIPPED, warm } from "./ordinary-front.ts";
import type { NetworkState } from "./ordinary-options.ts";

/**
 * The answer to a call that was the only one in its process, and the parts of the answer that are unknown even then.
 */
export type Alone = { readonly body: unknown; readonly unknown: readonly string[] };

/** Reference answers, from calls made alone, by path. `await using` stops the processes that gave these answers. */
export type References = AsyncDisposable & {
  /**
   * Makes each call alone, in the network's present state.
   * @returns descriptions of the differences between two such calls of the same path
   */
  readonly take: (state: NetworkState, kinds: readonly Calls[]) => Promise<readonly string[]>;
  /** Returns the reference answer for a path. @throws if the call was not made alone. */
  readonly of: (path: string) => Alone;
};

/** Number of processes, each with one call at a time. With silent servers, a call spends most of its time waiting. */
const PROCESSES = 12;
/**
 * Number of calls at the same time, each in its own process. In the near network calls hardly wait, so there is one
 * per core.
 */
const TOGETHER: Readonly<Record<NetworkState, number>> = { near: 2, far: PROCESSES, dead: PROCESSES };
/**
 * Number of calls of each kind that are made twice, to see what varies, and whether the answers from the near network
 * still hold.
 */
const TWICE = 2;
/**
 * Maximum number of tries for an answer that has no more unknown parts than other answers of its kind: the machine may
 * have been busy.
 */
const TRIES = 3;

/** Starts the processes. They are stopped while no answers are taken, so that they send nothing by themselves. */
export async function startReferences(): Promise<References> {
  const settings = { ...SHIPPED, RATE_LIMIT_UNITS: "0" };
  const products = await Promise.all(Array.from({ length: PROCESSES }, () => startProduct("all", settings)));
  await Promise.all(products.map(({ url }) => warm({ url, key: "" })));
  const free = [...products];
  const near = new Map<string, Alone>();
  let now = new Map<string, Alone>();

  /** Makes one call alone, in the process that has been idle longest. */
  async function single(path: string): Promise<Alone> {
    const product = free.shift();
    if (product === undefined) throw new Error("more calls at once than processes");
    try {
      return await aloneIn(product, path);
    } finally {
      free.push(product);
    }
  }

  /**
   * Makes a call several times if necessary, and returns the answer with the fewest unknown parts.
   * @param fewest number of unknown parts in other answers of the same kind
   */
  async function known(path: string, fewest: number): Promise<Alone> {
    let best = await single(path);
    for (let tried = 1; tried < TRIES && best.unknown.length > fewest; tried++) {
      const other = await single(path);
      if (other.unknown.length < best.unknown.length) best = other;
    }
    return best;
  }

  async function takeKind(state: NetworkState, { kind, paths }: Calls): Promise<readonly string[]> {
    const wanted = [...new Set(paths)].filter((path) => !now.has(path));
    const varying: string[] = [];
    let fewest = Number.POSITIVE_INFINITY;
    let asBefore = state !== "near" && wanted.every((path) => near.has(path));
    for (const path of wanted.slice(0, TWICE)) {
      const [first, second] = [await single(path), await single(path)];
      const best = second.unknown.length < first.unknown.length ? second : first;
      const difference = firstDifference(first.body, second.body);
      if (difference !== null)
        varying.push(`${kind}: ${path} ${difference.path}: ${difference.alone}, then ${difference.here}`);
      asBefore &&= firstDifference(near.get(path)?.body, best.body) === null;
      fewest = Math.min(fewest, best.unknown.length);
      now.set(path, best);
    }
    const left = wanted.slice(TWICE);
    for (const path of asBefore ? left : []) now.set(path, near.get(path) ?? (await single(path)));
    const work = async (path: string) => void now.set(path, await known(path, fewest));
    if (!asBefore) await atOnce(left, work, TOGETHER[state]);
    return varying;
  }

  return {
    async take(state, kinds) {
      for (const [i, { processes }] of products.entries())
        for (const { kill, pid } of processes) {
          kill("SIGCONT");
          pin(pid, i % 2);
        }
      now = new Map();
      const varying: string[] = [];
      for (const calls of kinds) {
        const start = performance.now();
        varying.push(...(await takeKind(state, calls)));
        console.error(`  alone: ${calls.kind}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
      }
      if (state === "near") for (const [path, alone] of now) near.set(path, alone);
      // The processes are stopped, because they check public resolvers and blocklists from time to time.
      for (const { processes } of products) for (const { kill } of processes) kill("SIGSTOP");
      return varying;
    },
    of(path) {
      const alone = now.get(path);
      if (alone === undefined) throw new Error(`${path} was not asked alone`);
      return alone;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(products.map((product) => product[Symbol.asyncDispose]()));
    },
  };
}

async function aloneIn({ url }: Product, path: string): Promise<Alone> {
  const { status, text } = await ask({ url, key: "" }, path);
  if (status !== 200) throw new Error(`${path}, alone: ${status} ${text.slice(0, 300)}`);
  const body: unknown = JSON.parse(text);
  return { body, unknown: unknownParts(body) };
}
