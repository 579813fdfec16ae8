import { afterAll, beforeAll, expect, test } from "bun:test";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { NO_POINTERS, POINTERS } from "@dnstools/lab/plan/pointers";
import { axeViolations } from "@dnstools/lab/support/axe";
import {
  BROWSER_TEST_MS,
  type OpenBrowser,
  openBrowser,
  type WatchedPage,
} from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** The path of a report and its expected status. */
type Case = readonly [path: string, status: string];

/** For each tool, reports with a good, a broken and an unknown result. */
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
    ["/scout/perfect.com", "pass"],
    ["/scout/dangling.com", "fail"],
    ["/scout/axfr-silent.com?sections=axfr", "unknown"],
  ],
};

/**
 * Window sizes and colour schemes. `axe` determines whether axe runs with and without JavaScript, because all
 * combinations would take minutes.
 */
const VARIANTS = [
  { colorScheme: "light", width: 390, axe: { with: true, without: false } },
  { colorScheme: "light", width: 1280, axe: { with: false, without: true } },
  { colorScheme: "dark", width: 390, axe: { with: false, without: false } },
  { colorScheme: "dark", width: 1280, axe: { with: true, without: false } },
] as const;
const HEIGHT = 844;
/** Script that returns by how many pixels the page is wider than its window. */
const TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth";
const UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true";

let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** Opens a path first with JavaScript and then without. The second time, the report is cached. */
async function look(path: string) {
  // The product uses the operator's own resolver, because blocklists refuse queries of public resolvers.
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER });
  const { page, requests, complaints } = await browser.open();
  const session = await page.context().newCDPSession(page);
  const verdicts = page.locator("article.report > header.verdict");
  const statuses: string[] = [];
  const wrong: unknown[] = [];
  for (const javaScript of [true, false]) {
    await session.send("Emulation.setScriptExecutionDisabled", { value: !javaScript });
    await page.goto(`${product.url}${path}`, { waitUntil: "load" });
    // Scripts are enabled again for axe. The page's own scripts no longer start.
    await session.send("Emulation.setScriptExecutionDisabled", { value: false });
    const hasRun = (await page.locator(".ask .key").count()) === 1;
    if (hasRun !== javaScript) wrong.push({ path, javaScript, hasRun });
    for (const verdict of await verdicts.all())
      statuses.push(((await verdict.getAttribute("class")) ?? "").replace("verdict ", ""));
    for (const found of await looksOf(page, javaScript ? "with" : "without"))
      wrong.push({ path, javaScript, ...found });
  }
  const elsewhere = requests.filter((url) => !url.startsWith(`${product.url}/`));
  return { statuses, wrong, elsewhere, complaints };
}

/** Returns the problems of an open page, folded and unfolded, in each size and colour scheme. */
async function looksOf(
  page: WatchedPage["page"],
  javaScript: "with" | "without",
): Promise<readonly object[]> {
  const wrong: object[] = [];
  for (const isOpen of [false, true]) {
    if (isOpen) await page.evaluate(UNFOLD);
    for (const { colorScheme, width, axe } of VARIANTS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const wide = await page.evaluate(TOO_WIDE);
      // axe only checks the unfolded page, because the unfolded page also contains everything that the folded page
      // contains.
      const violations = isOpen && axe[javaScript] ? await axeViolations(page) : [];
      if (wide !== 0 || violations.length > 0) wrong.push({ isOpen, colorScheme, width, wide, violations });
    }
  }
  return wrong;
}

test.each(Object.keys(CASES))(
  "%s: good, broken and unknown, no page breaks a rule of WCAG, is too wide, complains, or asks another host",
  async (tool) => {
    const cases = CASES[tool] ?? [];
    const seen = await Promise.all(cases.map(([path]) => look(path)));
    expect(seen).toEqual(
      cases.map(([, status]) => ({ statuses: [status, status], wrong: [], elsewhere: [], complaints: [] })),
    );
  },
  BROWSER_TEST_MS,
);

test(
  "nor do the first page, and everything about a name",
  async () => {
    for (const path of ["/", "/all/example.com"]) {
      const { wrong, elsewhere, complaints } = await look(path);
      expect({ wrong, elsewhere, complaints }).toEqual({ wrong: [], elsewhere: [], complaints: [] });
    }
  },
  BROWSER_TEST_MS,
);
