import { expect, test } from "bun:test";
import { parseConfig } from "./config.ts";

test("nothing set gives every default", () => {
  const result = parseConfig({});
  expect(result).toMatchObject({
    ok: true,
    config: {
      HOST: "127.0.0.1",
      PORT: 8080,
      METRICS_PORT: 9464,
      RATE_LIMIT_UNITS: 60,
      DNS_RESOLVERS: [],
      LOG_LEVEL: "info",
    },
  });
});

test("all problems are told together, each with what to set", () => {
  const result = parseConfig({
    HOST: "localhost",
    PORT: "80000",
    METRICS_PORT: "x",
    DNS_RESOLVERS: "9.9.9.9,resolver_1",
    DNS_URL: "ftp://x",
    EGRESS_ALLOW: "10.0.0.1/8",
    EGRESS_DENY: "300.1.1.1",
    DNS_DEADLINE_MS: "1e3",
    RATE_LIMIT_WINDOW_S: "0",
    PUBLIC_URL: "dns.example.com",
    LOG_LEVEL: "loud",
    RESOLVER_LIST_URL: "http://lists.example.com/resolvers.csv",
    SCOUT_WORDS: "/nowhere",
    SCOUT_QUESTIONS: "-1",
  });
  if (result.ok) throw new Error("taken");
  expect(result.problems).toHaveLength(14);
  for (const problem of result.problems) expect(problem).toMatch(/^[A-Z_]+=.*: .*set /);
});

test("resolvers are read with and without port, in both families and by name", () => {
  const result = parseConfig({
    DNS_RESOLVERS: "9.9.9.9, 127.0.0.1:5353, 2620:fe::fe, [::1]:5353, unbound:5353, dns.example",
  });
  expect(result).toMatchObject({
    ok: true,
    config: {
      DNS_RESOLVERS: [
        { host: "9.9.9.9", port: 53 },
        { host: "127.0.0.1", port: 5353 },
        { host: "2620:fe::fe", port: 53 },
        { host: "::1", port: 5353 },
        { host: "unbound", port: 5353 },
        { host: "dns.example", port: 53 },
      ],
    },
  });
  for (const bad of [
    "1.1.1.1:0",
    "1.1.1.1:70000",
    "::1:5353:x",
    "[::1]",
    "1.1.1",
    "a_b:53",
    "unbound:0",
    "http://a",
  ]) {
    expect(parseConfig({ DNS_RESOLVERS: bad }).ok).toBe(false);
  }
});

test.each([
  ["1", 1],
  ["0.1", 0.1],
  ["2.5", 2.5],
  ["10", 10],
  ["0", null],
  ["0.05", null],
  ["11", null],
  ["-1", null],
  ["1e1", null],
  ["two", null],
])("WAIT_FACTOR=%s is read as %p", (text, value) => {
  const result = parseConfig({ WAIT_FACTOR: text });
  expect(result.ok ? result.config.WAIT_FACTOR : null).toBe(value);
});
