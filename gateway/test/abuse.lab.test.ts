import { expect, test } from "bun:test";
import { json, metric, startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const DNS = "/api/v1/dns";
const common = (wiring: Wiring) =>
  sharedProduct(wiring, { TARGET_DENY: "mx.danemail.org, ::ffff:9.9.9.0/120", RATE_LIMIT_UNITS: "0" });

test("a query that would grow on its way to a service is sent trimmed, and opens no circuit", async () => {
  const product = await common("one process per target");
  // The white space after the name is trimmed before the service is called. Percent-encoding would triple its length.
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

test("a service reads the same parameters as the gateway", async () => {
  const product = await common("one process per target");
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
});

test("every answer to a client at the edge of its limit has the headers of its limit", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "60", RATE_LIMIT_WINDOW_S: "1" });
  const seen = new Set<string>();
  let grantedAgain = 0;
  const worker = async () => {
    while (grantedAgain < 20) {
      const { status, headers } = await fetch(`${product.url}${DNS}?domain=example.com&type=A`);
      const limited = [...seen].some((one) => one.startsWith("429"));
      if (limited && status === 200) grantedAgain += 1;
      seen.add(`${status} ${headers.get("x-ratelimit-limit")} ${headers.get("access-control-allow-origin")}`);
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  expect([...seen].sort()).toEqual(["200 60 *", "429 60 *"]);
});

test.each(WIRINGS)(
  "a target of TARGET_DENY is not reached through the records of others either: %s",
  async (wiring) => {
    const product = await common(wiring);
    const asking = product.process(wiring === "all" ? "all" : "cert");
    const refusals = () => metric(asking, "dnstools_egress_refusals_total", { reason: "denied_name" });
    const before = await refusals();
    const own = await fetch(`${product.url}/api/v1/ssl?host=mx.danemail.org&service=smtp25`);
    expect(own.status).toBe(400);
    const { data } = await json(fetch(`${product.url}/api/v1/ssl?domain=danemail.org&service=smtp25`));
    const servers = data.servers.filter(({ host }: { host: string }) => host === "mx.danemail.org");
    expect(servers.length).toBeGreaterThan(0);
    for (const { reachability } of servers)
      expect(reachability).toMatchObject({ status: "unknown", reason: "not_allowed" });
    expect((await refusals()) - before).toBe(servers.length);
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

test("refusals by the limit and by a key have no internal header", async () => {
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
