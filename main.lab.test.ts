import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENTS_V6, PRODUCT, RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { type OpenApiCheck, openApiCheck } from "@dnstools/lab/support/openapi-check";
import {
  json,
  metric,
  type Product,
  startProcess,
  startProduct,
  WIRINGS,
} from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";

/** One request, and what must come back. */
type Row = {
  readonly says: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code?: string;
  /** Units taken. */
  readonly cost?: number;
  /** Words that `detail` or an entry of `errors` must have. */
  readonly tells?: readonly string[];
  /** The parameters that `errors` must name, in order. */
  readonly parameters?: readonly string[];
};

/** A resolver address where nothing listens. */
const CLOSED = addressOf("closed.resolvers.net");
const DNS = "/api/v1/dns";
const bad = (query: string, parameters: readonly string[], ...tells: readonly string[]): Row => ({
  says: `400 for ?${query.slice(0, 60)}`,
  path: `${DNS}?${query}`,
  status: 400,
  code: "invalid_parameter",
  parameters,
  tells,
});

const badFor = (tool: string, query: string, parameter: string, ...tells: readonly string[]): Row => ({
  ...bad(query, [parameter], ...tells),
  says: `400 for ${tool}?${query}`,
  path: `/api/v1/${tool}?${query}`,
});

const LABEL64 = "a".repeat(64);
const NAME254 = `${"a.".repeat(125)}comm`;

/** What only other tools take. */
const BAD_ELSEWHERE: readonly Row[] = [
  ...["0", "51", "1.5", "-1", "many", "1e1"].map((limit) =>
    badFor("propagation", `domain=example.com&limit=${limit}`, "limit", "from 1 to 50"),
  ),
  badFor("propagation", "domain=example.com&country=xx", "country", "Send one of ae, am,", "us, uz"),
  badFor("propagation", "domain=example.com&country=usa", "country", "us, uz"),
  badFor("scout", "domain=example.com&sections=records,", "sections", "Send one of records, email"),
  badFor("scout", "domain=example.com&sections=axfr,axfr", "sections", "Send axfr once"),
];

const BAD_INPUT: readonly Row[] = [
  bad("", ["domain"], "domain=example.com"),
  bad("domain=", ["domain"], "empty"),
  bad("domain=%20%20", ["domain"], "empty"),
  bad("domain=example.com&domain=example.org", ["domain"], "once"),
  bad("domian=example.com", ["domian", "domain"], "Did you mean domain?"),
  bad("Domain=example.com", ["Domain", "domain"], "Did you mean domain?"),
  bad("domain=example.com&limit=5", ["limit"], "The parameters are domain, type"),
  bad("domain=example.com&__proto__=1", ["__proto__"], "no parameter of this name"),
  bad("domain=example.com&constructor=1", ["constructor"], "no parameter of this name"),
  bad("domain=example.com&type=", ["type"], "leave the parameter out"),
  bad("domain=example.com&type=MXX", ["type"], "Did you mean MX?"),
  bad("domain=example.com&type=ANY", ["type"], "Send one of A, AAAA"),
  bad("domain=example.com&type=A&type=MX", ["type"], "once"),
  bad("domain=a&type=b&c=d", ["c", "domain", "type"]),
  bad("domain=https://user@www.example.com:8443/a?b", ["domain"], "This is a URL", "www.example.com"),
  bad("domain=http://[::1]/", ["domain"], "This is a URL"),
  bad("domain=example.com/path", ["domain"], "path", "example.com"),
  bad("domain=example.com%3A443", ["domain"], "port", "example.com"),
  bad("domain=postmaster@example.com", ["domain"], "e-mail", "example.com"),
  bad("domain=93.184.215.14", ["domain"], "/api/v1/reverse"),
  bad("domain=2606:2800:21f::1", ["domain"], "/api/v1/reverse"),
  bad("domain=[::1]", ["domain"], "/api/v1/reverse"),
  bad("domain=127.0.0.1.5", ["domain"], "malformed IP address"),
  bad("domain=0x7f.1", ["domain"], "malformed IP address"),
  bad("domain=2130706433", ["domain"], "malformed IP address"),
  bad("domain=%25zz.com", ["domain"], "'%'"),
  bad("domain=%zz.com", ["domain"], "'%'"),
  bad("domain=%ff%fe.com", ["domain"], "UTS 46"),
  bad("domain=a%00b.com", ["domain"], "control characters"),
  bad("domain=a%0d%0ab.com", ["domain"], "control characters"),
  bad("domain=a%20b.com", ["domain"], "white space"),
  bad("domain=a..b.com", ["domain"], "empty label"),
  bad("domain=.example.com", ["domain"], "empty label"),
  bad("domain=example.com..", ["domain"], "empty label"),
  bad("domain=.", ["domain"], "root"),
  bad("domain=ex!mple.com", ["domain"], "characters"),
  bad("domain=www.*.com", ["domain"], "characters"),
  bad("domain=xn--a.com", ["domain"], "UTS 46"),
  bad(`domain=${LABEL64}.com`, ["domain"], "64 characters", "63"),
  bad(`domain=${NAME254}`, ["domain"], "254 characters", "253"),
  bad(`domain=${"a".repeat(5000)}`, ["domain"], "too long"),
  bad("domain=localhost", ["domain"], "RFC 6761"),
  bad("domain=printer.local", ["domain"], "RFC 6762"),
  bad("domain=db.internal", ["domain"], "internal"),
  bad("domain=abc.onion", ["domain"], "RFC 7686"),
  bad("domain=a.alt", ["domain"], "RFC 9476"),
  bad("domain=a.test", ["domain"], "RFC 6761"),
  bad("domain=a.invalid", ["domain"], "RFC 6761"),
  bad("domain=www.example", ["domain"], "RFC 6761"),
  bad("domain=router.home.arpa", ["domain"], "RFC 8375"),
  bad("domain=intranet", ["domain"], "single label"),
  bad("domain=host_name", ["domain"], "single label"),
];

const ROWS: readonly Row[] = [
  { says: "answers from the zone's servers", path: `${DNS}?domain=example.com`, status: 200, cost: 1 },
  { says: "answers from the resolver", path: `${DNS}?domain=example.com&type=MX`, status: 200, cost: 1 },
  { says: "takes the type in any case", path: `${DNS}?domain=example.com&type=aaaa`, status: 200, cost: 1 },
  {
    says: "HEAD works and costs the same",
    path: `${DNS}?domain=example.com&type=A`,
    method: "HEAD",
    status: 200,
    cost: 1,
  },
  {
    says: "an existing name without the type is 200",
    path: `${DNS}?domain=mail.example.com&type=MX`,
    status: 200,
    cost: 1,
  },
  {
    says: "a missing domain is 404 and costs",
    path: `${DNS}?domain=nothing-here.com`,
    status: 404,
    code: "domain_not_found",
    cost: 1,
  },
  { says: "lists the tools", path: "/api/v1", status: 200 },
  { says: "tells the limits", path: "/api/v1/limits", status: 200 },
  {
    says: "404 for an unknown tool",
    path: "/api/v1/nslookup?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  {
    says: "404 for an unknown path",
    path: "/nothing",
    status: 404,
    code: "unknown_path",
    tells: ["/api/v1"],
  },
  { says: "404 for metrics on the public port", path: "/metrics", status: 404, code: "unknown_path" },
  { says: "404 for health on the public port", path: "/readyz", status: 404, code: "unknown_path" },
  {
    says: "404 for an encoded path",
    path: "/api/v1/d%6Es?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  { says: "404 for a broken encoding in the path", path: "/api/v1/%zz", status: 404, code: "unknown_path" },
  {
    says: "404 for an encoded slash",
    path: "/api%2Fv1%2Fdns?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  {
    says: "404 for a slash at the end",
    path: "/api/v1/dns/?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  {
    says: "404 for another case of the path",
    path: "/API/v1/dns?domain=example.com",
    status: 404,
    code: "unknown_path",
  },
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) => ({
    says: `405 for ${method}`,
    path: `${DNS}?domain=example.com`,
    method,
    status: 405,
    code: "method_not_allowed",
    tells: ["GET"],
  })),
  {
    says: "401 for a key that is none",
    path: `${DNS}?domain=example.com`,
    headers: { "X-API-Key": "dt_abc" },
    status: 401,
    code: "key_malformed",
    tells: ["X-API-Key"],
  },
  {
    says: "401 for an empty key",
    path: `${DNS}?domain=example.com`,
    headers: { "X-API-Key": "" },
    status: 401,
    code: "key_malformed",
  },
  {
    says: "preflight is free, even with a key",
    path: DNS,
    method: "OPTIONS",
    headers: {
      Origin: "https://a.example.org",
      "Access-Control-Request-Method": "GET",
      "X-API-Key": "dt_abc",
    },
    status: 204,
  },
  { says: "preflight of an unknown path", path: "/nothing", method: "OPTIONS", status: 204 },
  ...BAD_INPUT,
  ...BAD_ELSEWHERE,
];

test.each([...WIRINGS, "one process per target, over unix sockets" as const])(
  "every status, header and body rule holds on every row: %s",
  async (wiring) => {
    // A window so long that no unit comes back during the test.
    await using product = await startProduct(wiring, {
      RATE_LIMIT_UNITS: "1000",
      RATE_LIMIT_WINDOW_S: "86400",
    });
    const check = await openApiCheck(product.url);
    let left = 1000;
    for (const row of ROWS) left = await checkRow(product, check, row, left);
  },
);

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test("bad input leaves the process by no way", async () => {
    await using product = await startProduct(wiring);
    const asking = product.processes.find(({ target }) => target === "all" || target === "dns");
    if (asking === undefined) throw new Error("no process");
    for (const row of BAD_INPUT) await fetch(`${product.url}${row.path}`);
    expect(await metric(asking, "dnstools_dns_queries_total")).toBe(0);
    expect(
      await metric(product.processes[0] ?? asking, "dnstools_tool_requests_total", {
        tool: "dns",
        outcome: "invalid_input",
      }),
    ).toBe(BAD_INPUT.length);
    await fetch(`${product.url}${DNS}?domain=example.com&type=A`);
    expect(
      await metric(asking, "dnstools_dns_queries_total", { upstream_class: "recursor", outcome: "noerror" }),
    ).toBe(1);
  });

  test("a Host that moves the path is no way to another route", async () => {
    await using product = await startProduct(wiring);
    const get = (target: string, host: string) =>
      rawHttp(product.url, `GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    const hidden = "/x/api/v1/limits";
    for (const host of ["Host: a\r\n", "Host: ab\r\n", "Host: abc\r\n", "Host: a:1\r\n"]) {
      expect(await get(hidden, host)).toMatchObject({
        status: 404,
        body: expect.stringContaining("unknown_path"),
      });
      expect(await get("/api/v1/limits", host)).toMatchObject({ status: 200 });
    }
    for (const host of [
      "Host: a@b\r\n",
      "Host: evil/api/v1/limits?\r\n",
      "Host: \r\n",
      "Host: a b\r\n",
      "Host: [\r\n",
      "Host: a:99999\r\n",
      "Host: a:b:c\r\n",
      "Host: 256.256.256.256\r\n",
      "Host: 1.2.3.4.5\r\n",
      "Host: xn--a\r\n",
    ]) {
      const answer = await get(`${DNS}?domain=example.com&type=A`, host);
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining("bad_host") });
      expect(answer.head.toLowerCase()).toContain("x-ratelimit-remaining: ");
      expect(answer.head.toLowerCase()).toContain("access-control-allow-origin: *");
    }
    for (const host of [
      "Host: xn--mnchen-3ya.de\r\n",
      "Host: [::1]:8080\r\n",
      "Host: 10.0.0.1\r\n",
      "Host: A-b.Example:80\r\n",
    ]) {
      expect((await get("/api/v1/limits", host)).status).toBe(200);
    }
    // Bun resolves dots and backslashes before anybody sees the path, as browsers do.
    for (const target of ["/api/v1/x/../limits", "/api/v1/x/%2e%2e/limits", "/api/v1\\limits"]) {
      expect((await get(target, "Host: example.com\r\n")).status).toBe(200);
    }
    const old = await rawHttp(product.url, `GET ${hidden} HTTP/1.0\r\n\r\n`);
    expect(old).toMatchObject({ status: 400, body: expect.stringContaining("bad_host") });
    for (const target of [
      "//api/v1/limits",
      "/./x/..//api/v1/limits",
      "/api/v1/limits;x",
      "/api/v1/limits%20",
    ]) {
      expect((await get(target, "Host: example.com\r\n")).status).toBe(404);
    }
    const absolute = await get("http://a/x/api/v1/limits", "Host: example.com\r\n");
    expect(absolute.status).toBe(404);
  });

  test("the limit is exact, refuses without taking, and cannot be dodged by forwarding headers", async () => {
    await using product = await startProduct(wiring, {
      RATE_LIMIT_UNITS: "10",
      RATE_LIMIT_WINDOW_S: "3600",
      OPERATOR_CONTACT: "ops@example.net",
    });
    const check = await openApiCheck(product.url);
    const call = (headers: Record<string, string> = {}) =>
      fetch(`${product.url}${DNS}?domain=example.com&type=A`, { headers });
    const parallel = await Promise.all(Array.from({ length: 16 }, () => call()));
    expect(parallel.filter((response) => response.status === 200)).toHaveLength(10);
    for (const headers of [
      {},
      { "X-Forwarded-For": "8.8.8.8" },
      { Forwarded: "for=8.8.8.8" },
      { "X-Real-IP": "8.8.8.8" },
    ]) {
      const response = await call(headers as Record<string, string>);
      const body = await response.text();
      check(DNS, response, body);
      expect(response.status).toBe(429);
      expect(JSON.parse(body)).toMatchObject({
        code: "limit_exceeded",
        contact: "ops@example.net",
        "violated-policies": ["default"],
      });
      const retryAfter = Number(response.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThanOrEqual(355);
      expect(retryAfter).toBeLessThanOrEqual(360);
      expect(response.headers.get("ratelimit")).toBe(`"default";r=0;t=${retryAfter}`);
      expect(response.headers.get("x-request-cost")).toBe("0");
    }
    // A flood must cost less to refuse than to read.
    expect((await fetch(`${product.url}${DNS}?domain=`)).status).toBe(429);
    const limits = await json(fetch(`${product.url}/api/v1/limits`));
    expect(limits).toMatchObject({ limit: 10, remaining: 0, windowS: 3600, costs: { dns: 1 } });
  });

  test("RATE_LIMIT_UNITS=0 lifts the limit and the headers stay", async () => {
    await using product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0" });
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => fetch(`${product.url}${DNS}?domain=example.com&type=A`)),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(responses[0]?.headers.get("x-ratelimit-remaining")).toBe("999999999999999");
  });

  test("dead resolvers are 503, never a verdict, and give the units back", async () => {
    await using product = await startProduct(wiring, {
      DNS_RESOLVERS: `${CLOSED},${addressOf("dead.resolvers.net")}`,
    });
    const check = await openApiCheck(product.url);
    const queries = ["domain=example.com", "domain=example.com&type=A"];
    const responses = await Promise.all(queries.map((query) => fetch(`${product.url}${DNS}?${query}`)));
    for (const response of responses) {
      const body = await response.text();
      check(DNS, response, body);
      expect(response.status).toBe(503);
      expect(JSON.parse(body)).toMatchObject({ code: "resolver_unavailable" });
      checkHeaders(response, 0);
      expect(response.headers.has("x-work-done")).toBe(false);
    }
    expect(await json(fetch(`${product.url}/api/v1/limits`))).toMatchObject({ remaining: 60 });
    for (const process of product.processes) {
      const ready = await fetch(new URL("/readyz", process.metricsUrl));
      expect(ready.status).toBe(200);
    }
    const asking = product.processes.find(({ target }) => target === "all" || target === "dns");
    const ready = await (await fetch(new URL("/readyz", asking?.metricsUrl))).json();
    expect(ready).toMatchObject({ status: "ready", dependencies: { resolver: "failing" }, notes: [] });
  });

  test("the same question asked at the same time is looked up once", async () => {
    await using product = await startProduct(wiring);
    const asking = product.processes.find(({ target }) => target === "all" || target === "dns");
    if (asking === undefined) throw new Error("no process");
    const ids = Array.from({ length: 10 }, (_, i) => `request-${i}-abcdef`);
    // The silent server keeps each look open for longer than it takes to ask ten times.
    const answers = await Promise.all(
      ids.map((id) =>
        json(fetch(`${product.url}${DNS}?domain=half.com`, { headers: { "X-Request-Id": id } })),
      ),
    );
    expect(answers.map((answer) => answer.meta.requestId)).toEqual(ids);
    expect(await metric(asking, "dnstools_tool_requests_total", { outcome: "ok" })).toBe(10);
    expect(await metric(asking, "dnstools_tool_duration_seconds_count", { tool: "dns" })).toBe(1);
    const dns = { cache: "dns", result: "coalesced" };
    expect(await metric(asking, "dnstools_cache_requests_total", dns)).toBe(9);
  });

  test("SIGTERM lets a request under way end, and readyz says draining meanwhile", async () => {
    await using product = await startProduct(wiring);
    const [front] = product.processes;
    if (front === undefined) throw new Error("no process");
    const slow = fetch(`${product.url}${DNS}?domain=half.com`);
    while ((await metric(front, "dnstools_http_requests_in_flight", { service: "gateway" })) === 0);
    front.kill("SIGTERM");
    let ready = await fetch(new URL("/readyz", front.metricsUrl));
    while (ready.status === 200) ready = await fetch(new URL("/readyz", front.metricsUrl));
    expect(await ready.json()).toMatchObject({ status: "draining" });
    expect((await slow).status).toBe(200);
    expect(await front.exited).toBe(0);
  });

  test("a second SIGTERM leaves at once", async () => {
    await using product = await startProduct(wiring);
    const [front] = product.processes;
    if (front === undefined) throw new Error("no process");
    const cut = fetch(`${product.url}${DNS}?domain=silent.com`).then(
      () => "answered",
      () => "cut",
    );
    while ((await metric(front, "dnstools_http_requests_in_flight", { service: "gateway" })) === 0);
    front.kill("SIGTERM");
    let ready = await fetch(new URL("/readyz", front.metricsUrl));
    while (ready.status === 200) ready = await fetch(new URL("/readyz", front.metricsUrl));
    front.kill("SIGTERM");
    expect(await front.exited).toBe(1);
    expect(await cut).toBe("cut");
  });

  test("documents are fetched once: ETag and 304, with all headers", async () => {
    await using product = await startProduct(wiring);
    for (const path of ["/openapi.json", "/docs/errors"]) {
      const first = await fetch(`${product.url}${path}`);
      expect(first.status).toBe(200);
      const etag = first.headers.get("etag") ?? "";
      const second = await fetch(`${product.url}${path}`, { headers: { "If-None-Match": etag } });
      expect(second.status).toBe(304);
      expect(await second.text()).toBe("");
      checkHeaders(second, 0);
    }
    const page = await (await fetch(`${product.url}/docs/errors`)).text();
    for (const code of ["invalid_parameter", "limit_exceeded", "resolver_unavailable"])
      expect(page).toContain(`id="${code}"`);
  });
});

test("an IPv6 client is its /64, and nobody else's", async () => {
  await using product = await startProduct("all", {
    HOST: "::",
    RATE_LIMIT_UNITS: "10",
    RATE_LIMIT_WINDOW_S: "86400",
  });
  const { port } = new URL(product.url);
  const [first = "", same = "", other = ""] = CLIENTS_V6;
  const remaining = async (from: string, path: string) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`;
    const { head } = await rawHttp(`http://[${PRODUCT.v6}]:${port}`, request, from);
    return /x-ratelimit-remaining: (\d+)/i.exec(head)?.[1];
  };
  expect(await remaining(first, `${DNS}?domain=example.com&type=A`)).toBe("9");
  expect(await remaining(same, `${DNS}?domain=example.com&type=A`)).toBe("8");
  expect(await remaining(other, "/api/v1/limits")).toBe("10");
});

test("a request body is refused by its method, with every header, whatever its size", async () => {
  await using product = await startProduct("all");
  const response = await fetch(`${product.url}${DNS}`, { method: "POST", body: "x".repeat(100_000) });
  expect(response.status).toBe(405);
  checkHeaders(response, 0);
});

test("half a request does not hold up a drain", async () => {
  await using product = await startProduct("all");
  const { hostname, port } = new URL(product.url);
  const half = await Bun.connect({ hostname, port: Number(port), socket: { data() {}, close() {} } });
  half.write("GET /api/v1 HTTP/1.1\r\nHo");
  const [front] = product.processes;
  front?.kill("SIGTERM");
  expect(await front?.exited).toBe(0);
  half.end();
});

test("one dead resolver is passed over for the next", async () => {
  await using product = await startProduct("all", {
    DNS_RESOLVERS: `${CLOSED},${RESOLVER}`,
  });
  const answer = await json(fetch(`${product.url}${DNS}?domain=example.com&type=A`));
  expect(answer.data.status).toBe("answer");
  expect(
    answer.evidence.map(({ address, reason }: { address: string; reason: string }) => [address, reason]),
  ).toEqual([
    [CLOSED, "unreachable"],
    [RESOLVER, null],
  ]);
});

test("a unix socket left by a killed process is replaced, one in use is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
  const LISTEN = join(folder, "dns.sock");
  const killed = await startProcess("dns", { LISTEN });
  killed.kill("SIGKILL");
  await killed.exited;
  const service = await startProcess("dns", { LISTEN });
  await expect(startProcess("dns", { LISTEN })).rejects.toThrow("ended before it served");
  const response = await fetch(`http://localhost${DNS}?domain=example.com&type=A`, { unix: LISTEN });
  expect(response.status).toBe(200);
  service.kill("SIGKILL");
  await service.exited;
  rmSync(folder, { recursive: true });
});

test("a dead service is 503 for its tools, costs nothing, and the gateway stays ready", async () => {
  await using product = await startProduct("one process per target");
  const check = await openApiCheck(product.url);
  const service = product.process("dns");
  service.kill("SIGKILL");
  await service.exited;
  const response = await fetch(`${product.url}${DNS}?domain=example.com`);
  const body = await response.text();
  check(DNS, response, body);
  expect(response.status).toBe(503);
  expect(JSON.parse(body)).toMatchObject({
    code: "service_unavailable",
    requestId: response.headers.get("x-request-id"),
  });
  checkHeaders(response, 0);
  expect(response.headers.get("x-ratelimit-remaining")).toBe("60");
  const ready = await fetch(new URL("/readyz", product.process("gateway").metricsUrl));
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({
    status: "ready",
    dependencies: {
      dns: "failing",
      network: "not_used_yet",
      cert: "not_used_yet",
      analysis: "not_used_yet",
      mail: "not_used_yet",
    },
  });
});

/** @param left units before the request. Gives the units after it. */
async function checkRow(product: Product, check: OpenApiCheck, row: Row, left: number): Promise<number> {
  const response = await fetch(`${product.url}${row.path}`, {
    method: row.method ?? "GET",
    headers: { ...row.headers },
  });
  const body = await response.text();
  const { says, cost = 0 } = row;
  expect({ says, status: response.status }).toEqual({ says, status: row.status });
  checkHeaders(response, cost, 86_400);
  const remaining = Number(response.headers.get("x-ratelimit-remaining"));
  expect({ says, remaining }).toEqual({ says, remaining: left - cost });
  checkBody(row, check, response, body);
  return remaining;
}

function checkBody(row: Row, check: OpenApiCheck, response: Response, body: string): void {
  if (row.method === "HEAD" || row.method === "OPTIONS") {
    expect(body).toBe("");
    return;
  }
  const path = row.path.split("?")[0] ?? "";
  check(path, response, body);
  if (row.code === undefined) return;
  const problem = JSON.parse(body);
  expect({ says: row.says, code: problem.code }).toEqual({ says: row.says, code: row.code });
  expect(problem).toMatchObject({
    status: row.status,
    type: `/docs/errors#${row.code}`,
    requestId: response.headers.get("x-request-id"),
  });
  const words = [
    problem.detail,
    ...(problem.errors ?? []).map((error: { message: string }) => error.message),
  ].join("\n");
  for (const word of row.tells ?? []) expect(words).toContain(word);
  if (row.parameters)
    expect(problem.errors.map((error: { parameter: string }) => error.parameter)).toEqual([
      ...row.parameters,
    ]);
  if (row.status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
}

/** What every answer carries, whatever its status. */
function checkHeaders(response: Response, cost: number, windowS = 60): void {
  const { headers } = response;
  const limit = headers.get("x-ratelimit-limit");
  expect(limit).toMatch(/^\d+$/);
  expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
  expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=[1-9]\d*$/);
  expect(headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=${windowS}`);
  expect(headers.get("x-request-cost")).toBe(String(cost));
  expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  const exposed = (headers.get("access-control-expose-headers") ?? "").split(", ");
  expect(exposed).toEqual(
    expect.arrayContaining([
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "RateLimit",
      "RateLimit-Policy",
      "X-Request-Cost",
      "X-Request-Id",
      "Retry-After",
    ]),
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("vary")).not.toContain(response.status === 204 ? "Cookie" : "*");
  if (response.status === 401) expect(headers.get("www-authenticate")).toContain("X-API-Key");
  if (headers.get("etag") === null) expect(headers.get("cache-control")).toBe("no-store");
  if (response.status === 204) {
    expect(headers.get("access-control-max-age")).toBe("86400");
    expect(headers.get("access-control-allow-headers")).toBe("X-API-Key, X-Request-Id");
  }
  if (response.status === 503 || response.status === 429)
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}
