import { afterAll, beforeAll, expect, test } from "bun:test";
import { type OpenBrowser, openBrowser } from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { contracts } from "../app.ts";

/** One browser for all tests; each test's pages have a separate profile. */
let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** Script that returns the targets of all links. */
const LINKS = "[...document.querySelectorAll('a')].map((link) => link.href)";
/** The page of a finding with one of the longest codes. */
const LONG = "/docs/findings/mail.bimi_certificate_unreachable";
/** Script that returns by how many pixels the page is wider than its window. */
const TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth";

test("the landing page loads from no other origin, and every link of it is answered", async () => {
  const product = await sharedProduct("all", { OPERATOR_CONTACT: "ops@example.net" });
  const { page, requests, complaints } = await browser.open();
  await page.goto(product.url);
  expect(await page.locator("h1").textContent()).toContain("What is wrong with a domain");
  expect(requests.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([]);
  expect(complaints).toEqual([]);
  const links = new Set((await page.evaluate(LINKS)) as string[]);
  expect(links.delete("mailto:ops@example.net")).toBe(true);
  for (const { tool } of contracts) {
    expect([...links].filter((link) => link.startsWith(`${product.url}/${tool}/`))).toHaveLength(1);
    // Reports send queries to third-party servers, so links to reports must have rel="nofollow".
    for (const link of await page.locator(`a[href^="/${tool}/"]`).all())
      expect(await link.getAttribute("rel")).toBe("nofollow");
    expect([...links]).toContain(`${product.url}/docs/${tool}`);
  }
  for (const path of [
    "/docs",
    "/docs/errors",
    "/docs/findings",
    "/docs/words",
    "/openapi.json",
    "/api/v1",
    "/api/v1/limits",
  ])
    expect([...links]).toContain(`${product.url}${path}`);
  const statuses = await Promise.all(
    [...links].map(async (link) => [link, (await fetch(link.replace(/#.*/, ""))).status] as const),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  await page.locator("a[href='/docs/whois']").click();
  await page.waitForURL("**/docs/whois");
});

test("no page is wider than a phone, in light and in dark", async () => {
  const product = await sharedProduct("all", { OPERATOR_CONTACT: "ops@example.net" });
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, complaints } = await browser.open({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme });
    const grounds = new Set<unknown>();
    for (const path of ["/", "/docs/errors", "/docs/findings", LONG, "/docs/words", "/docs", "/docs/scout"]) {
      await page.goto(`${product.url}${path}`);
      expect({ path, wide: await page.evaluate(TOO_WIDE) }).toEqual({ path, wide: 0 });
      grounds.add(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
    }
    expect([...grounds]).toEqual([colorScheme === "light" ? "rgb(252, 252, 250)" : "rgb(20, 25, 28)"]);
    expect(complaints).toEqual([]);
  }
});
