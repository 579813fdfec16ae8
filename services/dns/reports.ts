import type { Reports } from "@dnstools/core/report/make-report";
import { reportDns } from "./tools/dns/report/report.ts";

/** The reports of the dns service's tools. */
export const reports = { dns: reportDns } satisfies Reports;
