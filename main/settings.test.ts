import { expect, test } from "bun:test";
import { contracts } from "@dnstools/gateway";
import { type Config, goneSettings, parseConfig } from "./settings.ts";
import { deadlineProblems, toolDeadlines } from "./tool-deadlines.ts";

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

test("all problems are reported together, each with what to set", () => {
  const result = parseConfig({
    HOST: "localhost",
    PORT: "80000",
    METRICS_PORT: "x",
    DNS_RESOLVERS: "9.9.9.9,resolver_1",
    DNS_URL: "ftp://x",
    EGRESS_ALLOW: "10.0.0.1/8",
    EGRESS_DENY: "300.1.1.1",
    TOOL_DEADLINES: "dns=1e3",
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

function configOf(env: Readonly<Record<string, string>>): Config {
  const result = parseConfig(env);
  if (!result.ok) throw new Error(result.problems.join());
  return result.config;
}

test("a tool has its contract's deadline, or that of TOOL_DEADLINES, times WAIT_FACTOR", () => {
  const network = contracts.filter(({ service }) => service === "network");
  const own = Object.fromEntries(network.map(({ tool, deadlineMs }) => [tool, deadlineMs]));
  expect(toolDeadlines(network, configOf({}))).toEqual(own);
  const config = configOf({ TOOL_DEADLINES: "whois=700, dnsbl=60000", WAIT_FACTOR: "2" });
  expect(toolDeadlines(network, config)).toEqual({
    reverse: Number(own["reverse"]) * 2,
    whois: 1400,
    dnsbl: 60_000,
  });
  expect(deadlineProblems(config)).toEqual([]);
  expect(deadlineProblems(configOf({ TOOL_DEADLINES: "dig=700" }))).toEqual([
    expect.stringMatching(/^TOOL_DEADLINES names dig, which is not a tool: use dns, /),
  ]);
});

test.each(["dns", "dns=", "dns=99", "dns=60001", "dns=1e3", "=500", "dns=500;ssl=500", "DNS=500"])(
  "TOOL_DEADLINES=%s is refused",
  (text) => {
    expect(parseConfig({ TOOL_DEADLINES: text })).toMatchObject({ ok: false });
  },
);

test("a removed setting is named, with what to set instead", () => {
  expect(goneSettings({ PORT: "80" })).toEqual([]);
  expect(goneSettings({ SSL_DEADLINE_MS: "9000", TRACE_EXCHANGES: "3" })).toEqual([
    "TRACE_EXCHANGES is set but has no effect: a run's trace shows its first 64 queries and connections. Remove it.",
    "SSL_DEADLINE_MS is set but has no effect: deadlines of tools are in TOOL_DEADLINES, as ssl=MILLISECONDS. Remove it.",
  ]);
});

test("keys of blocklists are never shown, whole or in part", () => {
  const result = parseConfig({ DNSBL_KEYS: "spamhaus=hidden!, abusix=hidden" });
  expect(result).toMatchObject({ ok: false });
  expect(JSON.stringify(result)).not.toContain("hidden");
});
