import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { NO_POINTERS, POINTERS } from "@dnstools/lab/plan/pointers";
import { axeViolations } from "@dnstools/lab/support/axe";
import { BROWSER_TEST_MS, type OpenBrowser, openBrowser } from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** A path, and the status of its report. */
type Case = readonly [path: string, status: string];

/** Of each tool a good, a broken and an unknown one. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  dns: [
    ["/dns/example.com", "pass"],
    ["/dns/a-expired.situations.org", "fail"],
    ["/dns/silent.com?type=A", "unknown"],
  ],
  reverse: [
    [`/reverse/${POINTERS.right.address}`, "pass"],
    [`/reverse/${POINTERS.aliasToNowhere.address}`, "fail"],
    [`/reverse/${NO_POINTERS.silent}`, "unknown"],
  ],
  whois: [
    ["/whois/free.com", "pass"],
    ["/whois/dropped.com", "fail"],
    ["/whois/silent.info", "unknown"],
  ],
  dnsbl: [
    ["/dnsbl/example.com", "pass"],
    ["/dnsbl/listed.mailtest.com", "fail"],
    ["/dnsbl/dead.mailtest.com", "unknown"],
  ],
  ssl: [
    ["/ssl/good-ecdsa.certs.com", "pass"],
    ["/ssl/missing-intermediate.certs.com", "fail"],
    ["/ssl/silent.certs.com", "unknown"],
  ],
  mail: [
    ["/mail/perfect.com", "pass"],
    ["/mail/spf-eleven.policy.com", "fail"],
    ["/mail/silent.com", "unknown"],
  ],
  propagation: [
    ["/propagation/example.com?country=de", "pass"],
    ["/propagation/expired.com?country=de", "fail"],
    ["/propagation/silent.com?country=de", "unknown"],
  ],
  scout: [
    ["/scout/wild.com", "pass"],
    ["/scout/dangling.com", "fail"],
    ["/scout/maze.com", "unknown"],
  ],
};

const VARIANTS = ["light", "dark"].flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ colorScheme: colorScheme as "light" | "dark", width })),
);
const HEIGHT = 844;
/** Pixels that the page is wider than its window. */
const TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth";
const UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true";

let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** Opens each path once, and looks at its page as it came and unfolded, in each size and each of the colours. */
async function look(paths: readonly string[], javaScriptEnabled: boolean) {
  // Blocklists turn public resolvers away.
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER });
  const { page, requests, complaints } = await browser.open();
  const session = await page.context().newCDPSession(page);
  const statuses: (string | undefined)[] = [];
  const wrong: unknown[] = [];
  for (const path of paths) {
    await session.send("Emulation.setScriptExecutionDisabled", { value: !javaScriptEnabled });
    await page.goto(`${product.url}${path}`, { waitUntil: "load" });
    // What axe does takes scripts; those of the page came too late.
    await session.send("Emulation.setScriptExecutionDisabled", { value: false });
    expect(await page.locator(".ask .key").count()).toBe(javaScriptEnabled ? 1 : 0);
    for (const verdict of await page.locator("article.report > header.verdict").all())
      statuses.push((await verdict.getAttribute("class"))?.replace("verdict ", ""));
    for (const isOpen of [false, true]) {
      if (isOpen) await page.evaluate(UNFOLD);
      for (const { colorScheme, width } of VARIANTS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const wide = await page.evaluate(TOO_WIDE);
        // A folded page has no other colours than an open one.
        const axe = isOpen || colorScheme === "light" ? await axeViolations(page) : [];
        if (wide !== 0 || axe.length > 0) wrong.push({ path, isOpen, colorScheme, width, wide, axe });
      }
    }
  }
  const elsewhere = requests.filter((url) => !url.startsWith(`${product.url}/`));
  return { statuses, wrong, elsewhere, complaints };
}

describe.each([true, false])("JavaScript %p", (javaScriptEnabled) => {
  test.each(Object.keys(CASES))(
    "%s: good, broken and unknown, no page breaks a rule of WCAG, is too wide, complains, or asks another host",
    async (tool) => {
      const cases = CASES[tool] ?? [];
      const seen = await look(
        cases.map(([path]) => path),
        javaScriptEnabled,
      );
      expect(seen).toEqual({
        statuses: cases.map(([, status]) => status),
        wrong: [],
        elsewhere: [],
        complaints: [],
      });
    },
    BROWSER_TEST_MS,
  );

  test(
    "nor do the first page, and everything about a name",
    async () => {
      const { wrong, elsewhere, complaints } = await look(["/", "/all/example.com"], javaScriptEnabled);
      expect({ wrong, elsewhere, complaints }).toEqual({ wrong: [], elsewhere: [], complaints: [] });
    },
    BROWSER_TEST_MS,
  );
});
