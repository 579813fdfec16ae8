import { describe, expect, test } from "bun:test";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { startPostgres } from "@dnstools/lab/support/postgres";
import { json, metric, type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { hashOf, makeKey } from "./keys/key.ts";

const DNS = "/api/v1/dns";
const PATH = `${DNS}?domain=example.com&type=A`;
/** So long that no unit comes back during a test. */
const LONG = { RATE_LIMIT_WINDOW_S: "86400", OPERATOR_CONTACT: "ops@example.net" };

const ask = (product: Product, key: string, path = PATH) =>
  fetch(`${product.url}${path}`, { headers: { "X-API-Key": key } });

async function codeOf(response: Response): Promise<string> {
  const { code } = (await response.json()) as { code: string };
  return code;
}

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test("a valid key is served without limit, and nobody sees it anywhere", async () => {
    await using product = await startProduct(wiring, { ...LONG, LOG_LEVEL: "debug", RATE_LIMIT_UNITS: "10" });
    const check = await openApiCheck(product.url);
    const { id, key } = await product.keys("create", "--name", "a monitor", "--contact", "ops@example.org");
    for (let i = 0; i < 15; i++) {
      const response = await ask(product, key, `${DNS}?domain=n${i}.dnssec.com&type=A`);
      check(DNS, response, await response.text());
      expect([200, 404]).toContain(response.status);
      expect(response.headers.get("x-ratelimit-limit")).toBe("10");
      expect(response.headers.get("x-ratelimit-remaining")).toBe("10");
      expect(response.headers.get("x-request-cost")).toBe("0");
    }
    const limits = await ask(product, key, "/api/v1/limits");
    const told = await limits.text();
    check("/api/v1/limits", limits, told);
    expect(JSON.parse(told)).toMatchObject({ plan: "keyed", limit: 10, remaining: 10 });
    // The limit of who has no key is untouched by it.
    expect(await json(fetch(`${product.url}/api/v1/limits`))).toMatchObject({
      plan: "anonymous",
      remaining: 10,
    });
    await ask(product, `${key.slice(0, -1)}!`);
    const secret = key.slice(15, 58);
    const hash = Buffer.from(hashOf(key));
    for (const process of product.processes) {
      const shown = `${process.log()}${await (await fetch(process.metricsUrl)).text()}`;
      expect(shown).toContain("dnstools_build_info");
      for (const hidden of [secret, hash.toString("hex"), hash.toString("base64")])
        expect(shown).not.toContain(hidden);
    }
    const [front] = product.processes;
    if (front === undefined) throw new Error("no process");
    expect(await metric(front, "dnstools_auth_attempts_total", { result: "ok" })).toBe(16);
    // The limit's state, and the document to check against.
    expect(await metric(front, "dnstools_auth_attempts_total", { result: "anonymous" })).toBe(2);
    // It was looked up once, and known from then on.
    const keys = (result: string) =>
      metric(front, "dnstools_cache_requests_total", { cache: "keys", result });
    expect([await keys("miss"), (await keys("hit")) >= 15]).toEqual([1, true]);
    expect(await metric(front, "dnstools_db_pool_in_use")).toBe(0);
    expect(id).toBe(key.slice(5, 15));
  });

  test("each key that is none has its own code, is never served, and takes nothing", async () => {
    await using product = await startProduct(wiring, LONG);
    const check = await openApiCheck(product.url);
    const revoked = await product.keys("create", "--name", "revoked");
    await product.keys("revoke", revoked.id);
    const expired = await product.keys("create", "--name", "expires");
    await product.keys("rotate", expired.id, "--overlap", "0s");
    const rows = [
      ["", "key_malformed"],
      ["dnst_abc", "key_malformed"],
      [`${revoked.key}x`, "key_malformed"],
      [`${revoked.key}, ${revoked.key}`, "key_malformed"],
      [makeKey().text, "key_unknown"],
      [revoked.key, "key_revoked"],
      [expired.key, "key_expired"],
    ] as const;
    for (const [key, code] of rows) {
      const response = await ask(product, key);
      const body = await response.text();
      check(DNS, response, body);
      expect({ status: response.status, ...JSON.parse(body) }).toMatchObject({
        status: 401,
        code,
        contact: "ops@example.net",
      });
      expect(response.headers.get("www-authenticate")).toContain("X-API-Key");
      expect(response.headers.get("x-ratelimit-remaining")).toBe("60");
      expect(body).not.toContain(revoked.key);
    }
    // Preflights carry no key, and whoever sends one all the same is not refused.
    const preflight = await fetch(`${product.url}${DNS}`, {
      method: "OPTIONS",
      headers: { "X-API-Key": "x" },
    });
    expect(preflight.status).toBe(204);
  });

  test("whoever tries keys is slowed down; a valid key and who has none go on", async () => {
    await using product = await startProduct(wiring, LONG);
    const check = await openApiCheck(product.url);
    const { key } = await product.keys("create", "--name", "valid");
    for (let i = 0; i < 10; i++) expect((await ask(product, "dnst_guess")).status).toBe(401);
    const slowed = await ask(product, makeKey().text);
    const body = await slowed.text();
    check(DNS, slowed, body);
    expect(JSON.parse(body)).toMatchObject({
      code: "too_many_bad_keys",
      "violated-policies": ["bad-keys"],
      contact: "ops@example.net",
    });
    expect(Number(slowed.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(product, key)).status).toBe(200);
    expect((await fetch(`${product.url}${PATH}`)).status).toBe(200);
  });

  test("a rotated key and its successor both work until the overlap is over", async () => {
    await using product = await startProduct(wiring, LONG);
    const old = await product.keys("create", "--name", "turns");
    expect((await ask(product, old.key)).status).toBe(200);
    const next = await product.keys("rotate", old.id, "--overlap", "1h");
    expect(next.key).not.toBe(old.key);
    expect((await ask(product, old.key)).status).toBe(200);
    expect((await ask(product, next.key)).status).toBe(200);
  });
});

test("a revocation reaches every gateway within 30 seconds", async () => {
  await using postgres = await startPostgres();
  const env = { ...LONG, DATABASE_URL: postgres.url };
  await using first = await startProduct("all", env);
  await using second = await startProduct("all", env);
  const { id, key } = await first.keys("create", "--name", "shared");
  const gateways = [first, second];
  for (const gateway of gateways) expect((await ask(gateway, key)).status).toBe(200);
  await first.keys("revoke", id);
  const revoked = performance.now();
  // In use all the time, so that nothing makes a gateway look but its own clock.
  const refused = gateways.map(async (gateway) => {
    let last = 200;
    await until(async () => {
      last = (await ask(gateway, key, "/api/v1/limits")).status;
      return last !== 200;
    }, 35_000);
    return last;
  });
  expect(await Promise.all(refused)).toEqual([401, 401]);
  expect(performance.now() - revoked).toBeLessThan(30_000);
  for (const gateway of gateways) expect(await codeOf(await ask(gateway, key))).toBe("key_revoked");
}, 60_000);

test("a database that is dead, frozen or not there yet: known keys go on, others wait, the rest does not notice", async () => {
  await using postgres = await startPostgres();
  await using product = await startProduct("all", {
    ...LONG,
    RATE_LIMIT_UNITS: "1000000",
    DATABASE_URL: postgres.url,
  });
  const known = await product.keys("create", "--name", "known");
  const fresh = await product.keys("create", "--name", "not used yet");
  expect((await ask(product, known.key)).status).toBe(200);
  const ready = async () => json(fetch(new URL("/readyz", product.processes[0]?.metricsUrl)));
  for (const [stop, start] of [
    [() => postgres.freeze(), () => postgres.thaw()],
    [() => postgres.kill(), () => postgres.restart()],
  ] as const) {
    const seen = new Map<string, number>();
    let asking = true;
    let slowest = 0;
    const note = async (who: string, asked: () => Promise<Response>) => {
      while (asking) {
        const at = performance.now();
        const { status } = await asked();
        slowest = Math.max(slowest, performance.now() - at);
        seen.set(`${who} ${status}`, (seen.get(`${who} ${status}`) ?? 0) + 1);
      }
    };
    const load = [
      note("anonymous", () => fetch(`${product.url}${PATH}`)),
      note("known", () => ask(product, known.key)),
      note("unknown", () => ask(product, makeKey().text, "/api/v1/limits")),
    ];
    await stop();
    await until(async () => (await ready()).dependencies.keys === "failing");
    const unavailable = await ask(product, makeKey().text);
    expect(unavailable.status).toBe(503);
    expect(await codeOf(unavailable)).toBe("keys_unavailable");
    expect(Number(unavailable.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(product, "dnst_typo")).status).not.toBe(503);
    expect(await ready()).toMatchObject({ status: "ready" });
    await start();
    await until(async () => (await ask(product, fresh.key)).status === 200);
    await until(async () => (await ready()).dependencies.keys === "ok");
    asking = false;
    await Promise.all(load);
    for (const [what] of seen)
      expect(["anonymous 200", "known 200", "unknown 401", "unknown 429", "unknown 503"]).toContain(what);
    expect(seen.get("anonymous 200")).toBeGreaterThan(10);
    expect(seen.get("known 200")).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(3000);
  }
}, 60_000);
