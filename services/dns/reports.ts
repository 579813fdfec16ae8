import type { Reports } from "@dnstools/core/report/make-report";
import { reportDns } from "./tools/dns/report/report.ts";

/** Report of each tool of the dns service, by tool name. */
export const reports = { dns: reportDns } satisfies Reports;
