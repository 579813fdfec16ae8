import type { Product } from "@dnstools/lab/support/product";
import type { ExactLoad } from "./exact-load.ts";
import { publishDomains } from "./mail-domains.ts";
import type { Stands } from "./quick-sides.ts";
import { wildPaths } from "./wild-names.ts";

/** What is measured of each side. */
export type Row = {
  readonly name: string;
  /** Requests of a round: so many that they take some tenths of a second of CPU, which is told in hundredths. */
  readonly requests: number;
  /** The most that this side may take of the other's CPU without a mark. */
  readonly most: number;
  /** What a request is shown beside. */
  readonly beside: "hello" | "dnsdist";
  /** What is asked of a side's processes; why nothing can be where a text. */
  readonly load: (stands: Stands) => ExactLoad | string;
};

const LIMITS = "/api/v1/limits";
/** An answer that the network service keeps. */
const KEPT = "/api/v1/whois?domain=registered.com";
const MOST = 1.05;
/** Connections of calls that cost little, and of those that ask hundreds of questions each. */
const MANY = 32;
const FEW = 8;
/** Addresses in no list and of nobody, so many that none is asked about twice at once. */
const ADDRESSES = Array.from({ length: 100 }, (_, i) => `5.69.0.${i + 1}`);

/** All rows; publishes in the lab what they ask about. */
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
  return { name, requests, most, beside: "hello", load };
}

/** A load of a product, whose CPU is that of some of its processes. */
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

/** The same of the gateway behind nginx, and of the services that it asks. */
function behindNginx({ edge, split }: Stands, services: readonly string[], path: string): ExactLoad | string {
  if (typeof edge === "string") return edge;
  if (typeof split === "string") return split;
  const pids = [...edge.nginx, edge.gateway, ...services.map((target) => split.process(target).pid)];
  return { url: edge.url, pids, paths: [path], status: 200, connections: MANY };
}
