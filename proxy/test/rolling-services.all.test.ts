import { expect, test } from "bun:test";
import { startBalancer } from "@dnstools/lab/support/balancer";
import { startFleet } from "@dnstools/lab/support/fleet";
import { metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { startEdge } from "./edge.ts";
import { startLoad } from "./load.ts";

/** Settings of gateways that trust nginx and have no rate limit. */
const SETTINGS = { RATE_LIMIT_UNITS: "0", TRUSTED_PROXIES: "127.0.0.1" };
const PATHS = ["/api/v1/dns?domain=example.com&type=A", "/api/v1/whois?domain=registered.com"];
/** Number of concurrent calls, low enough that new processes can start under this load. */
const AT_ONCE = 6;
/** Maximum time in milliseconds until a new process gets its share of the calls. */
const PATIENCE_MS = 100_000;
const ONLY_ANSWERS = { "200": expect.any(Number) };

const answeredBy = (process: ProductProcess) =>
  metric(process, "dnstools_http_requests_total", { service: process.target, code: "200" });

/** Stops a process gracefully. */
async function retire(process: ProductProcess): Promise<void> {
  process.kill("SIGTERM");
  expect({ target: process.target, code: await process.exited }).toEqual({ target: process.target, code: 0 });
}

test("services restarted one by one under load, and gateways between them: no request is lost", async () => {
  await using fleet = await startFleet({ gateways: 2, services: 2 }, SETTINGS);
  const gateways = fleet.of("gateway").map(({ url }) => new URL(url).host);
  await using edge = await startEdge(gateways, { PROXY_FLOOD_RATE: "0" });
  const load = startLoad(edge.url, PATHS, AT_ONCE);
  const targets = ["dns", "gateway", "network"] as const;
  const rounds = [0, 1].map((at) => targets.flatMap((target) => fleet.of(target)[at] ?? []));
  // Replaces one process of each target in each round, and waits until the new processes get their share of the calls.
  for (const leaving of rounds) {
    expect(leaving).toHaveLength(targets.length);
    await load.pass(50);
    await Promise.all(
      leaving.map(async (process) => {
        await retire(process);
        const started = await fleet.again(process);
        await until(async () => (await answeredBy(started)) > 10, PATIENCE_MS);
      }),
    );
  }
  expect(Object.fromEntries(await load.stop())).toEqual(ONLY_ANSWERS);
});

/** Starts the processes of one target behind one address, as in Kubernetes. */
async function startTier(target: string, env: Readonly<Record<string, string>>, ends: AsyncDisposableStack) {
  const start = async () => {
    const process = await startProcess(target, { ...SETTINGS, ...env });
    ends.defer(async () => {
      process.kill("SIGKILL");
      await process.exited;
    });
    return process;
  };
  let processes = [await start(), await start()];
  const balancer = ends.use(await startBalancer(processes.map(({ url }) => url)));
  const lead = (next: ProductProcess[]) => {
    processes = next;
    balancer.lead(next.map(({ url }) => url));
  };
  const hasItsPart = (process: ProductProcess) =>
    until(async () => (await answeredBy(process)) > 50, PATIENCE_MS);
  return {
    url: balancer.url,
    /** Replaces each process, one after another. */
    async replaceAll() {
      for (const old of processes) {
        const fresh = await start();
        // The old process gets SIGTERM at about the same time as it stops getting new connections.
        const retired = retire(old);
        lead([...processes.filter((one) => one !== old), fresh]);
        await retired;
        await hasItsPart(fresh);
      }
    },
    /**
     * Adds a process, as an autoscaler does. The process must get its share of calls although no other process leaves.
     */
    async grow() {
      const added = await start();
      lead([...processes, added]);
      await hasItsPart(added);
    },
  };
}

test("services and gateways behind one address each, replaced under load: no request is lost, and the new ones get their part", async () => {
  await using ends = new AsyncDisposableStack();
  const services = await startTier("dns", {}, ends);
  const urls = ["DNS", "NETWORK", "CERT", "MAIL", "ANALYSIS"].map((name) => [`${name}_URL`, services.url]);
  const gateways = await startTier("gateway", Object.fromEntries(urls), ends);
  await using edge = await startEdge([new URL(gateways.url).host], {
    PROXY_FLOOD_RATE: "0",
  });
  const load = startLoad(edge.url, PATHS.slice(0, 1), AT_ONCE);
  await load.pass(50);
  await Promise.all([services.replaceAll(), gateways.replaceAll()]);
  await Promise.all([services.grow(), gateways.grow()]);
  expect(Object.fromEntries(await load.stop())).toEqual(ONLY_ANSWERS);
});
