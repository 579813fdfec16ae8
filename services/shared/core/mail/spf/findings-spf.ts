import { printable } from "../../harmless.ts";
import { TextEncoder } from "../../protocol/platform.ts";
import { isMistaken, isNearSpf } from "../../protocol/spf/record.ts";
import { isOurs } from "../../tool/environment.ts";
import { dnsKey } from "../answers.ts";
import { createFindings, type Findings, type SectionAbout } from "../section.ts";
import { SPF_FINDINGS } from "./findings.ts";
import { isVoid, LOOKUPS_MAX, VOIDS_MAX } from "./limits-spf.ts";
import { defaultResult } from "./senders-spf.ts";
import type { SpfTotals } from "./totals-spf.ts";
import {
  evaluatedTerms,
  isMechanism,
  isNotPublic,
  isRedirect,
  placeOf,
  queriesOf,
  type SpfNode,
  type SpfTerm,
  termKey,
} from "./tree-spf.ts";

/** The facts about the domain, in addition to its SPF record, that the findings need. */
export type SpfFacts = {
  readonly domain: string;
  /** True if the domain seems to send no mail. */
  readonly parked: boolean;
  /** All TXT texts at the domain. */
  readonly texts: readonly string[];
  /** True if the domain has a record of the obsolete type SPF (99). */
  readonly hasType99: boolean;
};

/** The findings about SPF that an evaluation collects. */
export type SpfFindings = Findings<typeof SPF_FINDINGS>;

/** Maximum size of all texts at a name that fits into an answer over UDP, in octets (RFC 7208 3.4). */
const SIZE_MAX = 450;

/** Returns true if a text is a Sender ID record (RFC 4406), which is obsolete. */
export function isSenderId(text: string): boolean {
  return /^spf2\.0/i.test(text);
}

/** Returns the findings about a domain's SPF record, or about its absence. */
export function spfFindings(root: SpfNode, totals: SpfTotals, facts: SpfFacts): SpfFindings {
  const { domain, parked, texts, hasType99 } = facts;
  const findings = createFindings(SPF_FINDINGS, [dnsKey(domain, "TXT")]);
  for (const text of texts.filter(isNearSpf)) findings.add("mail.spf_near_miss", printable(text, 80));
  if (texts.some(isSenderId)) findings.add("mail.spf_sender_id");
  if (hasType99) findings.add("mail.spf_type99", { subjects: [domain], queries: [dnsKey(domain, "SPF")] });
  if (root.status === "none") findings.add(parked ? "mail.spf_missing_parked" : "mail.spf_missing", domain);
  if (root.status === "several") findings.add("mail.spf_several", domain);
  if (root.status === "found") addRecordFindings(findings, root, totals, facts);
  return findings;
}

function octets(text: string): number {
  return new TextEncoder().encode(text).length;
}

function addRecordFindings(
  findings: SpfFindings,
  root: SpfNode,
  totals: SpfTotals,
  { domain, texts }: SpfFacts,
): void {
  for (const { term, at } of root.record?.problems ?? [])
    findings.add("mail.spf_syntax", {
      subject: `${printable(term, 60)} (character ${at + 1})`,
      subjects: [printable(term, 60)],
    });
  if (totals.lookups > LOOKUPS_MAX)
    findings.add("mail.spf_lookups", {
      subject: `${totals.complete ? "" : "at least "}${totals.lookups}; the eleventh is ${printable(totals.crossedAt ?? "", 100)}`,
      subjects: eleventhIn(root),
      queries: recordsIn(root),
    });
  if (totals.voids > VOIDS_MAX) findings.add("mail.spf_voids", voidsIn(root, totals.voids, "voidV4"));
  else if (totals.voidsV6 > VOIDS_MAX)
    findings.add("mail.spf_voids_ipv6", voidsIn(root, totals.voidsV6, "voidV6"));
  for (const { place, target } of totals.tooManyExchanges)
    findings.add("mail.spf_mx_names", {
      subjects: [printable(place, 100)],
      queries: [dnsKey(domain, "TXT"), dnsKey(target ?? domain, "MX")],
    });
  // A record with a syntax error lets no server send (RFC 7208 4.6).
  if (totals.passesAll && root.record?.problems.length === 0)
    findings.add("mail.spf_pass_all", aboutPassAll(domain, totals.allAt));
  if (totals.unknown !== null && !isOurs(totals.unknown.reason))
    findings.add("mail.spf_temperror", {
      subject: `${printable(totals.unknown.term, 100)}, ${totals.unknown.reason}`,
      subjects: [printable(totals.unknown.term, 100)],
      queries: [dnsKey(domain, "TXT"), ...totals.unknown.queries],
    });
  for (const one of evaluatedTerms(root)) addTermFindings(findings, one.term, one.node, root);
  addOwnTermFindings(findings, root);
  addDefaultFindings(findings, root);
  const size = texts.reduce((sum, text) => sum + octets(text), domain.length);
  if (size > SIZE_MAX) findings.add("mail.spf_size", { subject: `${size} octets`, subjects: [domain] });
}

/**
 * Returns the subject of the finding that every host may send mail: the domain, and the term or networks that allow
 * this.
 */
function aboutPassAll(domain: string, allAt: SpfTotals["allAt"]): SectionAbout {
  const by = allAt === null ? "the networks that it names" : printable(allAt.place, 100);
  const names = [...new Set([domain, allAt?.domain ?? domain])];
  return {
    subject: `${domain}, by ${by}`,
    subjects: names.map((name) => printable(name, 260)),
    queries: names.map((name) => dnsKey(name, "TXT")),
  };
}

/**
 * Returns the subjects of a finding about a term: the term and, unless it is in the domain's own record, that
 * record's name.
 */
function subjectsOf({ term }: SpfTerm, node: SpfNode, root: SpfNode): readonly string[] {
  return [term.text, ...(node === root ? [] : [node.domain])].map((one) => printable(one, 100));
}

/** Returns the subjects of a finding about the term that exceeds the limit of lookups. */
function eleventhIn(root: SpfNode): readonly string[] {
  const crossed = [...evaluatedTerms(root)].filter(({ term }) => term.counts)[LOOKUPS_MAX];
  return crossed === undefined ? [] : subjectsOf(crossed.term, crossed.node, root);
}

/** Returns the keys of the queries for all records of a tree. */
function recordsIn(root: SpfNode): readonly string[] {
  const below = [...evaluatedTerms(root)].flatMap(({ term }) => term.child?.domain ?? []);
  return [...new Set([root.domain, ...below])].map((name) => dnsKey(name, "TXT"));
}

/** Returns the subject of a finding about the terms whose lookups find no record. */
function voidsIn(root: SpfNode, count: number, family: "voidV4" | "voidV6"): SectionAbout {
  const all = [...evaluatedTerms(root)].filter(({ term }) => term.child?.isVoid || term.hosts?.[family]);
  return {
    subject: String(count),
    subjects: all.slice(0, VOIDS_SHOWN).flatMap(({ term, node }) => subjectsOf(term, node, root)),
    queries: [...new Set(all.slice(0, VOIDS_SHOWN).flatMap(({ term }) => queriesOf(term)))],
  };
}

/** Maximum number of terms that one finding names. */
const VOIDS_SHOWN = 10;

/** Adds the findings about a term of any record of the tree. */
function addTermFindings(findings: SpfFindings, one: SpfTerm, node: SpfNode, root: SpfNode): void {
  const { term, child } = one;
  const place = {
    subject: printable(placeOf(one, node, root), 100),
    subjects: subjectsOf(one, node, root),
    queries: [dnsKey(node.domain, "TXT"), ...queriesOf(one)],
  };
  if (isMechanism(term, "ptr")) findings.add("mail.spf_ptr", place);
  if (child === null) return;
  if (child.status === "none") findings.add("mail.spf_include_none", place);
  if (child.status === "loop") findings.add("mail.spf_loop", place);
  if (child.status === "several" || (child.record?.problems.length ?? 0) > 0)
    findings.add("mail.spf_include_invalid", place);
}

/** The defined modifiers: those of RFC 7208 6, and those for reports of RFC 6652 3. */
const MODIFIERS: readonly string[] = ["redirect", "exp", "ra", "rp", "rr"];

/** Adds the findings about the terms of the domain's own record, which its owner can change. */
function addOwnTermFindings(findings: SpfFindings, root: SpfNode): void {
  const seen = new Set<string>();
  for (const one of root.terms) {
    const { term, ignored } = one;
    const shown = printable(term.text, 100);
    const about = { subjects: [shown], queries: [dnsKey(root.domain, "TXT"), ...queriesOf(one)] };
    if (isMistaken(term)) findings.add("mail.spf_ignored_term", shown);
    else if (term.kind === "modifier" && !MODIFIERS.includes(term.name))
      findings.add("mail.spf_unknown_modifier", shown);
    if (ignored === "after_all") findings.add("mail.spf_after_all", shown);
    if (ignored === "beside_all") findings.add("mail.spf_redirect_ignored", shown);
    const key = termKey(term);
    if (ignored === null && seen.has(key) && term.kind === "mechanism")
      findings.add("mail.spf_duplicate_term", shown);
    seen.add(key);
    if (term.kind !== "mechanism" || ignored !== null) continue;
    if (isNotPublic(term)) findings.add("mail.spf_not_public", shown);
    else if (isWide(one)) findings.add("mail.spf_wide", about);
    if (one.hosts !== null && isVoid(one)) findings.add("mail.spf_void_term", about);
  }
}

/** Adds the findings about the result for senders that match no term before `all`. */
function addDefaultFindings(findings: SpfFindings, root: SpfNode): void {
  if (root.record?.problems.length !== 0 || defaultResult(root) !== "neutral") return;
  const explicit = endOf(root).terms.some(({ term }) => isMechanism(term, "all"));
  findings.add(explicit ? "mail.spf_neutral_all" : "mail.spf_no_all", {
    subjects: [root.domain],
    queries: [...new Set([root.domain, endOf(root).domain])].map((name) => dnsKey(name, "TXT")),
  });
}

/** Returns the record in which the evaluation ends: the target of the last redirect, or the record itself. */
function endOf(node: SpfNode): SpfNode {
  const redirect = node.terms.find(({ term, ignored }) => isRedirect(term) && ignored === null);
  return redirect?.child == null ? node : endOf(redirect.child);
}

/** Prefix lengths of the widest networks that a single organization usually has. */
const BITS = { v4: 16, v6: 32 } as const;

function isWide({ term, hosts }: SpfTerm): boolean {
  if (term.kind !== "mechanism" || term.qualifier !== "+") return false;
  const v4 = term.name === "ip4" || (hosts?.v4.length ?? 0) > 0;
  const v6 = term.name === "ip6" || (hosts?.v6.length ?? 0) > 0;
  return (v4 && term.bits4 < BITS.v4) || (v6 && term.bits6 < BITS.v6);
}
