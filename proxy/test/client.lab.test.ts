import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { clientKey, parseIp } from "@dnstools/core/protocol/ip";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { type Edge, freePort, startEdge } from "./edge.ts";
import { type OddGateway, oddGateway } from "./gateway.ts";

const HOST = "Host: api.example.com\r\nConnection: close\r\n";

let gateway: OddGateway;
/** One reverse proxy that trusts X-Forwarded-For, and another that reads the PROXY protocol. */
let edge: Edge;
let proxied: Edge;

beforeAll(async () => {
  gateway = await oddGateway();
  edge = await startEdge([gateway.host], { PROXY_TRUSTED: "127.0.0.9,127.0.0.8/32" });
  proxied = await startEdge([gateway.host], { PROXY_TRUSTED: "127.0.0.9", PROXY_PROTOCOL: "on" });
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  await proxied[Symbol.asyncDispose]();
  gateway[Symbol.dispose]();
});

describe("who the client is", () => {
  /**
   * The senders of the requests: a trusted proxy, and any other address. Each test row has the sender, the
   * X-Forwarded-For header as sent, and the client that the gateway sees.
   */
  const PROXY = "127.0.0.9";
  const SOMEBODY = "127.0.0.50";
  test.each([
    [SOMEBODY, "X-Forwarded-For: 6.6.6.6\r\n", SOMEBODY],
    [SOMEBODY, "X-Forwarded-For: 127.0.0.9\r\n", SOMEBODY],
    [SOMEBODY, "Forwarded: for=6.6.6.6\r\nX-Real-IP: 6.6.6.6\r\nX-Client-IP: 6.6.6.6\r\n", SOMEBODY],
    [SOMEBODY, "X-Forwarded-For: garbage\r\n", SOMEBODY],
    [PROXY, "X-Forwarded-For: 6.6.6.6\r\n", "6.6.6.6"],
    [PROXY, "X-Forwarded-For: 5.5.5.5, 6.6.6.6\r\n", "6.6.6.6"],
    [PROXY, "X-Forwarded-For: 5.5.5.5, 6.6.6.6, 127.0.0.8\r\n", "6.6.6.6"],
    [PROXY, "X-Forwarded-For: 5.5.5.5\r\nX-Forwarded-For: 6.6.6.6\r\n", "6.6.6.6"],
    [PROXY, "X-Forwarded-For: 5.5.5.5,6.6.6.6:1234\r\n", "6.6.6.6"],
    [PROXY, "X-Forwarded-For: 5.5.5.5, [2001:DB8:0::0001]:99\r\n", "2001:db8::1"],
    [PROXY, "X-Forwarded-For: 5.5.5.5, 2001:db8:0:0:0:0:0:1\r\n", "2001:db8::1"],
    [PROXY, "X-Forwarded-For: 5.5.5.5, garbage\r\n", PROXY],
    [PROXY, "X-Forwarded-For: 5.5.5.5, 6.6.6.6;\r\n", PROXY],
    [PROXY, "X-Forwarded-For: 5.5.5.5, 06.6.6.6666\r\n", PROXY],
    [PROXY, "X-Forwarded-For: \r\n", PROXY],
    [PROXY, "Forwarded: for=6.6.6.6\r\nX-Real-IP: 6.6.6.6\r\n", PROXY],
    [PROXY, "", PROXY],
  ])("from %s with %j it is %3$s", async (from, headers, client) => {
    const before = gateway.seen.length;
    await rawHttp(edge.url, `GET /x HTTP/1.1\r\n${HOST}${headers}\r\n`, from);
    expect(gateway.seen).toHaveLength(before + 1);
    expect(gateway.seen.at(-1)?.headers["x-forwarded-for"]).toBe(client);
  });
});

describe("the PROXY protocol", () => {
  const V2 = "\r\n\r\n\0\r\nQUIT\n";
  const v2 = (family: number, ...addresses: readonly (readonly number[])[]) => {
    const bytes = [...addresses.flat(), 0x1f, 0x90, 0, 80];
    return Buffer.concat([
      Buffer.from(V2, "latin1"),
      Buffer.from([0x21, family, 0, bytes.length]),
      Buffer.from(bytes),
    ]);
  };
  const V4 = parseIp("6.6.6.6") ?? [];
  const V6 = parseIp("2001:db8::6") ?? [];

  test.each([
    ["v1 of IPv4", Buffer.from("PROXY TCP4 6.6.6.6 1.1.1.1 5000 80\r\n"), "6.6.6.6"],
    ["v1 of IPv6", Buffer.from("PROXY TCP6 2001:db8::6 2001:db8::1 5000 80\r\n"), "2001:db8::6"],
    ["v1 of an unknown client", Buffer.from("PROXY UNKNOWN\r\n"), "127.0.0.9"],
    ["v2 of IPv4", v2(0x11, V4, [1, 1, 1, 1]), "6.6.6.6"],
    ["v2 of IPv6", v2(0x21, V6, V6), "2001:db8::6"],
  ])("%s", async (_, preface, client) => {
    const before = gateway.seen.length;
    const spoofed = `GET /x HTTP/1.1\r\n${HOST}X-Forwarded-For: 9.9.9.9\r\n\r\n`;
    const answer = await send(proxied.port, Buffer.concat([preface, Buffer.from(spoofed)]), "127.0.0.9");
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(gateway.seen).toHaveLength(before + 1);
    expect(gateway.seen.at(-1)?.headers["x-forwarded-for"]).toBe(client);
  });

  test("from an untrusted peer it is read and ignored; a connection without it is closed", async () => {
    const before = gateway.seen.length;
    const request = `GET /x HTTP/1.1\r\n${HOST}\r\n`;
    await send(proxied.port, Buffer.from(`PROXY TCP4 6.6.6.6 1.1.1.1 5000 80\r\n${request}`), "127.0.0.50");
    expect(gateway.seen.at(-1)?.headers["x-forwarded-for"]).toBe("127.0.0.50");
    expect(await send(proxied.port, Buffer.from(request), "127.0.0.9")).toBe("");
    expect(gateway.seen).toHaveLength(before + 1);
  });
});

/** Sends bytes and returns everything that is received until the connection closes. */
async function send(port: number, bytes: Buffer, from: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect({ host: "127.0.0.1", port, localAddress: from });
  let got = "";
  socket.on("connect", () => socket.write(bytes));
  socket.on("data", (data: Buffer) => {
    got += data.toString();
  });
  socket.on("error", () => resolve());
  socket.on("close", () => resolve());
  await promise;
  return got;
}

describe("what limits count by is the gateway's client key", () => {
  /** Addresses in various text forms, some of which mean the same client. */
  const FORMS = [
    "6.6.6.6",
    "::ffff:6.6.6.6",
    "::FFFF:0606:0606",
    "0:0:0:0:0:ffff:606:606",
    "2001:db8:1:2:3:4:5:6",
    "2001:db8:1:2::",
    "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff",
    "2001:db8:1:2::1.2.3.4",
    "2001:db8::1:0:0:1",
    "2001:db8:1:3::1",
    "2001:db8::1",
    "2001:db8:0:0::",
    "::1",
    "::",
    "1::",
    "fe80::a0a:a0a:a0a:a0a",
    "a0a:a0a:a0a:a0a:a0a:a0a:a0a:a0a",
    "::fffe:6.6.6.6",
    "64:ff9b::6.6.6.6",
  ];

  /** Returns an nginx configuration that responds with the bytes of the client key. */
  const show = () => "include snippets/refusals.conf;\nlocation / {\n  return 200 $client;\n}\n";

  test("of each form of text of an address", async () => {
    await using edge = await startEdge(
      [`127.0.0.1:${freePort()}`],
      { PROXY_TRUSTED: "127.0.0.1" },
      { files: { "snippets/edge.conf": show } },
    );
    for (const form of FORMS) {
      const response = await fetch(edge.url, { headers: { "x-forwarded-for": form } });
      const key = [...new Uint8Array(await response.arrayBuffer())];
      const [address = ""] = clientKey(form).split("/");
      expect({ form, key }).toEqual({ form, key: (parseIp(address) ?? []).slice(0, 8) });
    }
  });

  test("so that two forms are one client exactly where the gateway has them as one", () => {
    const keys = new Map(FORMS.map((form) => [form, clientKey(form)]));
    expect(keys.get("::FFFF:0606:0606")).toBe("6.6.6.6");
    expect(new Set(keys.values()).size).toBe(9);
  });
});
