import { expect, test } from "bun:test";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { type Edge, startEdge } from "./edge.ts";
import { OK, oddGateway } from "./gateway.ts";
import { expectProblem, headerOf } from "./problem.ts";

const HOST = "Host: api.example.com\r\nConnection: close\r\n";
const KEY = `X-API-Key: dnst_${"a".repeat(59)}\r\n`;
/** Settings that allow exactly three requests at once. The rate is too low to allow more during the test. */
const THREE = { PROXY_FLOOD_RATE: "1", PROXY_TRUSTED: "127.0.0.1" };

type Asked = {
  readonly from?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: string;
};

function ask(edge: Edge, { from = "6.6.6.6", method = "GET", path = "/api/v1", headers = "" }: Asked = {}) {
  return rawHttp(edge.url, `${method} ${path} HTTP/1.1\r\n${HOST}X-Forwarded-For: ${from}\r\n${headers}\r\n`);
}

/** Sends concurrent requests and returns their statuses. */
async function statuses(edge: Edge, count: number, asked: Asked): Promise<readonly number[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(edge, asked)));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

test("a flood is 429 with nothing left, and reaches no gateway, not even with a question for limits", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], THREE);
  expect(await statuses(edge, 3, {})).toEqual([200, 200, 200]);
  const refused = await ask(edge);
  expectProblem(refused, "flood", 0, null);
  expect(headerOf(refused, "Retry-After")).toBe("2");
  expect({ seen: gateway.seen.length, limits: gateway.limitsAsked() }).toEqual({ seen: 3, limits: 0 });
});

test("requests that are refused for other reasons count too", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], THREE);
  expect(await statuses(edge, 5, { path: "/metrics" })).toEqual([404, 404, 404, 429, 429]);
  expect(await statuses(edge, 5, { from: "6.6.6.7", method: "POST" })).toEqual([405, 405, 405, 429, 429]);
  // For an invalid request, nginx reads no X-Forwarded-For header, so the request counts against the limit of the
  // connection's own address.
  const garbage = await Promise.all(Array.from({ length: 5 }, () => rawHttp(edge.url, "GARBAGE\r\n\r\n")));
  expect(garbage.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 429, 429]);
  expect(gateway.limitsAsked()).toBe(9);
});

test("a /64 of IPv6 is one client however it is written, the next /64 is another, and mapped IPv4 is IPv4", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], THREE);
  for (const from of ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::", "2001:0db8:0001:0002:0:0:0:9"])
    expect((await ask(edge, { from })).status).toBe(200);
  for (const from of ["2001:db8:1:2::2", "[2001:db8:1:2:3:4:5:6]:99", "2001:db8:1:2::1.2.3.4"])
    expect((await ask(edge, { from })).status).toBe(429);
  expect((await ask(edge, { from: "2001:db8:1:3::1" })).status).toBe(200);
  expect(await statuses(edge, 3, { from: "6.6.6.6" })).toEqual([200, 200, 200]);
  expect((await ask(edge, { from: "::ffff:6.6.6.6" })).status).toBe(429);
  expect((await ask(edge, { from: "6.6.6.7" })).status).toBe(200);
});

test("a preflight is never limited, nor counted", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], THREE);
  const preflight = { method: "OPTIONS", headers: "Access-Control-Request-Method: GET\r\n" };
  expect(await statuses(edge, 40, preflight)).toEqual(new Array(40).fill(200));
  for (let n = 0; n < 3; n++) expect((await ask(edge)).status).toBe(200);
  expect((await ask(edge)).status).toBe(429);
  expect(await statuses(edge, 40, preflight)).toEqual(new Array(40).fill(200));
});

test("a well-formed key has a zone of its own, far beyond it 503, and never 429", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], {
    ...THREE,
    PROXY_KEY_RATE: "1",
  });
  await statuses(edge, 6, {});
  expect((await ask(edge)).status).toBe(429);
  expect(await statuses(edge, 3, { headers: KEY })).toEqual([200, 200, 200]);
  const refused = await ask(edge, { headers: KEY });
  expectProblem(refused, "overloaded", 60);
  expect(headerOf(refused, "Retry-After")).toBe("2");
  // A different key does not help, because the zone identifies the client by its address.
  expect((await ask(edge, { headers: KEY.replace("aaa", "bbb") })).status).toBe(503);
  expect((await ask(edge, { headers: KEY, path: "/metrics" })).status).toBe(503);
  expect((await ask(edge, { headers: KEY, from: "6.6.6.7" })).status).toBe(200);
});

test.each([
  ["short", `dnst_${"a".repeat(58)}`],
  ["long", `dnst_${"a".repeat(60)}`],
  ["with other characters", `dnst_${"a".repeat(58)}-`],
  ["without its prefix", "a".repeat(64)],
])("a key that is %s is limited as no key", async (_, key) => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], THREE);
  const asked = { headers: `X-API-Key: ${key}\r\n` };
  expect(await statuses(edge, 4, asked)).toEqual([200, 200, 200, 429]);
});

test("requests at once: 429 without a key, 503 with one, and served again when they have ended", async () => {
  const waiting: (() => void)[] = [];
  using gateway = await oddGateway((seen, socket) => {
    if (seen.line.includes("/slow")) {
      waiting.push(() => socket.write(OK));
      return null;
    }
    return OK;
  });
  await using edge = await startEdge([gateway.host], {
    PROXY_FLOOD_RATE: "12",
    PROXY_KEY_RATE: "15",
  });
  const slow = Array.from({ length: 24 }, () => ask(edge, { path: "/slow" }));
  const keyed = Array.from({ length: 30 }, () => ask(edge, { path: "/slow", headers: KEY }));
  await until(() => waiting.length === 54);
  expectProblem(await ask(edge), "flood", 0, null);
  expectProblem(await ask(edge, { headers: KEY }), "overloaded", 60);
  for (const end of waiting) end();
  for (const answer of await Promise.all([...slow, ...keyed])) expect(answer.status).toBe(200);
  // The requests above also counted against the rate, so a further request is only allowed after a while.
  await until(async () => (await ask(edge)).status === 200);
});

test("0 lifts each limit", async () => {
  using gateway = await oddGateway();
  const none = ["FLOOD_RATE", "KEY_RATE"];
  await using edge = await startEdge(
    [gateway.host],
    Object.fromEntries(none.map((name) => [`PROXY_${name}`, "0"])),
  );
  expect(await statuses(edge, 300, {})).toEqual(new Array(300).fill(200));
});

test("as it is by default, a client is served 100 requests at once, and a keyed one 300 a second", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host]);
  expect(await statuses(edge, 90, {})).toEqual(new Array(90).fill(200));
  for (let second = 0; second < 3; second++)
    expect(await statuses(edge, 300, { headers: KEY })).toEqual(new Array(300).fill(200));
});
