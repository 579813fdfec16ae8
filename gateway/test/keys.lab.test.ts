import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { type Postgres, startPostgres } from "@dnstools/lab/support/postgres";
import {
  json,
  metric,
  type Product,
  startProduct,
  WIRINGS,
  type Wiring,
} from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { until } from "@dnstools/lab/support/until";
import { hashOf, makeKey } from "../auth/key.ts";

const DNS = "/api/v1/dns";
const PATH = `${DNS}?domain=example.com&type=A`;
/**
 * A rate limit with a window so long that no unit is restored during a test. Each test uses a different client
 * address.
 */
const LONG = {
  RATE_LIMIT_WINDOW_S: "86400",
  OPERATOR_CONTACT: "ops@example.net",
  TRUSTED_PROXIES: "127.0.0.1",
};
const common = (wiring: Wiring) =>
  sharedProduct(wiring, { ...LONG, LOG_LEVEL: "debug", RATE_LIMIT_UNITS: "10" });

/** Sends a request from a client address, with or without a key. */
const askAs = (product: Product, client: string, key: string | null, path = PATH) =>
  fetch(`${product.url}${path}`, {
    headers: { "X-Forwarded-For": client, ...(key === null ? {} : { "X-API-Key": key }) },
  });

async function codeOf(response: Response): Promise<string> {
  const { code } = (await response.json()) as { code: string };
  return code;
}

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test("a valid key has no limit, and no log or metric shows it", async () => {
    const product = await common(wiring);
    const check = await openApiCheck(product.url);
    const [front] = product.processes;
    if (front === undefined) throw new Error("no process");
    const attempts = (result: string) => metric(front, "dnstools_auth_attempts_total", { result });
    const lookups = (result: string) =>
      metric(front, "dnstools_cache_requests_total", { cache: "keys", result });
    const counts = async () => [await attempts("ok"), await attempts("anonymous"), await lookups("miss")];
    const { id, key } = await product.keys("create", "--name", "a monitor", "--contact", "ops@example.org");
    const ask = (key: string | null, path: string) => askAs(product, "192.0.2.1", key, path);
    const [before, hits] = [await counts(), await lookups("hit")];
    for (let i = 0; i < 15; i++) {
      const response = await ask(key, `${DNS}?domain=n${i}.dnssec.com&type=A`);
      check(DNS, response, await response.text());
      expect([200, 404]).toContain(response.status);
      expect(response.headers.get("x-ratelimit-limit")).toBe("10");
      expect(response.headers.get("x-ratelimit-remaining")).toBe("10");
      expect(response.headers.get("x-request-cost")).toBe("0");
    }
    const limits = await ask(key, "/api/v1/limits");
    const said = await limits.text();
    check("/api/v1/limits", limits, said);
    expect(JSON.parse(said)).toMatchObject({ plan: "keyed", limit: 10, remaining: 10 });
    // For the same client without a key, the limit is unchanged.
    expect(await json(ask(null, "/api/v1/limits"))).toMatchObject({ plan: "anonymous", remaining: 10 });
    await ask(`${key.slice(0, -1)}!`, PATH);
    const [ok = 0, anonymous = 0, miss = 0] = before;
    // The key was looked up once, and then the cached key was used.
    expect(await counts()).toEqual([ok + 16, anonymous + 1, miss + 1]);
    expect(await lookups("hit")).toBeGreaterThanOrEqual(hits + 15);
    expect(await metric(front, "dnstools_db_pool_in_use")).toBe(0);
    expect(id).toBe(key.slice(5, 15));
    const secret = key.slice(15, 58);
    const hash = Buffer.from(hashOf(key));
    for (const process of product.processes) {
      const shown = `${process.log()}${await (await fetch(process.metricsUrl)).text()}`;
      expect(shown).toContain("dnstools_build_info");
      for (const hidden of [secret, hash.toString("hex"), hash.toString("base64")])
        expect(shown).not.toContain(hidden);
    }
  });
});

test("a key that is malformed, unknown, revoked or expired is refused with its own code, at no cost", async () => {
  const product = await common("all");
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
    const response = await askAs(product, "192.0.2.2", key);
    const body = await response.text();
    check(DNS, response, body);
    expect({ status: response.status, ...JSON.parse(body) }).toMatchObject({
      status: 401,
      code,
      contact: "ops@example.net",
    });
    expect(response.headers.get("www-authenticate")).toContain("X-API-Key");
    expect(response.headers.get("x-ratelimit-remaining")).toBe("10");
    expect(body).not.toContain(revoked.key);
  }
  // Preflight requests normally have no key. One with a bad key is not refused.
  const preflight = await fetch(`${product.url}${DNS}`, {
    method: "OPTIONS",
    headers: { "X-API-Key": "x" },
  });
  expect(preflight.status).toBe(204);
});

test("a client that tries keys is slowed down; its valid key, and its calls without a key, are answered", async () => {
  const product = await common("all");
  const check = await openApiCheck(product.url);
  const { key } = await product.keys("create", "--name", "valid");
  const ask = (key: string | null) => askAs(product, "192.0.2.3", key);
  for (let i = 0; i < 10; i++) expect((await ask("dnst_guess")).status).toBe(401);
  const slowed = await ask(makeKey().text);
  const body = await slowed.text();
  check(DNS, slowed, body);
  expect(JSON.parse(body)).toMatchObject({
    code: "too_many_bad_keys",
    "violated-policies": ["bad-keys"],
    contact: "ops@example.net",
  });
  expect(Number(slowed.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(key)).status).toBe(200);
  expect((await ask(null)).status).toBe(200);
});

test("a rotated key and its successor both work during the overlap", async () => {
  const product = await common("all");
  const ask = (key: string) => askAs(product, "192.0.2.4", key);
  const old = await product.keys("create", "--name", "turns");
  expect((await ask(old.key)).status).toBe(200);
  const next = await product.keys("rotate", old.id, "--overlap", "1h");
  expect(next.key).not.toBe(old.key);
  expect((await ask(old.key)).status).toBe(200);
  expect((await ask(next.key)).status).toBe(200);
});

/** Pause between the calls of a caller, in milliseconds. */
const PAUSE_MS = 200;

describe("with PostgreSQL", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());
  const settings = () => ({ ...LONG, RATE_LIMIT_UNITS: "1000000", DATABASE_URL: postgres.url });
  const stored = () => sharedProduct("all", settings());

  test("a revoked key that is in use all the time is refused by every gateway", async () => {
    const first = await stored();
    await using second = await startProduct("all", settings());
    const { id, key } = await first.keys("create", "--name", "shared");
    const ask = (gateway: Product) => askAs(gateway, "192.0.2.1", key, "/api/v1/limits");
    const gateways = [first, second];
    for (const gateway of gateways) expect((await ask(gateway)).status).toBe(200);
    await first.keys("revoke", id);
    const isRefused = (gateway: Product) =>
      until(async () => (await ask(gateway)).status !== 200, undefined, PAUSE_MS);
    await Promise.all(gateways.map(isRefused));
    for (const gateway of gateways) {
      const refused = await ask(gateway);
      expect([refused.status, await codeOf(refused)]).toEqual([401, "key_revoked"]);
    }
  });

  test("a database that is frozen or dead: known keys and calls without a key are answered, other keys are refused with 503", async () => {
    const product = await stored();
    const client = "192.0.2.1";
    const known = await product.keys("create", "--name", "known");
    const fresh = await product.keys("create", "--name", "not used yet");
    expect((await askAs(product, client, known.key)).status).toBe(200);
    const ready = async () => json(fetch(new URL("/readyz", product.processes[0]?.metricsUrl)));
    /**
     * Runs calls of all kinds concurrently and checks their statuses. Callers with unknown keys have a separate
     * address, because too many bad keys block the address.
     */
    const load = async () => {
      const all = async (key: () => string | null, from = "192.0.2.1") => {
        const asked = Array.from({ length: 20 }, () => askAs(product, from, key()));
        return [...new Set((await Promise.all(asked)).map(({ status }) => status))].sort();
      };
      const [anonymous, valid, unknown] = await Promise.all([
        all(() => null),
        all(() => known.key),
        all(() => makeKey().text, "192.0.2.2"),
      ]);
      expect({ anonymous, valid }).toEqual({ anonymous: [200], valid: [200] });
      for (const status of unknown ?? []) expect([401, 429, 503]).toContain(status);
    };
    for (const [stop, start] of [
      [() => postgres.freeze(), () => postgres.thaw()],
      [() => postgres.kill(), () => postgres.restart()],
    ] as const) {
      await stop();
      // The database only comes back after these calls, so none of them waited for it.
      await load();
      await until(async () => (await ready()).dependencies.keys === "failing");
      const unavailable = await askAs(product, client, makeKey().text);
      expect(unavailable.status).toBe(503);
      expect(Number(unavailable.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await codeOf(unavailable)).toBe("keys_unavailable");
      expect((await askAs(product, client, "dnst_typo")).status).not.toBe(503);
      await load();
      expect(await ready()).toMatchObject({ status: "ready" });
      await start();
      await load();
      await until(async () => (await askAs(product, client, fresh.key)).status === 200);
      await until(async () => (await ready()).dependencies.keys === "ok");
      await load();
    }
  });
});
