import { expect, test } from "bun:test";
import { BROWSER_TEST_MS, openBrowser } from "@dnstools/lab/support/browser";
import { metric, startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";

/** A page of another origin that loads reports without a click and also has a link to a report. */
const OTHER = (url: string) => `<!doctype html><title>another</title>
<link rel="prefetch" href="${url}/dns/words.com?type=A">
<img src="${url}/scout/words.com" alt=""><iframe src="${url}/dns/words.com?type=A"></iframe>
<script src="${url}/dns/words.com?type=A"></script><object data="${url}/dns/words.com?type=A"></object>
<script>fetch("${url}/dns/words.com?type=A&format=html", { mode: "no-cors", method: "POST" }).catch(() => {});</script>
<a href="${url}/dns/example.com?type=A">a report</a>`;

test.each([true, false])(
  "opening runs once, going back not, a reload once more, a closed tab leaves nothing: JavaScript %p",
  async (javaScriptEnabled) => {
    await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", NAMESERVER_QPS: "0" });
    const all = product.process("all");
    const runs = () => metric(all, "dnstools_tool_duration_seconds_count");
    using other = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response(OTHER(product.url), { headers: { "content-type": "text/html" } }),
    });
    await using browser = await openBrowser();
    const { page } = await browser.open(undefined, { javaScriptEnabled });
    // All resources that load without a click have loaded, and no run was started.
    await page.goto(other.url.href, { waitUntil: "networkidle" });
    expect(await runs()).toBe(0);

    await page.getByRole("link", { name: "a report" }).click();
    await page.locator("article.report").waitFor();
    expect(await runs()).toBe(1);
    // The progress lines are hidden, and the report is shown.
    expect(await page.locator("section.progress").isVisible()).toBe(false);
    expect(await page.locator("article.report").textContent()).toContain("93.184.215.14");

    await page.goto(`${product.url}/docs/errors`);
    await page.goBack({ waitUntil: "load" });
    await page.locator("article.report").waitFor();
    await page.goForward({ waitUntil: "load" });
    await page.goBack({ waitUntil: "load" });
    expect(await runs()).toBe(1);

    await page.reload({ waitUntil: "load" });
    await page.locator("article.report").waitFor();
    expect(await runs()).toBe(2);

    await page.getByRole("button", { name: "Run again" }).click();
    await page.locator("article.report").waitFor();
    await until(async () => (await runs()) === 3);

    // A second user opens the same link within a minute.
    const second = await browser.open(undefined, { javaScriptEnabled });
    await second.page.goto(`${product.url}/dns/example.com?type=A`);
    await second.page.locator("article.report").waitFor();
    expect(await runs()).toBe(3);
    expect(second.complaints).toEqual([]);

    // A report whose run does not end, because the zone's server never answers.
    const closing = await browser.open(undefined, { javaScriptEnabled });
    const opening = closing.page.goto(`${product.url}/dns/silent.com?type=NS`, { waitUntil: "commit" });
    await opening;
    await closing.page.getByText("Querying servers").waitFor();
    expect(await metric(all, "dnstools_admission_units")).toBeGreaterThan(0);
    await closing.page.close();
    await until(async () => (await metric(all, "dnstools_admission_units")) === 0);
    expect(await metric(all, "dnstools_tool_requests_total", { tool: "dns", outcome: "cancelled" })).toBe(1);
  },
  BROWSER_TEST_MS,
);
