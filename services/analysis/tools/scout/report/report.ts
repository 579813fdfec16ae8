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

/** Branches of the tree of names beside no problem, what each takes away from it, and how many it always has. */
const BRANCHES = { most: 26, perProblem: 3, least: 10 } as const;
/** Problems beside which the names of addresses, none of which is a problem, are left out. */
const MANY_PROBLEMS = 4;

/** The report of `scout`: the tree of names, how the servers answer, what is published, and what could not be found out. */
export function reportScout(answer: Answer<ScoutData>): ToolReport {
  const { data, findings } = answer;
  const problems = findings.filter(({ severity }) => SEVERITY_STATUS[severity] !== "none").length;
  const room = Math.max(BRANCHES.least, BRANCHES.most - BRANCHES.perProblem * problems);
  return {
    sections: [
      namesSection(answer, room),
      serversSection(answer),
      transferSection(data),
      ownRecordsSection(data),
      mailSection(data),
      ...(problems < MANY_PROBLEMS ? [addressesSection(data)] : []),
      coverageSection(data),
    ],
  };
}
