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
import type { DmarcReading } from "./lookup-dmarc.ts";

type Old = NonNullable<DmarcData["asSeenByRfc7489"]>;
type Today = { readonly policy: Policy | null; readonly org: string | null };

/**
 * What a receiver of RFC 7489 does (6.6.3): the domain's own record, or else that of the domain by the public suffix list;
 * of several it takes none; it knows pct, and neither t nor np.
 * @param today what RFC 9989 comes to for the domain.
 */
export function seenByRfc7489({ old }: DmarcReading, domain: string, today: Today): Old | null {
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
  // p must be there, or somebody must get reports (RFC 7489 6.6.3). np, and what is wrong with it, it does not know.
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
    // Another organisation alone leaves the policy for the domain as it is.
    differs: policy !== today.policy || softer,
    why,
  };
}

function withoutNp(record: DmarcRecord): DmarcRecord {
  return { ...record, np: null, wrongPolicies: record.wrongPolicies.filter((tag) => tag !== "np") };
}

/** The difference, in words. */
export function differenceOf(old: Old, today: Today): string {
  if (old.policy !== today.policy) return `${wordsOf(old.policy)} instead of ${wordsOf(today.policy)}`;
  return `the policy ${old.policy} for only ${old.percent} % of the mail`;
}

function wordsOf(policy: Policy | null): string {
  return policy === null ? "no policy" : `the policy ${policy}`;
}

/** The records at a name; null where that could not be found out. */
function recordsAt(answer: Answer<"TXT">): readonly string[] | null {
  return answer.outcome.kind === "unknown" ? null : textsOf(answer).filter(isDmarc);
}
