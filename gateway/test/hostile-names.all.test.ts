import { afterAll, beforeAll, expect, test } from "bun:test";
import { LISTED } from "@dnstools/lab/plan/blocklists";
import { FIX } from "@dnstools/lab/plan/fix";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { POINTERS } from "@dnstools/lab/plan/pointers";
import { BROWSER_TEST_MS, type OpenBrowser, openBrowser } from "@dnstools/lab/support/browser";
import { publish, publishFile } from "@dnstools/lab/support/publish";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** A domain with hostile records that browsers could mistake for HTML. */
const NAME = `hostile.${FIX}`;
const SCRIPT = "<script>window.canary = 1</script>";
const IMAGE = '"><img src="//canary.example/" onerror="window.canary = 1">';
const LINK = "javascript:window.canary=1";
const LOGO = `https://c1.${FIX}/logo.svg`;
/** A host name that contains an HTML element, in zone file syntax (RFC 1035 5.1). */
const HOST = String.raw`\<img\032src=x\032onerror=window.canary=1\>.${NAME}.`;

const TEXTS: readonly (readonly [owner: string, text: string])[] = [
  [NAME, SCRIPT],
  [NAME, IMAGE],
  [NAME, LINK],
  [NAME, "\u202e\u2066right to left\u200b"],
  [NAME, `v=spf1 include:${SCRIPT} exp=${IMAGE} redirect=${LINK} -all`],
  [`_dmarc.${NAME}`, `v=DMARC1; p=${SCRIPT}; rua=${LINK}, mailto:${IMAGE}`],
  [`_mta-sts.${NAME}`, `v=STSv1; id=${SCRIPT};`],
  [`_smtp._tls.${NAME}`, `v=TLSRPTv1; rua=${LINK}`],
  [`default._bimi.${NAME}`, `v=BIMI1; l=${LOGO}; a=${LINK}`],
  [`default._domainkey.${NAME}`, `v=DKIM1; n=${IMAGE}; p=${SCRIPT}`],
];
const PATHS = [
  `/dns/${NAME}`,
  `/dns/${NAME}?type=TXT`,
  `/mail/${NAME}`,
  `/mail/${NAME}?spf=${encodeURIComponent(`v=spf1 include:${IMAGE} ${LINK} -all`)}`,
  `/scout/${NAME}`,
  "/scout/hostile-scout.com",
  `/propagation/${NAME}?country=de`,
  `/whois/${NAME}`,
  "/whois/binary.io",
  `/ssl/www.${NAME}`,
  `/reverse/${POINTERS.hostile.address}`,
  `/dnsbl/${LISTED.hostile}`,
];

let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
  publishFile(
    LOGO,
    `<svg xmlns="http://www.w3.org/2000/svg" onload="window.canary = 1"><title>${IMAGE}</title>${SCRIPT}</svg>`,
  );
  await publish({
    add: TEXTS.map(([name, value]) => ({ name, type: "TXT", value })),
    lines: {
      [FIX]: [
        `hostile MX 10 ${HOST}`,
        `hostile CAA 0 iodef "${LINK}"`,
        `hostile CAA 0 issue "${SCRIPT}"`,
        `www.hostile CNAME ${HOST}`,
      ],
    },
  });
});
afterAll(() => browser[Symbol.asyncDispose]());

test.each(PATHS)(
  "%s: third-party data is shown as text, runs no script and sends no requests",
  async (path) => {
    const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER });
    const { page, requests, complaints } = await browser.open();
    await page.goto(`${product.url}${path}`, { waitUntil: "load" });
    await page.locator("article.report").waitFor();
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect(await page.evaluate("'canary' in window")).toBe(false);
    // Links only lead to this server's pages and to standards.
    expect(await page.evaluate("[...document.links].map((one) => one.protocol)")).not.toContain(
      "javascript:",
    );
    expect(requests.filter((url) => !url.startsWith(`${product.url}/`))).toEqual([]);
    // The Content-Security-Policy would report a blocked script, but there was none.
    expect(complaints).toEqual([]);
  },
  BROWSER_TEST_MS,
);

test("the hostile text is on the page", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: OWN_RESOLVER });
  const { page } = await browser.open();
  await page.goto(`${product.url}/dns/${NAME}?type=TXT`);
  expect(await page.locator("article.report").textContent()).toContain(SCRIPT);
});
