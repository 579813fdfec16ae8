import type { Reports } from "@dnstools/core/report/make-report";
import { reportDnsbl } from "./tools/dnsbl/report.ts";
import { reportReverse } from "./tools/reverse/report.ts";
import { reportWhois } from "./tools/whois/report/report.ts";

/** Report of each tool of the network service, by tool name. */
export const reports = {
  reverse: reportReverse,
  whois: reportWhois,
  dnsbl: reportDnsbl,
} satisfies Reports;
