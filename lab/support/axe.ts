import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules of WCAG 2.2, levels A and AA, and axe's best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns axe's findings about a page as it is shown: each violated rule with the elements that violate it. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // The test evaluates the script directly, because the page's Content-Security-Policy allows no scripts from other
  // sources.
  await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: { type: "tag", values: TAGS }, resultTypes: ["violations"] });
  return (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`,
  )) as string[];
}
