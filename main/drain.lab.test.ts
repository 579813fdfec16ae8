import { expect, test } from "bun:test";
import type { ProductProcess } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { startBusy, startEnding } from "./drain.fixture.ts";

const DNS = "dns?domain=example.com&type=A";
/** A call for each target. The call ends when its resolver answers. */
const CALLS = [
  ["all", DNS],
  ["gateway", DNS],
  ["dns", DNS],
  ["network", "whois?domain=registered.com"],
  ["cert", "ssl?host=valid.certs.com"],
  ["analysis", "propagation?domain=example.com&limit=1"],
  ["mail", "mail?domain=example.com"],
] as const;

/** Waits until /readyz reports that the process is draining, and returns the response. */
async function drains(process: ProductProcess): Promise<Response> {
  let ready = await fetch(new URL("/readyz", process.metricsUrl));
  await until(async () => {
    ready = await fetch(new URL("/readyz", process.metricsUrl));
    return ready.status !== 200;
  });
  return ready;
}

test.each(CALLS)("SIGTERM lets the calls in flight of %s end", async (target, path) => {
  await using ends = new AsyncDisposableStack();
  const { process, answer, release } = await startBusy(target, path, ends);
  process.kill("SIGTERM");
  const ready = await drains(process);
  expect({ status: ready.status, said: await ready.json() }).toMatchObject({
    status: 503,
    said: { status: "draining" },
  });
  release();
  expect((await answer).meta.requestId).toBeString();
  expect(await process.exited).toBe(0);
});

// Only one service and the gateway are tested, because signals have the same effect on every target.
test.each(CALLS.filter(([target]) => target === "dns" || target === "gateway"))(
  "a second SIGTERM ends %s at once",
  async (target, path) => {
    await using ends = new AsyncDisposableStack();
    const { process, answer } = await startBusy(target, path, ends);
    const cut = answer.then(
      () => "answered",
      () => "cut",
    );
    process.kill("SIGTERM");
    await drains(process);
    process.kill("SIGTERM");
    expect(await process.exited).toBe(1);
    expect(await cut).toBe("cut");
  },
);

test("while a process drains it still answers, and every answer closes its connection", async () => {
  await using ends = new AsyncDisposableStack();
  const process = await startEnding("all", { DRAIN_DELAY_MS: "20000" }, ends);
  process.kill("SIGTERM");
  await drains(process);
  const { status, head } = await rawHttp(
    process.url,
    `GET /api/v1/${DNS} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  expect(status).toBe(200);
  expect(head).toMatch(/^connection: close$/im);
  process.kill("SIGTERM");
  expect(await process.exited).toBe(1);
});

test("half a request does not hold up a drain", async () => {
  await using ends = new AsyncDisposableStack();
  const process = await startEnding("dns", { DRAIN_DELAY_MS: "0" }, ends);
  const { hostname, port } = new URL(process.url);
  const answered = Promise.withResolvers<void>();
  const half = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => answered.resolve(), close() {} },
  });
  // The first part of the second request is sent together with the first request, so it has arrived when the first
  // request is answered.
  half.write("GET /nothing HTTP/1.1\r\nHost: a.example\r\n\r\nGET /api/v1 HTTP/1.1\r\nHo");
  await answered.promise;
  process.kill("SIGTERM");
  expect(await process.exited).toBe(0);
  half.end();
});
