import { afterAll, beforeAll, expect, test } from "bun:test";
import { axeViolations } from "@dnstools/lab/support/axe";
import { type OpenBrowser, openBrowser } from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** One browser for all tests; each test's pages have a separate profile. */
let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** Tested pages: the documentation, the tools with the longest content, and problems. */
const PATHS = [
  "/docs",
  "/docs/mail",
  "/docs/propagation",
  "/docs/scout",
  "/docs/errors",
  "/docs/words",
  "/docs/findings",
  "/docs/findings/mail.bimi_certificate_unreachable",
  "/nosuch",
  "/api/v1/dns?domian=exa!mple.com",
  "/dns/nothing-here.com",
];
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
/** Script that returns by how many pixels the page is wider than its window. */
const TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth";
const UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true";

test.each([
  ["light", PHONE],
  ["dark", DESK],
] as const)(
  "in %s at %j no page breaks a rule of WCAG, is too wide, or asks another host",
  async (colorScheme, size) => {
    const product = await sharedProduct("all");
    const { page, requests, complaints } = await browser.open(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const seen: unknown[] = [];
    for (const path of PATHS) {
      await page.goto(`${product.url}${path}`);
      const wide = await page.evaluate(TOO_WIDE);
      await page.evaluate(UNFOLD);
      seen.push({ path, wide, open: await page.evaluate(TOO_WIDE), axe: await axeViolations(page) });
    }
    expect(seen).toEqual(PATHS.map((path) => ({ path, wide: 0, open: 0, axe: [] })));
    expect(requests.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([]);
    // Ignores Chromium's messages about the HTTP status of a page.
    expect(complaints.filter((text) => !/the server responded with a status of 40\d/.test(text))).toEqual([]);
  },
);

test("the documentation is all there without a script, and folds by the keyboard", async () => {
  const product = await sharedProduct("all");
  const { page } = await browser.open();
  await page.goto(`${product.url}/docs/mail`);
  const inside = page.locator(".json .key", { hasText: '"recommendations"' });
  const summary = page.locator(".json summary").first();
  expect(await inside.isVisible()).toBe(true);
  await summary.focus();
  await page.keyboard.press("Enter");
  expect(await inside.isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  expect(await inside.isVisible()).toBe(true);
});

test("a script that is injected into a page does not run, and is reported", async () => {
  const product = await sharedProduct("all");
  const { page, complaints } = await browser.open();
  await page.route("**/docs", async (route) => {
    const response = await route.fetch();
    const hole = "<script>window.ran = 1</script><img src='/nosuch' onerror='window.ran = 1' alt=''></main>";
    await route.fulfill({ response, body: (await response.text()).replace("</main>", hole) });
  });
  await page.goto(`${product.url}/docs`);
  expect(await page.evaluate("'ran' in window")).toBe(false);
  const refused = complaints.filter((text) => text.includes("Content Security Policy"));
  expect(refused).toHaveLength(2);
});
