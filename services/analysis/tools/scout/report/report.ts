import type { Answer } from "@dnstools/core/report/answer";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { ToolReport } from "@dnstools/core/report/report";
import type { ScoutData } from "../data.ts";
import { addressesSection } from "./addresses.ts";
import { coverageSection } from "./coverage.ts";
import { mailSection } from "./mail.ts";
import { namesSection } from "./names.ts";
import { ownRecordsSection } from "./own-records.ts";
import { serversSection } from "./servers.ts";
import { transferSection } from "./transfer.ts";

/** Number of branches in the tree of names: the maximum, the reduction for each problem, and the minimum. */
const BRANCHES = { most: 26, perProblem: 3, least: 10 } as const;
/**
 * Number of problems from which the section on the names of addresses is left out, because that section never shows a
 * problem.
 */
const MANY_PROBLEMS = 4;

/**
 * Builds the report of `scout`: the tree of names, the name servers, the published records, and what could not be
 * determined.
 */
export function reportScout(answer: Answer<ScoutData>): ToolReport {
  const { data, findings } = answer;
  const problems = findings.filter(({ severity }) => SEVERITY_STATUS[severity] !== "none").length;
  const room = Math.max(BRANCHES.least, BRANCHES.most - BRANCHES.perProblem * problems);
  return {
    sections: [
      namesSection(answer, room),
      serversSection(answer),
      transferSection(data),
      ownRecordsSection(answer),
      mailSection(data),
      ...(problems < MANY_PROBLEMS ? [addressesSection(data)] : []),
      coverageSection(data),
    ],
  };
}
