import type { Reports } from "@dnstools/core/report/make-report";

/** The reports of the cert service's tools. */
export const reports = {} satisfies Reports;
