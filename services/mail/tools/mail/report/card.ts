import { ROLE_WORDS } from "@dnstools/core/mail/role";
import type { SectionStatus } from "@dnstools/core/mail/section";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Text } from "@dnstools/core/report/report";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { MailData } from "../data.ts";
import { count, lookupsText, statusOf, words } from "./status.ts";

/** Builds the overview: one line for each part of the mail setup, with its status and what is published. */
export function reportCard(answer: Answer<MailData>): Section {
  const { data, summary } = answer;
  const { mx, spf, dkim, dmarc, mtaSts, tlsRpt, dane, bimi, reputation } = data;
  const row = (part: Part, published: Text, absent: Text): Cell => rowOf(answer, part, published, absent);
  const lists = data.summary.reputation;
  return {
    heading: "How is the mail of this domain set up?",
    status: summary.status,
    blocks: blocks([
      facts([
        ["Role", roleText(data)],
        ["Forged mail", verdictCell(data.summary.spoofing)],
        ["MX", row(mx, mxText(mx), mxText(mx))],
        ["SPF", row(spf, spfText(spf), "no record")],
        ["DMARC", row(dmarc, dmarcText(dmarc), "no record")],
        ["DKIM", row(dkim, dkimText(dkim), dkimText(dkim))],
        ["MTA-STS", row(mtaSts, mtaStsText(mtaSts), "no record")],
        ["TLS-RPT", row(tlsRpt, tlsRptText(tlsRpt), "no record")],
        ["DANE", row(dane, daneText(dane), daneText(dane))],
        ["BIMI", row(bimi, bimiText(bimi), "no record")],
        ["Blocklists", lists === null ? row(reputation, "", "no address to check") : listsCell(lists, data)],
      ]),
      nextTool(answer),
    ]),
  };
}

/** Returns the cell about blocklists; without any known address, it shows only that the result is unknown. */
function listsCell(lists: NonNullable<MailData["summary"]["reputation"]>, { reputation }: MailData): Cell {
  const isUnknown = lists.status === "unknown" && reputation.addresses.length === 0;
  return isUnknown ? notFound(lists.reason) : verdictCell(lists);
}

/** Returns a note that points to the tool `dns` if neither MX nor SPF could be looked up. */
function nextTool({ data }: Answer<MailData>): Block | null {
  if (data.mx.kind !== "unknown" || data.spf.status !== "unknown") return null;
  return { kind: "note", text: "Use the tool dns to see how the name servers of the domain answer." };
}

type Part = {
  readonly status: SectionStatus;
  readonly reason: string | null;
  readonly findings: readonly string[];
  readonly instead?: string | null;
};

function rowOf(answer: Answer<MailData>, part: Part, published: Text, absent: Text): Cell {
  const { status, reason, instead = null } = part;
  if (status === "unknown" && reason !== null) return notFound(reason);
  const text = status === "absent" || status === "not_applicable" ? absent : published;
  const given = instead === null ? "" : say`, with ${`${instead}=`} from this call`;
  return cell(statusOf(part, answer), join([text, given]));
}

/** Returns the cell of a verdict; an unknown verdict also shows its reason, unless the detail contains it. */
function verdictCell({ status, reason, detail }: Verdict): Cell {
  const why = status === "unknown" && reason !== null && !detail.includes(reason) ? say` (${reason})` : "";
  return cell(status, join([outside(detail), why]));
}

/** Returns the role in words, with the reasons for it unless the role is the usual one. */
function roleText({ role, roleWhy }: MailData): Text {
  if (role === "sends_and_receives") return ROLE_WORDS[role];
  return join([`${ROLE_WORDS[role]}. `, join(roleWhy.map(outside), " ")]);
}

function mxText({ kind, hosts, left, provider }: MailData["mx"]): Text {
  if (kind === "null") return "accepts no mail (null MX)";
  if (kind === "none") return "no MX record and no address";
  if (kind === "implicit") return "no MX record; the domain has addresses";
  const names = count(hosts?.length ?? 0, "mail server");
  const more = left > 0 ? ` and ${left} more` : "";
  return join([names, more, provider === null ? "" : say` of ${provider}`]);
}

function spfText({ evaluation, all, lookups }: MailData["spf"]): Text {
  const taken = lookupsText(lookups);
  const others = all === null ? "" : say`, other senders: ${all}`;
  return evaluation === "ok" || evaluation === null
    ? join([taken, others])
    : join([words(evaluation), ", ", taken, others]);
}

function dmarcText({ effective }: MailData["dmarc"]): Text {
  if (effective === null) return "could not be determined";
  const { domain, subdomains } = effective;
  if (domain === null) return "no policy applies";
  const below = subdomains === null || subdomains === domain ? "" : say`, for subdomains ${subdomains}`;
  return join(["policy ", outside(domain), below]);
}

function dkimText({ conclusion, found, tried }: MailData["dkim"]): Text {
  if (conclusion === "proven_absent") return "no key, according to the name servers";
  if (conclusion !== "found")
    return `none found under the ${count(tried.length, "selector")} that were tried`;
  const selectors = list(
    found.map(({ selector }) => selector),
    4,
  );
  return join([found.length === 1 ? "selector " : "selectors ", selectors]);
}

function mtaStsText({ policy }: MailData["mtaSts"]): Text {
  if (policy === null) return "no policy was fetched";
  return policy.mode === null ? join(["policy ", words(policy.status)]) : say`mode ${policy.mode}`;
}

function tlsRptText({ rua }: MailData["tlsRpt"]): Text {
  if (rua === null) return "no record that senders can use";
  return join([
    "reports to ",
    list(
      rua.map(({ uri }) => uri),
      2,
    ),
  ]);
}

function daneText({ status, hosts }: MailData["dane"]): Text {
  if (status === "not_applicable") return "not applicable: DNSSEC does not secure the mail servers' names";
  const all = hosts ?? [];
  const usable = all.filter((host) => host.status === "usable");
  return usable.length === 0
    ? "no usable TLSA record"
    : `usable TLSA records at ${usable.length} of ${count(all.length, "mail server")}`;
}

function bimiText({ declined, name }: MailData["bimi"]): Text {
  return declined ? "the record declares that there is no logo" : say`record at ${name ?? ""}`;
}
