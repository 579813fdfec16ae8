import { expect, test } from "bun:test";
import { json, metric, startProduct, WIRINGS } from "@dnstools/lab/support/product";

const DNS = "/api/v1/dns";

test("a query that grows on its way to a service is sent as it was read, and nobody else feels it", async () => {
  await using product = await startProduct("one process per target");
  // White space is trimmed, and would be three times as long when it is sent on.
  for (let i = 0; i < 8; i++) {
    const response = await fetch(
      `${product.url}${DNS}?domain=${i}.example.com${encodeURIComponent("\u3000").repeat(300)}`,
    );
    expect([200, 400, 404]).toContain(response.status);
  }
  expect((await fetch(`${product.url}${DNS}?domain=example.com&type=A`)).status).toBe(200);
  const state = { service: "dns", state: "open" };
  expect(await metric(product.process("gateway"), "dnstools_gateway_upstream_circuit_state", state)).toBe(0);
});

test("what services are sent reads the same as what was asked", async () => {
  await using product = await startProduct("one process per target", { RATE_LIMIT_UNITS: "0" });
  for (const path of [
    `${DNS}?domain=%20EXAMPLE.com.%20&type=mx`,
    "/api/v1/scout?domain=example.com&sections=srv,ptr",
    "/api/v1/propagation?domain=example.com&limit=3&country=DE",
    "/api/v1/mail?domain=example.com&selector=Google",
    "/api/v1/ssl?host=www.example.com",
  ]) {
    const { query } = await json(fetch(`${product.url}${path}`));
    expect(query).toMatchObject(
      {
        dns: { domain: "example.com", type: "MX" },
        scout: { domain: "example.com", sections: ["srv", "ptr"] },
        propagation: { domain: "example.com", limit: 3, country: "de" },
        mail: { domain: "example.com", selector: "google" },
        ssl: { host: "www.example.com", service: "https", domain: null },
      }[path.split(/[/?]/)[3] ?? ""] ?? {},
    );
  }
}, 60_000);

test("a client at the edge of its limit is told so with every header, however often it asks", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "60", RATE_LIMIT_WINDOW_S: "1" });
  const seen = new Set<string>();
  const end = performance.now() + 3000;
  const worker = async () => {
    while (performance.now() < end) {
      const { status, headers } = await fetch(`${product.url}${DNS}?domain=example.com&type=A`);
      seen.add(`${status} ${headers.get("x-ratelimit-limit")} ${headers.get("access-control-allow-origin")}`);
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  expect([...seen].sort()).toEqual(["200 60 *", "429 60 *"]);
});

test.each(WIRINGS)(
  "whom nobody may ask about is not reached through others' records either: %s",
  async (wiring) => {
    await using product = await startProduct(wiring, {
      TARGET_DENY: "mx.danemail.org, ::ffff:9.9.9.0/120",
      RATE_LIMIT_UNITS: "0",
    });
    const own = await fetch(`${product.url}/api/v1/ssl?host=mx.danemail.org&service=smtp25`);
    expect(own.status).toBe(400);
    const { data } = await json(fetch(`${product.url}/api/v1/ssl?domain=danemail.org&service=smtp25`));
    const servers = data.servers.filter(({ host }: { host: string }) => host === "mx.danemail.org");
    expect(servers.length).toBeGreaterThan(0);
    for (const { reachability } of servers)
      expect(reachability).toMatchObject({ status: "unknown", reason: "not_allowed" });
    const asking = product.process(wiring === "all" ? "all" : "cert");
    const name = { reason: "denied_name" };
    expect(await metric(asking, "dnstools_egress_refusals_total", name)).toBe(servers.length);
    for (const path of [
      "/api/v1/reverse?ip=9.9.9.9",
      "/api/v1/reverse?ip=::ffff:9.9.9.9",
      `${DNS}?domain=9.9.9.9.in-addr.arpa&type=PTR`,
    ]) {
      const response = await fetch(`${product.url}${path}`);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject({ code: "target_denied" });
    }
  },
);

test("a service's slow answer to one does not keep the others out when it is back", async () => {
  await using product = await startProduct("one process per target", {
    RATE_LIMIT_UNITS: "0",
    DNS_DEADLINE_MS: "300",
  });
  const dns = product.process("dns");
  const ask = async (query: string) => (await fetch(`${product.url}${DNS}?domain=${query}`)).status;
  dns.kill("SIGSTOP");
  await Promise.all(Array.from({ length: 5 }, () => ask("example.com&type=A")));
  expect(await ask("example.com&type=A")).toBe(503);
  dns.kill("SIGCONT");
  const slow = Array.from({ length: 40 }, (_, i) => ask(`n${i}.silent.com`));
  let status = 503;
  for (const end = performance.now() + 8000; status !== 200 && performance.now() < end; )
    status = await ask("example.com&type=A");
  expect(status).toBe(200);
  await Promise.all(slow);
});

test("refusals by the limit and by a key tell nothing of what stays inside", async () => {
  const closed = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  closed.stop(true);
  await using product = await startProduct("all", {
    DATABASE_URL: `postgres://u:p@127.0.0.1:${closed.port}/none`,
    RATE_LIMIT_UNITS: "10",
    RATE_LIMIT_WINDOW_S: "86400",
  });
  const key = "dnst_0000000000".padEnd(64, "0");
  for (const headers of [{}, { "X-API-Key": key }] as Record<string, string>[]) {
    for (let i = 0; i < 12; i++) {
      const response = await fetch(`${product.url}${DNS}?domain=n${i}.example.com&type=A`, { headers });
      expect([...response.headers.keys()].filter((name) => /work|waited|caller/.test(name))).toEqual([]);
      if (response.status === 401) expect(response.headers.get("www-authenticate")).toContain("X-API-Key");
    }
  }
});
