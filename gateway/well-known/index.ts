import { Elysia } from "elysia";
import { linkOf } from "../pages/contact.ts";
import type { PagesInfo } from "../pages/pages-info.ts";
import { hashOf, REVALIDATE, routeStatic, type Static, sendStatic } from "../pages/static.ts";
import { llmsTxt } from "./llms.ts";
import { robotsTxt } from "./robots.ts";
import { SECURITY_PATH, securityTxt } from "./security.ts";

/**
 * Serves the files that programs expect at well-known paths: `/robots.txt`, `/llms.txt`, and, if the operator's
 * contact is an e-mail address or a URL, `/.well-known/security.txt`. All of them are free of charge.
 */
export function wellKnown(info: PagesInfo) {
  const app = new Elysia({ name: "well-known" });
  routeStatic(app, text("/robots.txt", "text/plain", robotsTxt()));
  routeStatic(app, text("/llms.txt", "text/markdown", llmsTxt(info)));
  const contact = linkOf(info.contact);
  if (contact !== null)
    app.get(SECURITY_PATH, ({ request, set }) => {
      const body = securityTxt(contact, info.publicUrl, Date.now());
      return sendStatic(text(SECURITY_PATH, "text/plain", body), request, set);
    });
  return app;
}

function text(path: string, type: string, body: string): Static {
  const etag = `"${hashOf(body, 32)}"`;
  return { path, type: `${type}; charset=utf-8`, body, etag, cacheControl: REVALIDATE };
}
