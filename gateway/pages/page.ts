import type { Assets } from "./assets.ts";
import { hashOf, REVALIDATE, type Static } from "./static.ts";

/**
 * What pages may load: our own scripts and styles, and pictures that styles have in them. No script or style stands in
 * a page itself, so nothing that got into one could run.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export type Page = {
  readonly path: string;
  /** Plain text. */
  readonly title: string;
  /** Plain text, one sentence. */
  readonly description: string;
  /** HTML. */
  readonly main: string;
  /** What it is, for styles. */
  readonly kind: "text" | "reference";
  /** Paths of styles and scripts beside those of every page. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
};

const LINKS = [
  ["/", "dnstools"],
  ["/docs", "Reference"],
  ["/docs/findings", "Findings"],
  ["/docs/errors", "Errors"],
  ["/docs/words", "Words"],
  ["/openapi.json", "OpenAPI"],
] as const;

/** A page in the dress that all have. */
export function page(what: Page, assets: Assets): Static {
  const { path, title, description, main, kind, styles = [], scripts = [] } = what;
  const head = [
    `<meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="icon" href="${assets.icon.path}" type="image/svg+xml">`,
    ...[...styles, assets.style.path].map((href) => `<link rel="stylesheet" href="${href}">`),
    ...scripts.map((src) => `<script src="${src}" defer></script>`),
  ];
  const links = LINKS.map(([href, text]) => {
    const inside = href !== "/docs" && path.startsWith(`${href}/`);
    const here = href === path ? ' aria-current="page"' : inside ? ' aria-current="true"' : "";
    return `<a href="${href}"${here}>${text}</a>`;
  });
  const body = `<!doctype html>
<html lang="en">
<head>
${head.join("\n")}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<nav aria-label="Site">${links.join("")}</nav>
<main id="main" class="${kind}">
${main}
</main>
</body>
</html>
`;
  return {
    path,
    type: "text/html; charset=utf-8",
    body,
    etag: `"${hashOf(body, 32)}"`,
    cacheControl: REVALIDATE,
    headers: {
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "referrer-policy": "no-referrer",
    },
  };
}

/** Text for HTML, inside elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** The same with what is in backticks as code. */
export function codeHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
