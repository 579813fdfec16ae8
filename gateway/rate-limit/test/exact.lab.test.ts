import { expect, test } from "bun:test";
import { type Redis, startRedis } from "@dnstools/lab/support/redis";
import { CHARGER, type ChargeReport, type Order } from "./charger.fixture.ts";
import { tryLimiter } from "./trial.fixture.ts";

const PROCESSES = 4;
const UNITS = 500;

test("four processes, 2,000 calls at once, a limit of 500: exactly 500 are granted", async () => {
  await using redis = await startRedis();
  const reports = await charge(redis, () => Array.from({ length: UNITS }, () => 1));
  expect(reports.reduce((sum, { granted }) => sum + granted, 0)).toBe(UNITS);
  expect((await redisState(redis)).remaining).toBe(0);
});

test("weighted costs over four processes: never more than the limit, and nothing is lost", async () => {
  await using redis = await startRedis();
  const costs = [1, 2, 3, 5, 10, 20];
  // Four processes make 120 calls each, with 6.8 units on average, which together far exceed the limit.
  const reports = await charge(redis, (at) =>
    Array.from({ length: 120 }, (_, i) => costs[(i + at) % costs.length] ?? 1),
  );
  const taken = reports.reduce((sum, { units }) => sum + units, 0);
  // The limit is used up completely, because calls that cost one unit take the last remaining units.
  expect(taken).toBe(UNITS);
  expect(reports.reduce((sum, { granted }) => sum + granted, 0)).toBeLessThan(PROCESSES * 120);
  expect(await redisState(redis)).toMatchObject({ limit: UNITS, remaining: 0 });
});

/** Makes several processes charge one client at the same moment. */
async function charge(
  redis: Redis,
  costsOf: (at: number) => readonly number[],
): Promise<readonly ChargeReport[]> {
  const children = Array.from({ length: PROCESSES }, (_, at) => {
    const order: Order = { redisUrl: redis.url, units: UNITS, client: "192.0.2.1", costs: costsOf(at) };
    const child = Bun.spawn([process.execPath, CHARGER, JSON.stringify(order)], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    return { child, lines: linesOf(child.stdout) };
  });
  try {
    for (const { lines } of children) expect((await lines.next()).value).toBe("ready");
    for (const { child } of children) {
      child.stdin.write("go\n");
      child.stdin.flush();
    }
    const said = await Promise.all(children.map(async ({ lines }) => (await lines.next()).value ?? "null"));
    return said.map((line) => JSON.parse(line) as ChargeReport);
  } finally {
    for (const { child } of children) child.kill("SIGKILL");
    await Promise.all(children.map(({ child }) => child.exited));
  }
}

async function redisState(redis: Redis) {
  await using trial = tryLimiter({ redisUrl: redis.url, units: UNITS });
  await trial.until("ok");
  return await trial.limiter.state("192.0.2.1");
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}
