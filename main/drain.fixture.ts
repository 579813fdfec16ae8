import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { json, metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { startGatewayBefore } from "./gateway.fixture.ts";

/** A resolver that keeps every question to itself until it is released. `await using` ends it. */
type HeldResolver = AsyncDisposable & {
  /** As DNS_RESOLVERS takes it. */
  readonly address: string;
  /** Answers what was asked so far, and from now on everything. */
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
      // Who asked has gone.
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

/** A process with a call under way that ends when its resolver is released. */
export async function startBusy(target: string, path: string, ends: AsyncDisposableStack) {
  const resolver = ends.use(await holdResolver());
  // Nothing is taken after SIGTERM, and on a busy machine too the resolver is waited for until it is released.
  const settings = { DNS_RESOLVERS: resolver.address, DRAIN_DELAY_MS: "0", WAIT_FACTOR: "10" };
  const process = await startFront(target, settings, ends);
  const answer = ask(process, path);
  const service = target === "all" ? "gateway" : target;
  await until(async () => (await metric(process, "dnstools_http_requests_in_flight", { service })) > 0);
  return { process, answer, release: resolver.release };
}

/** Asks a process as its callers do: a service is asked by its gateway's contract. @returns the answer's JSON. */
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

/** The process that is asked, with those that it asks behind it. */
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

/** A process that ends with the test. */
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
