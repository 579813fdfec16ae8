import type { Contract } from "@dnstools/core/tool/contract";
import { pathOf } from "@dnstools/server/http/http";
import type { Problem } from "@dnstools/server/http/problem";
import { PAGE_HEADERS } from "../pages/page.tsx";
import { KEPT_S } from "../stream/kept-reports.ts";
import { formOf } from "./read-report.ts";
import { problemBody, problemType } from "./report-body.ts";

type Headers = Record<string, string | number>;

/** What reports differ by, in addition to what all answers differ by. */
const VARY = ", Accept, Sec-Fetch-Dest, Sec-Fetch-Mode";

/** Headers that reports have beside those of every answer, of whatever form and status. */
export function reportHeaders(headers: Headers): Readonly<Record<string, string>> {
  const vary = String(headers["vary"]);
  // A call that failed may have them already.
  const all = vary.endsWith(VARY) ? vary : `${vary}${VARY}`;
  return { vary: all, "x-robots-tag": "noindex" };
}

/** Headers of a report's page: the browser's own copy is for going back, not for going on. */
export function pageHeaders(caching: "kept" | "no-store"): Readonly<Record<string, string>> {
  return { ...PAGE_HEADERS, "cache-control": caching === "kept" ? `private, max-age=${KEPT_S}` : "no-store" };
}

/** Tells the paths of reports from others; `more` are further first segments, in addition to the tools' names. */
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

/** Shows the problem of a report in the form that its caller reads; those of other paths as they are. */
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
