import { afterAll, beforeAll, expect, test } from "bun:test";
import { json, metric, type Product, startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { type Edge, startEdge } from "./edge.ts";

const LIMIT = { RATE_LIMIT_UNITS: "100", RATE_LIMIT_WINDOW_S: "86400", TRUSTED_PROXIES: "127.0.0.1" };
const CLICK = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

let product: Product;
let edge: Edge;

beforeAll(async () => {
  product = await startProduct("all", { ...LIMIT, NAMESERVER_QPS: "0" });
  edge = await startEdge([new URL(product.url).host], { PROXY_TRUSTED: "127.0.0.1" });
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});

const get = (path: string, headers: Readonly<Record<string, string>>, init: RequestInit = {}) =>
  fetch(`${edge.url}${path}`, { ...init, headers: { ...headers } });

test.each(["identity", "gzip"])("the first lines come while the call is at work: %s", async (coding) => {
  for (const accept of [CLICK.accept, "text/event-stream"]) {
    const gone = new AbortController();
    // Only the beginning of the response can arrive, because the zone's server never answers.
    const path = `/dns/${coding}-${accept.length}.silent.com`;
    const response = await get(
      path,
      { ...CLICK, accept, "accept-encoding": coding },
      { signal: gone.signal },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("content-encoding")).toBe(coding === "gzip" ? "gzip" : null);
    expect(response.headers.has("x-accel-buffering")).toBe(false);
    const begins = accept === "text/event-stream" ? "event: progress" : "Querying servers";
    let text = "";
    const reader = response.body?.getReader();
    while (!text.includes(begins)) text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text).not.toContain("</main>");
    gone.abort();
    // When the client disconnects from nginx, the gateway must abort the call too.
    await until(async () => (await metric(product.process("all"), "dnstools_admission_units")) === 0);
  }
});

test("what tells a click from a link, a reload and the button pass nginx", async () => {
  const from = { "x-forwarded-for": "192.0.2.9" };
  const left = async () => (await json(get("/api/v1/limits", from))).remaining;
  const path = "/dns/example.com?type=A";
  for (const headers of [
    { ...from, accept: "text/html" },
    { ...from, ...CLICK, "sec-fetch-dest": "iframe" },
    { ...from, ...CLICK, "sec-purpose": "prefetch" },
    { ...from, ...CLICK, "x-moz": "prefetch" },
    { ...from, ...CLICK, purpose: "prefetch" },
    { ...from, accept: "*/*", "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
  ])
    expect(await (await get(path, headers)).text()).toContain(">Run</button>");
  expect(await left()).toBe(100);
  const page = await get(path, { ...from, ...CLICK });
  expect(page.headers.toJSON()).toMatchObject({
    "cache-control": "private, max-age=60",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    vary: "Accept-Encoding, Accept, Sec-Fetch-Dest, Sec-Fetch-Mode",
  });
  expect(await page.text()).toContain("93.184.215.14");
  const again = await get(path, { ...from, ...CLICK });
  expect([again.headers.has("age"), await left()]).toEqual([true, 99]);
  for (const cache of ["max-age=0", "no-cache"])
    expect((await get(path, { ...from, ...CLICK, "cache-control": cache })).headers.has("age")).toBe(false);
  await until(async () => (await left()) === 97);
  const form = { ...from, accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
  const posted = await get(path, form, { method: "POST", body: "" });
  expect([posted.status, await left()]).toEqual([200, 96]);
  expect(await posted.text()).toContain("93.184.215.14");
  // POST is refused on paths other than reports, and reports ignore a body.
  for (const [method, where, allow] of [
    ["POST", "/api/v1/dns", "GET, HEAD, OPTIONS"],
    ["POST", "/", "GET, HEAD, OPTIONS"],
    ["DELETE", path, "GET, HEAD, OPTIONS, POST"],
  ] as const) {
    const refused = await get(where, from, { method });
    expect([where, refused.status, refused.headers.get("allow")]).toEqual([where, 405, allow]);
  }
  const again204 = await get(path, { ...from, accept: "text/event-stream", "last-event-id": "3" });
  expect([again204.status, await left()]).toEqual([204, 96]);
});
