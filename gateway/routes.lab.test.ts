import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";

/**
 * A gateway before a service that answers as no service of ours does. What the fake says next is set by each test.
 */
let answer: (request: Request) => Response | Promise<Response>;
const fake = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => answer(request) });
const proxy = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("from a proxy") });
let gateway: ProductProcess;

beforeAll(async () => {
  gateway = await startProcess("gateway", {
    DNS_URL: `http://127.0.0.1:${fake.port}`,
    NETWORK_URL: `http://127.0.0.1:${fake.port}`,
    CERT_URL: `http://127.0.0.1:${fake.port}`,
    MAIL_URL: `http://127.0.0.1:${fake.port}`,
    ANALYSIS_URL: `http://127.0.0.1:${fake.port}`,
    DNS_DEADLINE_MS: "1000",
    RATE_LIMIT_UNITS: "1000",
    RATE_LIMIT_WINDOW_S: "86400",
    HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
    http_proxy: `http://127.0.0.1:${proxy.port}`,
  });
});
afterAll(async () => {
  gateway.kill("SIGKILL");
  await Promise.all([gateway.exited, fake.stop(true), proxy.stop(true)]);
});

const ask = async () => {
  const response = await fetch(`${gateway.url}/api/v1/dns?domain=example.com`);
  return { response, body: await response.text() };
};
const json = { "content-type": "application/json" };

// Several in a row that fail would have the service left alone.
afterEach(async () => {
  answer = () => new Response("{}", { headers: json });
  expect((await ask()).response.status).toBe(200);
});

test.each<[string, () => Response | Promise<Response>]>([
  ["an error with internal words", () => new Response("db at 10.1.2.3 refused", { status: 500 })],
  [
    "a proxy's page",
    () =>
      new Response("<h1>Bad gateway 10.1.2.3</h1>", {
        status: 502,
        headers: { "content-type": "text/html" },
      }),
  ],
  ["a page with 200", () => new Response("<script>1</script>", { headers: { "content-type": "text/html" } })],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "http://10.1.2.3/" } })],
  ["nothing", () => new Response(null, { status: 204 })],
  [
    "a packed answer",
    () => new Response(Bun.gzipSync("{}"), { headers: { ...json, "content-encoding": "gzip" } }),
  ],
  ["an answer that never comes", () => new Promise<Response>(() => {})],
  [
    "an answer without end",
    () =>
      new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(2 ** 20).fill(32)) }), {
        headers: json,
      }),
  ],
  [
    "an answer that stops in its middle",
    () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([123])) }), { headers: json }),
  ],
  [
    "an answer that breaks off",
    () =>
      new Response(
        new ReadableStream({
          start: (c) => {
            c.enqueue(new Uint8Array([123]));
            c.error(new Error("broken at 10.1.2.3"));
          },
        }),
        { headers: json },
      ),
  ],
])("a service that answers with %s is reported as unavailable, and the call costs", async (_what, makes) => {
  answer = makes;
  const { response, body } = await ask();
  expect({ status: response.status, type: response.headers.get("content-type") }).toEqual({
    status: 503,
    type: "application/problem+json",
  });
  expect(JSON.parse(body)).toMatchObject({
    code: "service_unavailable",
    requestId: response.headers.get("x-request-id"),
  });
  expect(body).not.toContain("10.1.2.3");
  expect(response.headers.get("location")).toBeNull();
  expect(response.headers.get("retry-after")).toBe("5");
  expect(response.headers.get("x-request-cost")).toBe("1");
  const ready = await fetch(new URL("/readyz", gateway.metricsUrl));
  expect(await ready.json()).toMatchObject({ dependencies: { dns: "failing" } });
});

test("a service's own problem passes as it is, and only its 503 can give units back", async () => {
  const own = (status: number) =>
    new Response("{}", {
      status,
      headers: {
        "content-type": status === 200 ? "application/json" : "application/problem+json",
        "x-work-done": "no",
        "retry-after": "7",
      },
    });
  for (const [status, cost] of [
    [200, "1"],
    [404, "1"],
    [503, "0"],
  ] as const) {
    answer = () => own(status);
    const { response, body } = await ask();
    expect({ status: response.status, body, cost: response.headers.get("x-request-cost") }).toEqual({
      status,
      body: "{}",
      cost,
    });
    expect(response.headers.get("retry-after")).toBe("7");
    expect(response.headers.has("x-work-done")).toBe(false);
  }
});

test("the service gets the question and the request id, and nothing else of the caller", async () => {
  let seen: { path: string; headers: Record<string, string> } | undefined;
  answer = (request) => {
    seen = { path: new URL(request.url).pathname, headers: request.headers.toJSON() };
    return new Response("{}", { headers: json });
  };
  await fetch(`${gateway.url}/api/v1/dns?domain=Example.com&type=mx`, {
    headers: {
      "X-Request-Id": "abcdefgh-7",
      Cookie: "a=b",
      Authorization: "Bearer c",
      "X-Forwarded-For": "8.8.8.8",
    },
  });
  expect(seen).toMatchObject({ path: "/api/v1/dns", headers: { "x-request-id": "abcdefgh-7" } });
  expect(seen?.headers["x-waited-ms"]).toMatch(/^\d+(\.\d+)?$/);
  for (const name of ["cookie", "authorization", "x-forwarded-for"])
    expect(Object.keys(seen?.headers ?? {})).not.toContain(name);
});

test("the limit's units are counted", async () => {
  answer = () => new Response("{}", { headers: json });
  const before = await metric(gateway, "dnstools_ratelimit_units_total", { decision: "granted" });
  await ask();
  expect(await metric(gateway, "dnstools_ratelimit_units_total", { decision: "granted" })).toBe(before + 1);
});
