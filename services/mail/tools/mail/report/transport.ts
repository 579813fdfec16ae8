import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { record, statusOf, words } from "./status.ts";

type DaneHost = NonNullable<MailData["dane"]["hosts"]>[number];
type Policy = NonNullable<MailData["mtaSts"]["policy"]>;

const DANE: Readonly<Record<DaneHost["status"], Status>> = {
  usable: "pass",
  unusable: "fail",
  bogus: "fail",
  absent: "none",
  insecure: "none",
  unknown: "unknown",
  not_asked: "none",
};
const POLICY: Readonly<Record<Policy["status"], Status>> = {
  valid: "pass",
  invalid: "fail",
  unknown: "unknown",
};

/** Statuses, the worst first. */
const ORDER: readonly Status[] = ["fail", "warning", "unknown", "pass", "none"];
const HOSTS_MAX = 6;

/**
 * Builds the section about TLS to the mail servers: what requires it (MTA-STS, DANE), and what reports failures
 * (TLS-RPT).
 */
export function transportSection(answer: Answer<MailData>): Section {
  const { mtaSts, tlsRpt, dane } = answer.data;
  const statuses = [mtaSts, tlsRpt, dane].map((part) => statusOf(part, answer));
  const { policy } = mtaSts;
  const listed = policy?.mx ?? [];
  return {
    heading: "Do senders require TLS?",
    status: ORDER.find((status) => statuses.includes(status)) ?? "none",
    blocks: blocks([
      facts([
        ["MTA-STS record", recordsCell(mtaSts.records)],
        ["MTA-STS policy", policy === null ? null : policyCell(policy)],
        ["Listed in policy", namesCell(listed, "none")],
        ["Missing from policy", listed.length === 0 ? null : namesCell(mtaSts.mxUnlisted, "fail")],
        ["Patterns that match no mail server", namesCell(mtaSts.mxUnused, "warning")],
        ["TLS-RPT record", recordsCell(tlsRpt.records)],
      ]),
      table(
        ["Mail server", "DANE", "Records (TLSA)"],
        (dane.hosts ?? [])
          .filter(isWorthShowing)
          .map((host) => [
            outside(host.host),
            host.status === "unknown" ? notFound(host.reason) : cell(DANE[host.status], words(host.status)),
            list(host.records.map(tlsaText), 2, ""),
          ]),
        HOSTS_MAX,
      ),
    ]),
  };
}

function recordsCell(records: readonly string[]): Cell | null {
  return records.length === 0 ? null : join(records.slice(0, 2).map(record), " | ");
}

function policyCell({ url, status, reason, httpStatus, mode, maxAge }: Policy): Cell {
  if (status === "unknown") return cell("unknown", say`${url} could not be fetched (${reason ?? ""})`);
  const http = httpStatus === null || httpStatus === 200 ? "" : ` · HTTP ${httpStatus}`;
  const said = mode === null ? "" : say` · mode ${mode}`;
  const age = maxAge === null ? "" : ` · kept for ${maxAge} s`;
  return cell(POLICY[status], join([outside(url), http, said, age]));
}

function namesCell(names: readonly string[] | null, status: Status): Cell | null {
  return names === null || names.length === 0 ? null : cell(status, list(names, 4));
}

/** Returns true if a host has TLSA records or an unknown state. The overview card counts the other hosts. */
function isWorthShowing({ status, records }: DaneHost): boolean {
  return records.length > 0 || status === "unknown";
}

const DIGITS_MAX = 16;

function tlsaText({ usage, selector, matchingType, data, unusable }: DaneHost["records"][number]): string {
  const short = data.length > DIGITS_MAX ? `${data.slice(0, DIGITS_MAX)}...` : data;
  return `${usage} ${selector} ${matchingType} ${short}${unusable === null ? "" : ` (unusable: ${unusable.replace("_", " ")})`}`;
}
