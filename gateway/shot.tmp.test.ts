import { test } from "bun:test";
import { openBrowser } from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
const PATHS = (process.env["SHOTS"] ?? "/").split(",");
test("shots", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  await using browser = await openBrowser();
  for (const [name, size, scheme] of [["desk", { width: 1280, height: 900 }, "light"], ["dark", { width: 1280, height: 900 }, "dark"], ["phone", { width: 390, height: 800 }, "light"]] as const) {
    if (process.env["ONLY"] && process.env["ONLY"] !== name) continue;
    const { page, complaints } = await browser.open(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const path of PATHS) {
      await page.goto(`${product.url}${path}`);
      await page.screenshot({ path: `/tmp/c30-shots/${name}${path.replace(/[^a-z0-9]+/gi, "_")}.png`, fullPage: process.env["FULL"] !== "0" });
    }
    console.log(name, complaints);
  }
});
