import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis server for one test. It can be frozen, killed and restarted. `await using` stops it. */
export type Redis = AsyncDisposable & {
  /** The value for REDIS_URL; it stays the same after each restart. */
  readonly url: string;
  /** Stops the process (SIGSTOP): connections stay open, but get no answer. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends the process at once (SIGKILL). Its data is lost. */
  readonly kill: () => Promise<void>;
  /** Starts the server after `kill`, without data, and resolves when it answers. */
  readonly restart: () => Promise<void>;
};

export type RedisOptions = {
  /** Listens on a free port of 127.0.0.1 instead of a Unix socket. */
  readonly tcp?: boolean;
  readonly password?: string;
  /** Certificate and key (PEM files) for TLS. The URL is then `rediss://localhost:port`. */
  readonly tls?: { readonly cert: string; readonly key: string };
};

/** Starts redis-server without any data on disk. */
export async function startRedis(options: RedisOptions = {}): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-redis-"));
  const place = placeOf(options, folder);
  const start = () => serving(["redis-server", ...place.args, ...fixed(options, folder)]);
  let server = await start();
  const end = async () => {
    server.kill("SIGKILL");
    await server.exited;
  };
  return {
    url: place.url,
    freeze: () => server.kill("SIGSTOP"),
    thaw: () => server.kill("SIGCONT"),
    kill: end,
    async restart() {
      await end();
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

function placeOf({ tcp, tls, password }: RedisOptions, folder: string) {
  const auth = password === undefined ? "" : `:${encodeURIComponent(password)}@`;
  const bind = ["--bind", "127.0.0.1"];
  if (tls !== undefined) {
    const port = freePort();
    const files = ["--tls-cert-file", tls.cert, "--tls-key-file", tls.key, "--tls-auth-clients", "no"];
    return {
      url: `rediss://${auth}localhost:${port}`,
      args: [...bind, "--port", "0", "--tls-port", String(port), ...files],
    };
  }
  if (tcp === true || password !== undefined) {
    const port = freePort();
    return { url: `redis://${auth}127.0.0.1:${port}`, args: [...bind, "--port", String(port)] };
  }
  const path = join(folder, "redis.sock");
  return { url: `unix:${path}`, args: ["--port", "0", "--unixsocket", path] };
}

function fixed({ password }: RedisOptions, folder: string): string[] {
  const secret = password === undefined ? [] : ["--requirepass", password];
  return ["--save", "", "--appendonly", "no", "--dir", folder, ...secret];
}

/** Returns a port that was free a moment ago. */
function freePort(): number {
  const held = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = held;
  held.stop(true);
  return port;
}

/** Starts a server, and resolves when it logs that it accepts connections. */
async function serving(command: readonly string[]) {
  const server = Bun.spawn([...command], { stdout: "pipe", stderr: "inherit" });
  const reader = server.stdout.getReader();
  const decoder = new TextDecoder();
  let said = "";
  while (!/ready to accept connections/i.test(said)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`redis-server ended before it served: ${said}`);
    said += decoder.decode(value, { stream: true });
  }
  // The output is read continuously, because the server would block on a full pipe.
  void (async () => {
    while (!(await reader.read()).done);
  })();
  return server;
}
