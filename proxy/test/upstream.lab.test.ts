import { expect, test } from "bun:test";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { freePort, startEdge } from "./edge.ts";
import { OK, oddGateway } from "./gateway.ts";
import { expectProblem, headerOf } from "./problem.ts";

const HOST = "Host: api.example.com\r\nConnection: close\r\n";
const get = (url: string, headers = "", path = "/api/v1") =>
  rawHttp(url, `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`);

test("a gateway that is not there is 503, and the answer shows the limit without it", async () => {
  await using edge = await startEdge([`127.0.0.1:${freePort()}`]);
  expectProblem(await get(edge.url), "service_unavailable", 60);
  expectProblem(await rawHttp(edge.url, "GARBAGE\r\n\r\n"), "bad_request", 60);
});

test("a gateway that hangs is 503 after PROXY_READ_TIMEOUT_S, and the request is sent once", async () => {
  using hanging = await oddGateway(() => null);
  using other = await oddGateway(() => null);
  await using edge = await startEdge([hanging.host, other.host], { PROXY_READ_TIMEOUT_S: "2" });
  const before = performance.now();
  expectProblem(await get(edge.url), "service_unavailable", 60);
  expect(performance.now() - before).toBeGreaterThan(1900);
  expect(hanging.seen.length + other.seen.length).toBe(1);
});

test("a gateway that hangs does not hold up a refusal until PROXY_READ_TIMEOUT_S", async () => {
  using hanging = await oddGateway(() => null);
  // The read timeout of nginx is longer than the timeout of a test.
  await using edge = await startEdge([hanging.host], { PROXY_READ_TIMEOUT_S: "300" });
  const hangs = get(edge.url).catch(() => {});
  await until(() => hanging.seen.length === 1);
  expectProblem(await get(edge.url, "", "/metrics"), "unknown_path", 60);
  expect(hanging.limitsAsked()).toBe(1);
  edge.signal("SIGTERM");
  await hangs;
});

test("where a gateway closes before it answers, the next one is asked", async () => {
  using closing = await oddGateway((_, socket) => {
    socket.destroy();
    return null;
  });
  using good = await oddGateway();
  await using edge = await startEdge([closing.host, good.host]);
  for (let n = 0; n < 6; n++) expect(await get(edge.url)).toMatchObject({ status: 200, body: "{}" });
  expect(good.seen).toHaveLength(6);
  // After three failures nginx skips the gateway for a second, so it receives fewer than six requests.
  expect(closing.seen.length).toBeLessThan(6);
});

test("where a gateway cannot be reached, the next one is asked; all marked as failed are asked all the same", async () => {
  const dead = [freePort(), freePort(), freePort()].map((port) => `127.0.0.1:${port}`);
  using good = await oddGateway();
  await using edge = await startEdge([...dead, good.host]);
  for (let n = 0; n < 12; n++) expect(await get(edge.url)).toMatchObject({ status: 200 });
});

test("of two gateways, the one with fewer requests under way gets the next one", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  using busy = await oddGateway(() => {
    resolve();
    return null;
  });
  using free = await oddGateway((_, socket) => {
    if (busy.seen.length > 0) return OK;
    socket.destroy();
    return null;
  });
  await using edge = await startEdge([busy.host, free.host]);
  void get(edge.url).catch(() => {});
  await asked;
  for (let n = 0; n < 6; n++) expect(await get(edge.url)).toMatchObject({ status: 200 });
  expect(busy.seen).toHaveLength(1);
});

test.each([
  // nginx treats a response without a status line as HTTP/0.9 and forwards it, but no gateway sends such a response.
  ["no header", "HTTP/1.1 200 OK\r\nno header\r\n\r\n{}"],
  ["a head without end", `HTTP/1.1 200 OK\r\nX: ${"a".repeat(40_000)}\r\n\r\n`],
])("an answer that is %s is 503, and is not asked for again", async (_, said) => {
  using odd = await oddGateway((_seen, socket) => {
    socket.end(said);
    return null;
  });
  using other = await oddGateway(() => {
    throw new Error("nobody may ask here");
  });
  await using edge = await startEdge([odd.host]);
  expectProblem(await get(edge.url), "service_unavailable", 60);
  expect(odd.seen).toHaveLength(1);
  expect(other.seen).toHaveLength(0);
});

test("an answer that is cut short reaches the client cut short, and never as a whole one", async () => {
  using odd = await oddGateway((_, socket) => {
    socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: 100\r\n\r\n{}");
    return null;
  });
  await using edge = await startEdge([odd.host]);
  const answer = await get(edge.url);
  expect(headerOf(answer, "Content-Length")).toBe("100");
  expect(answer.body).toBe("{}");
});

test("answers of the gateway pass with their status and headers, Vary once", async () => {
  const body = '{"code":"limit_exceeded"}';
  using odd = await oddGateway(
    () =>
      `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/problem+json\r\nRetry-After: 7\r\nX-RateLimit-Remaining: 3\r\nVary: Accept-Encoding\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await using edge = await startEdge([odd.host]);
  const answer = await get(edge.url);
  expect(answer).toMatchObject({ status: 429, body });
  expect(headerOf(answer, "Retry-After")).toBe("7");
  expect(headerOf(answer, "X-RateLimit-Remaining")).toBe("3");
  expect(headerOf(answer, "Vary")).toBe("Accept-Encoding");
});

test("only those headers of a caller pass that the gateway reads, and none about who it is", async () => {
  using odd = await oddGateway();
  await using edge = await startEdge([odd.host]);
  const names = [
    "Forwarded",
    "X-Real-IP",
    "X-Forwarded-Host",
    "X-Forwarded-Server",
    "X-Client-IP",
    "True-Client-IP",
  ];
  const more = [
    "X-Original-URL",
    "X-Work-Done",
    "Cookie",
    "Authorization",
    "X_Forwarded_For",
    "Range",
    "Via",
    "Traceparent",
    "Tracestate",
    "Baggage",
  ];
  const spoofed = [...names, ...more].map((name) => `${name}: 6.6.6.6\r\n`).join("");
  const passed =
    'X-API-Key: abc\r\nIf-None-Match: "x"\r\nOrigin: https://a.example\r\nUser-Agent: me\r\nAccept: */*\r\n';
  await get(
    edge.url,
    `${spoofed}X-Forwarded-Proto: https\r\nX-Forwarded-For: 6.6.6.6\r\n${passed}`,
    "/a%2fb?c=d%20e",
  );
  expect(odd.seen[0]?.line).toBe("GET /a%2fb?c=d%20e HTTP/1.1");
  expect(odd.seen[0]?.headers).toEqual({
    host: "dnstools-gateway",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "http",
    "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/),
    traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    "x-api-key": "abc",
    "if-none-match": '"x"',
    origin: "https://a.example",
    "user-agent": "me",
    accept: "*/*",
    // The log shows only that the request had a credential, and no part of the credential.
    authorization: "withheld",
  });
});

test("connections to gateways are kept", async () => {
  using odd = await oddGateway();
  await using edge = await startEdge([odd.host], { PROXY_WORKERS: "1" });
  for (let n = 0; n < 5; n++) await get(edge.url);
  expect(odd.seen.map(({ connection }) => connection)).toEqual([1, 1, 1, 1, 1]);
});

test("a connection that the gateway closed while it was kept costs no request", async () => {
  using odd = await oddGateway((_, socket) => {
    // Closes the connection as a stopping gateway does. The response does not announce the close in a header.
    setImmediate(() => socket.destroy());
    return OK;
  });
  await using edge = await startEdge([odd.host], { PROXY_WORKERS: "1" });
  for (let n = 0; n < 50; n++) expect((await get(edge.url)).status).toBe(200);
});

test.each([
  ["kept where it is plain", "client-id_1.2", true],
  ["made anew where it is short", "short", false],
  ["made anew where it is long", "x".repeat(65), false],
  ["made anew where it could be anything", 'a"},{"b":"', false],
  ["made anew where it is a key", `dnst_${"a".repeat(59)}`, false],
])("a request id is %s", async (_, id, kept) => {
  using odd = await oddGateway();
  await using edge = await startEdge([odd.host]);
  await get(edge.url, `X-Request-Id: ${id}\r\n`);
  const passed = odd.seen[0]?.headers["x-request-id"] ?? "";
  expect(passed === id).toBe(kept);
  expect(passed).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  const refused = await get(edge.url, `X-Request-Id: ${id}\r\n`, "/metrics");
  expect(headerOf(refused, "X-Request-Id") === id).toBe(kept);
});
