import type { Product } from "@dnstools/lab/support/product";
import type { ExactLoad } from "./exact-load.ts";
import { publishDomains } from "./mail-domains.ts";
import type { Stands } from "./quick-sides.ts";
import { wildPaths } from "./wild-names.ts";

/** One measurement that is made of each side. */
export type Row = {
  readonly name: string;
  /** Requests per round: enough to use some tenths of a second of CPU, which the kernel counts in hundredths. */
  readonly requests: number;
  /** Minimum number of requests before the first round: after them, the JIT compilers have little left to do. */
  readonly warm: number;
  /** Highest ratio of this side's CPU to the other side's that is not marked as too high. */
  readonly most: number;
  /** The program whose cost per request this row is compared with. */
  readonly beside: "hello" | "dnsdist";
  /** Returns the load on a side's processes, or the reason why there can be none. */
  readonly load: (stands: Stands) => ExactLoad | string;
};

const LIMITS = "/api/v1/limits";
/** A call whose answer is in the network service's cache. */
const KEPT = "/api/v1/whois?domain=registered.com";
const MOST = 1.05;
/** Requests per round from which a row has many requests, and how many it sends before its first round. */
const MANY_REQUESTS = 2000;
const WARM_MANY = 20_000;
/** Rounds that a row with fewer requests sends before its first round: 800 reports of `mail`. */
const WARM = 20;
/** Connections for calls that cost little. */
const MANY = 32;
/** Connections for calls that send hundreds of queries each. */
const FEW = 8;
/** Addresses that are on no list, enough that no two calls in flight ask about the same address. */
const ADDRESSES = Array.from({ length: 100 }, (_, i) => `5.69.0.${i + 1}`);

/** Returns all rows, after publishing the records that they query in the lab. */
export async function makeRows(): Promise<readonly Row[]> {
  const domains = await publishDomains();
  return [
    row("limits", 15_000, ({ all }) => from(all, ["all"], [LIMITS])),
    row("a refused call (429)", 15_000, ({ full }) => from(full, ["all"], [KEPT], { status: 429 }), 1.3),
    {
      ...row("dns?type=A, distinct names", 3000, ({ all }) => from(all, ["all"], wildPaths())),
      beside: "dnsdist",
    },
    {
      ...row("the same, per target", 2000, ({ split }) => from(split, ["gateway", "dns"], wildPaths())),
      beside: "dnsdist",
    },
    row("dnsbl, nothing kept", 100, ({ fresh }) =>
      from(
        fresh,
        ["all"],
        ADDRESSES.map((ip) => `/api/v1/dnsbl?ip=${ip}`),
        { connections: FEW },
      ),
    ),
    row("mail, nothing kept", 40, ({ fresh }) =>
      from(
        fresh,
        ["all"],
        domains.map((domain) => `/api/v1/mail?domain=${domain}`),
        { connections: FEW },
      ),
    ),
    row("nginx, gateway: limits", 5000, (stands) => behindNginx(stands, [], LIMITS)),
    row("nginx, gateway, network: kept", 2000, (stands) => behindNginx(stands, ["network"], KEPT)),
  ];
}

function row(name: string, requests: number, load: Row["load"], most = MOST): Row {
  const warm = requests < MANY_REQUESTS ? WARM * requests : WARM_MANY;
  return { name, requests, warm, most, beside: "hello", load };
}

/** Returns a load on a product, which measures the CPU of some of its processes. */
function from(
  product: Product | string,
  targets: readonly string[],
  paths: readonly string[],
  other: Partial<Pick<ExactLoad, "status" | "connections">> = {},
): ExactLoad | string {
  if (typeof product === "string") return product;
  const pids = targets.map((target) => product.process(target).pid);
  return { url: product.url, pids, paths, status: 200, connections: MANY, ...other };
}

/**
 * Returns a load on the gateway behind nginx, which measures the CPU of both and of the services that the gateway
 * calls.
 */
function behindNginx({ edge, split }: Stands, services: readonly string[], path: string): ExactLoad | string {
  if (typeof edge === "string") return edge;
  if (typeof split === "string") return split;
  const pids = [...edge.nginx, edge.gateway, ...services.map((target) => split.process(target).pid)];
  return { url: edge.url, pids, paths: [path], status: 200, connections: MANY };
}
