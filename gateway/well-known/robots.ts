import { TOOL_NAMES } from "@dnstools/core/tool/contract";

/** `/robots.txt` (RFC 9309): each call of the API and each report costs somebody's servers questions, so they are not for crawlers. */
export function robotsTxt(): string {
  const paths = ["/api/", "/mcp", "/go", "/all/", ...TOOL_NAMES.map((tool) => `/${tool}/`)];
  return `User-agent: *\n${paths.map((path) => `Disallow: ${path}\n`).join("")}`;
}
