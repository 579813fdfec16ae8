/**
 * Parses HTML from this server. Scripts in the HTML do not run: DOMParser runs no scripts, and the page's
 * Content-Security-Policy forbids inline scripts.
 */
export function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(policy(html), "text/html");
}

type Policies = {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): { createHTML(html: string): string };
};

/** The only Trusted Types policy of the pages; undefined if the browser does not support Trusted Types. */
const rules = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy("dnstools", {
  createHTML: (html) => html,
});

function policy(html: string): string {
  return rules?.createHTML(html) ?? html;
}
