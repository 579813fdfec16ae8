import { cell } from "@dnstools/core/report/blocks";
import type { Cell, Status } from "@dnstools/core/report/report";
import type { AxfrData, EmailData, NameData, RecordsData } from "../data.ts";

/** Report status for each state of the last alias's target. */
export const TARGET_STATUS: Readonly<Record<NonNullable<NameData["target"]>, Status>> = {
  exists: "none",
  missing: "fail",
  unregistered: "fail",
  unknown: "unknown",
};

/** Returns a cell that shows only the reason, for a column of reasons. */
export function unknownCell(reason: string | null): Cell {
  return cell("unknown", reason ?? "unknown");
}

type Transfer = AxfrData["servers"][number];

/** Returns a cell with the result of a zone transfer. */
export function transferCell({ result, reason, records }: Transfer): Cell {
  switch (result) {
    case "allowed":
      return cell("fail", `allowed, ${records} records`);
    case "unfinished":
      return cell("warning", `begun, ${records} records`);
    case "refused":
    case "notauth":
    case "not_implemented":
      return cell("pass", "refused");
    case "not_transferred":
      return cell("pass", "not transferred");
    default:
      return unknownCell(reason);
  }
}

/** Report status for each state of a published record, or of the keys. */
export const PUBLISHED_STATUS: Readonly<Record<EmailData["dkim"]["status"], Status>> = {
  valid: "pass",
  warning: "warning",
  invalid: "fail",
  absent: "none",
  not_found_in_tried: "none",
  unknown: "unknown",
};

/** Report status for each DNSSEC state. */
export const DNSSEC_STATUS: Readonly<Record<NonNullable<RecordsData["dnssec"]>["status"], Status>> = {
  secure: "pass",
  insecure: "none",
  bogus: "fail",
  unknown: "unknown",
};

/** Names of the sections, as shown to readers. */
export const SECTION_WORDS = {
  records: "records",
  email: "mail",
  srv: "SRV",
  subdomains: "names below",
  axfr: "zone transfer",
  ptr: "PTR of addresses",
} as const;
