import type { Reports } from "@dnstools/core/report/make-report";
import { reportMail } from "./tools/mail/report.ts";

/** Report builders of the mail service's tools, by tool name. */
export const reports = { mail: reportMail } satisfies Reports;
