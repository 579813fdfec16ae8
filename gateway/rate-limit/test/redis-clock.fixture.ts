import { Redis } from "ioredis";
import { redisAddress } from "../redis-address.ts";

/** Opens a direct connection from a test to the Redis server of a store. */
export function handOn(url: string): Redis {
  return new Redis({ ...redisAddress(url).options, protocol: 2, replyMapping: "legacy" });
}

export const keyOf = (client: string): string => `dnstools:limit:{${client}}`;

/**
 * Script that simulates the passing of time for a client: it moves the client's stored time, because only differences
 * count.
 */
const PASS = `
local kept = redis.call('GET', KEYS[1])
if not kept then return end
local whole, part = string.match(kept, '^(%d+) (%d+)$')
redis.call('SET', KEYS[1], string.format('%.0f %s', whole - ARGV[1], part), 'KEEPTTL')
`;

export async function passTime(redis: Redis, client: string, ms: number): Promise<void> {
  await redis.eval(PASS, 1, keyOf(client), ms * 1000);
}
