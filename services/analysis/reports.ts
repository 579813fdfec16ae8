import type { Reports } from "@dnstools/core/report/make-report";
import { reportPropagation } from "./tools/propagation/report/report.ts";
import { reportScout } from "./tools/scout/report/report.ts";

/** Functions that build the reports of the analysis service's tools. */
export const reports = { propagation: reportPropagation, scout: reportScout } satisfies Reports;
