import { join } from "node:path";
import { labSettings } from "@dnstools/lab/support/product";
import { commandOf, treeOf } from "./processes.ts";

/**
 * The product with its edge, as `bin/start --with-proxy` starts it: nginx in front of a gateway on a Unix socket.
 * `await using` stops it.
 */
export type Edge = AsyncDisposable & {
  readonly url: string;
  /** Process IDs of nginx: its master and its workers. */
  readonly nginx: readonly number[];
  readonly gateway: number;
  /** Process ID of the process that serves the edge's metrics and started the other processes. */
  readonly metrics: number;
};

const ROOT = `${import.meta.dir}/..`;

/**
 * Starts the product with its edge.
 * @param target `all`, or a gateway whose services are named in `env`.
 * @param folder for the access log.
 * @param root checkout that is started.
 */
export async function startEdge(
  target: "all" | "gateway",
  folder: string,
  env: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<Edge> {
  const child = Bun.spawn([process.execPath, "proxy/start.ts", `--target=${target}`], {
    cwd: root,
    env: {
      ...labSettings(),
      PROXY_LISTEN: `127.0.0.1:${freePort()}`,
      PROXY_METRICS: "127.0.0.1:0",
      PROXY_ACCESS_LOG: join(folder, `access-${target}-${Math.random()}.log`),
      ...env,
    },
    stdout: "pipe",
    stderr: "inherit",
  });
  const url = await urlSaid(child.stdout);
  const below = treeOf(child.pid).filter((pid) => pid !== child.pid);
  const nginx = below.filter((pid) => /nginx: /.test(commandOf(pid)));
  const gateway = below.find((pid) => / --target=/.test(commandOf(pid)));
  if (gateway === undefined || nginx.length < 2)
    throw new Error(`nginx or the gateway did not start: ${below.map(commandOf).join("; ")}`);
  return {
    url,
    nginx,
    gateway,
    metrics: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/**
 * Returns the URL that the edge logs, and then reads and discards its log, because a full pipe would block the edge.
 */
async function urlSaid(stream: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const decoder = new TextDecoder();
  let said = "";
  void (async () => {
    for await (const chunk of stream) {
      if (said.length > LOG_MAX) continue;
      said += decoder.decode(chunk, { stream: true });
      const line = said
        .split("\n")
        .find((one) => one.includes('"message":"listening"') && one.includes('"nginx"'));
      if (line !== undefined && said.endsWith("\n")) resolve(JSON.parse(line).url);
    }
    reject(new Error(`the edge exited before it listened: ${said}`));
  })();
  return promise;
}

const LOG_MAX = 100_000;

/** Returns a port that was free a moment ago. */
function freePort(): number {
  const held = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = held;
  held.stop(true);
  return port;
}
