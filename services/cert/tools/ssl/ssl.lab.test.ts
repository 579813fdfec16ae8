import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PRODUCT } from "@dnstools/lab/plan/hosts";
import { type Heard, VERBS } from "@dnstools/lab/plan/odd-mail";
import { checkCases } from "@dnstools/lab/support/cases";
import { inLab } from "@dnstools/lab/support/nested";
import { json, labSettings, metric, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { startRelay } from "@dnstools/lab/support/relay";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { DANE_CASES, DISCOVERY_CASES } from "./test/discovery.ts";
import { PROFILE_CASES, REVOCATION_CASES } from "./test/profiles.ts";
import { MAIL_CASES, WEB_CASES } from "./test/servers.ts";

const OWN = { RATE_LIMIT_UNITS: "0", PROBE_NAME: "probe.product.net" };

// Verdicts depend on the observations and not on how the services are distributed over processes, so testing with all
// services in one process is enough.
describe("ssl", () => {
  test("mail servers that go wrong before TLS", async () =>
    checkCases(await sharedProduct("all", OWN), "ssl", MAIL_CASES));
  test("all eight services, by host and by a domain's records", async () =>
    checkCases(await sharedProduct("all", OWN), "ssl", DISCOVERY_CASES));
  test("TLS of all kinds, and the results of further connections", async () =>
    checkCases(await sharedProduct("all", OWN), "ssl", PROFILE_CASES));
  test("revocation lists, right and wrong", async () =>
    checkCases(await sharedProduct("all", OWN), "ssl", REVOCATION_CASES));
  test("TLSA records", async () => checkCases(await sharedProduct("all", OWN), "ssl", DANE_CASES));
});

describe.each(WIRINGS)("ssl, %s", (wiring) => {
  test("web servers: good ones, missing ones, unreachable ones and ones without TLS", async () =>
    checkCases(await sharedProduct(wiring, OWN), "ssl", WEB_CASES));

  test("wrong parameters are named, with the correct call", async () => {
    const product = await sharedProduct(wiring, OWN);
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
      expect([query, await ask(query)]).toMatchObject([
        query,
        [400, { parameter, message: expect.stringContaining(message) }],
      ]);
  });

  test("PROBE_NAME is the name in EHLO", async () => {
    const product = await sharedProduct(wiring, OWN);
    const { promise, resolve } = Promise.withResolvers<string>();
    // A server on the tests' own address, which is a public address.
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
    // Our own addresses are removed from a server's reply.
    expect(answer.data.servers[0].reachability).toMatchObject({
      reason: "rate_limited",
      greeting: "mail.product.net",
      detail: "421 too many from [(address)] and (address), not from 12:30:45",
    });
  });

  test("evidence can be repeated with OpenSSL, and requests are counted", async () => {
    const product = await sharedProduct(wiring, OWN);
    const process = product.process(wiring === "all" ? "all" : "cert");
    const counted = async () => [
      await metric(process, "dnstools_egress_connections_total", { kind: "tls", outcome: "ok" }),
      await metric(process, "dnstools_tls_handshakes_total", { outcome: "ok" }),
    ];
    const before = await counted();
    const { evidence, meta } = await json(fetch(`${product.url}/api/v1/ssl?host=good-rsa.certs.com`));
    const looks = evidence.filter(
      ({ transport, question }: { transport: string; question: string }) =>
        transport === "tls" && !/ -no_tls1_3 /.test(question),
    );
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
    // Each of the two addresses gets three further connections: with old versions, with weak ciphers, and without a
    // server name.
    const shown = (at: number) => (count: number) => count + at;
    expect(await counted()).toEqual(before.map(shown(8)));
  });
});

const AUTHORITY = labSettings()["CA_EXTRA_FILE"] ?? "";
/** Settings that trust only the lab's authority, instead of the bundled ones. */
const OTHER_TRUST = { RATE_LIMIT_UNITS: "0", CA_EXTRA_FILE: "", CA_FILE: AUTHORITY };
/**
 * Settings that do not trust the lab's authority, with a deadline shorter than a connection to a silent server
 * (3.5 s) but long enough for everything else.
 */
const BUNDLED = { RATE_LIMIT_UNITS: "0", CA_EXTRA_FILE: "", TOOL_DEADLINES: "ssl=3000" };

test("a second certificate may chain to another trust anchor than the first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-anchors-"));
  const file = join(folder, "anchors.pem");
  const pem = (name: string) => readFileSync(join(dirname(AUTHORITY), `authorities/${name}.pem`), "utf8");
  // A bundle of two certificates, neither of which is known to chain to the other's issuer.
  writeFileSync(file, pem("intermediate") + pem("rsa"));
  await using product = await startProduct("all", { ...OTHER_TRUST, CA_FILE: file });
  const { data } = await json(fetch(`${product.url}/api/v1/ssl?host=two-keys.certs.com`));
  rmSync(folder, { recursive: true });
  expect(data.servers[0]).toMatchObject({
    verdicts: { trust: { status: "pass" } },
    more: { rsa: { verdicts: { validity: { reason: "expired" }, trust: { status: "pass" } } } },
  });
});

test("the outcome of each dialogue and handshake is counted once", async () => {
  const product = await sharedProduct("all", OTHER_TRUST);
  const of = (name: string, labels: Record<string, string>) => metric(product.process("all"), name, labels);
  const countAll = async () => {
    const sessions = ["ok", "no_starttls", "refused", "try_later", "timeout", "failed"].map(
      (outcome) => [`session ${outcome}`, "dnstools_smtp_sessions_total", { outcome }] as const,
    );
    const handshakes = ["ok", "not_tls", "alert", "no_common_tls", "protocol_too_old"].map(
      (outcome) => [`handshake ${outcome}`, "dnstools_tls_handshakes_total", { outcome }] as const,
    );
    const cached = ["hit", "miss"].map(
      (result) =>
        [`cache ${result}`, "dnstools_cache_requests_total", { cache: "mail_servers", result }] as const,
    );
    const smtp = [
      ["connections", "dnstools_egress_connections_total", { kind: "smtp" }],
      ["durations", "dnstools_egress_connection_duration_seconds_count", { kind: "smtp" }],
    ] as const;
    const all = [...sessions, ...handshakes, ...cached, ...smtp];
    return Promise.all(all.map(async ([what, name, labels]) => [what, await of(name, labels)] as const));
  };
  const ask = async (query: string) => json(fetch(`${product.url}/api/v1/ssl?${query}`));
  const before = Object.fromEntries(await countAll());
  const mail = ["mx1", "no-starttls", "rejects", "busy", "starttls-501", "closes-early"];
  const web = ["good-rsa", "speaks-http", "alert-40", "ssl3"];
  for (const host of mail) await ask(`host=${host}.mailtls.com&service=smtp25`);
  for (const host of web) await ask(`host=${host}.certs.com`);
  // The result of this call comes from the cache.
  await ask("host=mx1.mailtls.com&service=smtp25");
  const counted = (await countAll()).map(([what, count]) => [what, count - (before[what] ?? 0)]);
  // Each host has two addresses, so each outcome is counted once for each of the two.
  expect(Object.fromEntries(counted)).toEqual({
    // This number includes one further connection.
    "session ok": 3,
    "session no_starttls": 4,
    "session refused": 2,
    "session try_later": 2,
    "session timeout": 0,
    "session failed": 2,
    // The good web server finishes three further handshakes at each address and rejects the offer of old versions; the
    // mail server rejects its further offer. Two servers reject everything: after an alert, they get a ClientHello with
    // all offers and reject it too.
    "handshake ok": 10,
    "handshake not_tls": 2,
    "handshake alert": 0,
    "handshake no_common_tls": 5,
    "handshake protocol_too_old": 4,
    "cache hit": 3,
    "cache miss": 13,
    connections: 13,
    durations: 13,
  });
});

test("the trusted authorities are shown, and CA_FILE replaces them", async () => {
  const query = "/api/v1/ssl?host=long-lived.certs.com";
  const bundled = await sharedProduct("all", BUNDLED);
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
  // The rules for public certificates apply only to authorities of the public web.
  expect(codes(strange)).not.toContain("ssl.lifetime");
  const own = await sharedProduct("all", OTHER_TRUST);
  const trusted = await json(fetch(own.url + query));
  expect(trusted.data.trustStore).toEqual({
    source: "CA_FILE",
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    certificates: 1,
  });
  expect(trusted.data.servers[0].verdicts.trust.status).toBe("pass");
  expect(codes(trusted)).toEqual(["ssl.lifetime", "ssl.no_timestamps"]);
});

function codes(answer: { findings: { code: string }[] }): string[] {
  return answer.findings.map(({ code }) => code);
}

test("a failing resolver gives unknown, and a dead one 503", async () => {
  let dead = false;
  await using relay = await startRelay("9.9.9.9", (name, type) =>
    dead || (type === "AAAA" && name === "valid.certs.com") ? "drop" : "pass",
  );
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: relay.address });
  const ask = (host: string) => fetch(`${product.url}/api/v1/ssl?host=${host}`);
  const answer = await json(ask("valid.certs.com"));
  expect(answer.data.servers).toMatchObject([
    { address: "5.40.0.1", reachability: { status: "ok" } },
    { address: null, reachability: { status: "unknown", reason: "timeout" } },
  ]);
  dead = true;
  const response = await ask("good-rsa.certs.com");
  const problem = (await response.json()) as { code: string };
  expect([response.status, problem.code]).toEqual([503, "resolver_unavailable"]);
});

test("at the tool's deadline the answer has all results so far, and everything else is unknown", async () => {
  const product = await sharedProduct("all", BUNDLED);
  const answer = await json(fetch(`${product.url}/api/v1/ssl?domain=deadmx.mailtls.com&service=smtp25`));
  expect(answer.data.servers).toMatchObject([
    { host: "dead.mailtls.com", reachability: { reason: "budget" } },
    { host: "mx1.mailtls.com", reachability: { status: "ok" } },
    {},
  ]);
});

/** Script that starts the services in a separate lab, and calls the tool for a web server and for a mail server. */
const ASK_THERE = `
  import { startProduct } from "./lab/support/product.ts";
  await using product = await startProduct("all", { EGRESS_TEST: "on", TOOL_DEADLINES: "ssl=20000" });
  const ask = async (query) => (await fetch(product.url + "/api/v1/ssl?" + query)).json();
  const reasonsOf = ({ data }) => data.servers.map(({ reachability }) => reachability.reason);
  const web = reasonsOf(await ask("host=good-rsa.certs.com"));
  const mail = reasonsOf(await ask("host=mx1.mailtls.com&service=smtp25"));
  const { dependencies } = await (await fetch(product.processes[0].metricsUrl.replace("/metrics", "/readyz"))).json();
  const metrics = await (await fetch(product.processes[0].metricsUrl)).text();
  const capabilities = metrics.split("dnstools_egress_capability{").slice(1).map((line) => line.split("\\n")[0]);
  console.log(JSON.stringify({ web, mail, dependencies, capabilities }));`;

test.each([
  [
    "--no-ipv6",
    {
      web: [null, "no_ipv6_here"],
      mail: [null, "no_ipv6_here"],
      dependencies: { ipv6: "failing", tcp_25: "ok", udp_53_ipv4: "ok" },
      capabilities: expect.arrayContaining(['capability="ipv6"} 0', 'capability="udp_53_ipv4"} 1']),
    },
  ],
  [
    "--no-smtp",
    {
      web: [null, null],
      mail: ["egress_blocked", "egress_blocked"],
      dependencies: { ipv6: "ok", tcp_25: "failing", udp_53_ipv6: "ok" },
      capabilities: expect.arrayContaining(['capability="tcp_25"} 0', 'capability="udp_53_ipv6"} 1']),
    },
  ],
])("limits of our own network are never blamed on a server: %s", async (option, shown) => {
  const { out, err } = await inLab(option, "--services=dns,web,mail", process.execPath, "-e", ASK_THERE);
  expect({ out, err }).toEqual({ out: expect.stringContaining("{"), err: "" });
  expect(JSON.parse(out)).toMatchObject(shown);
});

/** Returns all connections that the lab's misbehaving mail servers have had so far, in order. */
async function heardSoFar(): Promise<readonly Heard[]> {
  let text = "";
  for await (const chunk of connect(VERBS.port, VERBS.v4)) text += chunk;
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Heard]));
}

test("a mail server gets one connection a minute and one more per host, and only commands that start TLS", async () => {
  const before = await heardSoFar();
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const askAll = () =>
    Promise.all(MAIL_CASES.map(({ query }) => fetch(`${product.url}/api/v1/ssl?${query}`)));
  await Promise.all([askAll(), askAll()]);
  await askAll();
  const heard = (await heardSoFar()).slice(before.length);
  const each = Map.groupBy(heard, ({ host }) => host);
  expect(each.size).toBe(MAIL_CASES.length);
  // There is one connection to each of the two addresses, and one further connection to a host that established TLS
  // without delay.
  const ends = new Map(
    MAIL_CASES.map(({ query, data }) => [/host=([^&]*)/.exec(query)?.[1], JSON.stringify(data)]),
  );
  const most = (host: string) => (ends.get(host)?.includes('"stage":"done"') ? 3 : 2);
  expect(
    [...each].filter(([host, all]) => all.length < 2 || all.length > most(host)).map(([host]) => host),
  ).toEqual([]);
  const verbs = new Set(heard.flatMap((one) => one.verbs));
  const wanted = ["CAPA", "CAPABILITY", "EHLO", "HELO", "LOGOUT", "QUIT", "STARTTLS", "STLS"];
  expect([...verbs].filter((verb) => /^[A-Z]{4,}$/.test(verb)).sort()).toEqual(wanted);
});
