import { afterAll, afterEach, beforeEach, expect, jest, test } from "bun:test";
import { Fault } from "@dnstools/core/tool/fault";
import type { CallService, Progress } from "@dnstools/server/client/call";
import { clientGone } from "@dnstools/server/http/problem";
import { contracts } from "../app.ts";
import { answerTo, openGateway } from "./gateway.fixture.ts";

/** A call to a service. The test decides how the call ends. */
type Call = {
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly tell: (progress: Progress) => void;
  readonly answer: () => Promise<void>;
  readonly refuse: (fault: unknown) => void;
};
const calls: Call[] = [];
/** A fake service. A call also ends when its client disconnects. */
const service: CallService = (call, signal, onProgress) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  signal.addEventListener("abort", () => reject(clientGone()));
  if (signal.aborted) reject(clientGone());
  calls.push({
    input: call.input,
    signal,
    tell: (progress) => onProgress?.(progress),
    answer: async () => resolve(await answerTo(call, signal)),
    refuse: reject,
  });
  return promise;
};

const LIMIT = { units: 100, windowS: 86_400, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 };
const open = (load = { capacity: 0, perCaller: 0, perTarget: 0, queueWaitMs: 60_000 }) =>
  openGateway(service, { limit: LIMIT, load });
let gateway = open();
beforeEach(() => {
  calls.splice(0);
  gateway = open();
});
afterEach(() => gateway.close());
afterAll(() => jest.useRealTimers());

const CLICK = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const RELOAD = { ...CLICK, "cache-control": "max-age=0" };
type Sent = Readonly<Record<string, string>>;
const ask = (path: string, headers: Sent = CLICK, init: RequestInit = {}) =>
  gateway.handler(new Request(`http://localhost${path}`, { ...init, headers: { ...headers } }));
const left = async () => {
  const limits = await gateway.handler(new Request("http://localhost/api/v1/limits"));
  return ((await limits.json()) as { readonly remaining: number }).remaining;
};
const metric = async (line: string) => {
  const text = await gateway.metrics.render();
  return text
    .split("\n")
    .find((one) => one.startsWith(line))
    ?.split(" ")
    .at(-1);
};

/** Waits until all pending promises are settled, without timers, because some of these tests mock them. */
async function settled(): Promise<void> {
  for (let i = 0; i < 200; i++) await null;
}

/** Starts reading a body chunk by chunk. */
function reading(response: Response) {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error("no body");
  const next = async () => {
    const { done, value } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  const rest = async () => {
    let text = "";
    for (let piece = await next(); piece !== null; piece = await next()) text += piece;
    return text;
  };
  return { next, rest, leave: () => reader.cancel() };
}

test("a click is one run and one charge: head, progress and report come as they are there", async () => {
  const response = await ask("/mail/example.com");
  expect(response.status).toBe(200);
  expect(response.headers.toJSON()).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, max-age=60",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex",
    "x-accel-buffering": "no",
    "x-request-cost": "5",
    vary: "Accept-Encoding, Accept, Sec-Fetch-Dest, Sec-Fetch-Mode",
  });
  const { next, rest } = reading(response);
  const head = await next();
  expect(head).toStartWith("<!doctype html>");
  expect(head).toContain("<title>mail example.com - dnstools</title>");
  expect(head).toContain('<section class="progress" aria-live="polite">');
  expect(head).not.toContain("</main>");
  const [call] = calls;
  call?.tell({ phase: "working" });
  expect(await next()).toStartWith("<p>Querying servers");
  await call?.answer();
  const report = await rest();
  expect(report).toContain('<article class="report"');
  expect(report).toContain("Nothing is wrong.");
  expect(report).toContain('<form class="again" method="post">');
  expect(report).toEndWith("</html>\n");
  expect([calls.length, await left()]).toEqual([1, 95]);
});

test("a request without a click gets a page with a button: no run and no charge, for every tool", async () => {
  for (const { tool, examples } of contracts) {
    const [, target] = (examples[0]?.query ?? "").split("=");
    for (const headers of [
      { accept: "text/html" },
      { accept: "*/*", "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
      { accept: "image/*,*/*;q=0.8", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
      { ...CLICK, "sec-fetch-dest": "iframe" },
      { ...CLICK, "sec-purpose": "prefetch" },
    ]) {
      const response = await ask(`/${tool}/${target}`, headers);
      expect([tool, response.status, response.headers.get("x-request-cost")]).toEqual([tool, 200, "0"]);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      const html = await response.text();
      expect(html).toContain(`<title>${tool} `);
      expect(html).toContain('<meta name="description"');
      expect(html).toContain(
        '<form class="again" method="post"><button class="button" type="submit">Run</button>',
      );
    }
  }
  expect([calls.length, await left()]).toEqual([0, 100]);
});

test("the button runs, also of a browser that says nothing of a request", async () => {
  const form = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
  const { next, rest } = reading(await ask("/dns/example.com?type=MX", form, { method: "POST", body: "" }));
  expect(await next()).toContain("dns");
  expect(calls[0]?.input).toEqual({ domain: "example.com", type: "MX", ns: null, ds: null });
  await calls[0]?.answer();
  expect(await rest()).toContain("Nothing is wrong.");
  // Browsers send this Sec-Fetch-Dest for a form in a frame of a foreign page.
  const framed = { ...form, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" };
  const refused = await ask("/dns/example.com?type=MX", framed, { method: "POST" });
  expect(await refused.text()).toContain(">Run</button>");
  expect([calls.length, await left()]).toEqual([1, 99]);
});

test("a report is shown again for a minute, with its age, and takes nothing; a reload runs", async () => {
  jest.useFakeTimers();
  const run = async (headers: Sent) => {
    const { rest } = reading(await ask("/dns/example.com", headers));
    const reading_ = rest();
    await calls.at(-1)?.answer();
    return reading_;
  };
  const first = await run(CLICK);
  expect(first).not.toContain("Observed 0 s ago");
  jest.advanceTimersByTime(12_000);
  const other = await ask("/dns/EXAMPLE.com.", CLICK);
  const { age, "x-request-cost": cost, "cache-control": caching } = other.headers.toJSON();
  expect([age, cost, caching]).toEqual(["12", "0", "private, max-age=60"]);
  const shown = await other.text();
  expect(shown).toContain("Observed 12 s ago. ");
  const reportOf = (html: string) => html.slice(html.indexOf("<article"), html.indexOf("</article>"));
  expect(reportOf(shown)).toBe(reportOf(first));
  expect([calls.length, await left()]).toEqual([1, 99]);
  // The kept report is not used for a different query, for a different format, or for programs.
  await run({ ...CLICK, accept: "text/html" });
  expect(calls).toHaveLength(1);
  const json = ask("/dns/example.com", { accept: "application/json" });
  await settled();
  expect(calls).toHaveLength(2);
  await calls.at(-1)?.answer();
  expect((await json).headers.get("age")).toBeNull();
  await run(RELOAD);
  expect([calls.length, await left()]).toEqual([3, 97]);
  jest.advanceTimersByTime(59_000);
  await (await ask("/dns/example.com")).text();
  expect(calls).toHaveLength(3);
  jest.advanceTimersByTime(1500);
  await run(CLICK);
  expect([calls.length, await left()]).toEqual([4, 96]);
  jest.useRealTimers();
});

test("what is known only later is a page with the problem in it", async () => {
  for (const [fault, words, units] of [
    [new Fault("domain_not_found", { detail: "example.com does not exist." }), "does not exist.", 5],
    [new Fault("service_unavailable", { detail: "It does not answer.", workDone: false }), "not answer.", 0],
    [new Error("a mistake of ours"), "Something went wrong on our side", 5],
  ] as const) {
    const before = await left();
    const { next, rest } = reading(await ask("/mail/example.com", RELOAD));
    await next();
    calls.at(-1)?.refuse(fault);
    const html = await rest();
    expect(html).toContain('<article class="report text">');
    expect(html).toContain(words);
    expect(html).toEndWith("</html>\n");
    expect(before - (await left())).toBe(units);
  }
  // A problem is not kept for later requests.
  reading(await ask("/mail/example.com", CLICK));
  expect(calls).toHaveLength(4);
});

test("what is known before has its status: 400, 401, 429, and a queue that is full", async () => {
  expect((await ask("/dns/exa!mple.com")).status).toBe(400);
  expect((await ask("/dns/example.com", { ...CLICK, "x-api-key": "x" })).status).toBe(401);
  await gateway.close();
  gateway = open({ capacity: 1, perCaller: 0, perTarget: 0, queueWaitMs: 60_000 });
  const streams = await Promise.all(Array.from({ length: 80 }, (_, i) => ask(`/dns/a${i}.example.com`)));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect(calls).toHaveLength(1);
  const [first, second] = streams.map(reading);
  expect(await second?.next()).toContain("Waiting for other calls");
  await calls[0]?.answer();
  expect(await first?.rest()).toContain("Nothing is wrong.");
  expect(calls).toHaveLength(2);
  for (let i = 80; i < 100; i++) await ask(`/dns/a${i}.example.com`);
  expect((await ask("/dns/example.com")).status).toBe(429);
});

test("a full queue refuses with its status, and a call that waited in vain in its page: both take nothing", async () => {
  await gateway.close();
  gateway = openGateway(service, {
    limit: { ...LIMIT, units: 0 },
    load: { capacity: 1, perCaller: 0, perTarget: 0, queueWaitMs: 100 },
  });
  const all = await Promise.all(Array.from({ length: 130 }, (_, i) => ask(`/dns/a${i}.example.com`)));
  const full = all.filter(({ status }) => status === 503);
  expect(full).toHaveLength(1);
  expect(await full[0]?.text()).toContain("More calls are waiting than can be answered in time");
  const [, ...waiting] = all.filter(({ status }) => status === 200);
  for (const waited of await Promise.all(waiting.map((stream) => reading(stream).rest()))) {
    expect(waited).toContain("Waiting for other calls");
    expect(waited).toContain("More calls are waiting than can be answered in time");
  }
  expect(calls).toHaveLength(1);
  expect(await metric('dnstools_tool_requests_total{tool="dns",outcome="refused"}')).toBe("129");
});

test.each(["text/html", "text/event-stream"])("a reader who leaves ends the work: %s", async (accept) => {
  await gateway.close();
  gateway = open({ capacity: 1, perCaller: 0, perTarget: 0, queueWaitMs: 60_000 });
  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, i) => ask(`/dns/a${i}.example.com`, { ...CLICK, accept })),
  );
  expect(calls).toHaveLength(1);
  expect(await metric('dnstools_http_requests_in_flight{service="gateway"}')).toBe("100");
  // Each reader that disconnects makes room for another call.
  for (const [i, stream] of streams.entries()) {
    await stream.body?.cancel();
    await settled();
    expect(calls[i]?.signal.aborted).toBe(true);
  }
  expect(calls).toHaveLength(100);
  expect(await metric('dnstools_http_requests_in_flight{service="gateway"}')).toBe("0");
  expect(await metric('dnstools_admission_units{at="gateway",service="dns"}')).toBe("0");
  expect(await metric('dnstools_admission_waiting{at="gateway",service="dns"}')).toBe("0");
});

test("a request is timed to the end of its work, however slowly it is read", async () => {
  jest.useFakeTimers();
  const response = await ask("/dns/example.com");
  jest.advanceTimersByTime(3000);
  await calls[0]?.answer();
  await settled();
  jest.advanceTimersByTime(60_000);
  const { rest } = reading(response);
  expect(await rest()).toContain("Nothing is wrong.");
  const sum = await metric(
    'dnstools_http_request_duration_seconds_sum{service="gateway",route="/dns/{target}"}',
  );
  expect(Number(sum)).toBe(3);
  jest.useRealTimers();
});

test("events: progress, then the answer's JSON or the problem's; the same cost", async () => {
  const events = { accept: "text/event-stream" };
  const json = await ask("/dns/example.com", events);
  expect(json.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(json.headers.get("cache-control")).toBe("no-store");
  const { next, rest } = reading(json);
  calls[0]?.tell({ phase: "working" });
  expect(await next()).toBe('id: 1\nevent: progress\ndata: {"phase":"working"}\n\n');
  await calls[0]?.answer();
  const [id, event, data, ...more] = (await rest()).split("\n");
  expect([id, event, ...more]).toEqual(["id: 2", "event: answer", "", ""]);
  expect(JSON.parse(data?.replace("data: ", "") ?? "")).toMatchObject({
    tool: "dns",
    summary: { status: "pass" },
  });
  const failed = reading(await ask("/dns/example.com?format=events", { accept: "*/*" }));
  calls[1]?.refuse(new Fault("domain_not_found", { detail: "It does not exist." }));
  const [, name, problem] = (await failed.rest()).split("\n");
  expect(name).toBe("event: problem");
  expect(JSON.parse(problem?.replace("data: ", "") ?? "")).toMatchObject({
    status: 404,
    code: "domain_not_found",
  });
  expect([calls.length, await left()]).toEqual([2, 98]);
  // Status 204 makes a browser stop reconnecting.
  const again = await ask("/dns/example.com", { ...events, "last-event-id": "2" });
  expect([again.status, await again.text(), calls.length]).toEqual([204, "", 2]);
  // An error before the stream starts is a normal problem response.
  const bad = await ask("/dns/exa!mple.com", events);
  expect([bad.status, bad.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
});
