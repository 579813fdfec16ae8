import type { Reports } from "@dnstools/core/report/make-report";
import { reportSsl } from "./tools/ssl/report.ts";

/** Report of each tool of the cert service, by tool name. */
export const reports = { ssl: reportSsl } satisfies Reports;
