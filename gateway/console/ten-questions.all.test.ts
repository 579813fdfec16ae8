import { afterAll, beforeAll, expect, test } from "bun:test";
import { type OpenBrowser, openBrowser } from "@dnstools/lab/support/browser";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** One browser for all tests; each test's pages have a separate profile. */
let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

/**
 * Questions of a new user (docs/ten-questions.md), each with the text to type, the links to click, and the place where
 * the answer is shown.
 */
const QUESTIONS: readonly {
  readonly question: string;
  readonly typed: string;
  readonly clicks: readonly string[];
  readonly place: string;
  readonly says: RegExp;
}[] = [
  {
    question: "Is my SPF record right?",
    typed: "info@spf-eleven.policy.com",
    clicks: [],
    place: "article.report h1",
    says: /fail.*SPF.*11/,
  },
  {
    question: "Why does my mail bounce?",
    typed: "ann@mx-listed.policy.com",
    clicks: [],
    place: "article.report",
    says: /listed/i,
  },
  {
    question: "Has my change arrived?",
    typed: "example.com",
    clicks: [],
    place: ".part.done.part-propagation",
    says: /resolver/,
  },
  {
    question: "Will this record help?",
    typed: 'example.com. 3600 IN TXT "v=spf1 mx -all"',
    clicks: [],
    place: "article.report header",
    says: /v=spf1 mx -all/,
  },
  {
    question: "Is my certificate all right?",
    typed: "https://sha1.certs.com/",
    clicks: [],
    place: "article.report h1",
    says: /fail/,
  },
  {
    question: "Am I on a blacklist?",
    typed: "9.9.9.9",
    clicks: [],
    place: ".part.done.part-dnsbl",
    says: /list/,
  },
  {
    question: "Whose address is this, and who takes complaints?",
    typed: "5.9.4.53",
    clicks: ["Report of reverse"],
    place: "article.report",
    says: /abuse/i,
  },
  {
    question: "Who has this domain, and until when?",
    typed: "registered.com",
    clicks: [],
    place: ".part.done.part-whois",
    says: /registered/,
  },
  {
    question: "Why does my domain not work?",
    typed: "lame.com",
    clicks: [],
    place: ".part.done.part-dns",
    says: /fail/,
  },
  {
    question: "Which forgotten names are a danger?",
    typed: "dangling.com",
    clicks: ["names and hosts of this domain"],
    place: "article.report h1",
    says: /fail/,
  },
];

test.each(QUESTIONS.map((one) => [one.question, one] as const))("%s", async (_question, one) => {
  const { typed, clicks, place, says } = one;
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const { page, complaints } = await browser.open();
  await page.goto(product.url);
  await page.locator("#q:focus").waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press("Enter");
  for (const name of clicks) await page.locator("main").getByRole("link", { name }).click();
  const answer = page.locator(place);
  await answer.waitFor();
  expect(await answer.textContent()).toMatch(says);
  expect(clicks.length).toBeLessThanOrEqual(2);
  expect(complaints).toEqual([]);
});
