import type { Reports } from "@dnstools/core/report/make-report";

/** The reports of the analysis service's tools. */
export const reports = {} satisfies Reports;
