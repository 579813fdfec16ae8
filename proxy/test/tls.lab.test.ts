import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { type Edge, freePort, startEdge } from "./edge.ts";
import { type OddGateway, oddGateway } from "./gateway.ts";
import { expectProblem, headerOf } from "./problem.ts";

const NAME = "good-ecdsa.certs.com";
const tls = (name: string) => join(process.env["LAB_MADE"] ?? "", "tls", name);
const port = freePort();
/** Certificates of the lab. These tests do not check whether the certificates are trusted. */
const CERTIFICATES = [NAME, "good-rsa.certs.com"]
  .map((name) => `${tls(name)}.pem=${tls(name)}.key`)
  .join(",");

let gateway: OddGateway;
let edge: Edge;

beforeAll(async () => {
  gateway = await oddGateway();
  edge = await startEdge([gateway.host], {
    PROXY_LISTEN_TLS: `127.0.0.1:${port}`,
    PROXY_SERVER_NAMES: NAME,
    PROXY_CERTIFICATES: CERTIFICATES,
  });
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  gateway[Symbol.dispose]();
});

type Shaken = { readonly version: string | null; readonly cipher: string; readonly text: string };

/** Connects over TLS, sends a request and returns the response. Rejects if the handshake fails. */
async function overTls(options: ConnectionOptions, request: string): Promise<Shaken> {
  const { promise, resolve, reject } = Promise.withResolvers<Shaken>();
  const socket: TLSSocket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options });
  let version: string | null = null;
  let cipher = "";
  let text = "";
  socket.on("secureConnect", () => {
    version = socket.getProtocol();
    cipher = socket.getCipher().name;
    socket.write(request);
  });
  socket.on("data", (data: Buffer) => {
    text += data.toString();
  });
  socket.on("error", reject);
  socket.on("close", () => resolve({ version, cipher, text }));
  return promise;
}

function answerOf({ text }: Shaken) {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  return { status: Number(head.slice(9, 12)), head, body };
}

const GET = `GET /api/v1 HTTP/1.1\r\nHost: ${NAME}\r\nConnection: close\r\n\r\n`;

describe("TLS", () => {
  test.each(["TLSv1.2", "TLSv1.3"] as const)("%s is spoken, with HSTS", async (version) => {
    const shaken = await overTls({ servername: NAME, minVersion: version, maxVersion: version }, GET);
    expect(shaken.version).toBe(version);
    const answer = answerOf(shaken);
    expect(answer.status).toBe(200);
    expect(headerOf(answer, "Strict-Transport-Security")).toBe("max-age=31536000");
    expect(gateway.seen.at(-1)?.headers["x-forwarded-proto"]).toBe("https");
  });

  test.each(["TLSv1", "TLSv1.1"] as const)("%s is not", async (version) => {
    const asked = overTls({ servername: NAME, minVersion: version, maxVersion: version }, GET);
    expect(await asked.catch(() => "refused")).toBe("refused");
  });

  test("a cipher without forward secrecy is not", async () => {
    const weak = { servername: NAME, maxVersion: "TLSv1.2", ciphers: "AES128-SHA" } as const;
    expect(await overTls(weak, GET).catch(() => "refused")).toBe("refused");
  });

  test.each([["other.certs.com"], [undefined]])(
    "with the name %p there is no handshake",
    async (servername) => {
      const asked = overTls(servername === undefined ? {} : { servername }, GET);
      expect(await asked.catch((error: Error) => error.message)).toMatch(
        /unrecognized|UNRECOGNIZED|handshake|closed|reset|disconnected/i,
      );
    },
  );

  test("another Host under the right name is 421", async () => {
    const request = GET.replace(`Host: ${NAME}`, "Host: other.certs.com");
    expectProblem(answerOf(await overTls({ servername: NAME }, request)), "misdirected", 60);
  });

  test("a refusal has HSTS too", async () => {
    const answer = answerOf(await overTls({ servername: NAME }, GET.replace("/api/v1", "/metrics")));
    expectProblem(answer, "unknown_path", 60);
    expect(headerOf(answer, "Strict-Transport-Security")).toBe("max-age=31536000");
  });

  test("plain HTTP where TLS is spoken is 400", async () => {
    expectProblem(await rawHttp(`http://127.0.0.1:${port}`, GET), "bad_request", 60);
  });

  test("plain HTTP is redirected, with the path and the query, of names that are ours alone", async () => {
    const request = GET.replace("/api/v1", "/api/v1/dns?domain=example.com");
    const straight = await rawHttp(edge.url, request.replace(`Host: ${NAME}`, `Host: ${NAME}:8080`));
    expect(headerOf(straight, "Location")).toBe(`https://${NAME}:${port}/api/v1/dns?domain=example.com`);
    // The request comes through port 80 of a load balancer whose TLS port is 443.
    const answer = await rawHttp(edge.url, request);
    expect(answer.status).toBe(308);
    expect(headerOf(answer, "Location")).toBe(`https://${NAME}/api/v1/dns?domain=example.com`);
    expect(headerOf(answer, "Access-Control-Allow-Origin")).toBe("*");
    expect(headerOf(answer, "X-RateLimit-Remaining")).toBe("60");
    expect(headerOf(answer, "Strict-Transport-Security")).toBeNull();
    const other = await rawHttp(edge.url, GET.replace(`Host: ${NAME}`, "Host: evil.example.net"));
    expectProblem(other, "misdirected", 60);
  });
});

test("a wildcard among our names is no way to be redirected elsewhere", async () => {
  await using wild = await startEdge([gateway.host], {
    PROXY_LISTEN_TLS: `127.0.0.1:${freePort()}`,
    PROXY_SERVER_NAMES: "*.w.example.com",
    PROXY_CERTIFICATES: CERTIFICATES,
  });
  const get = (host: string) =>
    rawHttp(wild.url, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect((await get("a-1.w.example.com")).status).toBe(308);
  for (const host of ["evil.com?.w.example.com", "evil.com#.w.example.com", "evil.com;.w.example.com"]) {
    const answer = await get(host);
    expect([host, headerOf(answer, "Location")]).toEqual([host, null]);
  }
});

describe("HTTP/2", () => {
  /** Sends a request with curl, because fetch does not report the HTTP version. */
  async function curl(...args: readonly string[]): Promise<string> {
    const at = ["--resolve", `${NAME}:${port}:127.0.0.1`, "-sk", "--http2", "-i", "-m", "20"];
    const child = Bun.spawn(["curl", ...at, ...args, `https://${NAME}:${port}/api/v1`], { stdout: "pipe" });
    return child.stdout.text();
  }

  test("is spoken", async () => {
    expect(await curl()).toMatch(/^HTTP\/2 200/);
    expect(gateway.seen.at(-1)?.line).toBe("GET /api/v1 HTTP/1.1");
  });

  test.each([
    ["POST", ["-X", "POST"], "405", "method_not_allowed"],
    ["a large body", ["-X", "GET", "--data", "a".repeat(5000)], "413", "body_too_large"],
    ["another authority", ["-H", "Host: other.certs.com"], "421", "misdirected"],
  ])("%s is refused with a problem", async (_, args, status, code) => {
    const answer = await curl(...args);
    expect(answer).toMatch(new RegExp(`^HTTP/2 ${status}`));
    expect(answer).toContain("content-type: application/problem+json");
    expect(answer).toContain("access-control-allow-origin: *");
    expect(answer).toContain(`"code":"${code}"`);
  });

  test("what is too large in headers ends the connection, without an answer: so nginx does it over HTTP/2", async () => {
    expect(await curl("-H", `X-Long: ${"~".repeat(9000)}`)).toBe("");
    expect(await curl()).toMatch(/^HTTP\/2 200/);
  });
});
