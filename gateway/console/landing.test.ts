import { expect, test } from "bun:test";
import { contracts } from "../app.ts";
import { mainHtml } from "../pages/page.tsx";
import type { PagesInfo } from "../pages/pages-info.ts";
import { landingPage } from "./landing.tsx";

function pageOf(info: Partial<PagesInfo> = {}): string {
  return mainHtml(
    landingPage({
      version: "1.2.3",
      revision: "0123abc",
      publicUrl: "",
      contact: "",
      contracts,
      units: 60,
      deadlines: {},
      queueWaitMs: 5000,
      windowS: 60,
      ...info,
    }),
  );
}

test.each([
  ["ops@example.com", '<a href="mailto:ops@example.com">ops@example.com</a>'],
  ["mailto:ops@example.com", '<a href="mailto:ops@example.com">mailto:ops@example.com</a>'],
  [
    "https://example.com/a?b=1&c=2",
    '<a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>',
  ],
  ["Room 7 & down the hall", "Ask the operator for one: Room 7 &amp; down the hall."],
  ["http://example.com", "Ask the operator for one: http://example.com."],
  ["javascript:alert(1)", "Ask the operator for one: javascript:alert(1)."],
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ['"><img src=x>@example.com', "&quot;&gt;&lt;img src=x&gt;@example.com"],
  ["ops@example.com?subject=x", "Ask the operator for one: ops@example.com?subject=x."],
  ["https://example.com/\"onclick='x'", '<a href="https://example.com/%22onclick=&#39;x&#39;">'],
])(
  "the contact %p is a link only where it is an address or an https URL, and never HTML",
  (contact, shown) => {
    const page = pageOf({ contact });
    expect(page).toContain(shown);
    expect(page).not.toMatch(/<script|<img/);
  },
);

test("without a contact the page says that none is named", () => {
  expect(pageOf()).toContain("has not published a contact here");
});

test.each([
  [60, 60, "60 units", "6 <code>scout</code>", "once a second"],
  [10, 60, "10 units", "one <code>scout</code>", "10 times a minute"],
  [600, 60, "600 units", "60 <code>scout</code>", "10 times a second"],
  [10, 3600, "10 units", "one <code>scout</code>", "10 times an hour"],
])("a limit of %p units in %p s is explained in calls", (units, windowS, whole, mostExpensive, cheapest) => {
  const page = pageOf({ units, windowS });
  for (const words of [whole, mostExpensive, cheapest]) expect(page).toContain(words);
  expect(page).toContain(`&quot;default&quot;;q=${units};w=${windowS}`);
});

test("without a limit the page says so", () => {
  expect(pageOf({ units: 0 })).toContain("This API has no limit.");
});

test("the first call is a command where the public URL is known", () => {
  const path = "/api/v1/dns?domain=example.com";
  expect(pageOf({ publicUrl: "https://dns.example.net/" })).toContain(
    `curl &#39;https://dns.example.net${path}&#39;`,
  );
  expect(pageOf()).toContain(`GET ${path}`);
});
