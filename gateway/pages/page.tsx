/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Assets } from "./assets.ts";
import { hashOf, REVALIDATE, type Static } from "./static.ts";

/**
 * Restricts pages to scripts, styles and images from this origin. Inline scripts and styles are forbidden, so injected
 * code cannot run. Forms can only be submitted to this origin.
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
  // Trusted Types: only client/parse.ts may convert text to HTML.
  "require-trusted-types-for 'script'",
  "trusted-types dnstools",
].join("; ");

/** Headers that pages have in addition to the headers of every response. */
export const PAGE_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** Content-Type of pages. */
export const PAGE_TYPE = "text/html; charset=utf-8";

/** All data of a page except its main part. */
export type PageHead = {
  /** Path of the page. The navigation marks the link to this path. */
  readonly path: string;
  /** Title of the page as plain text. */
  readonly title: string;
  /** Description of the page as plain text, in one sentence. */
  readonly description: string;
  /** The search form above the main part. It remains when a script replaces the main part. */
  readonly search?: Child;
  /** CSS class of the main part. */
  readonly kind: "text" | "report";
  /** Paths of additional style sheets and scripts. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
};

/** A whole page. */
export type Page = PageHead & {
  /** Content of the main part: elements, or text, which is escaped. */
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

/** Renders a page that does not change while the gateway runs. */
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

/** Renders a whole page as HTML. */
export function pageHtml(what: Page, assets: Assets): string {
  const { before, after } = pageFrame(what, assets);
  return `${before}${mainHtml(what)}${after}`;
}

/** Renders the main part of a page as HTML. */
export function mainHtml({ main }: Pick<Page, "main">): string {
  // biome-ignore lint/complexity/noUselessFragments: only the fragment escapes a main part that is a plain string.
  return String(<>{main}</>);
}

/** Placeholder for the main part. Titles and paths cannot contain this text, because they are escaped. */
const MAIN = "<!-- main -->";

/** Renders the HTML before and after the main part, for a streamed page. */
export function pageFrame(
  head: PageHead,
  assets: Assets,
): { readonly before: string; readonly after: string } {
  const html = String(<Shell head={head} assets={assets} main={raw(MAIN)} />);
  const [before = "", after = ""] = html.split(MAIN);
  return { before: `<!doctype html>\n${before}`, after: `${after}\n` };
}

type ShellProps = { readonly head: PageHead; readonly assets: Assets; readonly main: Child };

/** The HTML of every page around its main part. */
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
        {/* Async, so that the script runs before the end of a streamed page. */}
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

/** Returns the `aria-current` attribute of a link: "page" for the current page, "true" for its nearest parent page. */
function placeOf(href: string, path: string): "page" | "true" | undefined {
  if (href === path) return "page";
  const above = LINKS.findLast(([link]) => path.startsWith(`${link}/`));
  return above?.[0] === href ? "true" : undefined;
}
