import { expect, test } from "bun:test";
import { openBrowser } from "@dnstools/lab/support/browser";
import { startProduct } from "@dnstools/lab/support/product";

/** The parts of a response that a script on a web page can read. */
type Seen = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly code?: string; readonly data?: unknown; readonly contact?: string };
};

test("a page of another origin calls the API without a key and with one, and reads headers and refusals", async () => {
  await using product = await startProduct("all", {
    RATE_LIMIT_UNITS: "10",
    RATE_LIMIT_WINDOW_S: "3600",
    OPERATOR_CONTACT: "ops@example.net",
  });
  const { key } = await product.keys("create", "--name", "page");
  using other = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response("<!doctype html><title>another</title>", { headers: { "content-type": "text/html" } }),
  });
  await using browser = await openBrowser();
  const { page } = await browser.open();
  await page.goto(other.url.href);
  const call = async (headers: Readonly<Record<string, string>> = {}) => {
    const url = `${product.url}/api/v1/dns?domain=example.com&type=A`;
    const init = JSON.stringify({ headers });
    return (await page.evaluate(
      `fetch(${JSON.stringify(url)}, ${init}).then(async (response) => ({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.json(),
        }))`,
    )) as Seen;
  };

  const first = await call();
  expect(first).toMatchObject({
    status: 200,
    headers: {
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "9",
      ratelimit: expect.stringMatching(/^"default";r=9;t=\d+$/),
      "ratelimit-policy": '"default";q=10;w=3600',
      "x-request-cost": "1",
      "x-request-id": expect.stringMatching(/^[A-Za-z0-9._-]{8,64}$/),
    },
  });
  for (let i = 1; i < 10; i++) expect((await call()).status).toBe(200);

  const refused = await call();
  expect(refused).toMatchObject({
    status: 429,
    headers: { "x-ratelimit-remaining": "0", "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
    body: { code: "limit_exceeded", contact: "ops@example.net" },
  });

  // A custom header makes the browser send a preflight request, which costs nothing.
  const keyed = await call({ "X-API-Key": key, "X-Request-Id": "a-page-of-ours" });
  expect(keyed).toMatchObject({
    status: 200,
    headers: {
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "10",
      "x-request-id": "a-page-of-ours",
    },
    body: { data: { status: "answer" } },
  });
  expect(await call({ "X-API-Key": "nonsense" })).toMatchObject({
    status: 401,
    headers: { "x-request-cost": "0" },
    body: { code: "key_malformed", contact: "ops@example.net" },
  });
});
