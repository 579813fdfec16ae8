import {
  type DmarcRecord,
  isDmarc,
  isWeaker,
  type Policy,
  parseDmarc,
  standingOf,
} from "@dnstools/core/protocol/dmarc/record";
import { type Answer, textsOf } from "../answers.ts";
import type { DmarcData } from "./data.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

/** The evaluation by RFC 7489, as the answer has it. */
export type Rfc7489Data = NonNullable<DmarcData["asSeenByRfc7489"]>;
/** The policy and the organizational domain by RFC 9989; null where there is none, or where it is unknown. */
export type Rfc9989Result = { readonly policy: Policy | null; readonly org: string | null };

/**
 * Evaluates the domain as a receiver of RFC 7489 does (6.6.3): by the domain's own record, or else by that of the organizational
 * domain, which the public suffix list gives. Of several records it takes none; it knows pct, and neither t nor np.
 * @param today the result by RFC 9989. @returns null where a lookup failed.
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
  if (texts.length > 1) why.push("Of several records it takes none and looks no further.");
  const nothing = { organizationalDomain: old.org, percent: 100 };
  const record = text === undefined || texts.length > 1 ? null : parseDmarc(text);
  if (text === undefined && today.policy !== null) why.push(`It asks at the domain and at ${old.org} alone.`);
  // A record needs p, or an address for reports (RFC 7489 6.6.3). An RFC 7489 receiver ignores np, also a wrong one.
  const standing = record === null ? "void" : standingOf(withoutNp(record));
  if (record === null || standing === "void")
    return { ...nothing, foundAt: null, policy: null, differs: today.policy !== null, why };
  const written = isOwn ? record.p : (record.sp ?? record.p);
  const policy = standing === "none" ? "none" : written;
  const percent = record.pct ?? 100;
  const softer = percent < 100 && policy !== null && isWeaker("none", policy);
  if (softer) why.push(`It applies the policy to ${percent} % of the mail, and a weaker one to the rest.`);
  if (record.test) why.push("It does not know t=y, and applies the policy as it is written.");
  if (today.org !== null && today.org !== old.org)
    why.push(`It takes ${old.org} for the organisation, by the public suffix list, and not ${today.org}.`);
  return {
    ...nothing,
    foundAt: isOwn ? domain : old.org,
    policy,
    percent,
    // Another organizational domain with the same policy is no difference.
    differs: policy !== today.policy || softer,
    why,
  };
}

function withoutNp(record: DmarcRecord): DmarcRecord {
  return { ...record, np: null, wrongPolicies: record.wrongPolicies.filter((tag) => tag !== "np") };
}

/** The difference between the results by RFC 7489 and RFC 9989, in words. */
export function differenceOf(old: Rfc7489Data, today: Rfc9989Result): string {
  if (old.policy !== today.policy) return `${wordsOf(old.policy)} instead of ${wordsOf(today.policy)}`;
  return `the policy ${old.policy} for only ${old.percent} % of the mail`;
}

function wordsOf(policy: Policy | null): string {
  return policy === null ? "no policy" : `the policy ${policy}`;
}

/** The records at a name; null where the lookup failed. */
function recordsAt(answer: Answer<"TXT">): readonly string[] | null {
  return answer.outcome.kind === "unknown" ? null : textsOf(answer).filter(isDmarc);
}
