import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules of WCAG 2.2, levels A and AA, and axe's good practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe says against a page as it is shown: each rule with the elements that break it. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Evaluated from outside: the page's own policy lets no script of another in.
  await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: { type: "tag", values: TAGS }, resultTypes: ["violations"] });
  return (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`,
  )) as string[];
}
