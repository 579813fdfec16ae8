import type { Reports } from "@dnstools/core/report/make-report";
import { reportReverse } from "./tools/reverse/report.ts";

/** The reports of the network service's tools. */
export const reports = { reverse: reportReverse } satisfies Reports;
