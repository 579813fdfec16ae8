import { expect, test } from "bun:test";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { clientTime, freePort, startEdge } from "./edge.ts";
import { oddGateway } from "./gateway.ts";

const HOST = "Host: api.example.com\r\nConnection: close\r\n";
const KEY = `dnst_${"Kk5".repeat(19)}Kk`;
const CLIENT = "127.0.0.123";
/** Texts that must not occur in any log. */
const SECRETS = ["secret", "Kk5", "127.0.0.123"];

/** Requests of every kind, with secrets in every possible place. */
const REQUESTS = [
  `GET /api/v1/dns?domain=secret.com HTTP/1.1\r\n${HOST}X-API-Key: ${KEY}\r\nReferer: https://secret.com\r\nUser-Agent: secret\r\n\r\n`,
  `GET /api/v1/dns?key=${KEY} HTTP/1.1\r\n${HOST}X-API-Key: secret\r\n\r\n`,
  `GET /${KEY}/x HTTP/1.1\r\n${HOST}X-Request-Id: ${KEY}\r\n\r\n`,
  `GET /metrics?secret HTTP/1.1\r\n${HOST}\r\n`,
  `POST /api/v1?secret HTTP/1.1\r\n${HOST}Content-Length: 6\r\n\r\nsecret`,
  `GET /api/v1?${"secret".repeat(2000)} HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/v1?secret HTTP/1.1\r\n${HOST}X: ${"secret".repeat(2000)}\r\n\r\n`,
  `GET /%64nst_${KEY.slice(5)} HTTP/1.1\r\n${HOST}X-Request-Id: a.${KEY}\r\n\r\n`,
  `GET /api/v1/\u00ff\u0001 HTTP/1.1\r\n${HOST}\r\n`,
  "secret\r\n\r\n",
  `GET /api/v1?secret HTTP/1.1\r\n${HOST}Host: secret\r\n\r\n`,
];

/** Parses the lines of a log, which must all be JSON. */
function lines(text: string): readonly Record<string, unknown>[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("no query, key, header or address is in any log, whether a gateway answers or not", async () => {
  using gateway = await oddGateway();
  for (const upstream of [gateway.host, `127.0.0.1:${freePort()}`]) {
    await using edge = await startEdge(
      [upstream],
      {},
      { files: { "conf.d/size-and-time.conf": clientTime(1) } },
    );
    for (const request of REQUESTS) await rawHttp(edge.url, request, CLIENT);
    await rawHttp(edge.url, "GET /api/v1?secret HTTP/1.1\r\nX-Slow: secret", CLIENT);
    edge.signal("SIGQUIT");
    await edge.exited;
    const text = `${edge.log()}${edge.said()}`;
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    const told = lines(edge.log());
    expect(told).toHaveLength(REQUESTS.length + 1);
    // Two workers write the log lines, so the order of the lines is not fixed.
    expect(told).toContainEqual(
      expect.objectContaining({
        method: "GET",
        path: "/api/v1/dns",
        protocol: "HTTP/1.1",
        key: "well_formed",
      }),
    );
    const posted = { method: "POST", path: "/api/v1", status: 405, origin: "edge" };
    expect(told).toContainEqual(expect.objectContaining(posted));
  }
});

test("nginx's own error lines are written only where its configuration is changed for them", async () => {
  const more = (text: string) => text.replace("error_log stderr emerg;", "error_log stderr error;");
  await using edge = await startEdge(
    [`127.0.0.1:${freePort()}`],
    { PROXY_LOG_ADDRESSES: "on" },
    { files: { "conf.d/log.conf": more } },
  );
  await rawHttp(edge.url, REQUESTS[0] ?? "", CLIENT);
  edge.signal("SIGQUIT");
  await edge.exited;
  expect(edge.said()).toContain("secret.com");
  expect(lines(edge.log())[0]).toMatchObject({
    address: CLIENT,
    status: 503,
    origin: "edge",
    fault: "service_unavailable",
  });
});

test("of refusals a share is in the log, and all of what is served", async () => {
  using gateway = await oddGateway();
  // Ten percent instead of one percent are logged, so that the test does not depend on chance.
  const tenth = (text: string) => text.replace("  1% 1;", "  10% 1;");
  await using edge = await startEdge(
    [gateway.host],
    { PROXY_FLOOD_RATE: "1" },
    { files: { "conf.d/log.conf": tenth } },
  );
  const codes: number[] = [];
  for (let n = 0; n < 10; n++) {
    const asked = Array.from({ length: 51 }, () => rawHttp(edge.url, `GET /x HTTP/1.1\r\n${HOST}\r\n`));
    codes.push(...(await Promise.all(asked)).map(({ status }) => status));
  }
  edge.signal("SIGQUIT");
  await edge.exited;
  const told = lines(edge.log());
  expect(told.filter(({ status }) => status === 200)).toHaveLength(
    codes.filter((code) => code === 200).length,
  );
  const refused = told.filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThanOrEqual(10);
  expect(refused).toBeLessThanOrEqual(200);
});

test("PROXY_ACCESS_LOG=off writes no access log", async () => {
  using gateway = await oddGateway();
  await using edge = await startEdge([gateway.host], { PROXY_ACCESS_LOG: "off" });
  await rawHttp(edge.url, REQUESTS[0] ?? "", CLIENT);
  expect(() => edge.log()).toThrow();
});
