import {
  type DmarcRecord,
  isDmarc,
  isWeaker,
  type Policy,
  parseDmarc,
  standingOf,
} from "../../protocol/dmarc/record.ts";
import { type Answer, textsOf } from "../answers.ts";
import type { DmarcData } from "./data.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

/** The result by RFC 7489, as shown in the answer. */
export type Rfc7489Data = NonNullable<DmarcData["asSeenByRfc7489"]>;
/** The policy and the organizational domain by RFC 9989; each is null if there is none or it is unknown. */
export type Rfc9989Result = { readonly policy: Policy | null; readonly org: string | null };

/**
 * Evaluates the domain as a receiver that follows RFC 7489 does (6.6.3). Such a receiver uses the domain's own record
 * or, if there is none, the record of the organizational domain by the public suffix list. If a name has several
 * records, the receiver uses none of them. It supports pct, but neither t nor np.
 * @param today the result by RFC 9989.
 * @returns null if a lookup failed.
 */
export function seenByRfc7489(
  { old }: DmarcLookup,
  domain: string,
  today: Rfc9989Result,
): Rfc7489Data | null {
  const own = old.own === null ? [] : recordsAt(old.own);
  const above = own !== null && own.length === 0 && old.above !== null ? recordsAt(old.above) : [];
  if (own === null || above === null) return null;
  const isOwn = own.length > 0;
  const texts = isOwn ? own : above;
  const [text] = texts;
  const why: string[] = [];
  if (texts.length > 1)
    why.push(
      "If there are several records, a receiver that follows RFC 7489 uses none of them and searches no further.",
    );
  const nothing = { organizationalDomain: old.org, percent: 100 };
  const record = text === undefined || texts.length > 1 ? null : parseDmarc(text);
  if (text === undefined && today.policy !== null)
    why.push(`A receiver that follows RFC 7489 queries only the domain and ${old.org}.`);
  // A record needs p or an address for reports (RFC 7489 6.6.3). RFC 7489 has no np, so an invalid np does not matter.
  const standing = record === null ? "void" : standingOf(withoutNp(record));
  if (record === null || standing === "void")
    return { ...nothing, foundAt: null, policy: null, differs: today.policy !== null, why };
  const written = isOwn ? record.p : (record.sp ?? record.p);
  const policy = standing === "none" ? "none" : written;
  const percent = record.pct ?? 100;
  const softer = percent < 100 && policy !== null && isWeaker("none", policy);
  if (softer)
    why.push(
      `A receiver that follows RFC 7489 applies the policy to ${percent} % of the mail, and a weaker policy to the remaining mail.`,
    );
  if (record.test)
    why.push("A receiver that follows RFC 7489 does not know t=y and applies the policy as written.");
  if (today.org !== null && today.org !== old.org)
    why.push(
      `A receiver that follows RFC 7489 uses the public suffix list, by which the organizational domain is ${old.org}, not ${today.org}.`,
    );
  return {
    ...nothing,
    foundAt: isOwn ? domain : old.org,
    policy,
    percent,
    // A different organizational domain with the same policy does not count as a difference.
    differs: policy !== today.policy || softer,
    why,
  };
}

function withoutNp(record: DmarcRecord): DmarcRecord {
  return { ...record, np: null, wrongPolicies: record.wrongPolicies.filter((tag) => tag !== "np") };
}

/** Describes the difference between the results by RFC 7489 and RFC 9989, for use within a sentence. */
export function differenceOf(old: Rfc7489Data, today: Rfc9989Result): string {
  if (old.policy !== today.policy) return `${wordsOf(old.policy)} instead of ${wordsOf(today.policy)}`;
  return `the policy ${old.policy} for only ${old.percent} % of the mail`;
}

function wordsOf(policy: Policy | null): string {
  return policy === null ? "no policy" : `the policy ${policy}`;
}

/** Returns the DMARC records of an answer; null if the lookup failed. */
function recordsAt(answer: Answer<"TXT">): readonly string[] | null {
  return answer.outcome.kind === "unknown" ? null : textsOf(answer).filter(isDmarc);
}
