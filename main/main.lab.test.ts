import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENTS_V6, PRODUCT, RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import {
  json,
  metric,
  type Product,
  startProcess,
  startProduct,
  WIRINGS,
  type Wiring,
} from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { until } from "@dnstools/lab/support/until";
import { BAD_INPUT, DNS, ROWS } from "./cases.fixture.ts";
import { checkHeaders, checkRow } from "./checks.fixture.ts";
import { startGatewayBefore } from "./gateway.fixture.ts";

/** Address of a resolver that is not running. */
const CLOSED = addressOf("closed.resolvers.net");
const UNITS = 100;
/** A rate limit window so long that no unit is restored during the tests. */
const WINDOW_S = 86_400;
const LIMIT = { RATE_LIMIT_UNITS: String(UNITS), RATE_LIMIT_WINDOW_S: String(WINDOW_S) };

const shared = (wiring: Wiring) => sharedProduct(wiring, { ...LIMIT, OPERATOR_CONTACT: "ops@example.net" });
/** Returns the process of a product that runs the dns tool. */
const askingOf = (product: Pick<Product, "process" | "processes">) =>
  product.process(product.processes.length === 1 ? "all" : "dns");

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  // This test is the first one in the file, so that no query of an earlier test is still in flight.
  test("bad input causes no question to a server", async () => {
    const product = await shared(wiring);
    const asking = askingOf(product);
    const front = product.process(wiring === "all" ? "all" : "gateway");
    const questions = () => metric(asking, "dnstools_dns_queries_total");
    const refused = () =>
      metric(front, "dnstools_tool_requests_total", { tool: "dns", outcome: "invalid_input" });
    // Waits until the process has checked its resolver with four queries, and learned its abilities with two more.
    await until(async () => (await questions()) >= 6);
    const before = { questions: await questions(), refused: await refused() };
    for (const row of BAD_INPUT) await fetch(`${product.url}${row.path}`);
    expect({ questions: await questions(), refused: await refused() }).toEqual({
      questions: before.questions,
      refused: before.refused + BAD_INPUT.length,
    });
    await fetch(`${product.url}${DNS}?domain=example.com&type=A`);
    expect(await questions()).toBe(before.questions + 1);
    expect(
      await metric(asking, "dnstools_dns_queries_total", { upstream_class: "recursor", outcome: "noerror" }),
    ).toBeGreaterThan(0);
  });

  test("every answer has the right status, headers and body", async () => {
    const product = await shared(wiring);
    const check = await openApiCheck(product.url);
    let { remaining: left } = await json(fetch(`${product.url}/api/v1/limits`));
    for (const row of ROWS) left = await checkRow(product.url, check, row, left);
  });

  test("a Host that changes how the URL is read reaches no other route", async () => {
    // The product listens on all addresses. On a loopback address, such a Host would be refused at once.
    const product = await sharedProduct(wiring, { ...LIMIT, HOST: "0.0.0.0" });
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
      "Host: example.com\r\nHost: example.org\r\n",
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
    // Bun's server, like a browser, resolves dots and backslashes in a path before the gateway sees the path.
    for (const target of ["/api/v1/x/../limits", "/api/v1/x/%2e%2e/limits", "/api/v1\\limits"]) {
      expect((await get(target, "Host: example.com\r\n")).status).toBe(200);
    }
    // HTTP/1.0 requires no Host header (RFC 9112 3.2), and some load balancers still use HTTP/1.0.
    const old = (url: string, path: string) => rawHttp(url, `GET ${path} HTTP/1.0\r\n\r\n`);
    expect((await old(product.url, hidden)).status).toBe(404);
    expect((await old(product.url, "/api/v1/limits")).status).toBe(200);
    for (const { metricsUrl } of product.processes)
      expect((await old(metricsUrl, "/readyz")).status).toBe(200);
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

  test("the limit is exact, and forwarding headers do not get around it", async () => {
    const product = await shared(wiring);
    const check = await openApiCheck(product.url);
    // Sends a call from a separate client address, whose units no other test uses.
    const call = async (path: string, headers = "") => {
      const sent = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;
      const { status, head, body } = await rawHttp(product.url, sent, "127.0.0.7");
      const lines = head.split("\r\n").slice(1);
      const pairs = lines.map((line) => line.split(/: (.*)/, 2) as [string, string]);
      return { response: new Response(body, { status, headers: pairs }), body };
    };
    const asked = `${DNS}?domain=example.com&type=A`;
    const parallel = await Promise.all(Array.from({ length: UNITS + 6 }, () => call(asked)));
    expect(parallel.filter(({ response }) => response.status === 200)).toHaveLength(UNITS);
    const forwarding = ["", "X-Forwarded-For: 8.8.8.8\r\n", "Forwarded: for=8.8.8.8\r\n"];
    for (const headers of [...forwarding, "X-Real-IP: 8.8.8.8\r\n"]) {
      const { response, body } = await call(asked, headers);
      check(DNS, response, body);
      expect(response.status).toBe(429);
      expect(JSON.parse(body)).toMatchObject({
        code: "limit_exceeded",
        contact: "ops@example.net",
        "violated-policies": ["default"],
      });
      // Retry-After is almost the whole time in which one unit is restored, because the last unit was used just now.
      const retryAfter = Number(response.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(WINDOW_S / UNITS / 2);
      expect(retryAfter).toBeLessThanOrEqual(WINDOW_S / UNITS);
      expect(response.headers.get("ratelimit")).toBe(`"default";r=0;t=${retryAfter}`);
      expect(response.headers.get("x-request-cost")).toBe("0");
    }
    // Parameters are checked before the rate limit, so an invalid call still gets its own error and costs nothing.
    expect((await call(`${DNS}?domain=`)).response.status).toBe(400);
    const { body } = await call("/api/v1/limits");
    expect(JSON.parse(body)).toMatchObject({
      limit: UNITS,
      remaining: 0,
      windowS: WINDOW_S,
      costs: { dns: 1 },
    });
  });

  test("the same question asked at the same time is looked up once", async () => {
    const product = await shared(wiring);
    const asking = askingOf(product);
    const counted = async () => ({
      answered: await metric(asking, "dnstools_tool_requests_total", { tool: "dns", outcome: "ok" }),
      lookedUp: await metric(asking, "dnstools_tool_duration_seconds_count", { tool: "dns" }),
      shared: await metric(asking, "dnstools_cache_requests_total", { cache: "dns", result: "coalesced" }),
    });
    const before = await counted();
    const ids = Array.from({ length: 10 }, (_, i) => `request-${i}-abcdef`);
    // One server of the zone never answers, so the first lookup is still running when the tenth call arrives.
    const answers = await Promise.all(
      ids.map((id) =>
        json(fetch(`${product.url}${DNS}?domain=half.com`, { headers: { "X-Request-Id": id } })),
      ),
    );
    expect(answers.map((answer) => answer.meta.requestId)).toEqual(ids);
    expect(await counted()).toEqual({
      answered: before.answered + 10,
      lookedUp: before.lookedUp + 1,
      shared: before.shared + 9,
    });
  });

  test("a document that the caller has is a 304 with all headers", async () => {
    const product = await shared(wiring);
    for (const path of ["/openapi.json", "/docs/errors"]) {
      const first = await fetch(`${product.url}${path}`);
      expect(first.status).toBe(200);
      const etag = first.headers.get("etag") ?? "";
      const second = await fetch(`${product.url}${path}`, { headers: { "If-None-Match": etag } });
      expect(second.status).toBe(304);
      expect(await second.text()).toBe("");
      checkHeaders(second, 0, WINDOW_S);
    }
    const page = await (await fetch(`${product.url}/docs/errors`)).text();
    for (const code of ["invalid_parameter", "limit_exceeded", "resolver_unavailable"])
      expect(page).toContain(`id="${code}"`);
  });

  test("dead resolvers are a 503, which costs nothing", async () => {
    const dead = { DNS_RESOLVERS: `${CLOSED},${addressOf("dead.resolvers.net")}` };
    await using product =
      wiring === "all" ? await startProduct(wiring, dead) : await startGatewayBefore("dns", dead);
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
    const ready = await (await fetch(new URL("/readyz", askingOf(product).metricsUrl))).json();
    expect(ready).toMatchObject({ status: "ready", dependencies: { resolver: "failing" }, notes: [] });
  });
});

test("over a unix socket too, every answer has the right status, headers and body", async () => {
  await using product = await startGatewayBefore("dns", LIMIT, "unix socket");
  const check = await openApiCheck(product.url);
  let left = UNITS;
  for (const row of ROWS) left = await checkRow(product.url, check, row, left);
});

test("RATE_LIMIT_UNITS=0 lifts the limit and the headers stay", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => fetch(`${product.url}${DNS}?domain=example.com&type=A`)),
  );
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  expect(responses[0]?.headers.get("x-ratelimit-remaining")).toBe("999999999999999");
});

test("IPv6 clients share one limit in a /64 and not beyond it", async () => {
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
  const product = await shared("all");
  const response = await fetch(`${product.url}${DNS}`, { method: "POST", body: "x".repeat(100_000) });
  expect(response.status).toBe(405);
  checkHeaders(response, 0, WINDOW_S);
});

test("a dead resolver is skipped for the next one", async () => {
  await using product = await startGatewayBefore("dns", { DNS_RESOLVERS: `${CLOSED},${RESOLVER}` });
  const answer = await json(fetch(`${product.url}${DNS}?domain=example.com&type=A`));
  expect(answer.data.status).toBe("answer");
  // The check of the resolvers may have found out already that one of them is dead.
  expect(
    answer.evidence
      .map(({ address, reason }: { address: string; reason: string }) => [address, reason])
      .at(-1),
  ).toEqual([RESOLVER, null]);
});

test("a unix socket left by a killed process is replaced, one in use is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
  const LISTEN = join(folder, "dns.sock");
  const killed = await startProcess("dns", { LISTEN });
  killed.kill("SIGKILL");
  await killed.exited;
  const service = await startProcess("dns", { LISTEN });
  await expect(startProcess("dns", { LISTEN })).rejects.toThrow("ended before it served");
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`http://localhost${DNS}`, {
      unix: LISTEN,
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      // The service ignores unknown members of the request, which a gateway of a later release may send.
      body: JSON.stringify({
        version: 2,
        query: "domain=example.com&type=A",
        requestId: "abcdefgh",
        caller: "",
        waitedMs: 0,
        progress: true,
        later: { members: [1] },
      }),
    });
  const lines = (await (await ask()).text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toEqual({ progress: { phase: "working", total: 1, done: 0 } });
  expect(lines.slice(1, -1)).toContainEqual({ progress: expect.objectContaining({ parts: ["A"] }) });
  expect(lines.at(-1).answer).toMatchObject({ tool: "dns", data: { status: "answer" } });
  // Requests of web pages are refused, because services only answer gateways.
  expect((await ask({ origin: "http://evil.example" })).status).toBe(421);
  expect((await fetch(`http://localhost${DNS}?domain=example.com`, { unix: LISTEN })).status).toBe(405);
  service.kill("SIGKILL");
  await service.exited;
  rmSync(folder, { recursive: true });
});

test("a dead service is 503 for its tools, costs nothing, and the gateway stays ready", async () => {
  await using product = await startGatewayBefore("dns");
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
