import type { DnsRecord } from "./dns/record.ts";
import { answerName, isWithin } from "./names.ts";

/** What a reply's answer section says about one name and type. */
export type Chain = {
  /** The CNAME records walked, in order. */
  readonly aliases: readonly DnsRecord[];
  /** Where the walk ended: the name itself, or the last alias's target. */
  readonly end: string;
  /** The records of the type at that end. */
  readonly records: readonly DnsRecord[];
  /** Whether the aliases lead in a circle, or are more than anybody follows. */
  readonly loop: boolean;
};

/** BIND follows 17 aliases and Unbound 12; the cap also bounds the work that a hostile answer makes. */
const ALIASES_MAX = 20;

/**
 * Walks the CNAMEs of an answer section (RFC 1034 3.6.2, 4.3.2) from a name to the records of a type.
 * Each record is used once, so a loop ends where it closes.
 * @param zone the walk ends where it leaves this zone: a server may only speak for its own (RFC 2181 5.4.1).
 */
export function walkChain(answers: readonly DnsRecord[], name: string, type: string, zone = ""): Chain {
  const aliases: DnsRecord[] = [];
  let end: string = answerName(name);
  for (;;) {
    const here = isWithin(end, zone) ? answers.filter((record) => answerName(record.name) === end) : [];
    const records = here.filter((record) => record.type === type);
    const alias = here.find((record): record is DnsRecord<"CNAME"> => record.type === "CNAME");
    const loop = alias !== undefined && (aliases.includes(alias) || aliases.length >= ALIASES_MAX);
    if (records.length > 0 || alias === undefined || loop) return { aliases, end, records, loop };
    aliases.push(alias);
    end = answerName(alias.data.target);
  }
}

/** The servers that a reply's NS records at a zone's apex name: lower case, each once, sorted. */
export function nsTargets(reply: { readonly answers: readonly DnsRecord[] }, apex: string): string[] {
  const records = walkChain(reply.answers, apex, "NS").records as readonly DnsRecord<"NS">[];
  return [...new Set(records.map((record) => answerName(record.data.target)))].sort();
}

/** Whether a reply says that the name itself does not exist; behind an alias NXDOMAIN speaks of its target (RFC 6604 3). */
export function isDenied(
  { rcode, answers }: { readonly rcode: string; readonly answers: readonly DnsRecord[] },
  name: string,
): boolean {
  return rcode === "NXDOMAIN" && walkChain(answers, name, "CNAME").records.length === 0;
}

/**
 * Whether a reply without an error has records, and none of them answers the question: neither the name's own of that type, nor an
 * alias of it (CNAME, DNAME). BIND refuses such a reply; it does not say that there is no record.
 */
export function isOffQuestion(
  { rcode, answers }: { readonly rcode: string; readonly answers: readonly DnsRecord[] },
  question: { readonly name: string; readonly type: string },
): boolean {
  if (rcode !== "NOERROR" || answers.length === 0) return false;
  const asked = answerName(question.name);
  return !answers.some(({ name, type }) => {
    const owner = answerName(name);
    if (type === "DNAME" && owner !== asked) return isWithin(asked, owner);
    return owner === asked && (type === question.type || type === "CNAME");
  });
}
