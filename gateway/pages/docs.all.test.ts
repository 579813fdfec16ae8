import { afterAll, beforeAll, expect, test } from "bun:test";
import { type OpenBrowser, openBrowser, type WatchedPage } from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { contracts } from "../app.ts";

/** One browser for all tests: each has pages with a profile of their own. */
let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** Opens the reference and waits until it stands. */
async function openDocs({ page }: WatchedPage, url: string): Promise<void> {
  await page.goto(`${url}/docs`);
  await page.locator("[data-ready] .opblock").first().waitFor();
}

/** Opens an operation, calls it as it is filled in, and gives the status and text that are shown. */
async function tryIt({ page }: WatchedPage, tool: string): Promise<{ status: string; body: string }> {
  const operation = page.locator(`#operations-tools-${tool}`);
  await operation.locator(".opblock-summary-control").click();
  await operation.locator("button.execute").click();
  const answer = operation.locator(".live-responses-table .response").first();
  await answer.waitFor();
  const [status, body] = await Promise.all(
    [".response-col_status", ".response-col_description"].map((part) => answer.locator(part).textContent()),
  );
  return { status: (status ?? "").trim().slice(0, 3), body: body ?? "" };
}

test("/docs shows every operation, loads from no other origin, and breaks no rule of its policy", async () => {
  const product = await sharedProduct("all");
  const watched = await browser.open();
  const { page, requests, complaints } = watched;
  await openDocs(watched, product.url);
  const paths = await page.locator(".opblock-summary-path").allTextContents();
  const plain = paths.map((path) => path.replaceAll(/[^\w/]/g, ""));
  expect(plain).toEqual([...contracts.map(({ tool }) => `/api/v1/${tool}`), "/api/v1", "/api/v1/limits"]);
  for (const operation of await page.locator(".opblock-summary-control").all()) await operation.click();
  expect(await page.locator("button.execute").count()).toBe(plain.length);
  await page.locator("section.models button").first().click();
  await page.locator(".json-schema-2020-12").first().waitFor();
  await page.locator(".btn.authorize").click();
  await page.locator(".modal-ux input").waitFor();
  expect(requests.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([]);
  expect(complaints).toEqual([]);
  // What came into the page all the same could not run, and would have been heard of.
  const logged = page.waitForEvent("console");
  const ran = await page.evaluate(
    "document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' })), 'ran' in window",
  );
  expect(ran).toBe(false);
  expect((await logged).text()).toContain("Content Security Policy");
  expect(complaints).toHaveLength(1);
});

test("/docs makes a call and shows its answer, also with another PUBLIC_URL", async () => {
  const product = await sharedProduct("all", { PUBLIC_URL: "https://dns.example.net" });
  const watched = await browser.open();
  await openDocs(watched, product.url);
  const { status, body } = await tryIt(watched, "dns");
  expect(status).toBe("200");
  expect(body).toContain('"domain": "example.com"');
  expect(body).toContain('"status": "answer"');
  expect(watched.requests.at(-1)).toBe(`${product.url}/api/v1/dns?domain=example.com`);
  expect(watched.complaints).toEqual([]);
});

test("/docs sends the key it is given: a valid one has no limit, a bad one is refused", async () => {
  const product = await sharedProduct("all");
  const { key } = await product.keys("create", "--name", "docs");
  for (const [value, status] of [
    [key, "200"],
    ["nonsense", "401"],
  ] as const) {
    const watched = await browser.open();
    const { page } = watched;
    await openDocs(watched, product.url);
    await page.locator(".btn.authorize").click();
    await page.locator(".modal-ux input").fill(value);
    await page.locator(".modal-ux button.authorize").click();
    await page.locator(".modal-ux .btn-done").click();
    const sent = page.waitForRequest(/api\/v1\/dns/);
    const shown = await tryIt(watched, "dns");
    expect((await sent).headers()["x-api-key"]).toBe(value);
    expect(shown.status).toBe(status);
    expect(shown.body).toContain(status === "200" ? "x-ratelimit-remaining: 60" : "key_malformed");
  }
});
