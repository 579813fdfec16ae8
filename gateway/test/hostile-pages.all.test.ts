import { afterAll, beforeAll, expect, test } from "bun:test";
import { axeViolations } from "@dnstools/lab/support/axe";
import { BROWSER_TEST_MS, type OpenBrowser, openBrowser } from "@dnstools/lab/support/browser";
import { contracts } from "../app.ts";
import { findAssets } from "../pages/assets.ts";
import { PAGE_HEADERS, PAGE_TYPE } from "../pages/page.tsx";
import { createReportPage } from "../stream/report-page.tsx";
import { HOSTILE, MARK } from "./hostile-texts.fixture.ts";
import { randomAnswer, randomOf } from "./random-answer.fixture.ts";

/** Number of pages that are tested for each tool. */
const PAGES = 3;

const assets = findAssets();
const random = randomOf(30);
/** Texts that would set a canary or send a request to another host if a browser interpreted them as HTML. */
const SCRIPTS = [
  `<script>window.canary = 1</script>${MARK}`,
  `</title></text></svg></bdi><img src="//canary.example/" onerror="window.canary = 1">${MARK}`,
  `"><svg onload="window.canary = 1"><a href="javascript:window.canary = 1">${MARK}</a>`,
  `' onfocus='window.canary = 1' autofocus='' x='${MARK}`,
  `javascript:window.canary=1//${MARK}`,
  `<style>@import "//canary.example/";</style><link rel=stylesheet href=//canary.example/>${MARK}`,
];
const TEXTS = [...HOSTILE, ...SCRIPTS];
const text = () => TEXTS[Math.floor(random() * TEXTS.length)] ?? MARK;
const pages = contracts.flatMap((contract) =>
  Array.from({ length: PAGES }, () => {
    const answer = randomAnswer(contract, { random, text });
    const deps = { assets, contracts, publicUrl: "https://dns.example.net" };
    const page = createReportPage({ contract, input: { domain: "example.com" } }, deps);
    return page.start + page.report(JSON.stringify(answer)) + page.again(0) + page.end;
  }),
);

/**
 * Script that unfolds a page and returns two things: the elements that extend beyond their box or picture, and by how
 * many pixels the page is too wide.
 */
const DRAWN_BEYOND = `(() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  const endOf = (one) => one.getBBox().x + one.getBBox().width;
  const beyond = [...document.querySelectorAll("svg text")].filter((one) => {
    const box = one.parentNode.querySelector(":scope > rect");
    const isIn = one.closest(".node") !== null && box !== null;
    return endOf(one) > (isIn ? endOf(box) : one.ownerSVGElement.width.baseVal.value);
  });
  return [...beyond.map((one) => one.textContent), document.documentElement.scrollWidth - window.innerWidth];
})()`;

let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

test(
  "hostile answers run no script, send no requests, and keep the layout on a phone",
  async () => {
    await using server = serve();
    const { page, requests, complaints } = await browser.open({ width: 360, height: 740 });
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const at of pages.keys()) {
      await page.goto(`${server.url}${at}`);
      await page.locator("article.report").waitFor();
      const folded = await axeViolations(page);
      const beyond = await page.evaluate(DRAWN_BEYOND);
      expect({ at, folded, beyond, open: await axeViolations(page) }).toEqual({
        at,
        folded: [],
        beyond: [0],
        open: [],
      });
    }
    expect(dialogs).toEqual([]);
    // The Content-Security-Policy would report a blocked script, but there was none.
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(server.url.href))).toEqual([]);
  },
  BROWSER_TEST_MS,
);

test(
  "even without the Content-Security-Policy no script runs, because answers are escaped",
  async () => {
    await using server = serve([...pages, `<!doctype html><title>hole</title>${SCRIPTS.join("")}`], null);
    const { page, requests } = await browser.open();
    const hole = pages.length;
    const seen: unknown[] = [];
    const beyond = () => requests.filter((url) => !url.startsWith(server.url.href)).length;
    for (const at of [...pages.keys(), hole]) {
      await page.goto(`${server.url}${at}`, { waitUntil: "load" });
      seen.push({ at, canary: await page.evaluate("'canary' in window"), beyond: beyond() > 0 });
    }
    const safe = [...pages.keys()].map((at) => ({ at, canary: false, beyond: false }));
    expect(seen).toEqual([...safe, { at: hole, canary: true, beyond: true }]);
  },
  BROWSER_TEST_MS,
);

/**
 * Serves the pages at `/0`, `/1` and so on, with their assets.
 * @param policy Content-Security-Policy of the pages; null for none
 */
function serve(bodies = pages, policy: string | null = PAGE_HEADERS["content-security-policy"]) {
  const { "content-security-policy": _, ...others } = PAGE_HEADERS;
  const headers = { ...others, "content-type": PAGE_TYPE };
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      const asset = Object.values(assets).find(({ path }) => path === pathname);
      if (asset !== undefined) return new Response(asset.body, { headers: { "content-type": asset.type } });
      const body = bodies[Number(pathname.slice(1))];
      return new Response(body ?? null, {
        status: body === undefined ? 404 : 200,
        headers: policy === null ? headers : { ...headers, "content-security-policy": policy },
      });
    },
  });
}
