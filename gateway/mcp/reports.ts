import type { Reports } from "@dnstools/core/report/make-report";
import { reports as network } from "@dnstools/network/reports";

/** What the tools' own reports are made by. */
export const REPORTS: Reports = { ...network };
