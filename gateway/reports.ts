import { reports as analysis } from "@dnstools/analysis/reports";
import { reports as cert } from "@dnstools/cert/reports";
import type { Reports } from "@dnstools/core/report/make-report";
import { reports as dns } from "@dnstools/dns/reports";
import { reports as mail } from "@dnstools/mail/reports";
import { reports as network } from "@dnstools/network/reports";

/** The report builders of all tools. */
export const reports: Reports = { ...dns, ...network, ...cert, ...mail, ...analysis };
