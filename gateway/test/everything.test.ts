import { afterEach, expect, spyOn, test } from "bun:test";
import { Fault } from "@dnstools/core/tool/fault";
import type { CallService } from "@dnstools/server/client/call";
import { clientGone } from "@dnstools/server/http/problem";
import type { GatewayDeps } from "../app.ts";
import { answerTo, openGateway } from "./gateway.fixture.ts";

/** A call to a service. The test decides how the call ends. */
type Call = {
  readonly tool: string;
  readonly signal: AbortSignal;
  readonly answer: () => Promise<void>;
  readonly refuse: (fault: Fault) => void;
};

const CLICK = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const RELOAD = { ...CLICK, "cache-control": "max-age=0" };

let close = async () => {};
afterEach(() => close());

/** Opens a gateway whose service records its calls. */
function opened(units: number, load: Partial<GatewayDeps["load"]> = {}) {
  const calls: Call[] = [];
  const service: CallService = (call, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener("abort", () => reject(clientGone()));
    calls.push({
      tool: call.tool,
      signal,
      answer: async () => resolve(await answerTo(call, signal)),
      refuse: reject,
    });
    return promise;
  };
  const limit = { units, windowS: 86_400, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
  const gateway = openGateway(service, {
    limit,
    load: { capacity: 0, perCaller: 0, perTarget: 0, queueWaitMs: 60_000, ...load },
  });
  close = () => gateway.close();
  const ask = (path: string, headers: Readonly<Record<string, string>> = CLICK, method = "GET") =>
    gateway.handler(new Request(`http://localhost${path}`, { method, headers: { ...headers } }));
  const left = async () => {
    const limits = await gateway.handler(new Request("http://localhost/api/v1/limits"));
    return ((await limits.json()) as { readonly remaining: number }).remaining;
  };
  return { gateway, calls, ask, left };
}

function reading(response: Response) {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("no body");
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  return { next, leave: () => reader.cancel() };
}

const TOOLS = ["dns", "whois", "dnsbl", "ssl", "mail", "propagation"];

test("six calls run side by side for 19 units, each part is sent as it comes", async () => {
  const { ask, calls, left } = opened(60);
  const response = await ask("/all/example.com");
  expect([response.status, response.headers.get("x-request-cost")]).toEqual([200, "19"]);
  expect(response.headers.toJSON()).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, max-age=60",
    "x-accel-buffering": "no",
    "x-robots-tag": "noindex",
    "cross-origin-resource-policy": "same-origin",
  });
  const { next } = reading(response);
  expect(await next()).toContain("This took 19 units.");
  expect(calls.map(({ tool }) => tool).sort()).toEqual(TOOLS.sort());
  for (const call of [...calls].reverse()) {
    const part = next();
    if (call.tool === "mail") call.refuse(new Fault("domain_not_found", { detail: "It does not exist." }));
    else await call.answer();
    const html = await part;
    expect(html).toContain(`part done part-${call.tool}`);
    if (call.tool === "mail") expect(html).toContain("It does not exist.");
  }
  expect(await left()).toBe(41);
});

test("all is refused before it begins where units or turns are missing, and takes nothing", async () => {
  const few = opened(18);
  const refused = await few.ask("/all/example.com");
  expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
  expect(refused.headers.get("cache-control")).toBe("no-store");
  expect(await refused.text()).toContain("This call costs 19 of 18 units");
  expect([few.calls.length, await few.left()]).toEqual([0, 18]);
  await close();

  // The queue of one service is full.
  const full = opened(0, { capacity: 1 });
  for (let i = 0; i < 129; i++) await full.ask(`/mail/a${i}.example.com`);
  const before = full.calls.length;
  // At first a queue may be longer; after two seconds in which no call has ended it is full.
  const clock = spyOn(performance, "now").mockReturnValue(performance.now() + 2001);
  const busy = await full.ask("/all/example.com");
  clock.mockRestore();
  expect([busy.status, busy.headers.get("x-request-cost")]).toEqual([503, "0"]);
  expect(busy.headers.get("cache-control")).toBe("no-store");
  expect(full.calls.length).toBe(before);
  const metrics = await full.gateway.metrics.render();
  for (const service of ["dns", "network", "cert", "analysis"]) {
    expect(metrics).toContain(`dnstools_admission_units{at="gateway",service="${service}"} 0\n`);
    expect(metrics).toContain(`dnstools_admission_waiting{at="gateway",service="${service}"} 0\n`);
  }
});

test("a link is no click; the page is shown again for a minute; a reload runs", async () => {
  const { ask, calls, left } = opened(60);
  const unclicked = await ask("/all/example.com", { accept: "text/html" });
  expect(await unclicked.text()).toContain('<form class="again" method="post">');
  const head = await ask("/all/example.com", CLICK, "HEAD");
  expect([head.status, head.headers.get("transfer-encoding")]).toEqual([200, "chunked"]);
  expect((await ask("/all/exa!mple.com")).status).toBe(400);
  expect([calls.length, await left()]).toEqual([0, 60]);
  const text = (await ask("/all/example.com", { accept: "text/html" }, "POST")).text();
  for (const { answer } of calls) await answer();
  const first = await text;
  const partsOf = (html: string) => [...html.matchAll(/part done part-\w+/g)].map(([part]) => part);
  expect(partsOf(first)).toHaveLength(6);
  const again = await ask("/all/EXAMPLE.com");
  expect([again.headers.get("age"), again.headers.get("x-request-cost")]).toEqual(["0", "0"]);
  expect(partsOf(await again.text())).toEqual(partsOf(first));
  expect([calls.length, await left()]).toEqual([6, 41]);
  await ask("/all/example.com", RELOAD);
  expect([calls.length, await left()]).toEqual([12, 22]);
});

test("a reader who leaves ends all six; where none did any work, the units come back", async () => {
  const { ask, calls, gateway, left } = opened(60);
  const { next, leave } = reading(await ask("/all/example.com"));
  await next();
  await leave();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual(calls.map(() => true));
  await Bun.sleep(0);
  expect(await gateway.metrics.render()).toContain('dnstools_http_requests_in_flight{service="gateway"} 0\n');
  const text = (await ask("/all/example.org")).text();
  for (const { refuse } of calls.slice(6))
    refuse(new Fault("service_unavailable", { detail: "It does not answer.", workDone: false }));
  expect(await text).toContain("It does not answer.");
  expect(await left()).toBe(41);
});
