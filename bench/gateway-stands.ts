import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Product, serviceUrls, startProduct, type Wiring } from "@dnstools/lab/support/product";
import { startRedis } from "@dnstools/lab/support/redis";
import { startEdge } from "./edge.ts";
import { startHello } from "./hello-process.ts";
import { commandOf } from "./processes.ts";

/** One deployment to measure: its URL, and the processes that serve it. */
export type Stand = {
  readonly name: string;
  readonly url: string;
  readonly pids: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly refused?: boolean;
};

/** A call that does no I/O. */
const LIMITS = "/api/v1/limits";
/** A call that a service answers from its cache. */
const TOOL = "/api/v1/whois?domain=registered.com";

/** No limit is reached and nothing is shed, so that only the request's path through the processes is measured. */
const OPEN = { RATE_LIMIT_UNITS: "1000000000", KEY_CONCURRENCY: "0" };
const OPEN_EDGE = {
  ...OPEN,
  PROXY_FLOOD_RATE: "0",
  PROXY_KEY_RATE: "0",
};

/** Starts every deployment that is measured. Only one of them is loaded at a time. */
export async function startStands(): Promise<AsyncDisposable & { readonly stands: readonly Stand[] }> {
  const ends = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  chmodSync(folder, 0o711);
  ends.defer(() => rmSync(folder, { recursive: true }));
  const start = async (wiring: Wiring, env: Readonly<Record<string, string>> = {}) =>
    ends.use(await startProduct(wiring, { ...OPEN, ...env }));
  const edgeOf = async (target: "all" | "gateway", env: Readonly<Record<string, string>>) =>
    ends.use(await startEdge(target, folder, { ...OPEN_EDGE, DATA_DIR: folder, ...env }));

  const hello = ends.use(await startHello());
  const all = await start("all", { DATA_DIR: folder });
  const { key } = await all.keys("create", "--name", "bench");
  const redis = ends.use(await startRedis());
  const shared = await start("all", { REDIS_URL: redis.url });
  const full = await start("all", { RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "86400" });
  const tcp = await start("one process per target");
  const unix = await start("one process per target, over unix sockets");
  const edgeAll = await edgeOf("all", {});
  const edgeTcp = await edgeOf("gateway", serviceUrls(tcp.processes));
  const edgeUnix = await edgeOf("gateway", serviceUrls(unix.processes));

  const keyed = { "X-API-Key": key };
  const network = (product: Product) => product.process("network").pid;
  const pidsOf = (product: Product) => [product.process("gateway").pid, network(product)];
  const [allPid] = all.processes.map(({ pid }) => pid);
  const [sharedPid, fullPid] = [shared, full].map((product) => product.process("all").pid);
  if (allPid === undefined || sharedPid === undefined || fullPid === undefined) throw new Error("no process");
  const stands: Stand[] = [
    { name: "bare Elysia hello", url: `${hello.url}${LIMITS}`, pids: [hello.pid] },
    { name: "all, limits", url: `${all.url}${LIMITS}`, pids: [allPid] },
    { name: "all, limits, with a key", url: `${all.url}${LIMITS}`, pids: [allPid], headers: keyed },
    { name: "all, a 429", url: `${full.url}${TOOL}`, pids: [fullPid], refused: true },
    { name: "service alone", url: `${tcp.process("network").url}${TOOL}`, pids: [network(tcp)] },
    { name: "all", url: `${all.url}${TOOL}`, pids: [allPid] },
    { name: "all, with a key", url: `${all.url}${TOOL}`, pids: [allPid], headers: keyed },
    {
      name: "all, limit in Redis (and Redis)",
      url: `${shared.url}${TOOL}`,
      pids: [sharedPid, redisPid(redis.url)],
    },
    { name: "gateway, service over TCP", url: `${tcp.url}${TOOL}`, pids: pidsOf(tcp) },
    { name: "gateway, service over unix", url: `${unix.url}${TOOL}`, pids: pidsOf(unix) },
    { name: "nginx, all, limits", url: `${edgeAll.url}${LIMITS}`, pids: [...edgeAll.nginx, edgeAll.gateway] },
    { name: "nginx, all", url: `${edgeAll.url}${TOOL}`, pids: [...edgeAll.nginx, edgeAll.gateway] },
    {
      name: "nginx, all, with a key",
      url: `${edgeAll.url}${TOOL}`,
      pids: [...edgeAll.nginx, edgeAll.gateway],
      headers: keyed,
    },
    {
      name: "nginx, gateway, service over TCP",
      url: `${edgeTcp.url}${TOOL}`,
      pids: [...edgeTcp.nginx, edgeTcp.gateway, network(tcp)],
    },
    {
      name: "nginx, gateway, service over unix",
      url: `${edgeUnix.url}${TOOL}`,
      pids: [...edgeUnix.nginx, edgeUnix.gateway, network(unix)],
    },
  ];
  for (const stand of stands) await prepare(stand);
  return { stands, [Symbol.asyncDispose]: () => ends.disposeAsync() };
}

/** Repeats a call until its answer is the one to measure: from the cache, or a refusal. */
async function prepare({ name, url, headers = {}, refused = false }: Stand): Promise<void> {
  if (!url.endsWith(TOOL)) return;
  for (let i = 0; i < 20; i++) {
    const response = await fetch(url, { headers });
    const body = (await response.json()) as { meta?: { cache: { hit: boolean } } };
    if (refused ? response.status === 429 : body.meta?.cache.hit === true) return;
  }
  throw new Error(`${name}: the answer does not come from the cache, or is not refused`);
}

/**
 * Returns the process ID of the Redis server whose command line contains the path of a Unix socket.
 * @param url as `startRedis` returns it.
 */
function redisPid(url: string): number {
  const path = url.slice("unix:".length);
  const pid = readdirSync("/proc")
    .map(Number)
    .find((one) => one > 0 && commandOf(one).includes(path));
  if (pid === undefined) throw new Error(`no process serves ${path}`);
  return pid;
}
