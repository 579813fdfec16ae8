import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { metric, type ProductProcess, startProcess } from "@dnstools/lab/support/product";

/**
 * The next response of the fake service behind the gateway. Each test sets it, possibly to a response that no real
 * service sends.
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
    TOOL_DEADLINES: "dns=1000",
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
const lines = { "content-type": "application/x-ndjson" };
const answered = () => new Response('{"answer":{}}\n', { headers: lines });

// Makes a successful call after each test, because several consecutive failures would open the circuit breaker.
afterEach(async () => {
  answer = answered;
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
  ["an answer that is not in the contract's form", () => Response.json({ tool: "dns" })],
  ["lines without a last one", () => new Response('{"progress":{"phase":"working"}}\n', { headers: lines })],
  ["lines that are no JSON", () => new Response("{answer\n", { headers: lines })],
  [
    "a packed answer",
    () => new Response(Bun.gzipSync("{}"), { headers: { ...lines, "content-encoding": "gzip" } }),
  ],
  ["an answer that never comes", () => new Promise<Response>(() => {})],
  [
    "an answer without end",
    () =>
      new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(2 ** 20).fill(32)) }), {
        headers: lines,
      }),
  ],
  [
    "an answer that stops in its middle",
    () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([123])) }), {
        headers: lines,
      }),
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
        { headers: lines },
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

test("a service's own problem passes as it is, and only a call without work gives units back", async () => {
  const detail = "As the service says.";
  const evidence = [{ id: "e1" }];
  for (const [code, more, status, cost] of [
    ["domain_not_found", { evidence }, 404, "1"],
    ["overloaded", { retryAfterS: 7, workDone: false }, 503, "0"],
    ["internal_error", {}, 503, "1"],
    ["target_denied", {}, 400, "0"],
  ] as const) {
    answer = () =>
      new Response(`${JSON.stringify({ problem: { code, detail, ...more } })}\n`, { headers: lines });
    const { response, body } = await ask();
    expect([response.status, response.headers.get("x-request-cost")]).toEqual([status, cost]);
    expect(JSON.parse(body)).toMatchObject({ code, detail, ...("evidence" in more ? { evidence } : {}) });
    if (code === "overloaded") expect(response.headers.get("retry-after")).toBe("7");
    expect(Object.keys(JSON.parse(body))).not.toContain("workDone");
  }
});

test("a service of a later release: unknown members are ignored, and an unknown problem is service_unavailable", async () => {
  answer = () =>
    new Response('{"hint":{"of":"a later release"}}\n{"progress":{"phase":"new"}}\n{"answer":{"a":1}}\n', {
      headers: lines,
    });
  expect(await ask()).toMatchObject({ response: { status: 200 }, body: '{"a":1}' });
  const problem = {
    code: "of_a_later_release",
    detail: "Words.",
    retryAfterS: 3,
    more: [1],
    workDone: false,
  };
  answer = () => new Response(`${JSON.stringify({ problem })}\n`, { headers: lines });
  const { response, body } = await ask();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(JSON.parse(body)).toMatchObject({ code: "service_unavailable", detail: "Words." });
});

test("the service gets the call by its contract, and nothing else of the caller", async () => {
  let seen: { path: string; headers: Record<string, string>; body: Record<string, unknown> } | undefined;
  answer = async (request) => {
    const body = (await request.json()) as Record<string, unknown>;
    seen = { path: new URL(request.url).pathname, headers: request.headers.toJSON(), body };
    return answered();
  };
  await fetch(`${gateway.url}/api/v1/dns?domain=Example.com&type=mx`, {
    headers: {
      "X-Request-Id": "abcdefgh-7",
      Cookie: "a=b",
      Authorization: "Bearer c",
      "X-Forwarded-For": "8.8.8.8",
    },
  });
  expect(seen).toMatchObject({
    path: "/api/v1/dns",
    body: { version: 1, query: "domain=example.com&type=MX", requestId: "abcdefgh-7" },
  });
  expect(Object.keys(seen?.body ?? {}).sort()).toEqual([
    "caller",
    "query",
    "requestId",
    "traceparent",
    "version",
    "waitedMs",
  ]);
  for (const name of ["cookie", "authorization", "x-forwarded-for", "x-request-id"])
    expect(Object.keys(seen?.headers ?? {})).not.toContain(name);
});

test("the limit's units are counted", async () => {
  answer = answered;
  const before = await metric(gateway, "dnstools_ratelimit_units_total", { decision: "granted" });
  await ask();
  expect(await metric(gateway, "dnstools_ratelimit_units_total", { decision: "granted" })).toBe(before + 1);
});
