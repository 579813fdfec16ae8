import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { KnownType } from "@dnstools/core/protocol/dns/rdata";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { FileSeen, MailSeen, ReputationSeen } from "./seen.ts";

/** One question that a report takes. */
export type Need =
  | { readonly kind: "dns"; readonly name: string; readonly type: string; readonly group: string | null }
  | { readonly kind: "file"; readonly url: string; readonly bytesMax: number }
  | { readonly kind: "reputation"; readonly ip: string };

/** What a question to DNS gave. */
export type Answer<T extends string = string> = {
  /** `present`: at least one record. */
  readonly outcome: Outcome<readonly DnsRecord<T>[]>;
  /** Where its aliases lead, in order. */
  readonly aliases: readonly string[];
  /** Whether our resolver proved it (AD). */
  readonly secure: boolean;
  /** Whether the name itself does not exist; behind an alias its target may be what does not. */
  readonly denied: boolean;
  /** Not answered yet: nothing follows from it, not even the next question. */
  readonly pending: boolean;
};

/**
 * What is known so far. Whoever asks for what is not known yet is told `unknown(budget)` with `pending`, and the question
 * is noted: readings of a half-known report so say what is to be asked next, and the last one is the report.
 */
export type Known = {
  /** Seconds since 1970. */
  readonly at: number;
  readonly randomLabel: string;
  /** @param group of questions whose answers say something together alone: nothing is read anew before all are there. */
  readonly dns: <T extends KnownType>(name: string, type: T, group?: string) => Answer<T>;
  readonly file: (url: string, bytesMax: number) => { outcome: Outcome<FileSeen>; pending: boolean };
  readonly reputation: (ip: string) => { outcome: Outcome<ReputationSeen>; pending: boolean };
};

export type Facts = Pick<MailSeen, "at" | "randomLabel" | "dns" | "files" | "reputation">;

const PENDING = unknown("budget");
const NOT_YET: Answer<never> = {
  outcome: PENDING,
  aliases: [],
  secure: false,
  denied: false,
  pending: true,
};

/** Characters of a name in DNS (RFC 1035 2.3.4). What is longer, as labels before a long domain make it, cannot be there. */
const NAME_MAX = 253;
const IMPOSSIBLE: Answer<never> = { ...NOT_YET, outcome: absent("nxdomain"), denied: true, pending: false };

/** @param want told every question that is not answered yet; the same may come more than once. */
export function knownOf(facts: Facts, want: (need: Need) => void): Known {
  const pending = (need: Need) => {
    want(need);
    return { outcome: PENDING, pending: true };
  };
  return {
    at: facts.at,
    randomLabel: facts.randomLabel,
    dns<T extends KnownType>(name: string, type: T, group?: string): Answer<T> {
      if (name.length > NAME_MAX) return IMPOSSIBLE;
      const outcome = facts.dns[dnsKey(name, type)];
      if (outcome !== undefined) return readAnswer(outcome, name, type) as Answer<T>;
      want({ kind: "dns", name, type, group: group ?? null });
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

export function dnsKey(name: string, type: string): string {
  return `${name} ${type}`;
}

/** Each reply is read once, however often a reading comes by. */
const read = new WeakMap<DnsReply, Answer>();

function readAnswer(outcome: Outcome<DnsReply>, name: string, type: string): Answer {
  const nothing = { aliases: [], secure: false, denied: false, pending: false };
  if (outcome.kind !== "present") return { ...nothing, outcome };
  const before = read.get(outcome.value);
  if (before !== undefined) return before;
  const { aliases, records, loop } = walkChain(outcome.value.answers, name, type);
  const gone = outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata";
  const answer: Answer = {
    outcome: records.length > 0 ? present(records) : loop ? unknown("malformed") : absent(gone),
    aliases: (aliases as readonly DnsRecord<"CNAME">[]).map(({ data }) => answerName(data.target)),
    secure: outcome.value.flags.includes("ad"),
    denied: isDenied(outcome.value, name),
    pending: false,
  };
  read.set(outcome.value, answer);
  return answer;
}

/** The records of an answer; none where there are none, or where that is unknown. */
export function recordsOf<T extends string>(answer: Answer<T>): readonly DnsRecord<T>[] {
  return answer.outcome.kind === "present" ? answer.outcome.value : [];
}

/**
 * The texts at a name, the strings of each joined (RFC 7208 3.3). All of them: what is looked for may be the last of hundreds, and
 * they are no more than fit into one answer.
 */
export function textsOf(answer: Answer<"TXT">): readonly string[] {
  return recordsOf(answer).map(({ data }) => data.text);
}
