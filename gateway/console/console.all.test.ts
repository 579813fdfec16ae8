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

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
/** Script that returns by how many pixels the page is wider than its window. */
const TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth";
const UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true";
/** Script that returns everything that a page could store in the browser. */
const KEPT =
  "JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, document.documentElement.outerHTML])";

/** Filters the browser's complaints: Chromium's messages about the HTTP status of a page are removed. */
const real = (complaints: readonly string[]) =>
  complaints.filter((text) => !/the server responded with a status of 4\d\d/.test(text));

test("a name is typed and its report is there, by the keyboard alone, and nothing is asked of another host", async () => {
  const product = await sharedProduct("all");
  const { page, requests, complaints } = await browser.open();
  await page.goto(product.url);
  // The search field has the focus when the page opens.
  await page.locator("#q:focus").waitFor();
  await page.keyboard.type("https://www.example.com/path");
  await page.keyboard.press("Enter");
  await page.locator("article.report").waitFor();
  expect(new URL(page.url()).pathname).toBe("/ssl/www.example.com");
  expect(await page.inputValue("#q")).toBe("www.example.com");
  expect(await page.inputValue("#tool")).toBe("ssl");
  expect(await page.locator(".ask .units").textContent()).toMatch(/^\d+ of 60 units left$/);
  // The list of tools is the next tab stop after the search field.
  await page.locator("#q").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Registration");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/whois/www.example.com");
  await page.locator("article.report").waitFor();
  expect(requests.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("without a script the same form leads to the report, and says what is wrong with a text", async () => {
  const product = await sharedProduct("all");
  const { page } = await browser.open(PHONE, { javaScriptEnabled: false });
  await page.goto(product.url);
  await page.fill("#q", "ann@example.com");
  await page.click("button[type=submit]");
  await page.locator("article.report").waitFor();
  expect(new URL(page.url()).pathname).toBe("/mail/example.com");
  expect(await page.locator(".copy, .report-tools, .key").count()).toBe(0);
  await page.fill("#q", "example..com");
  await page.click("button[type=submit]");
  expect(await page.locator("[role=alert]").textContent()).toContain("empty label");
  await page.selectOption("#tool", "reverse");
  await page.fill("#q", "example.com");
  await page.click("button[type=submit]");
  await page.click("main .button");
  await page.locator("article.report").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dns/example.com");
});

test.each([
  ["light", PHONE],
  ["dark", PHONE],
  ["light", DESK],
  ["dark", DESK],
] as const)(
  "in %s at %j the field's pages break no rule of WCAG, are not too wide, and do not complain",
  async (colorScheme, size) => {
    const product = await sharedProduct("all", {
      RATE_LIMIT_UNITS: "0",
      OPERATOR_CONTACT: "ops@example.net",
    });
    const { page, requests, complaints } = await browser.open(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of [
      "/",
      "/go?q=a..b",
      "/go?q=example.com&tool=reverse",
      "/all/example.com",
      "/all/9.9.9.9",
    ]) {
      await page.goto(`${product.url}${path}`);
      const folded = await axeViolations(page);
      await page.evaluate(UNFOLD);
      const seen = { folded, open: await axeViolations(page), wide: await page.evaluate(TOO_WIDE) };
      expect({ path, ...seen }).toEqual({ path, folded: [], open: [], wide: 0 });
    }
    expect(requests.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([]);
    expect(real(complaints)).toEqual([]);
  },
);

test("a report's text is copied, its sections fold, and a filter leaves what has a text", async () => {
  const product = await sharedProduct("all");
  const { page, complaints } = await browser.open();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${product.url}/mail/example.com`);
  await page.locator(".report-tools").waitFor();
  const figure = page.locator(".copyable", { hasText: "v=DMARC1" }).first();
  await figure.locator(".copy").click();
  await figure.locator(".copy", { hasText: "Copied" }).waitFor();
  const copied = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(await figure.locator("pre").textContent());
  const open = page.locator("details.section[open]");
  const sections = await page.locator("details.section").count();
  await page.locator(".report-tools button").click();
  expect(await open.count()).toBe(sections);
  await page.locator(".report-tools button").click();
  expect(await open.count()).toBe(0);
  await page.fill(".report-tools input", "dmarc");
  expect(await page.locator(".report-tools output").textContent()).toMatch(/^[1-9]\d* of \d+$/);
  expect(await open.count()).toBeGreaterThan(0);
  await page.fill(".report-tools input", "nothing has this");
  expect(await page.locator("details.section:visible").count()).toBe(0);
  await page.fill(".report-tools input", "");
  expect(await page.locator("details.section:visible").count()).toBe(sections);
  expect(complaints).toEqual([]);
});

test("a key is in the tab's memory alone: reports come with it by fetch, and going back asks nothing", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "3600" });
  const { key } = await product.keys("create", "--name", "console");
  const { page, requests, complaints } = await browser.open();
  const sent: Promise<Record<string, string>>[] = [];
  page.on("request", (request) => {
    if (/\/(dns|mail|scout)\//.test(request.url())) sent.push(request.allHeaders());
  });
  const keys = async () => (await Promise.all(sent)).map((headers) => headers["x-api-key"]);
  await page.goto(product.url);
  await page.click(".key summary");
  await page.fill("#key", "nonsense");
  await page.keyboard.press("Enter");
  await page.locator(".key-state", { hasText: "malformed" }).waitFor();
  await page.fill("#key", key);
  await page.keyboard.press("Enter");
  await page.locator(".key-state", { hasText: "The key is used" }).waitFor();
  // Without the key, the calls of these tools together would exceed the rate limit.
  for (const tool of ["mail", "dns", "scout"]) {
    await page.fill("#q", "example.com");
    await page.selectOption("#tool", tool);
    await page.click(".ask button[type=submit]");
    await page.waitForURL(`**/${tool}/example.com`);
    await page.locator("article.report").waitFor();
    expect(await page.title()).toContain("example.com");
    expect(await page.locator("link[href*='/report.']").count()).toBe(1);
  }
  expect(await keys()).toEqual([key, key, key]);
  expect((await page.evaluate(KEPT)) as string).not.toContain(key);
  expect(requests.filter((url) => url.includes(key))).toEqual([]);
  const asked = requests.length;
  await page.goBack();
  await page.locator("article.report", { hasText: "dns" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dns/example.com");
  expect(await page.inputValue("#tool")).toBe("dns");
  await page.goForward();
  await page.waitForURL("**/scout/example.com");
  // Requests for assets are ignored, because Chromium requests the icon repeatedly.
  expect(requests.slice(asked).filter((url) => !url.includes("/assets/"))).toEqual([]);
  // After a reload, the page no longer knows the key.
  await page.reload();
  await page.locator(".ask .key").waitFor();
  expect((await keys()).at(-1)).toBeUndefined();
  expect(real(complaints)).toEqual([]);
});
