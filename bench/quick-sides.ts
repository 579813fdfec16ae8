import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { type Product, serviceUrls, startProduct, type Wiring } from "@dnstools/lab/support/product";
import { type Edge, startEdge } from "./edge.ts";

/** A build of the product that is measured. */
export type Side = {
  /** How tables call it. */
  readonly name: string;
  /** What starts it, without its target. */
  readonly command: readonly string[];
  /** Its checkout. */
  readonly root: string;
};

/** The processes of a side. A stand that cannot be started is the reason why: another commit may not have it. */
export type Stands = {
  /** Everything in one process, without limits. */
  readonly all: Product | string;
  /** The same, for what asks hundreds of questions: it keeps no answers, and none of its garbage is another row's. */
  readonly fresh: Product | string;
  /** The same with a limit that is used up. */
  readonly full: Product | string;
  /** One process per target, which keeps answers. */
  readonly split: Product | string;
  /** nginx before a gateway, which asks the services of `split`. */
  readonly edge: Edge | string;
};

/** Settings that old commits know, too: what is measured is the way, so nothing is limited, refused or shed. */
const OPEN = {
  RATE_LIMIT_UNITS: "1000000000",
  SHED_TURN_MS: "0",
  KEY_CONCURRENCY: "0",
};
/** The limiter's window is a day, so that hardly a unit comes back while it is measured. */
const FULL = { ...OPEN, RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "86400" };
const OPEN_EDGE = {
  ...OPEN,
  PROXY_FLOOD_RATE: "0",
  PROXY_KEY_RATE: "0",
};
const FRESH = { ...OPEN, CACHE_MAX_AGE_S: "0", DNS_RESOLVERS: OWN_RESOLVER };

/** Starts all stands of a side. @param folder for their files. */
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
