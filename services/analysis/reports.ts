import type { Reports } from "@dnstools/core/report/make-report";
import { reportPropagation } from "./tools/propagation/report/report.ts";

/** The reports of the analysis service's tools. */
export const reports = { propagation: reportPropagation } satisfies Reports;
