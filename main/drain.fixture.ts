import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { json, metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { startGatewayBefore } from "./gateway.fixture.ts";

/** A resolver that delays all responses until it is released. `await using` stops it. */
type HeldResolver = AsyncDisposable & {
  /** Address of the resolver in the form of DNS_RESOLVERS. */
  readonly address: string;
  /** Answers all delayed and all later queries. */
  readonly release: () => void;
};

async function holdResolver(): Promise<HeldResolver> {
  const sockets = new Set<{ close: () => void }>();
  let held: (() => void)[] = [];
  let released = false;
  const server = await Bun.udpSocket({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(own, question, port, address) {
        const pass = async () => {
          const data = (_: unknown, answer: Uint8Array) => void own.send(answer, port, address);
          const upstream = await Bun.udpSocket({
            connect: { hostname: RESOLVER, port: 53 },
            socket: { data, error() {} },
          });
          sockets.add(upstream);
          upstream.send(question);
        };
        if (released) void pass();
        else held.push(pass);
      },
      // Errors are ignored: they only mean that the client has disconnected.
      error() {},
    },
  });
  sockets.add(server);
  return {
    address: `127.0.0.1:${server.port}`,
    release() {
      released = true;
      for (const pass of held) pass();
      held = [];
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** Starts a process with a running call that ends when its resolver is released. */
export async function startBusy(target: string, path: string, ends: AsyncDisposableStack) {
  const resolver = ends.use(await holdResolver());
  // Settings without a delay before draining and with long timeouts, so that the call waits for the resolver even on a
  // busy machine.
  const settings = { DNS_RESOLVERS: resolver.address, DRAIN_DELAY_MS: "0", WAIT_FACTOR: "10" };
  const process = await startFront(target, settings, ends);
  const answer = ask(process, path);
  const service = target === "all" ? "gateway" : target;
  await until(async () => (await metric(process, "dnstools_http_requests_in_flight", { service })) > 0);
  return { process, answer, release: resolver.release };
}

/**
 * Calls a process as it is called in production: a service is called as by a gateway.
 * @returns the JSON of the answer
 */
async function ask(process: ProductProcess, path: string): Promise<{ meta: { requestId: string } }> {
  const url = new URL(`${process.url}/api/v1/${path}`);
  if (process.target === "all" || process.target === "gateway") return json(fetch(url));
  const body = { version: 1, query: url.search.slice(1), requestId: "abcdefgh", caller: "", waitedMs: 0 };
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url.origin}${url.pathname}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text()).answer;
}

/** Starts a process together with the processes that it calls. */
async function startFront(
  target: string,
  settings: Readonly<Record<string, string>>,
  ends: AsyncDisposableStack,
): Promise<ProductProcess> {
  if (target === "gateway") return ends.use(await startGatewayBefore("dns", settings)).process("gateway");
  const network: Record<string, string> = {};
  if (target === "mail") network["NETWORK_URL"] = (await startEnding("network", {}, ends)).url;
  return startEnding(target, { ...network, ...settings }, ends);
}

/** Starts a process that is stopped at the end of the test. */
export async function startEnding(
  target: string,
  env: Readonly<Record<string, string>>,
  ends: AsyncDisposableStack,
): Promise<ProductProcess> {
  const process = await startProcess(target, env);
  ends.defer(async () => {
    process.kill("SIGKILL");
    await process.exited;
  });
  return process;
}
