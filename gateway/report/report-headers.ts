import type { Contract } from "@dnstools/core/tool/contract";
import { pathOf } from "@dnstools/server/http/http";
import type { Problem } from "@dnstools/server/http/problem";
import { formOf } from "./read-report.ts";
import { problemBody, typeOf } from "./report-body.ts";

type Headers = Record<string, string | number>;

/** Headers that reports have beside those of every answer, of whatever form and status. */
export function reportHeaders(headers: Headers): Readonly<Record<string, string>> {
  return { vary: `${headers["vary"]}, Accept`, "x-robots-tag": "noindex" };
}

/** Shows the problem of a report in the form that its caller reads; those of other paths as they are. */
export function createReportProblems(contracts: readonly Contract[]) {
  const tools = new Set<string>(contracts.map(({ tool }) => tool));
  const isReport = (path: string) => {
    const end = path.indexOf("/", 1);
    return (
      end !== -1 &&
      tools.has(path.slice(1, end)) &&
      path.indexOf("/", end + 1) === -1 &&
      path.length > end + 1
    );
  };
  return (problem: Problem, request: Request, headers: Headers): Problem => {
    if (!isReport(pathOf(request.url))) return problem;
    const own = { ...problem.headers, ...reportHeaders(headers) };
    const form = formOf(request);
    if (form === "json") return { ...problem, headers: own };
    return {
      ...problem,
      body: problemBody(problem.body, form),
      headers: { ...own, "content-type": typeOf(form) },
    };
  };
}
