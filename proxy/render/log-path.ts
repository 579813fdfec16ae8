import { TOOL_NAMES } from "@dnstools/core/tool/contract";
import { map } from "./nginx-text.ts";

const TOOLS = TOOL_NAMES.join("|");

/** Paths that are logged unchanged, because they contain no data of the caller. */
const PAGES = [
  "",
  "api/v1",
  "api/v1/limits",
  "go",
  "docs",
  "docs/errors",
  "docs/words",
  "docs/findings",
  `docs/(?:${TOOLS})`,
  "openapi[.]json",
  "favicon[.]ico",
  "llms[.]txt",
  "robots[.]txt",
  "[.]well-known/security[.]txt",
  "mcp",
].join("|");

/**
 * Patterns of this API's paths, each with the name that the log shows instead. The names contain no target and no
 * other data of the caller.
 */
const NAMED: Readonly<Record<string, string>> = {
  [`^/(?<log_page>${PAGES})(?:[?]|$)`]: "/$log_page",
  [`^/api/v1/(?<log_tool>${TOOLS})(?:[?]|$)`]: "/api/v1/$log_tool",
  [`^/(?<log_report>${TOOLS}|all)/[^/?]+(?:[?]|$)`]: "/$log_report/{target}",
  "^/docs/findings/[^/?]+(?:[?]|$)": "/docs/findings/{code}",
  "^/docs/(?<log_files>assets|examples)/[^/?]+(?:[?]|$)": "/docs/$log_files/{file}",
};

/** The name of all other paths in the log. */
const UNMATCHED = "unmatched";

/** Returns the nginx map from the request URI to its name in the log. */
export function logPathMap(): string {
  const rows = Object.entries(NAMED).map(([pattern, name]) => [`~${pattern}`, name]);
  return map("$request_uri", "$log_path", { default: UNMATCHED, ...Object.fromEntries(rows) });
}

/** Returns the name of a path in the log, from the same table as the nginx map. */
export function logPath(path: string): string {
  for (const [pattern, name] of Object.entries(NAMED)) {
    const found = new RegExp(pattern).exec(path);
    if (found !== null) return name.replace(/\$(\w+)/, (_, group) => found.groups?.[group] ?? "");
  }
  return UNMATCHED;
}
