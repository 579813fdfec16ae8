import { TOOL_NAMES } from "@dnstools/core/tool/contract";
import { map } from "./nginx-text.ts";

const TOOLS = TOOL_NAMES.join("|");

/** Paths that are logged as they are: none has anything of the caller's in it. */
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

/** Paths of this API, and the names by which the log has them: a target, or anything else of the caller's, is in none. */
const NAMED: Readonly<Record<string, string>> = {
  [`^/(?<log_page>${PAGES})(?:[?]|$)`]: "/$log_page",
  [`^/api/v1/(?<log_tool>${TOOLS})(?:[?]|$)`]: "/api/v1/$log_tool",
  [`^/(?<log_report>${TOOLS}|all)/[^/?]+(?:[?]|$)`]: "/$log_report/{target}",
  "^/docs/findings/[^/?]+(?:[?]|$)": "/docs/findings/{code}",
  "^/docs/(?<log_files>assets|examples)/[^/?]+(?:[?]|$)": "/docs/$log_files/{file}",
};

/** The name of a path that is none of this API's. */
const UNMATCHED = "unmatched";

/** The map from what was asked for to what the log says of it. */
export function logPathMap(): string {
  const rows = Object.entries(NAMED).map(([pattern, name]) => [`~${pattern}`, name]);
  return map("$request_uri", "$log_path", { default: UNMATCHED, ...Object.fromEntries(rows) });
}

/** A path as the log has it, by the same table. */
export function logPath(path: string): string {
  for (const [pattern, name] of Object.entries(NAMED)) {
    const found = new RegExp(pattern).exec(path);
    if (found !== null) return name.replace(/\$(\w+)/, (_, group) => found.groups?.[group] ?? "");
  }
  return UNMATCHED;
}
