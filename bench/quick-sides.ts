import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { type Product, serviceUrls, startProduct, type Wiring } from "@dnstools/lab/support/product";
import { type Edge, startEdge } from "./edge.ts";

/** A build of the product that is measured. */
export type Side = {
  /** The name in tables. */
  readonly name: string;
  /** The command that starts the product, without its target. */
  readonly command: readonly string[];
  /** The root of its checkout. */
  readonly root: string;
};

/**
 * The deployments of a side. A deployment that cannot be started is a text with the reason: another commit may not
 * have it.
 */
export type Stands = {
  /** Everything in one process, without limits. */
  readonly all: Product | string;
  /**
   * Like `all`, but without an answer cache, for calls that send hundreds of queries. It is a process of its own, so
   * that its garbage collection does not slow down other rows.
   */
  readonly fresh: Product | string;
  /** As `all`, but with a rate limit that is used up. */
  readonly full: Product | string;
  /** One process per target, with an answer cache. */
  readonly split: Product | string;
  /** nginx in front of a gateway that calls the services of `split`. */
  readonly edge: Edge | string;
};

/**
 * Settings that old commits know, too. Nothing is limited, refused or shed, so that only the request's path through
 * the processes is measured.
 */
const OPEN = {
  RATE_LIMIT_UNITS: "1000000000",
  SHED_TURN_MS: "0",
  KEY_CONCURRENCY: "0",
};
/**
 * Settings with a rate limit that is soon used up. Its window is a day, because almost no units may be refilled during
 * the measurement.
 */
const FULL = { ...OPEN, RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "86400" };
const OPEN_EDGE = {
  ...OPEN,
  PROXY_FLOOD_RATE: "0",
  PROXY_KEY_RATE: "0",
};
const FRESH = { ...OPEN, CACHE_MAX_AGE_S: "0", DNS_RESOLVERS: OWN_RESOLVER };

/** Starts all deployments of a side. @param folder for their files. */
export async function startStands(
  { command, root, name }: Side,
  folder: string,
): Promise<Stands & AsyncDisposable> {
  const ends = new AsyncDisposableStack();
  const or = async <T extends AsyncDisposable>(what: string, started: Promise<T>): Promise<T | string> => {
    try {
      return ends.use(await started);
    } catch (error) {
      const [reason = ""] = String(error).split("\n");
      console.error(`${name}: ${what} does not start: ${reason.slice(0, REASON_MAX)}`);
      return reason;
    }
  };
  const product = (what: string, wiring: Wiring, env: Readonly<Record<string, string>>) =>
    or(what, startProduct(wiring, env, command));
  const all = await product("all", "all", OPEN);
  const fresh = await product("all without a cache", "all", FRESH);
  const full = await product("all with a limit", "all", FULL);
  const split = await product("one process per target", "one process per target", OPEN);
  const urls = typeof split === "string" ? {} : serviceUrls(split.processes);
  const edge = await or(
    "nginx and gateway",
    startEdge("gateway", folder, { ...OPEN_EDGE, DATA_DIR: folder, ...urls }, root),
  );
  return { all, fresh, full, split, edge, [Symbol.asyncDispose]: () => ends.disposeAsync() };
}

const REASON_MAX = 300;
