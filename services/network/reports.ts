import type { Reports } from "@dnstools/core/report/make-report";
import { reportDnsbl } from "./tools/dnsbl/report.ts";
import { reportReverse } from "./tools/reverse/report.ts";
import { reportWhois } from "./tools/whois/report/report.ts";

/** The reports of the network service's tools. */
export const reports = {
  reverse: reportReverse,
  whois: reportWhois,
  dnsbl: reportDnsbl,
} satisfies Reports;
