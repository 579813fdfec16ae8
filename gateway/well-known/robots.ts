import { TOOL_NAMES } from "@dnstools/core/tool/contract";

/**
 * Returns `/robots.txt` (RFC 9309). It excludes API calls and reports from crawling, because each one sends queries to
 * other people's servers.
 */
export function robotsTxt(): string {
  const paths = ["/api/", "/mcp", "/go", "/all/", ...TOOL_NAMES.map((tool) => `/${tool}/`)];
  return `User-agent: *\n${paths.map((path) => `Disallow: ${path}\n`).join("")}`;
}
