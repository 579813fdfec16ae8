import { raw } from "hono/html";
import type { Assets } from "./assets.ts";
import type { Page } from "./page.tsx";

/** The reference: Swagger UI over our own document, where calls can be tried. */
export function docsPage(assets: Assets): Page {
  return {
    path: "/docs",
    kind: "text",
    title: "dnstools: reference",
    description: "Every call of the API with its parameters and answers, to be tried in place.",
    styles: [assets.libraryStyle.path, assets.docsStyle.path],
    scripts: [assets.library.path, assets.docsScript.path],
    main: raw(`<div id="reference" data-document="/openapi.json">
<p>The reference is a script. Without it, <a href="/openapi.json">openapi.json</a> says the same,
<a href="/api/v1">/api/v1</a> lists the tools, and <a href="/docs/findings">findings</a>, <a href="/docs/errors">errors</a>
and the <a href="/docs/words">words of answers</a> are explained.</p>
</div>`),
  };
}
