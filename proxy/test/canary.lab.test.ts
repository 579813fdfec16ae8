import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCollector, tracedTo } from "@dnstools/lab/support/collector";
import { type Product, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { freePort, startEdge } from "./edge.ts";
import { oddGateway } from "./gateway.ts";

/**
 * A marker that occurs in every request and must not occur in any written file. The second form of the marker is
 * partly percent-encoded.
 */
const CANARY = "kanarek7";
const ENCODED = "%6banarek7";
const SITE = "good-ecdsa.certs.com";
const tls = (name: string) => join(process.env["LAB_MADE"] ?? "", "tls", name);

/** Paths that contain a target: reports of each tool and format, valid and invalid, and similar paths. */
const PATHS = [
  `/dns/${CANARY}.example.com`,
  `/dns/${ENCODED}.example.com?type=MX`,
  `/mail/${CANARY}.com?format=json`,
  `/mail/example.com?selector=${CANARY}`,
  `/ssl/${CANARY}.example.com`,
  `/whois/${CANARY}.com?format=markdown`,
  `/dnsbl/${CANARY}.com`,
  `/propagation/${CANARY}.com?limit=1`,
  `/scout/${CANARY}.com?sections=axfr`,
  `/reverse/${CANARY}`,
  `/dns/https%3A%2F%2F${CANARY}.com%2F`,
  `/dns/exa!${CANARY}`,
  `/dns/%ZZ${CANARY}`,
  `/dns/${CANARY}.com?format=pdf`,
  `/dns/${CANARY}.com?format=json&key=${CANARY}`,
  `/dns/${CANARY}.com/`,
  `/dns/${CANARY}.com/x`,
  `/dns/https://${CANARY}.com/`,
  `/Mail/${CANARY}.com`,
  `/spf/${CANARY}.com`,
  `//mail/${CANARY}.com`,
  `/%6dail/${CANARY}.com`,
  `/mail%2F${CANARY}.com`,
  `/${CANARY}.com`,
  `/api/v1/${CANARY}`,
  `/api/v1/mail/${CANARY}.com`,
  `/docs/findings/${CANARY}`,
  `/docs/assets/${CANARY}`,
  `/metrics/${CANARY}.com`,
  `/__edge/${CANARY}`,
];

const HOST = `Host: ${SITE}\r\nConnection: close\r\nReferer: https://${SITE}/mail/${CANARY}.com\r\n`;
/** Requests that are refused before their path is read, or that are refused because of their path. */
const RAW = [
  `GET /mail/${CANARY}.com HTTP/1.1\r\n${HOST}User-Agent: ${CANARY}\r\n\r\n`,
  `HEAD /mail/${CANARY}.com HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS /mail/${CANARY}.com HTTP/1.1\r\n${HOST}Origin: https://${CANARY}.com\r\n\r\n`,
  `POST /mail/${CANARY}.com HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`,
  `GET /mail/${CANARY}.com HTTP/1.0\r\n\r\n`,
  `GET /mail/${CANARY}.com HTTP/9.9\r\n${HOST}\r\n`,
  `GET http://${SITE}/mail/${CANARY}.com HTTP/1.1\r\n${HOST}\r\n`,
  `GET http://${CANARY}.com/mail/example.com HTTP/1.1\r\n${HOST}\r\n`,
  `GET /mail/${CANARY}.com HTTP/1.1\r\n${HOST}Host: ${CANARY}\r\n\r\n`,
  `GET /mail/${CANARY}.com HTTP/1.1\r\n${HOST}X-Request-Id: ${CANARY}/\r\n\r\n`,
  `GET /mail/${CANARY}.com HTTP/1.1\r\n${HOST}X-API-Key: ${CANARY}\r\n\r\n`,
  `GET /mail/${CANARY}${"a".repeat(9000)} HTTP/1.1\r\n${HOST}\r\n`,
  `GET /mail/${CANARY}.com HTTP/1.1\r\n${HOST}X: ${CANARY.repeat(1200)}\r\n\r\n`,
  `GET /mail/../../${CANARY} HTTP/1.1\r\n${HOST}\r\n`,
  `GET /mail/${CANARY}%00 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /mail/\u00ff${CANARY} HTTP/1.1\r\n${HOST}\r\n`,
  `${CANARY}\r\n\r\n`,
];

/** Returns the contents of all files in a folder. */
function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

function expectNone(what: string, written: string): void {
  const at = written.toLowerCase().search(/kanarek|banarek/);
  expect({ what, found: at === -1 ? null : written.slice(Math.max(0, at - 300), at + 100) }).toEqual({
    what,
    found: null,
  });
}

async function metricsOf({ processes }: Product): Promise<string> {
  const texts = processes.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text());
  return (await Promise.all(texts)).join("");
}

async function overHttp2(port: number, path: string): Promise<string> {
  const to = ["--resolve", `${SITE}:${port}:127.0.0.1`, `https://${SITE}:${port}${path}`];
  const curl = Bun.spawn(["curl", "-sk", "--http2", "-o", "/dev/null", "-w", "%{http_version}", ...to]);
  const version = await curl.stdout.text();
  await curl.exited;
  return version;
}

test.each(WIRINGS)("a report's target is in nothing that is written: %s", async (wiring) => {
  const data = mkdtempSync(join(tmpdir(), "dnstools-canary-"));
  await using collector = startCollector();
  await using product = await startProduct(wiring, {
    ...tracedTo(collector),
    DATA_DIR: data,
    LOG_LEVEL: "debug",
    RATE_LIMIT_UNITS: "0",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const port = freePort();
  await using edge = await startEdge([new URL(product.url).host], {
    PROXY_LISTEN_TLS: `127.0.0.1:${port}`,
    PROXY_SERVER_NAMES: SITE,
    PROXY_CERTIFICATES: `${tls(SITE)}.pem=${tls(SITE)}.key`,
    PROXY_REDIRECT: "off",
    PROXY_FLOOD_RATE: "0",
  });
  const headers = { host: SITE, referer: `https://${SITE}/mail/${CANARY}.com` };
  const ask = async (url: string, path: string) => {
    const response = await fetch(`${url}${path}`, { headers, redirect: "manual" });
    return [response.status, await response.text()] as const;
  };
  for (const path of PATHS) for (const url of [product.url, edge.url]) await ask(url, path);
  for (const request of RAW) for (const url of [product.url, edge.url]) await rawHttp(url, request);
  for (const path of [...PATHS.slice(0, 12), `/mail/${CANARY}${"a".repeat(9000)}`])
    expect(await overHttp2(port, path)).toMatch(/^[02]$/);
  const report = await ask(edge.url, `/dns/${CANARY}.example.com?format=json`);
  expect(report[1]).toContain(CANARY);
  await until(() => collector.spans().some(({ name }) => name === "GET /dns/{target}"));

  const metrics = await metricsOf(product);
  expect(metrics).toContain('route="/mail/{target}",method="GET"');
  expectNone("metrics", metrics);
  // Stops the services behind the gateway first, and then the gateway itself.
  for (const one of product.processes.filter(({ target }) => target !== "gateway")) {
    one.kill("SIGKILL");
    await one.exited;
  }
  expect((await ask(edge.url, `/dns/${CANARY}.example.com`))[0]).toBe(503);
  for (const one of product.processes) one.kill("SIGKILL");
  await Promise.all(product.processes.map(({ exited }) => exited));
  expect((await ask(edge.url, `/dns/${CANARY}.example.com`))[0]).toBe(503);
  edge.signal("SIGQUIT");
  await edge.exited;

  const log = edge.log();
  expect(log).toContain('"path":"/mail/{target}"');
  expect(log).toContain('"path":"unmatched"');
  expectNone("edge", filesOf(edge.folder));
  for (const process of product.processes) expectNone(process.target, process.log());
  expectNone("data", filesOf(data));
  expect(collector.spans().map(({ attributes }) => attributes["http.route"])).toContain("/dns/{target}");
  expectNone("spans", JSON.stringify(collector.spans()));
  rmSync(data, { recursive: true });
});

test("an edge that runs out of connections names no target on stderr", async () => {
  using gateway = await oddGateway(() => null);
  await using edge = await startEdge([gateway.host], {
    PROXY_CONNECTIONS: "64",
    PROXY_WORKERS: "1",
    PROXY_FLOOD_RATE: "0",
  });
  const sockets: Socket[] = [];
  // Opens connections one after another until nginx runs out of them. Each request is either at the gateway or refused,
  // and a request at the gateway uses two connections.
  while (!edge.log().includes('"fault":"internal_error"')) {
    const socket = connect({ host: "127.0.0.1", port: edge.port });
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(`GET /mail/${CANARY}.com HTTP/1.1\r\n${HOST}\r\n`);
    await until(() => gateway.seen.length + edge.log().split("\n").length - 1 >= sockets.length);
  }
  for (const socket of sockets) socket.destroy();
  edge.signal("SIGTERM");
  await edge.exited;
  expect(edge.said()).toContain("worker_connections are not enough");
  expectNone("edge", filesOf(edge.folder));
});
