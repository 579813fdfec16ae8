import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { APP_CONFIG, measured, problems } from "./http.ts";

function build() {
  const lines: string[] = [];
  const log = createLog("debug", {}, (line) => void lines.push(line));
  const metrics = createMetrics({ version: "1", revision: "r", target: "all" });
  const app = new Elysia(APP_CONFIG);
  app.use(problems({ log, allow: () => "GET", routes: () => app.routes }));
  app.get("/throws", () => {
    throw new Error("secret of the house");
  });
  app.get("/rejects", () =>
    Promise.reject(new Error("secret of the house", { cause: new Error("10.1.2.3 refused") })),
  );
  app.get("/codes/:code", ({ params: { code } }) => code);
  app.get("/throws-text", () => {
    throw "secret of the house";
  });
  return { ask: measured(app, "gateway", { metrics, log }), lines, metrics };
}

test("an internal error shows the caller nothing and is logged completely", async () => {
  const { ask, lines } = build();
  for (const path of ["/throws", "/rejects", "/throws-text"]) {
    const response = await ask(
      new Request(`http://localhost${path}`, { headers: { "x-request-id": "abcdefgh-1" } }),
    );
    const body = await response.text();
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(JSON.parse(body)).toMatchObject({ code: "internal_error", requestId: "abcdefgh-1" });
    expect(body).not.toContain("secret");
  }
  const errors = lines.map((line) => JSON.parse(line)).filter((line) => line.level === "error");
  expect(errors).toHaveLength(3);
  for (const { requestId, error } of errors) {
    expect(requestId).toBe("abcdefgh-1");
    expect(error).toContain("secret of the house");
  }
  expect(errors[1].error).toContain("10.1.2.3 refused");
});

test("requests are counted by route, and unknown paths under one name", async () => {
  const { ask, metrics, lines } = build();
  for (const path of ["/throws?domain=private.example.com", "/a", "/b", "/c?x"])
    await ask(new Request(`http://localhost${path}`));
  const text = await metrics.render();
  expect(text).toContain(
    'dnstools_http_requests_total{service="gateway",route="/throws",method="GET",code="503"} 1',
  );
  expect(text).toContain(
    'dnstools_http_requests_total{service="gateway",route="unmatched",method="GET",code="404"} 3',
  );
  expect(text).toContain(
    'dnstools_http_requests_total{service="gateway",route="/rejects",method="GET",code="503"} 0',
  );
  expect(text).toContain('dnstools_http_requests_in_flight{service="gateway"} 0');
  expect(text).not.toContain("private.example.com");
  expect(lines.join("")).not.toContain("private.example.com");
});

test("a route with a parameter is counted as one, and refuses other methods", async () => {
  const { ask, metrics } = build();
  for (const [path, method, status] of [
    ["/codes/a", "GET", 200],
    ["/codes/b", "POST", 405],
    ["/codes/", "GET", 404],
    ["/codes/a/b", "GET", 404],
  ] as const)
    expect({ path, status: (await ask(new Request(`http://localhost${path}`, { method }))).status }).toEqual({
      path,
      status,
    });
  const text = await metrics.render();
  for (const row of [
    'route="/codes/{code}",method="GET",code="200"} 1',
    'route="/codes/{code}",method="POST",code="405"} 1',
    'route="unmatched",method="GET",code="404"} 2',
  ])
    expect(text).toContain(`dnstools_http_requests_total{service="gateway",${row}`);
});
