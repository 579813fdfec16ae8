import { afterAll, beforeEach, expect, test } from "bun:test";
import { parseCidr } from "@dnstools/core/protocol/ip";
import { toolPath } from "@dnstools/core/tool/contract";
import type { CallService, ToolCall } from "@dnstools/server/client/call";
import { ServiceUnavailable } from "@dnstools/server/client/service-client";
import { contracts, type GatewayDeps } from "../app.ts";
import { answerTo, openGateway as open } from "./gateway.fixture.ts";

/** The calls that reached the services. */
const calls: ToolCall[] = [];
const gateway = open(async (call, signal) => {
  calls.push(call);
  return answerTo(call, signal);
});
const { metrics } = gateway;
afterAll(() => gateway.close());
beforeEach(() => void calls.splice(0));

const ORIGIN = "http://localhost";
const ask = (path: string, init: RequestInit = {}) => gateway.handler(new Request(`${ORIGIN}${path}`, init));

/** Returns, for each plugin that runs for all requests, whether it has left its mark on a response. */
function stepsOf({ headers }: Response) {
  return {
    "request id": headers.get("x-request-id") === "abcdefgh-1",
    cors:
      headers.get("access-control-allow-origin") === "*" &&
      /^Accept-Encoding(?:, Accept(?:, Sec-Fetch-Dest, Sec-Fetch-Mode)?)?$/.test(headers.get("vary") ?? ""),
    caller: headers.has("x-ratelimit-limit") && headers.has("ratelimit-policy"),
    "headers of every answer":
      headers.get("x-content-type-options") === "nosniff" && headers.has("x-request-cost"),
  };
}
const ALL = { "request id": true, cors: true, caller: true, "headers of every answer": true };
const OWN_ID = { headers: { "x-request-id": "abcdefgh-1" } };
const paths = [...new Set(gateway.routes.map(({ path }) => path))].filter((path) => !path.includes("*"));

function allowedAt(path: string, method: string): string {
  if (path === "/mcp") return "POST, OPTIONS";
  return path.endsWith("/:target") && method !== "OPTIONS"
    ? "GET, HEAD, OPTIONS, POST"
    : "GET, HEAD, OPTIONS";
}

test.each(paths)(
  "%s comes by every step for all requests: GET, HEAD, OPTIONS, and a method that is refused",
  async (path) => {
    for (const [method, status] of [
      ["GET", null],
      ["HEAD", null],
      ["OPTIONS", 204],
      ["DELETE", 405],
    ] as const) {
      const response = await ask(path, { ...OWN_ID, method });
      expect({ method, ...stepsOf(response) }).toEqual({ method, ...ALL });
      if (status !== null) expect(response.status).toBe(status);
      const allow = allowedAt(path, method);
      if (status !== null) expect(response.headers.get("allow")).toBe(allow);
      // The `host` plugin refuses a foreign Host on every path.
      const elsewhere = new Request(`http://evil.example${path}`, { ...OWN_ID, method });
      const misdirected = await gateway.handler(elsewhere);
      expect({ method, status: misdirected.status, ...stepsOf(misdirected) }).toEqual({
        method,
        status: 421,
        ...ALL,
      });
    }
  },
);

test("a path that does not exist comes by every step for all requests", async () => {
  for (const method of ["GET", "HEAD", "POST"]) {
    const response = await ask("/nothing", { ...OWN_ID, method });
    expect({ status: response.status, ...stepsOf(response) }).toEqual({ status: 404, ...ALL });
  }
});

/** Both routes of each tool, with the path of a valid call. */
const TOOLS = contracts.flatMap(({ tool, cost, service, examples }) => {
  const { query = "" } = examples[0] ?? {};
  const [, target] = query.split("=");
  const report = { path: `/${tool}/${target}`, call: `/${tool}/${target}?format=json` };
  return [{ path: toolPath(tool), call: `${toolPath(tool)}?${query}` }, report].map((route) => ({
    ...route,
    tool,
    cost,
    service,
  }));
});

test.each(TOOLS)("$path comes by every step for tools", async ({ path, call, tool, cost, service: name }) => {
  const waits = async () => {
    const text = await metrics.render();
    const count = `dnstools_admission_wait_seconds_count{at="gateway",service="${name}"} `;
    return Number(text.split(count)[1]?.split("\n")[0]);
  };
  const before = await waits();
  const { headers, status } = await ask(call, OWN_ID);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json");
  // The request has passed through parameters, rate limit and admission to the tool.
  expect(calls).toMatchObject([{ tool, requestId: "abcdefgh-1" }]);
  expect(Object.keys(calls[0]?.input ?? {})).not.toBeEmpty();
  expect(headers.get("x-request-cost")).toBe(String(cost));
  expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThan(1000);
  expect(await waits()).toBe(before + 1);
  // Parameters are checked first, so an invalid call costs nothing.
  const refused = await ask(`${path}?nonsense=1`);
  expect([refused.status, refused.headers.get("x-request-cost")]).toEqual([400, "0"]);
  expect(calls).toHaveLength(1);
  expect(await waits()).toBe(before + 1);
});

test.each(TOOLS.filter(({ path }) => !path.startsWith("/api/")))(
  "HEAD of $path ends before the rate limit: it takes nothing and runs nothing",
  async ({ path, tool }) => {
    const none = { units: 10, windowS: 86_400, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
    await using own = disposable(open(hangs, { limit: none }));
    const head = (target: string) => own.handler(new Request(`${ORIGIN}${target}`, { method: "HEAD" }));
    for (let i = 0; i < 20; i++) {
      const { status, headers, body } = await head(path);
      expect([status, body, headers.get("x-request-cost")]).toEqual([200, null, "0"]);
      expect(headers.get("x-ratelimit-remaining")).toBe("10");
      expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(headers.get("vary")).toBe("Accept-Encoding, Accept, Sec-Fetch-Dest, Sec-Fetch-Mode");
    }
    const refused = await head(`/${tool}/exa!mple`);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
    expect(await own.metrics.render()).not.toMatch(/admission_wait_seconds_count\{at="gateway"[^}]*\} [1-9]/);
  },
);

test("other routes come by no step for tools", async () => {
  for (const path of ["/", "/api/v1", "/api/v1/limits", "/openapi.json"]) {
    const { headers, status } = await ask(path);
    expect([path, status, headers.get("x-request-cost")]).toEqual([path, 200, "0"]);
  }
  expect(calls).toBeEmpty();
});

const UNITS = 4;
const DNS = "/api/v1/dns?domain=example.com";
const hangs: CallService = () => new Promise<never>(() => {});

type ExpectedRefusal = {
  readonly step: string;
  readonly deps?: Partial<GatewayDeps>;
  readonly service?: CallService;
  /** Number of calls that the test makes before the call that is refused. */
  readonly before?: number;
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly code: string;
  /** Headers that this refusal has in addition to those of every response. */
  readonly own?: Record<string, string>;
  /** Line of the metric that counts this refusal. */
  readonly counted: string;
  /** Units, of 4, that the client has left after the refusal. */
  readonly left: number;
};

/** One refusal of each plugin that can refuse requests. The routes add 404 and 405. */
const REFUSALS: readonly ExpectedRefusal[] = [
  {
    step: "caller",
    headers: { "x-api-key": "dnst_none" },
    status: 401,
    code: "key_malformed",
    own: { "www-authenticate": 'ApiKey header="X-API-Key"' },
    counted: 'http_requests_total{service="gateway",route="/api/v1/dns",method="GET",code="401"} 1',
    left: UNITS,
  },
  {
    step: "host",
    url: `http://evil.example${DNS}`,
    status: 421,
    code: "misdirected",
    counted: 'http_requests_total{service="gateway",route="/api/v1/dns",method="GET",code="421"} 1',
    left: UNITS,
  },
  {
    step: "parameters",
    url: "http://localhost/api/v1/dns?domian=example.com",
    status: 400,
    code: "invalid_parameter",
    counted: 'tool_requests_total{tool="dns",outcome="invalid_input"} 1',
    left: UNITS,
  },
  {
    step: "rate limit",
    service: async () => "{}",
    before: UNITS,
    status: 429,
    code: "limit_exceeded",
    // The window restores a unit every six hours.
    own: { "retry-after": "21600", ratelimit: '"default";r=0;t=21600' },
    counted: 'ratelimit_units_total{plan="anonymous",decision="denied"} 1',
    left: 0,
  },
  {
    step: "admission",
    deps: { load: { capacity: 1, perCaller: 0, perTarget: 0, queueWaitMs: 1 } },
    before: 1,
    status: 503,
    code: "overloaded",
    own: { "retry-after": "2" },
    counted: 'admission_refused_total{at="gateway",service="dns",reason="late"} 1',
    // The running call keeps its unit; the refused call's unit was refunded.
    left: UNITS - 1,
  },
  {
    step: "service",
    service: () => Promise.reject(new ServiceUnavailable("dns", { workDone: false, timedOut: false })),
    status: 503,
    code: "service_unavailable",
    own: { "retry-after": "5" },
    counted: 'tool_requests_total{tool="dns",outcome="upstream_error"} 1',
    left: UNITS,
  },
];

test.each(REFUSALS)(
  "$step refuses with $status $code",
  async ({ deps, service = hangs, before = 0, url = `${ORIGIN}${DNS}`, headers, ...expected }) => {
    const limit = { units: UNITS, windowS: 86_400, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
    await using own = disposable(open(service, { limit, ...deps }));
    const state = async () => {
      const response = await own.handler(new Request(`${ORIGIN}/api/v1/limits`));
      return ((await response.json()) as { remaining: number }).remaining;
    };
    const asked = Array.from({ length: before }, () => own.handler(new Request(`${ORIGIN}${DNS}`)));
    if (service !== hangs) await Promise.all(asked);
    const response = await own.handler(new Request(url, headers === undefined ? {} : { headers }));
    expect(response.status).toBe(expected.status);
    expect(await response.json()).toMatchObject({ status: expected.status, code: expected.code });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(Object.values(stepsOf(response)).slice(1)).toEqual([true, true, true]);
    expect(response.headers.get("x-request-cost")).toBe("0");
    expect(response.headers.toJSON()).toMatchObject(expected.own ?? {});
    if (expected.own?.["retry-after"] === undefined) expect(response.headers.has("retry-after")).toBe(false);
    expect(await own.metrics.render()).toContain(`dnstools_${expected.counted}`);
    expect(await state()).toBe(expected.left);
  },
);

test("the steps refuse in at most six ways", () => {
  expect(new Set(REFUSALS.map(({ step }) => step)).size).toBe(REFUSALS.length);
  expect(REFUSALS.length).toBeLessThanOrEqual(6);
});

const PROXY = [parseCidr("192.0.2.1/32")].filter((block) => block !== null);
const EVERYWHERE = { listener: "0.0.0.0", reachesPrivate: true };

// The Host header is checked if a foreign web page could otherwise reach this server through its visitors' browsers.
test.each<[status: number, host: string, why: string, deps: Partial<GatewayDeps>]>([
  [200, "evil.example", "a public server", { listener: "0.0.0.0" }],
  [200, "evil.example", "a unix socket without EGRESS_ALLOW", { listener: null }],
  [421, "evil.example", "a loopback listener", { listener: "127.0.0.1" }],
  [421, "evil.example", "a loopback listener of IPv6", { listener: "::1" }],
  [421, "evil.example", "the same, written at length", { listener: "0:0:0:0:0:0:0:1" }],
  [421, "evil.example", "the same, IPv4 within IPv6", { listener: "::ffff:127.0.0.1" }],
  [421, "evil.example", "EGRESS_ALLOW", EVERYWHERE],
  [421, "evil.example", "EGRESS_ALLOW behind a unix socket", { listener: null, reachesPrivate: true }],
  [421, "localhost.evil.example", "a name that begins as its own", EVERYWHERE],
  [200, "localhost", "its own name", EVERYWHERE],
  [200, "192.0.2.77", "an address, where it listens on all", EVERYWHERE],
  [200, "[2001:db8::1]", "the same of IPv6", { listener: "::", reachesPrivate: true }],
  [200, "127.0.0.1", "the address that it listens on", { listener: "127.0.0.1" }],
  [421, "127.0.0.2", "another address", { listener: "127.0.0.1" }],
  [200, "tools.example.net", "PUBLIC_URL's", { ...EVERYWHERE, publicUrl: "https://tools.example.net" }],
  [200, "any.example", "what a trusted proxy sends", { ...EVERYWHERE, trusted: PROXY }],
])("%d for Host %s: %s", async (status, name, _why, deps) => {
  await using own = disposable(open(hangs, deps));
  for (const port of ["", ":8080"])
    expect((await own.handler(new Request(`http://${name}${port}/api/v1`))).status).toBe(status);
});

test.each<[origins: GatewayDeps["corsOrigins"], origin: string, allowed: string | null]>([
  ["*", "https://a.example", "*"],
  [[], "https://a.example", null],
  [["https://a.example"], "https://a.example", "https://a.example"],
  [["https://a.example"], "http://a.example", null],
  [["https://a.example"], "https://a.example.evil", null],
])("with CORS_ORIGINS %p a page of %s may read as %p", async (corsOrigins, origin, allowed) => {
  await using own = disposable(open(hangs, { corsOrigins }));
  for (const method of ["GET", "OPTIONS"]) {
    const { headers } = await own.handler(new Request(`${ORIGIN}/api/v1`, { method, headers: { origin } }));
    expect(headers.get("access-control-allow-origin")).toBe(allowed);
    expect(headers.get("vary")).toBe(corsOrigins === "*" ? "Accept-Encoding" : "Accept-Encoding, Origin");
  }
});

function disposable<T extends { readonly close: () => Promise<void> }>(gateway: T) {
  return { ...gateway, [Symbol.asyncDispose]: gateway.close };
}
