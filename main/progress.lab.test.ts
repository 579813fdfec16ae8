import { describe, expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { metric, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { startRelay } from "@dnstools/lab/support/relay";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { until } from "@dnstools/lab/support/until";
import type { Progress } from "@dnstools/server/client/call";

/** One call of each tool, and some parts of the call that its progress must name. */
const CALLS: readonly (readonly [path: string, parts: readonly string[]])[] = [
  ["dns/example.com", ["delegation", "MX", "DNSSEC"]],
  ["dns/example.com?type=MX", ["MX"]],
  [`reverse/${addressOf("ns1.example.com")}`, ["names", "AS", "registry"]],
  ["whois/registered.com", ["registry", "delegation"]],
  [`dnsbl/${addressOf("ns1.example.com")}`, ["zen.spamhaus.org"]],
  ["ssl/mx1.mailtls.com?service=smtp25", [`mx1.mailtls.com:25 (${addressOf("mx1.mailtls.com")})`]],
  ["mail/example.com", ["MX", "SPF", "DKIM", "DANE", "blocklists"]],
  ["propagation/example.com?country=de&limit=3", ["the zone's servers"]],
  ["scout/example.com?sections=records,axfr", ["records", "zone transfer"]],
];

type Told = { readonly event: string; readonly data: unknown };

/** Yields the events of a call as they arrive. */
async function* eventsOf(url: string, signal?: AbortSignal): AsyncGenerator<Told> {
  const separator = url.includes("?") ? "&" : "?";
  const response = await fetch(`${url}${separator}format=events`, signal === undefined ? {} : { signal });
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const text of events) {
      const lines = text.split("\n").map((line) => line.split(/: (.*)/s));
      const { event = "", data = "null" } = Object.fromEntries(lines);
      yield { event, data: JSON.parse(data) };
    }
  }
}

async function allOf(events: AsyncIterable<Told>): Promise<readonly Told[]> {
  const all: Told[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const progressIn = (all: readonly Told[]) =>
  all.filter(({ event }) => event === "progress").map(({ data }) => data as Progress);

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test.each(CALLS)("%s reports its progress before its answer", async (path, parts) => {
    const product = await sharedProduct(wiring, { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
    const all = await allOf(eventsOf(`${product.url}/${path}`));
    expect(all.map(({ event }) => event)).toEqual([...all.slice(1).map(() => "progress"), "answer"]);
    const told = progressIn(all);
    expect(told[0]).toMatchObject({ phase: "working", done: 0 });
    const named = told.flatMap((one) => one.parts ?? []);
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(expect.arrayContaining([...parts]));
    let before = { total: 0, done: 0 };
    for (const { phase, total = -1, done = -1 } of told) {
      expect(phase).toBe("working");
      expect(done).toBeWithin(before.done, total + 1);
      expect(total).toBeGreaterThanOrEqual(before.total);
      before = { total, done };
    }
    expect(before.done).toBeGreaterThan(0);
  });

  test("a caller who joins a run gets its progress", async () => {
    // While true, the query for the DMARC record gets no response, so the run is still in progress when the second
    // caller joins.
    let isHeld = true;
    await using relay = await startRelay(RESOLVER, (name) =>
      isHeld && name.startsWith("_dmarc.") ? "drop" : "pass",
    );
    await using product = await startProduct(wiring, {
      RATE_LIMIT_UNITS: "0",
      DNS_RESOLVERS: relay.address,
    });
    const url = `${product.url}/mail/example.com`;
    const first = eventsOf(url);
    const parts: string[] = [];
    while (!parts.includes("SPF"))
      parts.push(...(((await first.next()).value?.data as Progress | undefined)?.parts ?? []));
    const second = eventsOf(url);
    const joined = (await second.next()).value?.data as Progress;
    isHeld = false;
    expect(joined.parts).toEqual(expect.arrayContaining(parts));
    expect(joined.done).toBeGreaterThan(0);
    const [ends, others] = await Promise.all([allOf(first), allOf(second)]);
    const named = [joined, ...progressIn(others)].flatMap((one) => one.parts ?? []);
    expect(new Set(named).size).toBe(named.length);
    expect([ends.at(-1)?.event, others.at(-1)?.event]).toEqual(["answer", "answer"]);
  });

  test("a call that waits for its turn says so, and a caller who leaves ends the work", async () => {
    await using relay = await startRelay(RESOLVER, () => "drop");
    await using product = await startProduct(wiring, {
      RATE_LIMIT_UNITS: "0",
      DNS_RESOLVERS: relay.address,
      TARGET_CONCURRENCY: "1",
    });
    const [working, waiting] = [new AbortController(), new AbortController()];
    const first = eventsOf(`${product.url}/dns/example.com`, working.signal);
    expect((await first.next()).value?.data).toMatchObject({ phase: "working" });
    const second = eventsOf(`${product.url}/dns/www.example.com`, waiting.signal);
    expect((await second.next()).value?.data).toEqual({ phase: "waiting" });
    working.abort();
    let told: Progress = { phase: "waiting" };
    while (told.phase === "waiting") told = (await second.next()).value?.data as Progress;
    expect(told.phase).toBe("working");
    waiting.abort();
    const asking = product.process(wiring === "all" ? "all" : "dns");
    const gone = () => metric(asking, "dnstools_tool_requests_total", { tool: "dns", outcome: "cancelled" });
    await until(async () => (await gone()) === 2);
  });
});
