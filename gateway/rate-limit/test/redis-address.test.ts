import { expect, test } from "bun:test";
import { redisAddress } from "../redis-address.ts";

test.each([
  ["redis://cache", { host: "cache", port: 6379, db: 0 }, "redis://cache:6379"],
  [
    "redis://user:p%40ss@cache:6380/2",
    { host: "cache", port: 6380, db: 2, username: "user", password: "p@ss" },
    "redis://cache:6380",
  ],
  ["redis://:50%@cache", { host: "cache", port: 6379, db: 0, password: "50%" }, "redis://cache:6379"],
  [
    "rediss://:secret@[2001:db8::1]",
    { host: "2001:db8::1", port: 6379, db: 0, password: "secret", tls: {} },
    "rediss://[2001:db8::1]:6379",
  ],
  [
    "rediss://cache",
    { host: "cache", port: 6379, db: 0, tls: { servername: "cache" } },
    "rediss://cache:6379",
  ],
  ["unix:/run/redis.sock", { path: "/run/redis.sock" }, "unix:/run/redis.sock"],
])("%s is connected to, and shown without user and password", (url, options, shown) => {
  expect(redisAddress(url)).toEqual({ options, shown });
});
