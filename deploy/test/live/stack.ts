import { join } from "node:path";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { startPostgres } from "@dnstools/lab/support/postgres";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { startRedis } from "@dnstools/lab/support/redis";
import { startRelay } from "@dnstools/lab/support/relay";
import { serveMetrics } from "@dnstools/proxy/metrics/metrics-server";
import { parseEdgeConfig } from "@dnstools/proxy/settings";
import { freePort, startEdge } from "@dnstools/proxy/test/edge";

/**
 * A complete installation: the edge, a process for each target, the stores, and a resolver whose responses can be
 * stopped.
 */
export type Stack = AsyncDisposable & {
  readonly product: Product;
  /** URL of the edge, which callers use. */
  readonly url: string;
  /** Address of each job's metrics, as host:port. */
  readonly scraped: ReadonlyMap<string, string>;
  /** Stops the responses of the resolver, Redis and the cert service, and kills the database. */
  readonly fail: () => Promise<void>;
  readonly recover: () => Promise<void>;
};

/** Rate limit of a client in units, low enough that a client with many calls is soon refused. */
const UNITS = "100";
/** Host name that callers of the edge use. */
export const NAME = "good-ecdsa.certs.com";

export async function startStack(): Promise<Stack> {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis());
  const postgres = stack.use(await startPostgres());
  let silent = false;
  const relay = stack.use(await startRelay(OWN_RESOLVER, () => (silent ? "drop" : "pass")));
  const product = stack.use(
    await startProduct("one process per target", {
      DNS_RESOLVERS: relay.address,
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
      RATE_LIMIT_UNITS: UNITS,
      TRUSTED_PROXIES: "127.0.0.1",
      EGRESS_TEST: "on",
      SERVICE_CONCURRENCY: "500",
      TOOL_DEADLINES: "ssl=2000",
      // The cache is off: every call then causes a run, and there is always something to measure.
      CACHE_MAX_AGE_S: "0",
      REGISTRY_RATE: "0",
      SCOUT_QUESTIONS: "60",
    }),
  );
  const file = join(process.env["LAB_MADE"] ?? "", "tls", NAME);
  const settings = {
    PROXY_TRUSTED: "127.0.0.1",
    PROXY_METRICS_LOG: `127.0.0.1:${freePort()}`,
    PROXY_LISTEN_TLS: `127.0.0.1:${freePort()}`,
    PROXY_REDIRECT: "off",
    PROXY_SERVER_NAMES: NAME,
    PROXY_CERTIFICATES: `${file}.pem=${file}.key`,
  };
  const edge = stack.use(await startEdge([new URL(product.url).host], settings));
  const counting = { PROXY_METRICS: "127.0.0.1:0", PROXY_STATUS: `unix:${edge.folder}/status.sock` };
  const config = parseEdgeConfig({ ...settings, ...counting });
  if (!config.ok) throw new Error(config.problems.join("\n"));
  const metrics = await serveMetrics(config.config);
  stack.defer(() => metrics.stop());
  const cert = product.process("cert");
  const all = stack.move();
  return {
    product,
    url: edge.url,
    scraped: new Map([
      ...product.processes.map(({ target, metricsUrl }) => [target, new URL(metricsUrl).host] as const),
      ["edge", new URL(metrics.url).host],
    ]),
    async fail() {
      silent = true;
      redis.freeze();
      cert.kill("SIGSTOP");
      await postgres.kill();
    },
    async recover() {
      silent = false;
      redis.thaw();
      cert.kill("SIGCONT");
      await postgres.restart();
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
