import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PRODUCT } from "@dnstools/lab/plan/hosts";
import type { Heard } from "@dnstools/lab/plan/odd-mail";
import { addressOf } from "@dnstools/lab/plan/plan";
import { checkCases } from "@dnstools/lab/support/cases";
import { inLab } from "@dnstools/lab/support/nested";
import {
  json,
  labSettings,
  metric,
  type Product,
  startProduct,
  WIRINGS,
} from "@dnstools/lab/support/product";
import { startRelay } from "@dnstools/lab/support/relay";
import { DANE_CASES, DISCOVERY_CASES } from "./test/discovery.ts";
import { MAIL_CASES, WEB_CASES } from "./test/servers.ts";

describe.each(WIRINGS)("ssl, %s", (wiring) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0", PROBE_NAME: "probe.product.net" });
  });
  afterAll(() => product[Symbol.asyncDispose]());

  test("web servers that are not there, not reached, or do not speak TLS", () =>
    checkCases(product, "ssl", WEB_CASES));
  test("mail servers that go wrong before TLS", () => checkCases(product, "ssl", MAIL_CASES));
  test("all eight services, by host and by what a domain's records name", () =>
    checkCases(product, "ssl", DISCOVERY_CASES));
  test("TLSA records", () => checkCases(product, "ssl", DANE_CASES));

  test("parameters that are wrong are named, with what to send instead", async () => {
    const ask = async (query: string) => {
      const response = await fetch(`${product.url}/api/v1/ssl?${query}`);
      const problem = (await response.json()) as { errors?: readonly unknown[] };
      return [response.status, problem.errors?.[0]] as const;
    };
    const cases = [
      ["", "host", "Send either host or domain"],
      ["host=a.com&domain=a.com", "host", "one of them"],
      ["domain=5.40.0.1", "domain", "Send this as host: host=5.40.0.1."],
      ["host=10.0.0.1", "host", "not public"],
      ["host=localhost", "host", "not in the public DNS"],
      ["host=https://a.com/", "host", "a URL"],
      ["host=a.com:443", "host", "a port"],
      ["host=a.com&service=httpz", "service", "Did you mean https?"],
    ] as const;
    for (const [query, parameter, message] of cases)
      expect([query, await ask(query)]).toEqual([
        query,
        [400, { parameter, message: expect.stringContaining(message) }],
      ]);
  });

  test("mail servers are told the name of PROBE_NAME", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    // The tests' own address, which is a public one.
    const server = Bun.listen({
      hostname: PRODUCT.v4,
      port: 587,
      socket: {
        open: (socket) => void socket.write("220 mail.product.net\r\n"),
        data: (socket, line) => {
          resolve(String(line));
          socket.end("421 too many from [45.10.0.9] and 2a0e:10::9, not from 12:30:45\r\n");
        },
      },
    });
    const answer = await json(fetch(`${product.url}/api/v1/ssl?host=${PRODUCT.v4}&service=smtp`));
    server.stop(true);
    expect(await promise).toBe("EHLO probe.product.net\r\n");
    // Whom it turned away is nobody's business.
    expect(answer.data.servers[0].reachability).toMatchObject({
      reason: "rate_limited",
      greeting: "mail.product.net",
      detail: "421 too many from [(address)] and (address), not from 12:30:45",
    });
  });

  test("evidence can be repeated with openssl, and requests are counted", async () => {
    const process = product.process(wiring === "all" ? "all" : "cert");
    const counted = async () => [
      await metric(process, "dnstools_egress_connections_total", { kind: "tls", outcome: "ok" }),
      await metric(process, "dnstools_tls_handshakes_total", { outcome: "ok" }),
    ];
    const before = await counted();
    const { evidence, meta } = await json(fetch(`${product.url}/api/v1/ssl?host=good-rsa.certs.com`));
    const looks = evidence.filter(({ transport }: { transport: string }) => transport === "tls");
    expect(looks).toMatchObject([
      {
        question: "openssl s_client -connect 5.40.0.6:443 -servername good-rsa.certs.com -showcerts",
        server: "good-rsa.certs.com",
        address: "5.40.0.6#443",
        reason: null,
      },
      { address: "2a01:4f8:40::6#443" },
    ]);
    expect(meta.cost).toBe(3);
    expect(await counted()).toEqual(before.map((count) => count + 2));
  });
});

test("how dialogues and handshakes ended is counted, each once", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const ask = async (query: string) => json(fetch(`${product.url}/api/v1/ssl?${query}`));
  const mail = ["mx1", "no-starttls", "rejects", "busy", "starttls-501", "closes-early"];
  const web = ["good-rsa", "speaks-http", "alert-40", "ssl3"];
  for (const host of mail) await ask(`host=${host}.mailtls.com&service=smtp25`);
  for (const host of web) await ask(`host=${host}.certs.com`);
  // What it showed a moment ago.
  await ask("host=mx1.mailtls.com&service=smtp25");
  const of = (name: string, labels: Record<string, string>) => metric(product.process("all"), name, labels);
  const sessions = (outcome: string) => of("dnstools_smtp_sessions_total", { outcome });
  const counted = { ok: 0, no_starttls: 0, refused: 0, try_later: 0, timeout: 0, failed: 0 };
  for (const outcome of Object.keys(counted)) Object.assign(counted, { [outcome]: await sessions(outcome) });
  // Each host has two addresses.
  expect(counted).toEqual({ ok: 2, no_starttls: 4, refused: 2, try_later: 2, timeout: 0, failed: 2 });
  const handshakes = (outcome: string) => of("dnstools_tls_handshakes_total", { outcome });
  for (const [outcome, count] of [
    ["ok", 4],
    ["not_tls", 2],
    ["alert", 2],
    ["protocol_too_old", 2],
  ] as const)
    expect([outcome, await handshakes(outcome)]).toEqual([outcome, count]);
  const smtp = await of("dnstools_egress_connections_total", { kind: "smtp" });
  expect(await of("dnstools_egress_connection_duration_seconds_count", { kind: "smtp" })).toBe(smtp);
  expect(smtp).toBe(Object.values(counted).reduce((sum, count) => sum + count, 0));
  const cached = (result: string) => of("dnstools_cache_requests_total", { cache: "mail_servers", result });
  expect([await cached("hit"), await cached("miss")]).toEqual([2, smtp]);
}, 60_000);

test("who is trusted is told, and CA_FILE puts others in their place", async () => {
  const authority = labSettings()["CA_EXTRA_FILE"] ?? "";
  const query = "/api/v1/ssl?host=long-lived.certs.com";
  await using bundled = await startProduct("all", { CA_EXTRA_FILE: "" });
  const strange = await json(fetch(bundled.url + query));
  expect(strange.data.trustStore).toEqual({
    source: "Mozilla's, as bundled with Bun 1.4.5",
    date: "2026-11-19",
    certificates: expect.any(Number),
  });
  expect(strange.data.trustStore.certificates).toBeGreaterThan(100);
  expect(strange.data.servers[0].verdicts.trust).toMatchObject({
    status: "fail",
    reason: "issuer_not_found",
  });
  // Rules of public authorities hold for those that stand for the web, and for no others.
  expect(codes(strange)).not.toContain("ssl.lifetime");
  await using own = await startProduct("all", { CA_EXTRA_FILE: "", CA_FILE: authority });
  const trusted = await json(fetch(own.url + query));
  expect(trusted.data.trustStore).toEqual({
    source: "CA_FILE",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    certificates: 1,
  });
  expect(trusted.data.servers[0].verdicts.trust.status).toBe("pass");
  expect(codes(trusted)).toEqual(["ssl.lifetime"]);
});

function codes(answer: { findings: { code: string }[] }): string[] {
  return answer.findings.map(({ code }) => code);
}

test("resolvers that are dead are 503, and one that does not find out is unknown", async () => {
  await using dead = await startProduct("all", { DNS_RESOLVERS: addressOf("closed.resolvers.net") });
  const response = await fetch(`${dead.url}/api/v1/ssl?host=valid.certs.com`);
  const problem = (await response.json()) as { code: string };
  expect([response.status, problem.code]).toEqual([503, "resolver_unavailable"]);
  await using relay = await startRelay("9.9.9.9", (name, type) =>
    type === "AAAA" && name === "valid.certs.com" ? "drop" : "pass",
  );
  await using half = await startProduct("all", { DNS_RESOLVERS: relay.address });
  const answer = await json(fetch(`${half.url}/api/v1/ssl?host=valid.certs.com`));
  expect(answer.data.servers).toMatchObject([
    { address: "5.40.0.1", reachability: { status: "ok" } },
    { address: null, reachability: { status: "unknown", reason: "timeout" } },
  ]);
});

test("the tool's own deadline leaves what is there, and the rest unknown", async () => {
  await using product = await startProduct("all", { SSL_DEADLINE_MS: "1500" });
  const answer = await json(fetch(`${product.url}/api/v1/ssl?domain=deadmx.mailtls.com&service=smtp25`));
  expect(answer.data.servers).toMatchObject([
    { host: "dead.mailtls.com", reachability: { reason: "budget" } },
    { host: "mx1.mailtls.com", reachability: { status: "ok" } },
    {},
  ]);
  expect(answer.meta.elapsedMs).toBeLessThan(1900);
});

/** Asks a product in a lab of its own. */
const askThere = (query: string) => `
  import { startProduct } from "./lab/support/product.ts";
  await using product = await startProduct("all", { EGRESS_TEST: "on", SSL_DEADLINE_MS: "20000" });
  const answer = await (await fetch(product.url + "/api/v1/ssl?${query}")).json();
  const { dependencies } = await (await fetch(product.processes[0].metricsUrl.replace("/metrics", "/readyz"))).json();
  const metrics = await (await fetch(product.processes[0].metricsUrl)).text();
  const capabilities = metrics.split("dnstools_egress_capability{").slice(1).map((line) => line.split("\\n")[0]);
  const reasons = answer.data.servers.map(({ reachability }) => reachability.reason);
  console.log(JSON.stringify({ reasons, dependencies, capabilities }));`;

test("what our own network does not let out is never held against a server", async () => {
  const there = async (option: string, services: string, query: string) =>
    JSON.parse((await inLab(option, services, process.execPath, "-e", askThere(query))).out);
  expect(await there("--no-ipv6", "--services=dns,web", "host=good-rsa.certs.com")).toMatchObject({
    reasons: [null, "no_ipv6_here"],
    dependencies: { ipv6: "failing", udp_53: "ok" },
    capabilities: expect.arrayContaining(['capability="ipv6"} 0', 'capability="udp53"} 1']),
  });
  const smtp25 = "host=mx1.mailtls.com&service=smtp25";
  expect(await there("--no-smtp", "--services=dns,mail", smtp25)).toMatchObject({
    reasons: ["egress_blocked", "egress_blocked"],
    dependencies: { smtp_25: "failing" },
    capabilities: expect.arrayContaining(['capability="tcp25"} 0']),
  });
});

/** Asks all mail servers that go wrong, twice at once and once more, and prints what they heard. */
const askAll = `
  import { connect } from "node:net";
    import { VERBS } from "./lab/plan/odd-mail.ts";
  import { startProduct } from "./lab/support/product.ts";
  import { MAIL_CASES } from "./services/cert/tools/ssl/cases/servers.ts";
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", PROBE_NAME: "probe.product.net" });
  const ask = () => Promise.all(MAIL_CASES.map(({ query }) => fetch(product.url + "/api/v1/ssl?" + query)));
  await Promise.all([ask(), ask()]);
  await ask();
  connect(VERBS.port, VERBS.v4).pipe(process.stdout);`;

test("a mail server has one connection a minute, and hears nothing but what leads to TLS", async () => {
  const { code, out, err } = await inLab(process.execPath, "-e", askAll);
  expect([code, err]).toEqual([0, ""]);
  const heard = out
    .trim()
    .split("\n")
    .map((line): Heard => JSON.parse(line));
  const each = Map.groupBy(heard, ({ host }) => host);
  expect(each.size).toBe(MAIL_CASES.length);
  // One for each of its two addresses.
  expect([...each].filter(([, all]) => all.length !== 2).map(([host]) => host)).toEqual([]);
  const verbs = new Set(heard.flatMap((one) => one.verbs));
  const wanted = ["CAPA", "CAPABILITY", "EHLO", "HELO", "LOGOUT", "QUIT", "STARTTLS", "STLS"];
  expect([...verbs].filter((verb) => /^[A-Z]{4,}$/.test(verb)).sort()).toEqual(wanted);
}, 60_000);
