import type { Reports } from "@dnstools/core/report/make-report";
import { reportMail } from "./tools/mail/report.ts";

/** The reports of the mail service's tools. */
export const reports = { mail: reportMail } satisfies Reports;
