import { expect, test } from "bun:test";
import { startBalancer } from "@dnstools/lab/balancer";
import { startFleet } from "@dnstools/lab/fleet";
import { metric, type ProductProcess, startProcess } from "@dnstools/lab/product";
import { until } from "@dnstools/lab/until";
import { startEdge } from "./edge.ts";
import { startLoad } from "./load.ts";

/** What is refused because of the load is not the matter here. */
const UNLIMITED = { RATE_LIMIT_UNITS: "0", SHED_LAG_MS: "0", TARGET_CONCURRENCY: "0" };
const PATHS = ["/api/v1/dns?domain=example.com&type=A", "/api/v1/whois?domain=registered.com"];
const ONLY_ANSWERS = { "200": expect.any(Number) };

const answeredBy = (process: ProductProcess) =>
  metric(process, "dnstools_http_requests_total", { service: process.target, code: "200" });

/** Ends a process as it is to be ended. */
async function retire(process: ProductProcess): Promise<void> {
  process.kill("SIGTERM");
  expect({ target: process.target, code: await process.exited }).toEqual({ target: process.target, code: 0 });
}

test("services restarted one by one under load, and gateways between them: no request is lost", async () => {
  await using fleet = await startFleet({ gateways: 2, services: 2 }, UNLIMITED);
  const gateways = fleet.of("gateway").map(({ url }) => new URL(url).host);
  await using edge = await startEdge(gateways, { PROXY_FLOOD_RATE: "0", PROXY_FLOOD_CONNECTIONS: "0" });
  const load = startLoad(edge.url, PATHS, 12);
  const targets = ["dns", "gateway", "network"] as const;
  const rounds = [0, 1].map((at) => targets.flatMap((target) => fleet.of(target)[at] ?? []));
  // One of each at the same time; the others go only once these have their part again.
  for (const leaving of rounds) {
    expect(leaving).toHaveLength(targets.length);
    await load.pass(50);
    await Promise.all(
      leaving.map(async (process) => {
        await retire(process);
        const started = await fleet.again(process);
        await until(async () => (await answeredBy(started)) > 10);
      }),
    );
  }
  expect(Object.fromEntries(await load.stop())).toEqual(ONLY_ANSWERS);
});

test("services behind one address replaced one by one under load: no request is lost, and the new ones get their part", async () => {
  const settings = { ...UNLIMITED, CONNECTION_AGE_S: "3" };
  const start = () => startProcess("dns", settings);
  let services = [await start(), await start()];
  await using balancer = await startBalancer(services.map(({ url }) => url));
  const urls = ["DNS", "NETWORK", "CERT", "MAIL", "ANALYSIS"].map((name) => [`${name}_URL`, balancer.url]);
  const gateway = await startProcess("gateway", { ...settings, ...Object.fromEntries(urls) });
  const [path = ""] = PATHS;
  const load = startLoad(gateway.url, [path], 12);
  const lead = () => balancer.lead(services.map(({ url }) => url));
  for (const old of services) {
    await load.pass(50);
    const fresh = await start();
    services = [...services.filter((one) => one !== old), fresh];
    // As in Kubernetes, the end comes and new connections stop at about the same time.
    const retired = retire(old);
    lead();
    await retired;
    await until(async () => (await answeredBy(fresh)) > 50);
  }
  // One more, as a scaler would add it: nobody leaves, and it gets its part all the same.
  const added = await start();
  services = [...services, added];
  lead();
  await until(async () => (await answeredBy(added)) > 50);
  const tally = await load.stop();
  for (const process of [gateway, ...services]) process.kill("SIGKILL");
  await Promise.all([gateway, ...services].map((process) => process.exited));
  expect(Object.fromEntries(tally)).toEqual(ONLY_ANSWERS);
});
