import { printable } from "@dnstools/core/printable";
import { TextEncoder } from "@dnstools/core/protocol/platform";
import { isMistaken, isNearSpf } from "@dnstools/core/protocol/spf/record";
import { createSayer } from "../section.ts";
import { SPF_FINDINGS } from "./findings.ts";
import { isMechanism, isRedirect, type SpfNode, type SpfTerm } from "./lookup-spf.ts";
import { isNotPublic, termKey } from "./fix-spf.ts";
import {
  evaluated,
  isVoid,
  LOOKUPS_MAX,
  placeOf,
  resultOfRest,
  type SpfWeight,
  VOIDS_MAX,
} from "./limits-spf.ts";

/** What is known of the domain beside its record. */
export type SpfFacts = {
  readonly domain: string;
  /** Whether it is taken for one that sends no mail. */
  readonly parked: boolean;
  /** All texts at the domain. */
  readonly texts: readonly string[];
  readonly hasType99: boolean;
};

type Sayer = ReturnType<typeof createSayer<typeof SPF_FINDINGS>>;

/** Octets of texts at a name that go well into an answer over UDP (RFC 7208 3.4). */
const SIZE_MAX = 450;

export function isSenderId(text: string): boolean {
  return /^spf2\.0/i.test(text);
}

/** All that is said of a record, or of its absence. */
export function sayOf(root: SpfNode, weight: SpfWeight, facts: SpfFacts): Sayer {
  const { domain, parked, texts, hasType99 } = facts;
  const sayer = createSayer(SPF_FINDINGS);
  for (const text of texts.filter(isNearSpf)) sayer.say("mail.spf_near_miss", printable(text, 80));
  if (texts.some(isSenderId)) sayer.say("mail.spf_sender_id");
  if (hasType99) sayer.say("mail.spf_type99");
  if (root.status === "none") sayer.say(parked ? "mail.spf_missing_parked" : "mail.spf_missing", domain);
  if (root.status === "several") sayer.say("mail.spf_several", domain);
  if (root.status === "found") sayOfRecord(sayer, root, weight, facts);
  return sayer;
}

function octets(text: string): number {
  return new TextEncoder().encode(text).length;
}

function sayOfRecord(sayer: Sayer, root: SpfNode, weight: SpfWeight, { domain, texts }: SpfFacts): void {
  for (const { term, at } of root.record?.problems ?? [])
    sayer.say("mail.spf_syntax", `${printable(term, 60)} (character ${at + 1})`);
  if (weight.lookups > LOOKUPS_MAX)
    sayer.say(
      "mail.spf_lookups",
      `${weight.complete ? "" : "at least "}${weight.lookups}; the eleventh is ${printable(weight.crossedAt ?? "", 100)}`,
    );
  if (weight.voids > VOIDS_MAX) sayer.say("mail.spf_voids", String(weight.voids));
  else if (weight.voidsV6 > VOIDS_MAX) sayer.say("mail.spf_voids_ipv6", String(weight.voidsV6));
  for (const place of weight.tooManyExchanges) sayer.say("mail.spf_mx_names", printable(place, 100));
  // A record that cannot be read lets nobody send (RFC 7208 4.6).
  if (weight.passesAll && root.record?.problems.length === 0)
    sayer.say(
      "mail.spf_pass_all",
      `${domain}, by ${weight.allAt === null ? "the networks that it names" : printable(weight.allAt, 100)}`,
    );
  if (weight.unknown !== null)
    sayer.say("mail.spf_temperror", `${printable(weight.unknown.term, 100)}, ${weight.unknown.reason}`);
  for (const one of evaluated(root)) sayOfTerm(sayer, one.term, one.node, root);
  sayOfOwnTerms(sayer, root);
  sayOfRest(sayer, root);
  const size = texts.reduce((sum, text) => sum + octets(text), domain.length);
  if (size > SIZE_MAX) sayer.say("mail.spf_size", `${size} octets`);
}

/** What is wrong wherever it stands in the tree. */
function sayOfTerm(sayer: Sayer, one: SpfTerm, node: SpfNode, root: SpfNode): void {
  const { term, child } = one;
  const place = printable(placeOf(one, node, root), 100);
  if (isMechanism(term, "ptr")) sayer.say("mail.spf_ptr", place);
  if (child === null) return;
  if (child.status === "none") sayer.say("mail.spf_include_none", place);
  if (child.status === "loop") sayer.say("mail.spf_loop", place);
  if (child.status === "several" || (child.record?.problems.length ?? 0) > 0)
    sayer.say("mail.spf_include_invalid", place);
}

/** RFC 7208 6, and for reports RFC 6652 3. */
const MODIFIERS: readonly string[] = ["redirect", "exp", "ra", "rp", "rr"];

/** What only the owner of the record can change. */
function sayOfOwnTerms(sayer: Sayer, root: SpfNode): void {
  const seen = new Set<string>();
  for (const one of root.terms) {
    const { term, ignored } = one;
    const shown = printable(term.text, 100);
    if (isMistaken(term)) sayer.say("mail.spf_ignored_term", shown);
    else if (term.kind === "modifier" && !MODIFIERS.includes(term.name))
      sayer.say("mail.spf_unknown_modifier", shown);
    if (ignored === "after_all") sayer.say("mail.spf_after_all", shown);
    if (ignored === "beside_all") sayer.say("mail.spf_redirect_ignored", shown);
    const key = termKey(term);
    if (ignored === null && seen.has(key) && term.kind === "mechanism")
      sayer.say("mail.spf_duplicate_term", shown);
    seen.add(key);
    if (term.kind !== "mechanism" || ignored !== null) continue;
    if (isNotPublic(term)) sayer.say("mail.spf_not_public", shown);
    else if (isWide(one)) sayer.say("mail.spf_wide", shown);
    if (one.hosts !== null && isVoid(one)) sayer.say("mail.spf_void_term", shown);
  }
}

/** What the record says of senders that no term names, or the one to which it redirects. */
function sayOfRest(sayer: Sayer, root: SpfNode): void {
  if (root.record?.problems.length !== 0 || resultOfRest(root) !== "neutral") return;
  const explicit = endOf(root).terms.some(({ term }) => isMechanism(term, "all"));
  sayer.say(explicit ? "mail.spf_neutral_all" : "mail.spf_no_all");
}

/** The record with which the evaluation ends: redirects are followed. */
function endOf(node: SpfNode): SpfNode {
  const redirect = node.terms.find(({ term, ignored }) => isRedirect(term) && ignored === null);
  return redirect?.child == null ? node : endOf(redirect.child);
}

/** Bits of networks that are no wider than is usual for those who have their own. */
const BITS = { v4: 16, v6: 32 } as const;

function isWide({ term, hosts }: SpfTerm): boolean {
  if (term.kind !== "mechanism" || term.qualifier !== "+") return false;
  const v4 = term.name === "ip4" || (hosts?.v4.length ?? 0) > 0;
  const v6 = term.name === "ip6" || (hosts?.v6.length ?? 0) > 0;
  return (v4 && term.bits4 < BITS.v4) || (v6 && term.bits6 < BITS.v6);
}
