import { expect, test } from "bun:test";
import { join } from "node:path";
import { BROWSER_TEST_MS, openBrowser } from "@dnstools/lab/support/browser";
import { startProduct } from "@dnstools/lab/support/product";

test(
  "a page of another origin shows the verdict, the findings, and the API's error for an invalid name",
  async () => {
    await using product = await startProduct("all");
    using origin = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response(Bun.file(join(import.meta.dir, "browser.html"))),
    });
    await using browser = await openBrowser();
    const { page } = await browser.open();
    await page.goto(`${origin.url.href}?${new URLSearchParams({ api: product.url, domain: "example.com" })}`);
    const summary = page.locator("#summary");
    await summary.filter({ hasText: /^(?:pass|warning|fail|unknown): \S/ }).waitFor();
    const finding = page.locator("#findings a").first();
    expect(await finding.getAttribute("href")).toStartWith(`${product.url}/docs/findings/mail.`);
    await page.fill("input", "not a name");
    await page.click("button");
    await summary.filter({ hasText: "characters" }).waitFor();
  },
  BROWSER_TEST_MS,
);
