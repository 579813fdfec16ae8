import { afterAll, beforeEach, expect, test } from "bun:test";
import { linksOf } from "@dnstools/core/tool/links";
import { parseQuery } from "@dnstools/core/tool/query/parse-query";
import { specOf } from "@dnstools/core/tool/query/retry";
import type { ToolCall } from "@dnstools/server/client/call";
import { contracts } from "../app.ts";
import { answerTo, openGateway } from "./gateway.fixture.ts";

/** The calls that reached the services. */
const calls: ToolCall[] = [];
const NO_LIMIT = { units: 0, windowS: 60, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
const gateway = openGateway(
  async (call, signal) => {
    calls.push(call);
    return answerTo(call, signal);
  },
  { limit: NO_LIMIT },
);
afterAll(() => gateway.close());
beforeEach(() => void calls.splice(0));

const ask = (path: string, init: RequestInit = {}) =>
  gateway.handler(new Request(`http://localhost${path}`, init));

/** Returns the parsed input of the last call. */
const lastInput = () => calls.at(-1)?.input;

const VARY = "Accept-Encoding, Accept, Sec-Fetch-Dest, Sec-Fetch-Mode";
const RULES = { allow: [], deny: { names: [], blocks: [] } };
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  dns: ["domain=*.example.com&type=MX", "domain=_dmarc.example.com", "domain=0%2F25.2.0.192.in-addr.arpa"],
  reverse: ["ip=2606:4700::1111"],
  whois: ["domain=m%C3%BCnchen.de", "domain=_x.example.com"],
  dnsbl: ["ip=2620:fe::fe", "domain=bücher.de"],
  ssl: [
    "host=9.9.9.9&service=smtps",
    "host=2620:fe::fe",
    "host=_a.example.com&connect=9.9.9.9",
    "domain=example.com&service=https",
  ],
  mail: [
    "domain=example.com&selector=a.b&spf=v%3Dspf1%20%2Ball%20%26%20%3D%25%23%3F&view=summary&evidence=none",
  ],
  propagation: ["domain=example.com&country=us&limit=20", "domain=example.com&country=de&limit=1"],
  scout: [
    "domain=example.com&sections=axfr,records",
    "domain=example.com&sections=records,email,srv,subdomains,axfr,ptr",
  ],
};
const QUERIES = contracts.flatMap((contract) =>
  [...contract.examples.map(({ query }) => query), ...(TARGETS[contract.tool] ?? [])].map(
    (query) => [contract.tool, query, contract] as const,
  ),
);

test.each(QUERIES)("the report's link of %s?%s leads to the same query", async (tool, query, contract) => {
  const parsed = parseQuery(specOf(contract), new URLSearchParams(query), RULES);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { view: _, evidence: __, ...input } = parsed.input;
  const { report } = linksOf(contract, input);
  expect(report).toStartWith(`/${tool}/`);
  expect(report).not.toMatch(/view=|evidence=|country=us|limit=20|service=https/);
  expect((await ask(report ?? "")).status).toBe(200);
  expect(calls.at(-1)?.tool).toBe(tool);
  expect(lastInput()).toEqual(input);
});

test("a report is the call that the API's path is, and JSON is the same bytes", async () => {
  for (const { tool, examples } of contracts) {
    const { query = "" } = examples[0] ?? {};
    const id = { "x-request-id": "abcdefgh-1" };
    const api = await ask(`/api/v1/${tool}?${query}&view=summary`, { headers: id });
    const [, target] = query.split("=");
    const report = await ask(`/${tool}/${target}?view=summary&format=json`, { headers: id });
    expect(calls).toHaveLength(2);
    const [first, second] = calls.splice(0).map(({ trace: _, waitedMs: __, ...call }) => call);
    expect(second).toEqual(first);
    expect(await report.text()).toBe(await api.text());
    const shown = ({ headers }: Response) => {
      const { vary, "x-robots-tag": robots, ratelimit, ...others } = headers.toJSON();
      return others;
    };
    expect(shown(report)).toEqual(shown(api));
    expect(report.headers.get("vary")).toBe(VARY);
    expect(report.headers.get("x-robots-tag")).toBe("noindex");
  }
});

/** Invalid targets, percent-encoded for a path or a query. */
const BAD = [
  "https%3A%2F%2Fexample.com%2Fx%3Fa%3Db",
  "exa!mple.com",
  "exa%20mple.com",
  "a%2Bb.com",
  "example.com%00",
  "%E4%ZZ",
  "%ZZ",
  "%252e%252e",
  "%5B2620%3Afe%3A%3Afe%5D%3A443",
  "9.9.9.0%2F24",
  "10.0.0.1",
  "127.0.0.1",
  "xn--a",
  `${"a".repeat(64)}.com`,
  `${"a.".repeat(200)}com`,
  "%F0%9F%92%A9",
  "%E2%80%AE.com",
  "-",
  "..%2F..%2Fetc%2Fpasswd",
  "..%5C..",
  "example.com%0d%0aX-Evil%3A%201",
];

test("a bad target is the same problem as at the API", async () => {
  for (const target of BAD)
    for (const { tool, params } of contracts) {
      // Name of the parameter that a report uses first for its target.
      const name = ["host", "domain", "ip"].find((one) => Object.hasOwn(params, one));
      const api = await ask(`/api/v1/${tool}?${name}=${target}`);
      const report = await ask(`/${tool}/${target}?format=json`);
      const said = (await api.json()) as Record<string, unknown>;
      const told = (await report.json()) as Record<string, unknown>;
      if (report.status === 200) continue;
      const { requestId: _, retry: __, ...same } = said;
      expect({ target, tool, status: report.status, ...told }).toMatchObject({
        target,
        tool,
        status: api.status,
        ...same,
      });
      expect(report.headers.get("content-type")).toBe("application/problem+json");
    }
});

test.each([
  ["example.com.", "example.com"],
  ["EXAMPLE.com", "example.com"],
  ["m%C3%BCnchen.de", "xn--mnchen-3ya.de"],
  ["_sip._tcp.example.com", "_sip._tcp.example.com"],
  ["%20example.com%20", "example.com"],
  ["0%2F25.2.0.192.in-addr.arpa", "0/25.2.0.192.in-addr.arpa"],
])("the target %s is the name %s", async (target, domain) => {
  expect((await ask(`/dns/${target}`)).status).toBe(200);
  expect(lastInput()).toMatchObject({ domain });
});

/** The media type of problems by the media type of answers, for formats in which the two differ. */
const PROBLEM_TYPES: Readonly<Record<string, string>> = {
  "application/json": "application/problem+json",
  "text/event-stream; charset=utf-8": "application/problem+json",
};

const FORMS = [
  ["", "*/*", "text/plain; charset=utf-8"],
  ["?format=text", "application/json", "text/plain; charset=utf-8"],
  ["?format=markdown", "*/*", "text/markdown; charset=utf-8"],
  ["?format=MARKDOWN", "*/*", "text/markdown; charset=utf-8"],
  ["?format=html", "*/*", "text/html; charset=utf-8"],
  ["?format=events", "*/*", "text/event-stream; charset=utf-8"],
  ["", "text/event-stream", "text/event-stream; charset=utf-8"],
  ["?format=json", "text/html", "application/json"],
  ["", "text/html,*/*;q=0.8", "text/html; charset=utf-8"],
  ["", "text/markdown", "text/markdown; charset=utf-8"],
  ["", "application/json", "application/json"],
] as const;

test.each(FORMS)(
  "%s with Accept %s: an answer and a problem have the form %s",
  async (query, accept, type) => {
    const headers = { accept, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const answer = await ask(`/mail/example.com${query}`, { headers });
    expect(answer.headers.get("content-type")).toBe(type);
    expect(await answer.text()).toContain("Nothing is wrong.");
    const problem = await ask(`/mail/exa!mple.com${query}`, { headers: { accept } });
    expect(problem.headers.get("content-type")).toBe(PROBLEM_TYPES[type] ?? type);
    expect(problem.headers.get("vary")).toBe(VARY);
    expect(problem.headers.get("x-robots-tag")).toBe("noindex");
    expect(problem.status).toBe(400);
    expect(await problem.text()).toMatch(/'!'|&#39;!&#39;/);
    // HEAD has the same headers as GET, except those that are only known after a run.
    const head = await ask(`/mail/example.com${query}`, { method: "HEAD", headers: { accept } });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, type]);
  },
);

test.each([
  ["format=pdf", "Send one of text, markdown, json, html, events.", undefined, "/dns/example.com"],
  ["format=md", "Did you mean markdown?", "markdown", "/dns/example.com?format=markdown"],
  ["format=jsn&type=MX", "Did you mean json?", "json", "/dns/example.com?type=MX&format=json"],
  ["format=", "Send one of", undefined, "/dns/example.com"],
  ["format=text&format=text", "Send format once.", undefined, "/dns/example.com"],
])("%s is 400", async (query, message, suggestion, retry) => {
  const response = await ask(`/dns/example.com?${query}`, { headers: { accept: "application/json" } });
  expect(response.status).toBe(400);
  const problem = (await response.json()) as { retry: string; errors: unknown[] };
  expect(problem.retry).toBe(retry);
  expect(problem.errors).toEqual([
    {
      parameter: "format",
      message: expect.stringContaining(message),
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  ]);
  expect((await ask(problem.retry)).status).toBe(200);
  expect(calls).toHaveLength(1);
});

test("the API takes no format", async () => {
  const response = await ask("/api/v1/dns?domain=example.com&format=text");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ retry: "/api/v1/dns?domain=example.com" });
});

test("no path makes a report fail, and what its refusal offers is taken", async () => {
  let seed = 29;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) % below;
  };
  const parts = [
    "example.com",
    "9.9.9.9",
    "2620:fe::fe",
    "https%3A%2F%2F",
    "%2F",
    "%",
    "%ff",
    "%00",
    "+",
    "&",
    "=",
    ";",
  ];
  const more = [
    "?",
    "type=MX",
    "&format=json",
    "format=x",
    "view=summary",
    "domain=example.com",
    "ü",
    "@",
    ":",
    "..",
    " ",
  ];
  const tools = contracts.map(({ tool }) => tool);
  for (let i = 0; i < 3000; i++) {
    const text = Array.from(
      { length: 1 + next(5) },
      () => [...parts, ...more][next(parts.length + more.length)],
    ).join("");
    const path = `/${tools[next(tools.length)]}/${text}`;
    const response = await ask(path, { headers: { accept: "application/json" } });
    expect({ path, below: response.status < 500 }).toEqual({ path, below: true });
    if (response.headers.get("content-type") !== "application/problem+json") continue;
    const { retry } = (await response.json()) as { readonly retry?: string };
    if (retry !== undefined)
      expect({ path, retry, status: (await ask(retry)).status }).toEqual({ path, retry, status: 200 });
  }
});
