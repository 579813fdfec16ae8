/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Assets } from "./assets.ts";
import { hashOf, REVALIDATE, type Static } from "./static.ts";

/**
 * What pages may load: our own scripts, styles and pictures. No script or style stands in a page itself, so nothing that got into
 * one could run. Forms lead to this origin alone.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Text becomes HTML at one place of the script alone (client/parse.ts).
  "require-trusted-types-for 'script'",
  "trusted-types dnstools",
].join("; ");

/** Headers of every page, in addition to those of every answer. */
export const PAGE_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

export const PAGE_TYPE = "text/html; charset=utf-8";

/** A page without its main part. */
export type PageHead = {
  /** Where it stands: the links above it mark this place. */
  readonly path: string;
  /** Plain text. */
  readonly title: string;
  /** Plain text, one sentence. */
  readonly description: string;
  /** The field above the main part; it stays where a script changes the main part. */
  readonly search?: Child;
  /** What it is, for styles: the class of the main part. */
  readonly kind: "text" | "report";
  /** Paths of styles and scripts in addition to those of every page. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
};

export type Page = PageHead & {
  /** What it says: elements, or text, which is escaped. */
  readonly main: Child;
};

const LINKS = [
  ["/", "dnstools"],
  ["/docs", "Documentation"],
  ["/docs/findings", "Findings"],
  ["/docs/errors", "Errors"],
  ["/docs/words", "Words"],
  ["/openapi.json", "OpenAPI"],
] as const;

/** A page that stays as it is until the software changes. */
export function page(what: Page, assets: Assets): Static {
  const body = pageHtml(what, assets);
  return {
    path: what.path,
    type: PAGE_TYPE,
    body,
    etag: `"${hashOf(body, 32)}"`,
    cacheControl: REVALIDATE,
    headers: PAGE_HEADERS,
  };
}

/** A whole page as HTML. */
export function pageHtml(what: Page, assets: Assets): string {
  const { before, after } = pageFrame(what, assets);
  return `${before}${mainHtml(what)}${after}`;
}

/** The main part of a page as HTML. */
export function mainHtml({ main }: Pick<Page, "main">): string {
  // biome-ignore lint/complexity/noUselessFragments: a main part that is a plain string is escaped by the fragment alone.
  return String(<>{main}</>);
}

/** Where the main part stands. No title or path has it in it: they are escaped. */
const MAIN = "<!-- main -->";

/** A page's HTML before and after its main part, for a page that is streamed. */
export function pageFrame(
  head: PageHead,
  assets: Assets,
): { readonly before: string; readonly after: string } {
  const html = String(<Shell head={head} assets={assets} main={raw(MAIN)} />);
  const [before = "", after = ""] = html.split(MAIN);
  return { before: `<!doctype html>\n${before}`, after: `${after}\n` };
}

type ShellProps = { readonly head: PageHead; readonly assets: Assets; readonly main: Child };

/** What all pages have. */
function Shell({
  head: { path, title, description, kind, search, styles = [], scripts = [] },
  assets,
  main,
}: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href={assets.icon.path} type="image/svg+xml" />
        {[assets.style.path, assets.consoleStyle.path, ...styles].map((href) => (
          <link rel="stylesheet" href={href} />
        ))}
        {/* Before the end of a page that is sent as it comes about. */}
        <script src={assets.script.path} async />
        {scripts.map((src) => (
          <script src={src} defer />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <nav aria-label="Site">
          {LINKS.map(([href, text]) => (
            <a href={href} aria-current={placeOf(href, path)}>
              {text}
            </a>
          ))}
        </nav>
        {search}
        <main id="main" class={kind}>
          {main}
        </main>
      </body>
    </html>
  );
}

/** Whether a link leads to a page, or is the nearest that leads to a page above it. */
function placeOf(href: string, path: string): "page" | "true" | undefined {
  if (href === path) return "page";
  const above = LINKS.findLast(([link]) => path.startsWith(`${link}/`));
  return above?.[0] === href ? "true" : undefined;
}
