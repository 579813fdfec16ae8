import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, tree } from "@dnstools/core/report/blocks";
import type { Cell, Section, Text } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { spfBranches } from "./spf-tree.ts";
import { record, statusOf } from "./status.ts";

/** Maximum number of lines of the SPF tree in the report. */
const BRANCHES_MAX = 16;

/**
 * Builds the section about the SPF record and everything it includes: how many lookups each term costs, and which are
 * wrong.
 */
export function spfSection(answer: Answer<MailData>): Section {
  const { spf } = answer.data;
  const branches = spfBranches(spf);
  return {
    heading:
      branches.length > 0 ? "Which terms use up the DNS lookups?" : "Who may send mail for the domain?",
    status: statusOf(spf, answer),
    blocks: blocks([
      facts([
        ...spf.records
          .slice(0, 4)
          .map((text) => [spf.instead === null ? "Record" : "Record from this call", record(text)] as const),
        ["Void lookups", voids(spf)],
        ["May send", addresses(spf)],
        ["Services", spf.providers.length === 0 ? null : list(spf.providers)],
      ]),
      tree(branches, BRANCHES_MAX),
    ]),
  };
}

/** Returns the table cell with the number of void lookups; null if there are none. */
function voids({ voids: { count, ipv6, limit }, findings }: MailData["spf"]): Cell | null {
  if (count === 0 && ipv6 === 0) return null;
  const status = findings.includes("mail.spf_voids") ? "fail" : "none";
  return cell(
    status,
    `${count}${ipv6 === count ? "" : ` for IPv4 clients, ${ipv6} for IPv6 clients`} (limit ${limit})`,
  );
}

function addresses({ addresses: sums }: MailData["spf"]): Cell | null {
  if (sums === null) return null;
  const { ipv4, ipv6, complete } = sums;
  const open = complete ? "" : ", and further addresses that cannot be counted";
  return join([digits(ipv4), " IPv4 and ", digits(ipv6), " IPv6 addresses", open]);
}

/** Returns a number that the JSON contains as a text, because it may be too large for a JSON number. */
function digits(number: string): Text {
  return /^\d+$/.test(number) ? number : outside(number);
}
