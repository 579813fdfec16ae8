import type { Reports } from "@dnstools/core/report/make-report";
import { reportSsl } from "./tools/ssl/report.ts";

/** The reports of the cert service's tools. */
export const reports = { ssl: reportSsl } satisfies Reports;
