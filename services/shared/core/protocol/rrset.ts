import type { DnsRecord } from "./dns/record.ts";
import { answerName, isWithin } from "./names.ts";

/** The records in an answer section for one name and type, and the CNAMEs followed to reach them. */
export type Chain = {
  /** The CNAME records followed, in order. */
  readonly aliases: readonly DnsRecord[];
  /** The name at the end of the CNAME chain: the queried name itself or the last alias's target. */
  readonly end: string;
  /** The records of the queried type at `end`. */
  readonly records: readonly DnsRecord[];
  /** True if the CNAMEs form a loop or the chain is longer than ALIASES_MAX. */
  readonly loop: boolean;
};

/**
 * Maximum number of CNAMEs followed. BIND follows 17 CNAMEs and Unbound 12; the limit also bounds the work that a
 * hostile response can cause.
 */
const ALIASES_MAX = 20;

/**
 * Follows the CNAMEs of an answer section (RFC 1034 3.6.2, 4.3.2) from a name to the records of a type. Each record is
 * used only once, so a loop is detected as soon as it closes.
 * @param zone names outside this zone are not followed: a server is only trusted for its own zone (RFC 2181 5.4.1).
 */
export function walkChain(answers: readonly DnsRecord[], name: string, type: string, zone = ""): Chain {
  const aliases: DnsRecord[] = [];
  let end: string = answerName(name);
  if (answers.length === 0) return { aliases, end, records: [], loop: false };
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

/**
 * Returns the name server names from a response's NS records at a zone's apex: lower case, without duplicates,
 * sorted.
 */
export function nsTargets(reply: { readonly answers: readonly DnsRecord[] }, apex: string): string[] {
  const records = walkChain(reply.answers, apex, "NS").records as readonly DnsRecord<"NS">[];
  return [...new Set(records.map((record) => answerName(record.data.target)))].sort();
}

/** The parts of a response that say whether a name exists. */
type Denying = {
  readonly rcode: string;
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
};

/** Type in the type bitmap of an NSEC record that means that the name does not exist (NXNAME, RFC 9824 2). */
export const NXNAME = "TYPE128";

/**
 * Returns true if a response says that the queried name itself does not exist: by NXDOMAIN, or by compact denial
 * (RFC 9824). After a CNAME, NXDOMAIN is about the CNAME's target (RFC 6604 3).
 */
export function isDenied({ rcode, answers, authorities }: Denying, name: string): boolean {
  if (rcode === "NXDOMAIN") return walkChain(answers, name, "CNAME").records.length === 0;
  return answers.length === 0 && authorities.some((record) => isNxname(record, name));
}

/** Returns true if a record says that a name does not exist (RFC 9824). */
export function isNxname(record: DnsRecord, name: string): boolean {
  if (record.type !== "NSEC" || answerName(record.name) !== answerName(name)) return false;
  return (record as DnsRecord<"NSEC">).data.types.includes(NXNAME);
}

/** Returns true if the response is a denial by the zone: its authority section has the zone's SOA record (RFC 2308 2). */
export function hasSoaOf(
  { authorities }: { readonly authorities: readonly DnsRecord[] },
  zone: string,
): boolean {
  return authorities.some(({ type, name }) => type === "SOA" && answerName(name) === zone);
}

/**
 * Returns true if a response with an alias is also the zone's denial of its target. A signed alias needs a signed SOA
 * and NSEC or NSEC3 records beside it; without them, resolvers may query the target itself.
 */
export function deniesTarget({ answers, authorities }: Omit<Denying, "rcode">, zone: string): boolean {
  const isSigned = answers.some(({ type }) => type === "RRSIG");
  const isSoaSigned = authorities.some(
    (record) => record.type === "RRSIG" && (record as DnsRecord<"RRSIG">).data.covered === "SOA",
  );
  const proves = isSoaSigned && authorities.some(({ type }) => type === "NSEC" || type === "NSEC3");
  return hasSoaOf({ authorities }, zone) && (proves || !isSigned);
}

/**
 * Returns true if a NOERROR response has answer records but none of them fits the question: no record has the queried
 * name and type, and none is an alias (CNAME, DNAME) for the name. Such a response does not prove that there is no
 * record; BIND rejects it.
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
