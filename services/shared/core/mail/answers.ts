import type { DnsReply } from "../protocol/dns/message.ts";
import type { KnownType } from "../protocol/dns/rdata.ts";
import type { DnsRecord } from "../protocol/dns/record.ts";
import { answerName } from "../protocol/names.ts";
import { isDenied, walkChain } from "../protocol/rrset.ts";
import type { Evidence } from "../tool/evidence.ts";
import { absent, type Outcome, present, unknown } from "../tool/outcome.ts";

/**
 * One DNS query of a lookup. Its answer is stored under `key`: `name TYPE`. Queries of the same group are only useful
 * together.
 */
export type DnsQuery = {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly group: string | null;
};

/** The answer to one DNS query. */
export type Answer<T extends string = string> = {
  /** `present` if there is at least one record. */
  readonly outcome: Outcome<readonly DnsRecord<T>[]>;
  /** Targets of the CNAME chain, in order. */
  readonly aliases: readonly string[];
  /** True if the resolver validated the answer with DNSSEC (AD bit). */
  readonly secure: boolean;
  /** True if the queried name itself does not exist. For an alias, NXDOMAIN may be about the alias's target. */
  readonly denied: boolean;
  /**
   * True while the query is unanswered: no conclusion may be drawn from this answer, not even which query to send
   * next.
   */
  readonly pending: boolean;
  /** Results that `derived` has computed from this answer; null before the first. */
  results: Map<unknown, unknown> | null;
};

/**
 * Access to the answers received so far. A query that has no answer yet returns `unknown(budget)` with `pending` set,
 * and is passed to the `ask` callback of `dnsAnswers`. A lookup over incomplete answers therefore yields the next
 * queries, and a lookup over complete answers yields the report.
 */
export type Answers = {
  readonly randomLabel: string;
  /**
   * Returns the answer to a DNS query.
   * @param group name of a set of queries that are only useful together: the next lookup waits until the whole set is
   * answered.
   */
  readonly dns: <T extends KnownType>(name: string, type: T, group?: string) => Answer<T>;
};

/** The DNS replies that a probe has collected so far. */
export type DnsFacts = {
  /** A random label. A name that begins with this label exists only if a wildcard matches. */
  readonly randomLabel: string;
  /**
   * Outcomes by `name TYPE`. A query without an outcome was not sent, because the time or the number of queries was
   * used up. The judgement reuses the results of the probe for this map object; for a copy of the map, it computes them again.
   */
  readonly dns: ReadonlyMap<string, Outcome<DnsReply>>;
};

const PENDING = unknown("budget");
const NOT_YET: Answer<never> = {
  outcome: PENDING,
  aliases: [],
  secure: false,
  denied: false,
  pending: true,
  results: null,
};

/**
 * Maximum length of a DNS name, in characters (RFC 1035 2.3.4). A name built by prepending labels to a long domain may
 * exceed this limit.
 */
const NAME_MAX = 253;
const IMPOSSIBLE: Answer<never> = { ...NOT_YET, outcome: absent("nxdomain"), denied: true, pending: false };

/**
 * The answers already parsed from the DNS replies of one report, by query key, so that each reply is parsed only once
 * by the probe and the judgement together.
 */
const PARSED = new WeakMap<DnsFacts["dns"], Map<string, Answer>>();

/**
 * Returns access to the answers in `facts`.
 * @param ask called with each query that has no answer yet, possibly several times with the same query.
 */
export function dnsAnswers(facts: DnsFacts, ask: (query: DnsQuery) => void): Answers {
  const parsed = PARSED.get(facts.dns) ?? new Map<string, Answer>();
  PARSED.set(facts.dns, parsed);
  return {
    randomLabel: facts.randomLabel,
    dns<T extends KnownType>(name: string, type: T, group?: string): Answer<T> {
      if (name.length > NAME_MAX) return IMPOSSIBLE;
      const key = dnsKey(name, type);
      const before = parsed.get(key);
      if (before !== undefined) return before as Answer<T>;
      const outcome = facts.dns.get(key);
      if (outcome !== undefined) {
        const answer = readAnswer(outcome, name, type);
        parsed.set(key, answer);
        return answer as Answer<T>;
      }
      ask({ key, name, type, group: group ?? null });
      return NOT_YET;
    },
  };
}

/** Returns true for a name whose record most domains lack, which is no fault. */
export function isOrdinarilyAbsent(name: string): boolean {
  return /(^|\.)(_mta-sts|_smtp|_bimi|_domainkey|_dmarc)\./.test(name);
}

/**
 * Returns the answers without the policies and keys that our resolver denied, if a comparison with a zone's servers has
 * shown that it filters, and these were not compared.
 */
export function withoutFiltered(dns: DnsFacts["dns"], evidence: readonly Evidence[]): DnsFacts["dns"] {
  if (!evidence.some(({ reason }) => reason === "resolver_filters" || reason === "filtered")) return dns;
  const compared = new Set(
    evidence.flatMap(({ server, question }) => (server === "resolver" ? [] : [question])),
  );
  return new Map(
    [...dns].map(([key, outcome]) => {
      const isDenial = outcome.kind === "present" && outcome.value.answers.length === 0;
      const isPolicy = key.startsWith("_dmarc.") || key.startsWith("_domainkey.");
      const isOpen = isDenial && isPolicy && !compared.has(key.replace(" ", ". IN "));
      return [key, isOpen ? unknown("filtered") : outcome];
    }),
  );
}

/** Returns the key of a DNS query: `name TYPE`. */
export function dnsKey(name: string, type: string): string {
  return `${name} ${type}`;
}

function readAnswer(outcome: Outcome<DnsReply>, name: string, type: string): Answer {
  const nothing = { aliases: [], secure: false, denied: false, pending: false, results: null };
  if (outcome.kind !== "present") return { ...nothing, outcome };
  const gone = outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata";
  const secure = outcome.value.flags.includes("ad");
  const { aliases, records, loop } = walkChain(outcome.value.answers, name, type);
  return {
    ...nothing,
    outcome: records.length > 0 ? present(records) : loop ? unknown("malformed") : absent(gone),
    aliases: (aliases as readonly DnsRecord<"CNAME">[]).map(({ data }) => answerName(data.target)),
    secure,
    denied: isDenied(outcome.value, name),
  };
}

/**
 * Returns the result of `work` for an answer, and computes it only once per answer.
 * @param work has to be the same function object each time, since results are stored by function.
 */
export function derived<T extends string, R>(answer: Answer<T>, work: (answer: Answer<T>) => R): R {
  // For an answer without records, `work` is so cheap that storing its result is not worthwhile.
  if (answer.outcome.kind !== "present") return work(answer);
  answer.results ??= new Map();
  const before = answer.results.get(work);
  if (before !== undefined) return before as R;
  const result = work(answer);
  answer.results.set(work, result);
  return result;
}

/** Returns the records of an answer. The list is empty if the answer is unknown. */
export function recordsOf<T extends string>(answer: Answer<T>): readonly DnsRecord<T>[] {
  return answer.outcome.kind === "present" ? answer.outcome.value : [];
}

/**
 * Returns the texts of all TXT records of an answer, with the strings of each record joined (RFC 7208 3.3). The
 * number of texts is not limited, since the wanted record may be the last of hundreds; the size of a DNS message
 * bounds it.
 */
export function textsOf(answer: Answer<"TXT">): readonly string[] {
  return recordsOf(answer).map(({ data }) => data.text);
}

/**
 * Returns the addresses of an answer without duplicates. Resolvers change the order, so the addresses are sorted: if
 * only some of them are looked up, they are the same each time.
 */
export function ipsIn(answer: Answer<"A"> | Answer<"AAAA">): readonly string[] {
  return derived(answer as Answer<"A">, sortedAddresses);
}

function sortedAddresses(answer: Answer<"A">): readonly string[] {
  return [...new Set(recordsOf(answer).map(({ data }) => data.address))].sort();
}
