import { Elysia } from "elysia";
import { EXAMPLES, examplePath } from "../openapi/examples.ts";
import { openApi } from "../openapi/openapi.ts";
import { findAssets } from "./assets.ts";
import { docsPage } from "./docs.ts";
import { errorsPage } from "./errors.ts";
import { landingPage } from "./landing.ts";
import { page } from "./page.ts";
import type { PagesInfo } from "./pages-info.ts";
import { hashOf, REVALIDATE, routeStatic, type Static } from "./static.ts";

/**
 * What is for people, and the document: `/`, `/docs` with what it loads, `/docs/errors`, `/openapi.json` and the recorded answers.
 * Free of charge; the chain of the gateway writes the headers of every answer.
 */
export function pages(info: PagesInfo) {
  const app = new Elysia({ name: "pages" });
  const assets = findAssets();
  const document = JSON.stringify(openApi(info.contracts, info));
  const own = [landingPage(info), docsPage(assets), errorsPage()];
  for (const one of own) routeStatic(app, page(one, assets));
  for (const one of Object.values(assets)) routeStatic(app, one);
  // Where browsers look that were led to an answer itself.
  routeStatic(app, { ...assets.icon, path: "/favicon.ico", cacheControl: REVALIDATE });
  routeStatic(app, json("/openapi.json", document));
  for (const { tool } of info.contracts)
    routeStatic(app, json(examplePath(tool), JSON.stringify(EXAMPLES[tool], null, 2)));
  return app;
}

function json(path: string, body: string): Static {
  return {
    path,
    type: "application/json",
    body,
    etag: `"${hashOf(body, 32)}"`,
    cacheControl: REVALIDATE,
  };
}
