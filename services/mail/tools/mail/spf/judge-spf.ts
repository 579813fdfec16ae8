import { printable } from "@dnstools/core/printable";
import { formatIp } from "@dnstools/core/protocol/ip";
import { isNearSpf, isSpf } from "@dnstools/core/protocol/spf/record";
import type { Answer } from "../known.ts";
import { recordsOf, textsOf } from "../known.ts";
import { createSayer, type NewRecord, type Section, type SectionStatus, statusBy } from "../section.ts";
import type { SpfData } from "./data.ts";
import { SPF_FINDINGS } from "./findings.ts";
import { providersIn, type SpfNode, type SpfTerm } from "./read-spf.ts";
import { isNotPublic, mergedText, repairedSpf, repairedText } from "./repair-spf.ts";
import {
  evaluated,
  isPermerror,
  isVoid,
  LOOKUPS_MAX,
  lookupsIn,
  lookupsOf,
  placeOf,
  resultOfRest,
  type SpfWeight,
  VOIDS_MAX,
  weigh,
} from "./weigh-spf.ts";

/** What is known beside the record. */
export type SpfContext = {
  readonly domain: string;
  /** All texts at the domain. */
  readonly txt: Answer<"TXT">;
  readonly type99: Answer<"SPF">;
  /** Whether the domain is taken for one that sends no mail. */
  readonly parked: boolean;
  /** The record for a domain that has none. */
  readonly suggestion: string;
};

/** Octets of texts at a name that go well into an answer over UDP (RFC 7208 3.4). */
const SIZE_MAX = 450;
const RECORD_MAX = 4096;

export function judgeSpf(root: SpfNode, context: SpfContext): Section<SpfData> {
  const sayer = createSayer(SPF_FINDINGS);
  const texts = textsOf(context.txt);
  const near = texts.filter(isNearSpf).slice(0, 5);
  const senderId = texts.filter((text) => /^spf2\.0/i.test(text)).slice(0, 5);
  const weight = weigh(root);
  for (const text of near) sayer.say("mail.spf_near_miss", printable(text, 80));
  if (senderId.length > 0) sayer.say("mail.spf_sender_id");
  if (recordsOf(context.type99).length > 0) sayer.say("mail.spf_type99");
  if (root.status === "none")
    sayer.say(context.parked ? "mail.spf_missing_parked" : "mail.spf_missing", context.domain);
  if (root.status === "several") sayer.say("mail.spf_several", context.domain);
  if (root.status === "found") sayOfRecord(sayer, root, weight, texts, context);
  const evaluation = evaluationOf(root, weight);
  const all = isPermerror(root) ? null : resultOfRest(root);
  const status = statusOf(root, evaluation, sayer);
  const unknown = root.reason ?? (status === "unknown" ? (weight.unknown?.reason ?? "budget") : null);
  const valid = root.status === "found" && root.record?.problems.length === 0;
  return {
    data: {
      status,
      reason: status === "unknown" ? unknown : null,
      records: root.texts.slice(0, 10).map((text) => printable(text, RECORD_MAX)),
      findings: sayer.codes(),
      evaluation,
      all,
      lookups: {
        count: weight.lookups,
        limit: LOOKUPS_MAX,
        complete: weight.complete,
        crossedAt: weight.crossedAt,
      },
      voids: { count: weight.voids, ipv6: weight.voidsV6, limit: VOIDS_MAX },
      addresses: valid
        ? {
            ipv4: String(weight.passesAll ? 1n << 32n : weight.ipv4),
            ipv6: String(weight.passesAll ? 1n << 128n : weight.ipv6),
            complete: weight.counted && weight.complete,
          }
        : null,
      problems: problemsIn(root),
      tree: treeOf(root),
      providers: providersIn(root),
      obsolete: {
        type99:
          context.type99.outcome.kind === "unknown"
            ? null
            : recordsOf(context.type99).map(({ data }) => printable(data.text, RECORD_MAX)),
        senderId: senderId.map((text) => printable(text, RECORD_MAX)),
      },
    },
    findings: sayer.findings,
    remedies: remediesOf(root, sayer.codes(), { ...context, near, senderId }),
  };
}

type Sayer = ReturnType<typeof createSayer<typeof SPF_FINDINGS>>;

function sayOfRecord(
  sayer: Sayer,
  root: SpfNode,
  weight: SpfWeight,
  texts: readonly string[],
  { domain }: SpfContext,
): void {
  for (const { term, at } of root.record?.problems ?? [])
    sayer.say("mail.spf_syntax", `${printable(term, 60)} (character ${at + 1})`);
  if (weight.lookups > LOOKUPS_MAX)
    sayer.say("mail.spf_lookups", `${weight.lookups}, passed at ${printable(weight.crossedAt ?? "", 100)}`);
  if (weight.voids > VOIDS_MAX) sayer.say("mail.spf_voids", String(weight.voids));
  else if (weight.voidsV6 > VOIDS_MAX) sayer.say("mail.spf_voids_ipv6", String(weight.voidsV6));
  for (const place of weight.tooManyExchanges) sayer.say("mail.spf_mx_names", printable(place, 100));
  if (weight.passesAll) sayer.say("mail.spf_pass_all", domain);
  if (weight.unknown !== null)
    sayer.say("mail.spf_temperror", `${printable(weight.unknown.term, 100)}, ${weight.unknown.reason}`);
  for (const one of evaluated(root)) sayOfTerm(sayer, one.term, one.node, root);
  sayOfOwnTerms(sayer, root);
  const size = texts.reduce((sum, text) => sum + text.length, domain.length);
  if (size > SIZE_MAX) sayer.say("mail.spf_size", `${size} octets`);
}

/** What is wrong wherever it stands in the tree. */
function sayOfTerm(sayer: Sayer, one: SpfTerm, node: SpfNode, root: SpfNode): void {
  const { term, child } = one;
  const place = printable(placeOf(one, node, root), 100);
  if (term.name === "ptr" && term.kind === "mechanism") sayer.say("mail.spf_ptr", place);
  if (child === null) return;
  if (child.status === "none") sayer.say("mail.spf_include_none", place);
  if (child.status === "loop") sayer.say("mail.spf_loop", place);
  if (child.status === "several" || (child.record?.problems.length ?? 0) > 0)
    sayer.say("mail.spf_include_invalid", place);
}

/** What is the owner's own to mend. */
function sayOfOwnTerms(sayer: Sayer, root: SpfNode): void {
  const seen = new Set<string>();
  for (const one of root.terms) {
    const { term, ignored } = one;
    const shown = printable(term.text, 100);
    if (ignored === "after_all") sayer.say("mail.spf_after_all", shown);
    if (ignored === "beside_all") sayer.say("mail.spf_redirect_ignored", shown);
    const key = term.text.toLowerCase().replace(/^\+/, "");
    if (ignored === null && seen.has(key) && term.kind === "mechanism")
      sayer.say("mail.spf_duplicate_term", shown);
    seen.add(key);
    if (term.kind !== "mechanism" || ignored !== null) continue;
    if (isNotPublic(term)) sayer.say("mail.spf_not_public", shown);
    else if (isWide(one)) sayer.say("mail.spf_wide", shown);
    if (one.hosts !== null && isVoid(one)) sayer.say("mail.spf_void_term", shown);
  }
  const rest = root.terms.find(({ term }) => term.name === "all" && term.kind === "mechanism")?.term;
  if (rest?.kind === "mechanism" && rest.qualifier === "?") sayer.say("mail.spf_neutral_all");
  const redirects = root.terms.some(({ term }) => term.kind === "modifier" && term.name === "redirect");
  if (rest === undefined && !redirects && root.record?.problems.length === 0) sayer.say("mail.spf_no_all");
}

/** Bits of networks that are no wider than is usual for those who have their own. */
const BITS = { v4: 16, v6: 32 } as const;

function isWide({ term, hosts }: SpfTerm): boolean {
  if (term.kind !== "mechanism" || term.qualifier !== "+") return false;
  const v4 = term.name === "ip4" || (hosts?.v4.length ?? 0) > 0;
  const v6 = term.name === "ip6" || (hosts?.v6.length ?? 0) > 0;
  return (v4 && term.bits4 < BITS.v4) || (v6 && term.bits6 < BITS.v6);
}

function evaluationOf(root: SpfNode, weight: SpfWeight): SpfData["evaluation"] {
  if (root.status === "unknown" || root.status === "pending") return null;
  if (root.status === "none") return "none";
  const limits =
    weight.lookups > LOOKUPS_MAX || weight.voids > VOIDS_MAX || weight.tooManyExchanges.length > 0;
  if (isPermerror(root) || limits) return "permerror";
  return weight.unknown === null ? "ok" : "temperror";
}

function statusOf(root: SpfNode, evaluation: SpfData["evaluation"], sayer: Sayer): SectionStatus {
  if (evaluation === null) return "unknown";
  if (root.status === "none") return "absent";
  const status = statusBy(sayer.findings);
  return evaluation === "temperror" && status !== "invalid" ? "unknown" : status;
}

function problemsIn(root: SpfNode): SpfData["problems"] {
  const nodes = [
    root,
    ...[...evaluated(root)].flatMap(({ term }) => (term.child === null ? [] : [term.child])),
  ];
  return nodes
    .flatMap(({ domain, record }) =>
      (record?.problems ?? []).map(({ at, term, message, section }) => ({
        domain: printable(domain),
        position: at + 1,
        term: printable(term, 100),
        message,
        reference: `RFC 7208 ${section}`,
      })),
    )
    .slice(0, 40);
}

/** Records of a tree that are shown, terms of each, and addresses of a term. */
const NODES_MAX = 60;
const TERMS_MAX = 100;
const ADDRESSES_MAX = 32;

function treeOf(root: SpfNode): SpfData["tree"] {
  const nodes: SpfData["tree"] = [];
  const add = (node: SpfNode, parent: number | null, via: string | null) => {
    if (nodes.length >= NODES_MAX || node.status === "pending") return;
    const id = nodes.length;
    const wrong = (node.record?.problems.length ?? 0) > 0;
    nodes.push({
      id,
      parent,
      via: via === null ? null : printable(via, 300),
      domain: printable(node.domain, 300),
      status: wrong ? "invalid" : (node.status as Exclude<SpfNode["status"], "pending">),
      reason: node.reason,
      record: node.texts[0] === undefined ? null : printable(node.texts[0], RECORD_MAX),
      lookups: lookupsIn(node),
      terms: node.terms.slice(0, TERMS_MAX).map(termOf),
    });
    for (const { term, child, ignored } of node.terms)
      if (child !== null && ignored === null) add(child, id, term.text);
  };
  if (root.status !== "none" && root.status !== "unknown") add(root, null, null);
  return nodes;
}

function termOf(one: SpfTerm): SpfData["tree"][number]["terms"][number] {
  const { term, ignored, target, needsMessage, child, hosts } = one;
  const addresses = hosts === null ? null : [...hosts.v4, ...hosts.v6].map(formatIp).slice(0, ADDRESSES_MAX);
  return {
    term: printable(term.text, 300),
    position: term.at + 1,
    ignored,
    lookups: lookupsOf(one),
    target: target === null ? null : printable(target, 300),
    needsMessage,
    isVoid: isVoid(one),
    addresses: term.name === "exists" ? null : addresses,
    reason: hosts?.reason ?? child?.reason ?? null,
  };
}

/** Findings that a record of its own mends, where there is one. */
const CURABLE: readonly (keyof typeof SPF_FINDINGS)[] = [
  "mail.spf_missing",
  "mail.spf_missing_parked",
  "mail.spf_several",
  "mail.spf_syntax",
  "mail.spf_near_miss",
  "mail.spf_sender_id",
  "mail.spf_type99",
  "mail.spf_lookups",
  "mail.spf_voids",
  "mail.spf_voids_ipv6",
  "mail.spf_ptr",
  "mail.spf_include_none",
  "mail.spf_loop",
  "mail.spf_pass_all",
  "mail.spf_no_all",
  "mail.spf_neutral_all",
  "mail.spf_after_all",
  "mail.spf_redirect_ignored",
  "mail.spf_void_term",
  "mail.spf_not_public",
  "mail.spf_duplicate_term",
];

type RepairContext = SpfContext & { readonly near: readonly string[]; readonly senderId: readonly string[] };

function remediesOf(
  root: SpfNode,
  said: readonly string[],
  context: RepairContext,
): Section<SpfData>["remedies"] {
  const { domain, near, senderId, type99, suggestion } = context;
  const cures = CURABLE.filter((code) => said.includes(code));
  if (cures.length === 0) return [];
  const text = (value: string): NewRecord => ({ name: domain, type: "TXT", value });
  const obsolete = [
    ...[...near, ...senderId].map(text),
    ...recordsOf(type99).map(({ data }) => ({ name: domain, type: "SPF", value: data.text })),
  ];
  const better = betterRecord(root, near, suggestion);
  if (better === null || root.texts.includes(better)) {
    // The record itself may stay, or nobody knows how it should be.
    const cured = cures.filter((code) =>
      ["mail.spf_near_miss", "mail.spf_sender_id", "mail.spf_type99"].includes(code),
    );
    return cured.length === 0 ? [] : [{ cures: cured, publish: [], remove: obsolete, file: null }];
  }
  return [
    {
      cures: cures.filter((code) => isCured(code, root)),
      publish: [text(better)],
      remove: [...root.texts.map(text), ...obsolete],
      file: null,
    },
  ];
}

function betterRecord(root: SpfNode, near: readonly string[], suggestion: string): string | null {
  if (root.status === "none") return (near[0] === undefined ? null : repairedText(near[0])) ?? suggestion;
  if (root.status === "several") return mergedText(root.texts.filter(isSpf));
  return repairedSpf(root);
}

/** Findings that go whatever else is wrong with the record. */
const OF_TEXT: readonly string[] = [
  "mail.spf_missing",
  "mail.spf_missing_parked",
  "mail.spf_several",
  "mail.spf_syntax",
  "mail.spf_near_miss",
  "mail.spf_sender_id",
  "mail.spf_type99",
];

/** Some are mended only where enough of it is the domain's own. */
function isCured(code: (typeof CURABLE)[number], root: SpfNode): boolean {
  const readable = root.status === "found" && root.record?.problems.length === 0;
  if (!readable) return OF_TEXT.includes(code);
  const own = root.terms.filter((one) => one.ignored === null);
  const below = own.flatMap(({ child }) => (child === null ? [] : [child]));
  switch (code) {
    case "mail.spf_lookups": {
      const kept = own.filter(({ child }) => child?.status !== "none" && child?.status !== "loop");
      const named = kept.filter(({ term, child }) => child !== null || term.name === "exists");
      return named.reduce((sum, one) => sum + lookupsOf(one), 0) <= LOOKUPS_MAX;
    }
    case "mail.spf_voids":
      return below.reduce((sum, node) => sum + weigh(node).voids, 0) <= VOIDS_MAX;
    case "mail.spf_voids_ipv6":
      return false;
    case "mail.spf_pass_all":
      return own.some(({ term }) => term.name === "all") && !below.some((node) => weigh(node).passesAll);
    case "mail.spf_ptr":
      return ![...below].some((node) => [...evaluated(node)].some(({ term }) => term.term.name === "ptr"));
    case "mail.spf_loop":
    case "mail.spf_include_none": {
      const status = code === "mail.spf_loop" ? "loop" : "none";
      return !below.some((node) => [...evaluated(node)].some(({ term }) => term.child?.status === status));
    }
    default:
      return true;
  }
}
