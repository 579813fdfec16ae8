import type { Contract } from "@dnstools/core/tool/contract";
import { pathOf } from "@dnstools/server/http/http";
import type { Problem } from "@dnstools/server/http/problem";
import { PAGE_HEADERS } from "../pages/page.tsx";
import { KEPT_S } from "../stream/kept-reports.ts";
import { formOf } from "./read-report.ts";
import { problemBody, problemType } from "./report-body.ts";

type Headers = Record<string, string | number>;

/** Request headers that reports add to Vary. */
const VARY = ", Accept, Sec-Fetch-Dest, Sec-Fetch-Mode";

/** Returns the additional headers of reports, for every format and status. */
export function reportHeaders(headers: Headers): Readonly<Record<string, string>> {
  const vary = String(headers["vary"]);
  // After a failed call, the headers may already contain these fields.
  const all = vary.endsWith(VARY) ? vary : `${vary}${VARY}`;
  return { vary: all, "x-robots-tag": "noindex" };
}

/**
 * Returns the additional headers of a report's page. With "kept", the browser may cache the page, so that going back
 * costs nothing.
 */
export function pageHeaders(caching: "kept" | "no-store"): Readonly<Record<string, string>> {
  return { ...PAGE_HEADERS, "cache-control": caching === "kept" ? `private, max-age=${KEPT_S}` : "no-store" };
}

/**
 * Creates a function that returns true if a path belongs to a report.
 * @param more other first path segments of reports, in addition to the tools' names
 */
export function reportPaths(
  contracts: readonly Contract[],
  ...more: readonly string[]
): (path: string) => boolean {
  const tools = new Set<string>([...contracts.map(({ tool }) => tool), ...more]);
  return (path) => {
    const end = path.indexOf("/", 1);
    return (
      end !== -1 &&
      tools.has(path.slice(1, end)) &&
      path.indexOf("/", end + 1) === -1 &&
      path.length > end + 1
    );
  };
}

/** Creates the presenter of a report's problems in the caller's format. Problems of other paths remain unchanged. */
export function createReportProblems(contracts: readonly Contract[]) {
  const isReport = reportPaths(contracts);
  return (problem: Problem, request: Request, headers: Headers): Problem => {
    if (!isReport(pathOf(request.url))) return problem;
    const own = { ...problem.headers, ...reportHeaders(headers) };
    const form = formOf(request);
    if (form === "json" || form === "events") return { ...problem, headers: own };
    return {
      ...problem,
      body: problemBody(problem.body, form),
      headers: { ...own, "content-type": problemType(form) },
    };
  };
}
