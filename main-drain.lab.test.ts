import { expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { json, metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { startRelay } from "@dnstools/lab/support/relay";
import { until } from "@dnstools/lab/support/until";

/** A question for each service; what all and gateway do is in main.lab.test.ts, in both wirings. */
const QUESTIONS = [
  ["dns", "dns?domain=example.com&type=A"],
  ["network", "whois?domain=registered.com"],
  ["cert", "ssl?host=valid.certs.com"],
  ["analysis", "propagation?domain=example.com&limit=1"],
  ["mail", "mail?domain=example.com"],
] as const;

/** A service that is busy with a question for a second at least: a resolver's answer comes only when it is asked again. */
async function busy(target: string, path: string, ends: AsyncDisposableStack) {
  let dropped = false;
  const relay = ends.use(
    await startRelay(RESOLVER, () => {
      if (dropped) return "pass";
      dropped = true;
      return "drop";
    }),
  );
  const start = async (name: string, env: Readonly<Record<string, string>>) => {
    const process = await startProcess(name, env);
    ends.defer(async () => {
      process.kill("SIGKILL");
      await process.exited;
    });
    return process;
  };
  const network: Record<string, string> = {};
  if (target === "mail") network["NETWORK_URL"] = (await start("network", {})).url;
  // What is taken after SIGTERM is not the matter here, so nothing is.
  const process = await start(target, { ...network, DNS_RESOLVERS: relay.address, DRAIN_DELAY_MS: "0" });
  const answer = fetch(`${process.url}/api/v1/${path}`);
  await until(
    async () => (await metric(process, "dnstools_http_requests_in_flight", { service: target })) > 0,
  );
  return { process, answer };
}

/** The answer of /readyz once it is not that of a process that serves. */
async function drains(process: ProductProcess): Promise<Response> {
  let ready = await fetch(new URL("/readyz", process.metricsUrl));
  await until(async () => {
    ready = await fetch(new URL("/readyz", process.metricsUrl));
    return ready.status !== 200;
  });
  return ready;
}

test.each(QUESTIONS)("SIGTERM lets what %s has under way end", async (target, path) => {
  await using ends = new AsyncDisposableStack();
  const { process, answer } = await busy(target, path, ends);
  process.kill("SIGTERM");
  const ready = await drains(process);
  expect({ status: ready.status, said: await ready.json() }).toMatchObject({
    status: 503,
    said: { status: "draining" },
  });
  const { meta } = await json(answer);
  expect(meta.elapsedMs).toBeGreaterThan(900);
  expect(await process.exited).toBe(0);
});

test.each(QUESTIONS)("a second SIGTERM ends %s at once", async (target, path) => {
  await using ends = new AsyncDisposableStack();
  const { process, answer } = await busy(target, path, ends);
  const cut = answer.then(
    () => "answered",
    () => "cut",
  );
  process.kill("SIGTERM");
  await drains(process);
  process.kill("SIGTERM");
  expect(await process.exited).toBe(1);
  expect(await cut).toBe("cut");
});

test("while a process drains it answers still, and every answer closes its connection", async () => {
  const process = await startProcess("dns", { DRAIN_DELAY_MS: "20000" });
  const ask = () =>
    rawHttp(process.url, "GET /api/v1/dns?domain=example.com&type=A HTTP/1.1\r\nHost: a.example\r\n\r\n");
  process.kill("SIGTERM");
  await drains(process);
  const { status, head } = await ask();
  expect(status).toBe(200);
  expect(head).toMatch(/^connection: close$/im);
  process.kill("SIGTERM");
  expect(await process.exited).toBe(1);
});
