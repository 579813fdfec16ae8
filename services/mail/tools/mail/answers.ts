import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { KnownType } from "@dnstools/core/protocol/dns/rdata";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { FileObservation, MailObservation, ReputationObservation } from "./observations.ts";

/** One query of a report: to DNS, for a file, or to the blocklists about an address. */
export type Query =
  | { readonly kind: "dns"; readonly name: string; readonly type: string; readonly group: string | null }
  | { readonly kind: "file"; readonly url: string; readonly bytesMax: number }
  | { readonly kind: "reputation"; readonly ip: string };

/** The answer to one DNS query. */
export type Answer<T extends string = string> = {
  /** `present`: at least one record. */
  readonly outcome: Outcome<readonly DnsRecord<T>[]>;
  /** The targets of its aliases, in order. */
  readonly aliases: readonly string[];
  /** Whether the resolver validated it by DNSSEC (the AD bit). */
  readonly secure: boolean;
  /** Whether the name itself does not exist. Of an alias, NXDOMAIN may be about its target. */
  readonly denied: boolean;
  /** Not answered yet: nothing follows from it, not even the next query. */
  readonly pending: boolean;
  /** What was derived from it before (see `derived`). */
  results: Map<unknown, unknown> | null;
};

/** The answers read out of replies, for one probe or one judgement: each reply is read once, however often a lookup uses it. */
export type AnswerMemo = Map<Outcome<DnsReply>, Answer>;

/**
 * The answers so far. A query without an answer gives `unknown(budget)` with `pending`, and is reported to `ask`. So a lookup over
 * incomplete answers yields the next queries, and the lookup over complete answers is the report.
 */
export type Answers = {
  /** Seconds since 1970. */
  readonly at: number;
  readonly randomLabel: string;
  /** @param group of queries that decide only together: the report is not looked up again before all of them are answered. */
  readonly dns: <T extends KnownType>(name: string, type: T, group?: string) => Answer<T>;
  readonly file: (url: string, bytesMax: number) => { outcome: Outcome<FileObservation>; pending: boolean };
  readonly reputation: (ip: string) => { outcome: Outcome<ReputationObservation>; pending: boolean };
};

/** What the probe has of a report so far: the replies, the files, and the answers of the blocklists. */
export type Facts = Pick<MailObservation, "at" | "randomLabel" | "dns" | "files" | "reputation">;

const PENDING = unknown("budget");
const NOT_YET: Answer<never> = {
  outcome: PENDING,
  aliases: [],
  secure: false,
  denied: false,
  pending: true,
  results: null,
};

/** Characters of a name in DNS (RFC 1035 2.3.4). A longer name, such as of labels before a long domain, cannot exist. */
const NAME_MAX = 253;
const IMPOSSIBLE: Answer<never> = { ...NOT_YET, outcome: absent("nxdomain"), denied: true, pending: false };

/**
 * @param ask is called with each query that is not answered yet; with the same one more than once.
 * @param memo the answers that were read out of the same facts before.
 */
export function answersOf(facts: Facts, ask: (query: Query) => void, memo: AnswerMemo = new Map()): Answers {
  const pending = (query: Query) => {
    ask(query);
    return { outcome: PENDING, pending: true };
  };
  return {
    at: facts.at,
    randomLabel: facts.randomLabel,
    dns<T extends KnownType>(name: string, type: T, group?: string): Answer<T> {
      if (name.length > NAME_MAX) return IMPOSSIBLE;
      const outcome = facts.dns[dnsKey(name, type)];
      if (outcome !== undefined) {
        const before = memo.get(outcome);
        if (before !== undefined) return before as Answer<T>;
        const answer = readAnswer(outcome, name, type);
        memo.set(outcome, answer);
        return answer as Answer<T>;
      }
      ask({ kind: "dns", name, type, group: group ?? null });
      return NOT_YET;
    },
    file(url, bytesMax) {
      const outcome = facts.files[url];
      return outcome === undefined ? pending({ kind: "file", url, bytesMax }) : { outcome, pending: false };
    },
    reputation(ip) {
      const outcome = facts.reputation[ip];
      return outcome === undefined ? pending({ kind: "reputation", ip }) : { outcome, pending: false };
    },
  };
}

/** The key of a query among the answers of its kind. */
export function queryKey(query: Query): string {
  if (query.kind === "dns") return dnsKey(query.name, query.type);
  return query.kind === "file" ? query.url : query.ip;
}

export function dnsKey(name: string, type: string): string {
  return `${name} ${type}`;
}

function readAnswer(outcome: Outcome<DnsReply>, name: string, type: string): Answer {
  const nothing = { aliases: [], secure: false, denied: false, pending: false, results: null };
  if (outcome.kind !== "present") return { ...nothing, outcome };
  const { aliases, records, loop } = walkChain(outcome.value.answers, name, type);
  const gone = outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata";
  return {
    ...nothing,
    outcome: records.length > 0 ? present(records) : loop ? unknown("malformed") : absent(gone),
    aliases: (aliases as readonly DnsRecord<"CNAME">[]).map(({ data }) => answerName(data.target)),
    secure: outcome.value.flags.includes("ad"),
    denied: isDenied(outcome.value, name),
  };
}

/** What `work` makes of an answer, worked out once for each answer. @param work the same function each time. */
export function derived<T extends string, R>(answer: Answer<T>, work: (answer: Answer<T>) => R): R {
  // Without records there is little to work out.
  if (answer.outcome.kind !== "present") return work(answer);
  answer.results ??= new Map();
  const before = answer.results.get(work);
  if (before !== undefined) return before as R;
  const result = work(answer);
  answer.results.set(work, result);
  return result;
}

/** The records of an answer; empty where there are none, or where that is unknown. */
export function recordsOf<T extends string>(answer: Answer<T>): readonly DnsRecord<T>[] {
  return answer.outcome.kind === "present" ? answer.outcome.value : [];
}

/**
 * The texts at a name, the strings of each joined (RFC 7208 3.3). All of them, since the record may be the last of hundreds; one
 * DNS answer bounds their number.
 */
export function textsOf(answer: Answer<"TXT">): readonly string[] {
  return recordsOf(answer).map(({ data }) => data.text);
}
