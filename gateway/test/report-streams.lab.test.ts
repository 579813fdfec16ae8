import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { countQuestions } from "@dnstools/lab/support/count";
import { json, metric, type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { REPORT_TARGETS } from "@dnstools/lab/support/report-targets";
import { until } from "@dnstools/lab/support/until";

const LIMIT = { RATE_LIMIT_UNITS: "60", RATE_LIMIT_WINDOW_S: "86400" };
const CLICK = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const RELOAD = { ...CLICK, "cache-control": "max-age=0" };

/** Requests without a user's click: an image and a frame of a foreign page, four link previews, and a prefetch. */
const UNCLICKED: readonly Readonly<Record<string, string>>[] = [
  { accept: "image/avif,image/webp,*/*;q=0.8", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
  { ...CLICK, "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" },
  { ...CLICK, "sec-purpose": "prefetch;prerender" },
  { accept: "*/*", "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
  {
    accept: "*/*",
    "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  },
  { accept: "text/html", "user-agent": "Twitterbot/1.0" },
  { accept: "*/*", "user-agent": "WhatsApp/2.23.20.0" },
];
/** Addresses of the lab's resolver and of the name servers of the queried domain. */
const ASKED = ["9.9.9.9", "5.9.4.53", "5.9.5.53"];

test.each(WIRINGS)("a click is one run, a link without a click none: %s", async (wiring) => {
  await using product = await startProduct(wiring, LIMIT);
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${product.url}${path}`, { headers }).then((response) => response.text());
  const left = async () => (await json(fetch(`${product.url}/api/v1/limits`))).remaining;
  const count = await countQuestions(ASKED);
  for (const headers of UNCLICKED)
    for (const [tool, target] of Object.entries({ ...REPORT_TARGETS, all: "example.com" }))
      expect(await get(`/${tool}/${target}`, headers)).toMatch(/<button[^>]*>\s*Run\s*<\/button>/);
  const ours = (await count.stop()).filter(({ name }) => /example\.com|5\.9/i.test(name));
  expect(ours).toEqual([]);
  expect(await left()).toBe(60);

  const dns = product.process(wiring === "all" ? "all" : "dns");
  const runs = () => metric(dns, "dnstools_tool_duration_seconds_count", { tool: "dns" });
  const first = await get("/dns/example.com?type=A", CLICK);
  expect(first).toContain("93.184.215.14");
  expect([await runs(), await left()]).toEqual([1, 59]);
  expect(await get("/dns/example.com?type=A", CLICK)).toContain("93.184.215.14");
  // The links on the page to other formats show the same answer.
  const link = { ...CLICK, "sec-fetch-site": "same-origin" };
  for (const form of ["json", "text", "markdown"])
    expect(await get(`/dns/example.com?type=A&format=${form}`, link)).toContain("93.184.215.14");
  expect([await runs(), await left()]).toEqual([1, 59]);
  await get("/dns/example.com?type=A", RELOAD);
  expect([await runs(), await left()]).toEqual([2, 58]);
  const form = { method: "POST", headers: { accept: "text/html" }, body: "" };
  expect(await (await fetch(`${product.url}/dns/example.com?type=A`, form)).text()).toContain(
    "93.184.215.14",
  );
  expect([await runs(), await left()]).toEqual([3, 57]);
  const missing = await fetch(`${product.url}/dns/nothing-here.com`, { headers: CLICK });
  expect([missing.status, await missing.text()]).toEqual([200, expect.stringContaining("does not exist")]);
  const all = await get("/all/example.com", CLICK);
  expect(all.match(/part done part-/g)).toHaveLength(6);
  expect(await left()).toBe(37);
});

/** Returns true if no process has running or waiting requests, other than the request for its metrics. */
async function isAtRest(product: Product): Promise<boolean> {
  for (const process of product.processes) {
    if ((await metric(process, "dnstools_http_requests_in_flight")) !== 1) return false;
    if ((await metric(process, "dnstools_admission_units")) !== 0) return false;
    if ((await metric(process, "dnstools_admission_waiting")) !== 0) return false;
  }
  return true;
}

test.each(WIRINGS)("200 readers who disconnect leave no running calls: %s", async (wiring) => {
  await using product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0", NAMESERVER_QPS: "0" });
  const front = product.processes[0];
  if (front === undefined) throw new Error("no process");
  const readers = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      // Readers disconnect during runs that do not end, because the zone's server never answers.
      const format = i % 2 === 0 ? "html" : "events";
      const gone = new AbortController();
      const url = `${product.url}/dns/a${i}.silent.com?format=${format}`;
      const response = await fetch(url, { headers: CLICK, signal: gone.signal });
      expect(response.status).toBe(200);
      const reader = response.body?.getReader();
      await reader?.read();
      return { reader, leave: () => gone.abort() };
    }),
  );
  expect(await metric(front, "dnstools_http_requests_in_flight", { service: "gateway" })).toBe(200);
  for (const { leave } of readers) leave();
  await until(() => isAtRest(product));
  expect(
    await metric(product.process(wiring === "all" ? "all" : "dns"), "dnstools_tool_requests_total", {
      tool: "dns",
      outcome: "cancelled",
    }),
  ).toBe(200);
  // The process still serves the next request.
  const next = await fetch(`${product.url}/dns/example.com?type=A`, { headers: CLICK });
  expect(await next.text()).toContain("93.184.215.14");
});

test("200 readers who read nothing hold no place, and get it all in the end", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const { hostname, port } = new URL(product.url);
  const sockets: Socket[] = [];
  const sent = Object.entries(RELOAD).map(([name, value]) => `${name}: ${value}\r\n`);
  for (let i = 0; i < 200; i++) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.write(
      `GET /dns/a${i % 20}.example.com HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n${sent.join("")}\r\n`,
    );
    sockets.push(socket);
  }
  const all = product.process("all");
  const ended = () => metric(all, "dnstools_http_requests_total", { route: "/dns/{target}", code: "200" });
  await until(async () => (await ended()) === 200);
  expect(await isAtRest(product)).toBe(true);
  const texts = await Promise.all(sockets.map(readAll));
  for (const text of texts) expect(text).toEndWith("</html>\n\r\n0\r\n\r\n");
});

async function readAll(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = "";
  socket.on("data", (bytes: Buffer) => {
    text += bytes.toString();
  });
  socket.on("close", () => resolve());
  socket.resume();
  await promise;
  return text;
}
