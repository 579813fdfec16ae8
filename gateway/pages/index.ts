import { docsPath } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { findingPath } from "@dnstools/core/tool/finding";
import type { ParamRules } from "@dnstools/core/tool/params";
import { Elysia } from "elysia";
import { go } from "../console/go.tsx";
import { landingPage } from "../console/landing.tsx";
import { EXAMPLES, examplePath } from "../openapi/examples.ts";
import { openApi } from "../openapi/openapi.ts";
import type { Assets } from "./assets.ts";
import { catalogueOf, nearCodes } from "./docs/catalogue.ts";
import { docsPage } from "./docs/docs.tsx";
import { errorsPage } from "./docs/errors.tsx";
import { findingPage } from "./docs/finding.tsx";
import { findingsPage } from "./docs/findings.tsx";
import { toolPage } from "./docs/tool-page.tsx";
import { wordsPage } from "./docs/words-page.tsx";
import { type Page, page } from "./page.tsx";
import type { PagesInfo } from "./pages-info.ts";
import { hashOf, REVALIDATE, routeStatic, type Static, sendStatic } from "./static.ts";

/**
 * Serves the pages and the OpenAPI document: `/`, `/go`, `/docs` with a page for each tool and each finding,
 * `/docs/errors`, `/docs/words`, the assets, `/openapi.json` and the recorded answers. All of these paths are free of
 * charge. The gateway's other plugins add the common response headers.
 */
export function pages(info: PagesInfo & { readonly rules: ParamRules }, assets: Assets) {
  const app = new Elysia({ name: "pages" });
  const { contracts } = info;
  const document = JSON.stringify(openApi(contracts, info));
  routePage(app, "/", () => landingPage(info), assets);
  routePage(app, "/docs", () => docsPage(info, assets), assets);
  routePage(app, "/docs/errors", errorsPage, assets);
  routePage(app, "/docs/words", () => wordsPage(contracts), assets);
  routePage(app, "/docs/findings", () => findingsPage(contracts), assets);
  for (const contract of contracts)
    routePage(app, docsPath(contract.tool), () => toolPage(contract, info, assets), assets);
  for (const one of Object.values(assets)) routeStatic(app, one);
  app.use(go(info, assets));
  const catalogue = catalogueOf(contracts);
  // These pages are rendered on request, because there are hundreds of findings.
  app.get("/docs/findings/:code", ({ params: { code }, request, set }) => {
    // `code` is null if the percent-encoding of the path is invalid.
    const entry = catalogue.get(code);
    if (entry === undefined) throw unknownCode(String(code), [...catalogue.keys()]);
    return sendStatic(page(findingPage(entry), assets), request, set);
  });
  // Browsers request /favicon.ico when they open a response that is not an HTML page.
  routeStatic(app, { ...assets.icon, path: "/favicon.ico", cacheControl: REVALIDATE });
  routeStatic(app, json("/openapi.json", document));
  for (const { tool } of contracts)
    routeStatic(app, json(examplePath(tool), JSON.stringify(EXAMPLES[tool], null, 2)));
  return app;
}

/**
 * Serves a page. The page is rendered on its first request, so that rendering does not delay the start of the gateway.
 */
function routePage(app: Elysia, path: string, make: () => Page, assets: Assets): void {
  let made: Static | null = null;
  app.get(path, ({ request, set }) => {
    made ??= page(make(), assets);
    return sendStatic(made, request, set);
  });
}

/** Returns the fault for a finding code that no tool has. */
function unknownCode(code: string, codes: readonly string[]): Fault {
  const near = nearCodes(code, codes);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const detail = `There is no finding with this code.${hint} /docs/findings lists all findings.`;
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
