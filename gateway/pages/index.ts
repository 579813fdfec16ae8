import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { Elysia } from "elysia";
import { openApi } from "../openapi/openapi.ts";
import { findAssets } from "./assets.ts";
import { docsPage } from "./docs.ts";
import { errorsPage } from "./errors.ts";
import { landingPage } from "./landing.ts";
import { page } from "./page.ts";
import { hashOf, REVALIDATE, routeStatic } from "./static.ts";

/** What pages tell of this API and who offers it. */
export type PagesInfo = {
  readonly version: string;
  readonly revision: string;
  /** Empty: none is set. */
  readonly publicUrl: string;
  /** How to reach the operator: an address, a URL or words; empty: none is set. */
  readonly contact: string;
  readonly contracts: readonly Contract[];
  /** Units a client may use at once; 0: no limit. */
  readonly units: number;
  /** Seconds in which they come back. */
  readonly windowS: number;
  /** Milliseconds that each tool has here. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** Milliseconds that a call waits for its turn at most. */
  readonly queueWaitMs: number;
};

/**
 * What is for people, and the document: `/`, `/docs` with what it loads, `/docs/errors` and `/openapi.json`.
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
  routeStatic(app, {
    path: "/openapi.json",
    type: "application/json",
    body: document,
    etag: `"${hashOf(document, 32)}"`,
    cacheControl: REVALIDATE,
  });
  return app;
}
