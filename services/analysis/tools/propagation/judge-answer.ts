import type { Outcome, Reason } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { parseIp } from "@dnstools/core/protocol/ip";
import { siteOf } from "@dnstools/core/protocol/names";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Truth } from "./judge-truth.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import type { AnswerSeen } from "./seen.ts";

/** What a resolver's answer is beside the truth. */
export const CLASSES = ["match", "stale", "different", "filtered", "nxdomain", "unknown"] as const;
export type Class = (typeof CLASSES)[number];

/** Why it is what it is. */
export const DETAILS = [
  "negative",
  "serve_stale",
  "unconfirmed",
  "round_robin",
  "same_operator",
  "same_alias",
  "pinned",
  "uncached",
  "possible_filter",
  "said_so",
  "blocked_address",
  "known_filter",
  "dnssec",
  "no_truth",
] as const;
export type Detail = (typeof DETAILS)[number];

export type Verdict = {
  readonly class: Class;
  readonly detail: Detail | null;
  readonly reason: Reason | null;
  readonly answer: Answer | null;
  /** When what is kept of the old answer ends, in seconds since 1970; null where nothing ends. */
  readonly until: number | null;
};

/** What is known beside the answer itself. */
export type World = {
  readonly name: string;
  /** What the resolver says that it filters. */
  readonly filters: string | null;
  /** Extended errors that it gave (RFC 8914). */
  readonly codes: readonly number[];
  /** Whether addresses of an answer are announced by the truth's own ASes. */
  readonly isSameOperator: (values: readonly string[]) => boolean;
  /** Whether different askers are known to be given different addresses. */
  readonly varies: boolean;
};

/** RFC 8914 4: forged, blocked, censored, filtered; prohibited is of who asks where it refuses. */
const FILTERED = [4, 15, 16, 17];
const PROHIBITED = 18;
/** RFC 8914 4.4, 4.20: stale answers. */
const STALE = [3, 19];
/** Seconds that balanced answers live at most: more would balance nothing. */
const BALANCED_TTL_MAX = 300;

/** Compares what a resolver gave with the truth. */
export function judgeAnswer(seen: AnswerSeen, truth: Truth, world: World): Verdict {
  const { outcome, type } = seen;
  const saidSo = FILTERED.some((code) => world.codes.includes(code));
  if (outcome.kind !== "present") {
    const reason = outcome.kind === "unknown" ? outcome.reason : "malformed";
    if (saidSo) return verdict("filtered", null, "said_so");
    const bogus = reason === "servfail" && seen.unchecked?.kind === "present";
    return { ...verdict("unknown", null, bogus ? "dnssec" : null), reason };
  }
  const answer = readAnswer(outcome.value, world.name, type);
  if (answer === null) return { ...verdict("unknown", null), reason: "malformed" };
  if (truth.status === null) return { ...verdict("unknown", answer, "no_truth"), reason: truth.reason };
  if (truth.keys.has(answer.key)) return verdict("match", answer);
  if (saidSo || world.codes.includes(PROHIBITED)) return verdict("filtered", answer, "said_so");
  if (type === "A" && isBlocked(answer.values) && !isBlocked([...truth.union]))
    return verdict("filtered", answer, "blocked_address");
  return answer.status === "answer"
    ? judgeValues(seen, answer, truth, world)
    : judgeDenial(seen, answer, truth, world);
}

function judgeDenial(seen: AnswerSeen, answer: Answer, truth: Truth, world: World): Verdict {
  const denied = answer.status === "nxdomain" ? "nxdomain" : "different";
  const kept = answer.soa;
  // What a filter makes up has no SOA of a zone that the name is in.
  if (kept === null)
    return world.filters === null
      ? verdict(denied, answer, "possible_filter")
      : verdict("filtered", answer, "known_filter");
  const second = secondLook(seen, answer, truth, world, (one) => one.soa?.ttl ?? null);
  if (second.pinned)
    return world.filters === null
      ? verdict(denied, answer, "pinned")
      : verdict("filtered", answer, "known_filter");
  if (kept.keptS === 0) return verdict("different", answer, "uncached");
  const left = (one: Answer) => one.soa?.keptS ?? null;
  return stale(seen, answer, second, left, second.confirmed ? "negative" : "unconfirmed");
}

function judgeValues(seen: AnswerSeen, answer: Answer, truth: Truth, world: World): Verdict {
  const servesStale = STALE.some((code) => world.codes.includes(code));
  const second = secondLook(seen, answer, truth, world, wholeTtl);
  // Which of its parts is the old one: the alias, or what it leads to.
  const left = (one: Answer) =>
    one.alias !== truth.alias && one.ttl.aliases !== null ? one.ttl.aliases : one.ttl.records;
  const ttl = left(answer) ?? 0;
  if (truth.beyond && answer.alias !== null && answer.alias === truth.alias)
    return verdict("different", answer, "same_alias");
  if (servesStale) return stale(seen, answer, second, left, "serve_stale");
  if (seen.type === "A") {
    const known = truth.keys.size > 1 && answer.values.every((value) => truth.union.has(value));
    if (known) return verdict("different", answer, "round_robin");
    const brief = (truth.ttl ?? Infinity) <= BALANCED_TTL_MAX;
    if (ttl <= Math.max(truth.ttl ?? 0, BALANCED_TTL_MAX) && (brief || world.varies || truth.keys.size > 1)) {
      if (world.isSameOperator(answer.values)) return verdict("different", answer, "same_operator");
      if (isNearAlias(answer.alias, truth.alias)) return verdict("different", answer, "same_alias");
    }
  }
  if (second.pinned || ttl === 0) {
    if (world.filters !== null) return verdict("filtered", answer, "known_filter");
    return verdict("different", answer, second.pinned ? "pinned" : "uncached");
  }
  return stale(seen, answer, second, left, second.confirmed ? null : "unconfirmed");
}

type Second = {
  /** Whether its TTL stands still: then nothing of it is kept, and it never ends. */
  readonly pinned: boolean;
  /** Whether it runs. */
  readonly confirmed: boolean;
  /** What it had then, where that is an old answer, too. */
  readonly answer: Answer | null;
};

function secondLook(
  { again, type }: AnswerSeen,
  first: Answer,
  truth: Truth,
  { name }: World,
  ttlOf: (answer: Answer) => number | null,
): Second {
  const outcome: Outcome<DnsReply> | undefined = again?.outcome;
  const answer = outcome?.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  if (answer === null) return { pinned: false, confirmed: false, answer: null };
  // One of its machines has heard of it already.
  if (truth.keys.has(answer.key)) return { pinned: false, confirmed: true, answer: null };
  const pinned = answer.key === first.key && ttlOf(answer) === ttlOf(first);
  return { pinned, confirmed: !pinned, answer };
}

/** An old answer that ends; where one machine keeps it longer than another, the last one counts. */
function stale(
  { at, again }: AnswerSeen,
  answer: Answer,
  second: Second,
  left: (answer: Answer) => number | null,
  detail: Detail | null,
): Verdict {
  const ends = [at + (left(answer) ?? 0)];
  if (second.answer !== null && again !== null) ends.push(again.at + (left(second.answer) ?? 0));
  return { ...verdict("stale", answer, detail), until: Math.ceil(Math.max(...ends)) };
}

function wholeTtl({ ttl }: Answer): number | null {
  const all = [ttl.records, ttl.aliases].filter((one) => one !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/** Addresses that lead nowhere, as filters give them. */
function isBlocked(values: readonly string[]): boolean {
  const bytes = values.map((value) => parseIp(value) ?? []);
  return values.length > 0 && bytes.every((ip) => scopeOf(ip).scope !== "public");
}

/** Aliases to one place's own names, as content networks hand them out. */
function isNearAlias(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && siteOf(one) === siteOf(other);
}

function verdict(is: Class, answer: Answer | null, detail: Detail | null = null): Verdict {
  return { class: is, detail, reason: null, answer, until: null };
}

/** Whether it takes a closer look to say what it is: nobody knows yet whether it ends. */
export function isDoubtful(
  seen: AnswerSeen,
  truth: Truth,
  { name, filters, isSameOperator = () => false }: Pick<World, "name" | "filters"> & Partial<World>,
): boolean {
  const codes = codesIn(seen.outcome);
  const { class: is, detail } = judgeAnswer(seen, truth, {
    name,
    filters,
    codes,
    isSameOperator,
    varies: false,
  });
  return is === "stale" && detail !== "serve_stale";
}

/** The extended errors of an answer (RFC 8914). */
export function codesIn(outcome: Outcome<DnsReply>): number[] {
  return outcome.kind === "present" ? (outcome.value.edns?.errors ?? []).map(({ code }) => code) : [];
}
