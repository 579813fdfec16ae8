import type { ProductProcess } from "@dnstools/lab/support/product";
import { row } from "./faults-row.ts";
import { KINDS_OF_PROCESS, oneOf, type Stand } from "./faults-stand.ts";

/** Seconds for which a process is killed or frozen. */
const KILLED_S = 4;
const FROZEN_GATEWAY_S = 25;
const REDIS_S = 8;
/** Seconds for which PostgreSQL fails: longer than the ten seconds after which keys in use are read again. */
const POSTGRES_S = 14;
const FROZEN_FAILED = 0.01;

const seconds = (s: number) => Bun.sleep(s * 1000);

/** Runs without a fault, to show the effect of the machine and the lab alone. */
export const quiet = (stand: Stand) => row(stand, "nothing happens", 0, () => seconds(5));

/** Stops every process of the product in turn with SIGTERM, and starts it again. */
export const rolling = (stand: Stand) =>
  row(stand, "rolling restart of all processes", 0, async () => {
    const codes: string[] = [];
    for (const process of KINDS_OF_PROCESS.flatMap((kind) => stand.fleet.of(kind))) {
      console.error(`  ${process.target}`);
      process.kill("SIGTERM");
      const code = await process.exited;
      if (code !== 0) codes.push(`${process.target} ended with ${code}`);
      await stand.fleet.again(process);
    }
    return codes.join(", ") || "all ended with 0";
  });

/** Kills one of two processes of each kind, and starts it again after a while. */
export async function kill(stand: Stand): Promise<void> {
  for (const kind of KINDS_OF_PROCESS)
    await row(stand, `kill -9 of one of two: ${kind}`, 0, async () => {
      const process = oneOf(stand, kind);
      await killed(process);
      await seconds(KILLED_S);
      await stand.fleet.again(process);
    });
}

/** Freezes one of two gateways for a while. */
export const freeze = (stand: Stand) =>
  row(stand, `one of two gateways frozen for ${FROZEN_GATEWAY_S} s`, FROZEN_FAILED, async () => {
    const process = oneOf(stand, "gateway");
    process.kill("SIGSTOP");
    await seconds(FROZEN_GATEWAY_S);
    process.kill("SIGCONT");
  });

/** Freezes and then kills Redis, which holds the usage counts of the rate limits. */
export async function redis(stand: Stand): Promise<void> {
  await row(stand, `Redis frozen for ${REDIS_S} s`, 0, async () => {
    stand.redis.freeze();
    await seconds(REDIS_S);
    stand.redis.thaw();
  });
  await row(stand, `Redis killed, back after ${REDIS_S} s`, 0, async () => {
    await stand.redis.kill();
    await seconds(REDIS_S);
    await stand.redis.restart();
  });
}

/** Freezes and then kills PostgreSQL, which holds the keys. */
export async function postgres(stand: Stand): Promise<void> {
  await row(stand, `PostgreSQL frozen for ${POSTGRES_S} s`, 0, async () => {
    stand.postgres.freeze();
    await seconds(POSTGRES_S);
    stand.postgres.thaw();
  });
  await row(stand, `PostgreSQL killed, back after ${POSTGRES_S} s`, 0, async () => {
    await stand.postgres.kill();
    await seconds(POSTGRES_S);
    await stand.postgres.restart();
  });
}

async function killed(process: ProductProcess): Promise<void> {
  process.kill("SIGKILL");
  await process.exited;
}
