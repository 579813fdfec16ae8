import { Fault } from "@dnstools/core/tool/fault";
import { findingPath } from "@dnstools/core/tool/finding";
import type { ParamRules } from "@dnstools/core/tool/params";
import { Elysia } from "elysia";
import { go } from "../console/go.tsx";
import { landingPage } from "../console/landing.tsx";
import { EXAMPLES, examplePath } from "../openapi/examples.ts";
import { openApi } from "../openapi/openapi.ts";
import { findAssets } from "./assets.ts";
import { catalogueOf, nearCodes } from "./catalogue.ts";
import { docsPage } from "./docs.ts";
import { errorsPage } from "./errors.ts";
import { findingPage } from "./finding.ts";
import { findingsPage } from "./findings.ts";
import { page } from "./page.tsx";
import type { PagesInfo } from "./pages-info.ts";
import { hashOf, REVALIDATE, routeStatic, type Static, sendStatic } from "./static.ts";
import { wordsPage } from "./words-page.ts";

/**
 * What is for people, and the document: `/`, `/docs` with what it loads, `/docs/errors`, `/docs/words`,
 * `/docs/findings` with a page for each code, `/openapi.json` and the recorded answers. Free of charge; the chain of the gateway
 * writes the headers of every answer.
 */
export function pages(info: PagesInfo & { readonly rules: ParamRules }) {
  const app = new Elysia({ name: "pages" });
  const assets = findAssets();
  const { contracts } = info;
  const document = JSON.stringify(openApi(contracts, info));
  const own = [
    landingPage(info),
    docsPage(assets),
    errorsPage(),
    wordsPage(contracts),
    findingsPage(contracts),
  ];
  for (const one of own) routeStatic(app, page(one, assets));
  for (const one of Object.values(assets)) routeStatic(app, one);
  app.use(go(info, assets));
  const catalogue = catalogueOf(contracts);
  // Made when it is asked for: there are hundreds.
  app.get("/docs/findings/:code", ({ params: { code }, request, set }) => {
    // Elysia gives null for a part that is not well encoded.
    const entry = catalogue.get(code);
    if (entry === undefined) throw unknownCode(String(code), [...catalogue.keys()]);
    return sendStatic(page(findingPage(entry), assets), request, set);
  });
  // Where browsers look that were led to an answer itself.
  routeStatic(app, { ...assets.icon, path: "/favicon.ico", cacheControl: REVALIDATE });
  routeStatic(app, json("/openapi.json", document));
  for (const { tool } of contracts)
    routeStatic(app, json(examplePath(tool), JSON.stringify(EXAMPLES[tool], null, 2)));
  return app;
}

/** The refusal of a code that no tool has. */
function unknownCode(code: string, codes: readonly string[]): Fault {
  const near = nearCodes(code, codes);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const detail = `There is no finding of this code.${hint} /docs/findings lists all.`;
  const [first] = near;
  return new Fault("unknown_path", first === undefined ? { detail } : { detail, retry: findingPath(first) });
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
