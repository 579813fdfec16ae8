import { Redis } from "ioredis";
import { redisAddress } from "../redis-address.ts";

/** A test's own hand on the server that a store uses. */
export function handOn(url: string): Redis {
  return new Redis({ ...redisAddress(url).options, protocol: 2, replyMapping: "legacy" });
}

export const keyOf = (client: string): string => `dnstools:limit:{${client}}`;

/** Lets time pass for a client on the server, by what is kept of it: only differences count there. */
const PASS = `
local kept = redis.call('GET', KEYS[1])
if not kept then return end
local whole, part = string.match(kept, '^(%d+) (%d+)$')
redis.call('SET', KEYS[1], string.format('%.0f %s', whole - ARGV[1], part), 'KEEPTTL')
`;

export async function passTime(redis: Redis, client: string, ms: number): Promise<void> {
  await redis.eval(PASS, 1, keyOf(client), ms * 1000);
}
