import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "@dnstools/lab/support/redis";
import { CHARGER, type Order } from "./charger.fixture.ts";
import { handOn, keyOf } from "./redis-clock.fixture.ts";
import { tryLimiter } from "./trial.fixture.ts";

/** The client of every test; each test has a different kind of REDIS_URL. */
const CLIENT = "2001:db8:1:2::/64";

test("a Unix socket; a client's state is one key with a hash tag, which expires on the server", async () => {
  await using redis = await startRedis();
  await using trial = tryLimiter({ redisUrl: redis.url });
  await trial.until("ok");
  expect(await trial.limiter.charge(CLIENT, 3)).toMatchObject({ granted: true, state: { remaining: 57 } });
  const hand = handOn(redis.url);
  expect(await hand.keys("*{2001*")).toEqual([keyOf(CLIENT)]);
  const day = 86_400_000;
  // The charged 3 of 60 units are restored in a twentieth of the window, and then the Redis key expires.
  expect(await hand.pttl(keyOf(CLIENT))).toBeGreaterThan(day / 20 - 60_000);
  expect(await hand.pttl(keyOf(CLIENT))).toBeLessThanOrEqual(day / 20 + 2);
  hand.disconnect();
});

test("TCP with a password and a database; the password is in no line of the log, also when it is wrong", async () => {
  await using redis = await startRedis({ password: "s3cret word" });
  await using trial = tryLimiter({ redisUrl: `${redis.url}/3` });
  await trial.until("ok");
  expect(await trial.limiter.charge(CLIENT, 3)).toMatchObject({ granted: true, state: { remaining: 57 } });
  const hand = handOn(`${redis.url}/3`);
  expect(await hand.exists(keyOf(CLIENT))).toBe(1);
  hand.disconnect();
  await redis.kill();
  await trial.until("failing");
  expect(trial.lines.length).toBe(1);

  await redis.restart();
  const wrong = redis.url.replace("s3cret", "wr0ng");
  await using refused = tryLimiter({ redisUrl: wrong });
  await refused.until("failing");
  expect(refused.lines.join("")).toContain("WRONGPASS");
  await using without = tryLimiter({ redisUrl: redis.url.replace(/\/\/.*@/, "//") });
  await without.until("failing");
  expect(without.lines.join("")).toContain("NOAUTH");
  for (const { limiter } of [refused, without])
    expect(limiter.charge(CLIENT, 1)).toMatchObject({ granted: true });
  const logged = [trial, refused, without].flatMap(({ lines }) => lines).join("");
  expect(logged).toContain("redis://127.0.0.1:");
  expect(logged).not.toMatch(/s3cret|wr0ng/);
});

test("TLS, with a certificate that this process trusts, and not with another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-tls-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const made = Bun.spawnSync([
    ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2"],
    ...["-keyout", key, "-out", cert],
  ]);
  expect(made.exitCode).toBe(0);
  try {
    await using redis = await startRedis({ tls: { cert, key }, password: "secret" });
    for (const host of ["localhost", "127.0.0.1"]) {
      const redisUrl = redis.url.replace(/localhost|127\.0\.0\.1/, host);
      const order: Order = { redisUrl, units: 10, client: host, costs: [3, 3, 3, 3] };
      await using child = Bun.spawn([process.execPath, CHARGER, JSON.stringify(order)], {
        stdin: new Blob(["go\n"]),
        stdout: "pipe",
        stderr: "inherit",
        env: { NODE_EXTRA_CA_CERTS: cert },
      });
      expect(await new Response(child.stdout).text()).toBe('ready\n{"granted":3,"units":9}\n');
    }

    await using trial = tryLimiter({ redisUrl: redis.url });
    await trial.until("failing");
    expect(trial.lines.join("")).toMatch(/certificate/i);
    expect(trial.limiter.charge(CLIENT, 1)).toMatchObject({ granted: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
