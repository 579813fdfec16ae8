import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Finding } from "@dnstools/core/tool/finding";

/** Rows that are left of a list where there is much to mend. */
const LEAST = 6;

/** How many rows of a list a report has room for: two fewer for each finding that is shown before. */
export function beside(findings: readonly Finding[], most: number): number {
  const problems = findings.filter(({ severity }) => SEVERITY_STATUS[severity] !== "none");
  return Math.max(Math.min(LEAST, most), most - 2 * problems.length);
}
