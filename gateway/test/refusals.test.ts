import { afterAll, expect, test } from "bun:test";
import { answerTo, openGateway } from "./gateway.fixture.ts";
import { WRONG_CALLS } from "./refusals.fixture.ts";

const ORIGIN = "http://localhost";
const NO_LIMIT = { units: 0, windowS: 60, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
const gateway = openGateway(answerTo, { limit: NO_LIMIT });
afterAll(() => gateway.close());
const ask = (path: string, init: RequestInit = {}) => gateway.handler(new Request(`${ORIGIN}${path}`, init));

type Problem = {
  readonly detail: string;
  readonly errors?: readonly { readonly message: string; readonly suggestion?: string }[];
  readonly retry?: string;
};

// Each row is an object, because test.each passes a callback for the missing last value of an array.
const ROWS = WRONG_CALLS.map(([status, call, tells, retry, suggestion]) => ({
  status,
  call,
  tells,
  retry,
  suggestion,
}));

test.each(ROWS)("$status for $call", async ({ status, call, tells, retry, suggestion }) => {
  const response = await ask(call);
  const problem = (await response.json()) as Problem;
  const { detail, errors = [] } = problem;
  expect({ status: response.status, retry: problem.retry, suggestion: errors[0]?.suggestion }).toEqual({
    status,
    retry,
    suggestion,
  });
  const location = response.headers.get("location");
  if (status === 308) expect(location).toBe(tells);
  else expect([detail, ...errors.map(({ message }) => message)].join("\n")).toContain(tells);
  const next = location ?? retry;
  if (next !== undefined) expect((await ask(next)).status).toBe(200);
});

/** A text with the format of a key. */
const KEY = `dnst_${"a1".repeat(29)}a`;

test("what is offered holds no key and no part of the Host", async () => {
  for (const call of [
    `/api/v1/dns?host=example.com&api_key=${KEY}`,
    `/api/v1/mail?name=example.com&selector=${KEY}`,
    `/api/v1/dns/example.com?token=${KEY}`,
    `/api/v1/dns?domain=${KEY}.com,example.com`,
  ]) {
    const response = await gateway.handler(new Request(`http://localhost:1234${call}`));
    const { retry = "" } = (await response.json()) as Problem;
    expect(retry).not.toContain("dnst_");
    expect(retry).not.toContain("localhost");
  }
});

test("a slash is taken off paths of this API alone, for GET and HEAD", async () => {
  for (const path of ["//evil.example/", "/evil.example/", "/%2F%2Fevil.example/", "/\\evil.example/", "/"])
    expect((await ask(path)).headers.get("location")).toBeNull();
  expect((await ask("/docs/errors/", { method: "HEAD" })).headers.get("location")).toBe("/docs/errors");
  const post = await ask("/api/v1/limits/", { method: "POST" });
  expect([post.status, post.headers.get("location")]).toEqual([404, null]);
});

test("a caller that sends Authorization is served, and gets a hint where to send a key", async () => {
  const path = "/api/v1/dns?domain=example.com";
  const hinted = await ask(path, { headers: { authorization: "Bearer x" } });
  expect([hinted.status, hinted.headers.get("www-authenticate")]).toEqual([200, 'ApiKey header="X-API-Key"']);
  expect((await ask(path)).headers.get("www-authenticate")).toBeNull();
});

test("refusals take nothing, whatever they offer", async () => {
  for (const [, call] of WRONG_CALLS) expect((await ask(call)).headers.get("x-request-cost")).toBe("0");
});

test("nothing that is sent makes a refusal fail, and what it offers is taken", async () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) % below;
  };
  const tools = ["dns", "reverse", "whois", "dnsbl", "ssl", "mail", "propagation", "scout", "spf", "nothing"];
  const names = [
    "domain",
    "ip",
    "host",
    "type",
    "q",
    "url",
    "country",
    "limit",
    "sections",
    "_",
    "view",
    "é",
  ];
  const parts = [
    "example.com",
    "9.9.9.9",
    "https://",
    "/x",
    '"',
    "<",
    ">",
    ",",
    " ",
    "@",
    ":",
    "[",
    "]",
    "%",
    "2620:fe::fe",
    "mx",
    "é",
    "\u0000",
    "\ud800",
    "as1",
  ];
  const pick = (list: readonly string[]) => list[next(list.length)] ?? "";
  for (let i = 0; i < 3000; i++) {
    const value = () => Array.from({ length: 1 + next(4) }, () => pick(parts)).join("");
    const query = Array.from({ length: next(4) }, () => [pick(names), value()]);
    const text = new URLSearchParams(query as [string, string][]).toString();
    const response = await ask(`/api/v1/${pick(tools)}?${text}`);
    expect({ text, below: response.status < 500 }).toEqual({ text, below: true });
    const { retry } = (await response.json()) as Problem;
    if (retry !== undefined)
      expect({ retry, status: (await ask(retry)).status }).toEqual({ retry, status: 200 });
  }
});
