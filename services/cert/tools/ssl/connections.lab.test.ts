import { afterAll, expect, test } from "bun:test";
import { connect, createServer, type Socket } from "node:net";
import { PRODUCT } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { json } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** Settings without a cache, so that each call makes its own connections. */
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };

/**
 * Where connections to one port of the tests' own address are forwarded. Only the first `answered` connections are
 * forwarded; later ones are accepted but never answered.
 */
type Way = { readonly to: string; readonly answered?: number };
const ways = new Map<number, Way>();
const counts = new Map<number, number>();

const servers = [80, 443, 587].map((port) =>
  createServer((socket) => {
    const way = ways.get(port);
    const count = (counts.get(port) ?? 0) + 1;
    counts.set(port, count);
    socket.on("error", () => {});
    if (way === undefined) return void socket.destroy();
    if (count > (way.answered ?? Number.POSITIVE_INFINITY)) return void socket.resume();
    pipe(socket, connect(port, way.to));
  }).listen(port, PRODUCT.v4),
);
afterAll(() => {
  for (const server of servers) server.close();
});

function pipe(client: Socket, behind: Socket): void {
  behind.on("error", () => client.destroy());
  client.on("close", () => behind.destroy());
  behind.on("close", () => client.destroy());
  client.pipe(behind).pipe(client);
}

/**
 * Forwards connections to product.net to a lab server, calls the tool for product.net, and counts the connections to
 * each port.
 */
async function session(service: string, server: string, answered?: number) {
  const way: Way = { to: addressOf(server), ...(answered === undefined ? {} : { answered }) };
  for (const port of [80, 443, 587]) ways.set(port, way);
  counts.clear();
  const product = await sharedProduct("all", ENV);
  const answer = await json(fetch(`${product.url}/api/v1/ssl?host=product.net&service=${service}`));
  const [first] = answer.data.servers.filter(({ address }: { address: string }) => address === PRODUCT.v4);
  return { first, ports: Object.fromEntries(counts) };
}

test.each([
  ["a server with ECDSA", "good-ecdsa.certs.com", { 80: 1, 443: 6 }],
  ["a server with RSA", "good-rsa.certs.com", { 80: 1, 443: 6 }],
  ["one whose certificate only the hand-made hello shows", "dhe-only.certs.com", { 80: 1, 443: 6 }],
  ["one with only old versions", "tls11.certs.com", { 80: 1, 443: 5 }],
  ["one with only TLS 1.3", "tls13.certs.com", { 80: 1, 443: 6 }],
  ["one with nothing in common", "ffdhe2048-tls13.certs.com", { 443: 2 }],
] as const)("a web server has one connection, and at most six more: %s", async (_, server, ports) => {
  const observed = await session("https", server);
  expect(observed.ports).toEqual(ports);
});

test("a mail server gets one connection and one further connection", async () => {
  const { first, ports } = await session("smtp", "mx1.mailtls.com");
  expect([ports, first.more.status, first.reachability.status]).toEqual([{ 587: 2 }, "asked", "ok"]);
});

test("the verdicts do not wait for further connections", async () => {
  const { first } = await session("https", "good-ecdsa.certs.com", 1);
  const { validity, trust, chain, protocol } = first.verdicts;
  expect([validity, trust, chain, protocol].map(({ status }) => status)).toEqual([
    "pass",
    "pass",
    "pass",
    "pass",
  ]);
  expect(first.more).toMatchObject({
    versions: { "TLSv1.3": true, "TLSv1.2": null, "TLSv1.1": null },
    rsa: { status: "unknown" },
    withoutName: { status: "unknown" },
    stapling: { status: "unknown", reason: "no_answer" },
    clientCertificate: null,
  });
});

test("the full answer about four mail servers is at most 32 kB", async () => {
  const product = await sharedProduct("all", ENV);
  const response = await fetch(`${product.url}/api/v1/ssl?domain=fourmx.mailtls.com&service=smtp25`);
  const text = await response.text();
  const { data } = JSON.parse(text);
  expect(data.summary).toMatchObject({ servers: 8, reached: 8 });
  expect(data.servers.filter(({ more }: { more: unknown }) => more !== null)).toHaveLength(4);
  expect(text.length).toBeLessThanOrEqual(32_000);
});
