import { type DmarcRecord, isDmarc, parseDmarc } from "../../protocol/dmarc/record.ts";
import { applicable, type Found, organizationalDomain, walkNames } from "../../protocol/dmarc/tree-walk.ts";
import type { ReportUri } from "../../protocol/mail/report-uri.ts";
import { siteOf } from "../../protocol/names.ts";
import type { Reason } from "../../tool/outcome.ts";
import { type Answer, type Answers, derived, textsOf } from "../answers.ts";

/** One query of a tree walk, and its result. */
type WalkStep = {
  readonly name: string;
  /** `dropped`: the name has several records, so all are ignored and the walk continues (RFC 9989 4.10). */
  readonly status: "record" | "none" | "dropped" | "unknown";
  readonly reason: Reason | null;
  readonly texts: readonly string[];
};

/** A DNS tree walk (RFC 9989 4.10), as far as its queries have been answered. */
export type Walk = {
  readonly start: string;
  readonly steps: readonly WalkStep[];
  readonly found: readonly Found[];
  /** The organizational domain; null while the walk is incomplete, or if one of its queries failed. */
  readonly org: string | null;
  readonly reason: Reason | null;
};

/** An address that reports are sent to. */
export type Destination = {
  readonly tag: "rua" | "ruf";
  readonly uri: ReportUri;
  readonly host: string;
  /** Organizational domain of the host; null if unknown. */
  readonly org: string | null;
  /** True if `org` differs from the organizational domain of the policy record; null if unknown. */
  readonly outside: boolean | null;
  readonly reason: Reason | null;
  /** Name of the authorization record (RFC 9990 4); null if none is needed. */
  readonly name: string | null;
  /** Answer for the authorization record; null if it was not queried. */
  readonly answer: Answer<"TXT"> | null;
};

/** The lookup of the DMARC record that applies to a domain, and of the hosts that its reports are sent to. */
export type DmarcLookup = {
  readonly walk: Walk;
  /** The record that applies; null if there is none or it is unknown. */
  readonly policy: Found | null;
  /** Why the record that applies is unknown; null if it is known. */
  readonly unknown: Reason | null;
  readonly destinations: readonly Destination[];
  /** Number of hosts in report addresses that were not looked up. */
  readonly destinationsLeft: number;
  /** The lookups of a receiver that follows RFC 7489. */
  readonly old: {
    readonly org: string;
    /** Answer for the domain's own record; null if the name of the record would be too long. */
    readonly own: Answer<"TXT"> | null;
    readonly above: Answer<"TXT"> | null;
  };
};

/**
 * Maximum number of hosts in report addresses to look up. Receivers have to support at least two addresses (RFC 7489
 * 6.2).
 */
export const HOSTS_MAX = 6;
/** Maximum number of addresses to look up in each of rua and ruf. */
const URIS_MAX = 20;
/** Maximum length of a DNS name, in characters. */
export const NAME_MAX = 253;

/** Looks up the DMARC record that applies to a domain, and the hosts that its reports are sent to. */
export function lookUpDmarc(answers: Answers, domain: string): DmarcLookup {
  const walk = walkTree(answers, domain);
  const own = walk.found.find(({ name }) => name === domain) ?? null;
  const policy = own ?? (walk.org === null ? null : applicable(domain, walk.org, walk.found));
  const failed = walk.org === null && own === null;
  const uris = policy === null ? [] : urisOf(policy.record);
  const hosts = [...new Set(uris.map(({ host }) => host))];
  const asked = hosts.slice(0, HOSTS_MAX);
  const orgOfPolicy = policy?.name === domain ? walk.org : (policy?.name ?? null);
  const org = siteOf(domain);
  const ownAnswer = walkNames(domain).includes(domain) ? answers.dns(`_dmarc.${domain}`, "TXT") : null;
  const noneHere =
    ownAnswer === null || (ownAnswer.outcome.kind !== "unknown" && !textsOf(ownAnswer).some(isDmarc));
  // The lookup for RFC 7489 waits for the tree walk, which usually queries the same name anyway.
  const walked = walk.org !== null || walk.reason !== null;
  return {
    walk,
    policy,
    unknown: failed ? (walk.reason ?? "budget") : null,
    destinations:
      policy === null
        ? []
        : uris
            .filter(({ host }) => asked.includes(host))
            .map((one) => lookUpDestination(answers, policy.name, orgOfPolicy, one)),
    destinationsLeft: hosts.length - asked.length,
    old: {
      org,
      own: ownAnswer,
      above: noneHere && walked && org !== domain ? answers.dns(`_dmarc.${org}`, "TXT") : null,
    },
  };
}

/** Walks the DNS tree upwards from a name; each query waits for the answer to the previous one (RFC 9989 4.10). */
export function walkTree(answers: Answers, start: string): Walk {
  const steps: WalkStep[] = [];
  const found: Found[] = [];
  const walk = { start, steps, found };
  for (const name of walkNames(start)) {
    const answer = answers.dns(`_dmarc.${name}`, "TXT");
    if (answer.pending) return { ...walk, org: null, reason: null };
    const { outcome } = answer;
    if (outcome.kind === "unknown") {
      steps.push({ name, status: "unknown", reason: outcome.reason, texts: [] });
      return { ...walk, org: null, reason: outcome.reason };
    }
    const texts = textsOf(answer).filter(isDmarc);
    const [text] = texts;
    const status = text === undefined ? "none" : texts.length > 1 ? "dropped" : "record";
    steps.push({ name, status, reason: null, texts });
    if (text === undefined || texts.length > 1) continue;
    const record = derived(answer, recordOf);
    found.push({ name, record });
    if (record.psd !== "u") break;
  }
  return { ...walk, org: organizationalDomain(start, found), reason: null };
}

/** Parses the DMARC record of an answer that contains exactly one DMARC record. */
function recordOf(answer: Answer<"TXT">): DmarcRecord {
  return parseDmarc(textsOf(answer).find(isDmarc) ?? "");
}

type ReportAddress = { readonly tag: "rua" | "ruf"; readonly uri: ReportUri; readonly host: string };

/** Returns the mailto addresses; receivers do not have to support any other scheme (RFC 9989 4.7). */
function urisOf({ rua, ruf }: DmarcRecord): readonly ReportAddress[] {
  const named = (tag: "rua" | "ruf", uris: readonly ReportUri[] | null) =>
    (uris ?? [])
      .flatMap((uri) =>
        uri.problem === null && uri.scheme === "mailto" && uri.host !== null
          ? [{ tag, uri, host: uri.host }]
          : [],
      )
      .slice(0, URIS_MAX);
  return [...named("rua", rua), ...named("ruf", ruf)];
}

/**
 * Walks the tree from the host of a report address: a host with a different organizational domain has to authorize the
 * reports (RFC 9990 4). If the public suffix list suggests a different organizational domain, the authorization is
 * looked up during the walk.
 */
function lookUpDestination(
  answers: Answers,
  policyName: string,
  orgOfPolicy: string | null,
  named: ReportAddress,
): Destination {
  if (named.host === policyName)
    return { ...named, org: orgOfPolicy, outside: false, reason: null, name: null, answer: null };
  const { org, reason } = walkTree(answers, named.host);
  const outside = org === null || orgOfPolicy === null ? null : org !== orgOfPolicy;
  const looksOutside = siteOf(named.host) !== siteOf(policyName);
  const name = `${policyName}._report._dmarc.${named.host}`;
  const asked = (outside ?? looksOutside) && name.length <= NAME_MAX;
  return { ...named, org, outside, reason, name, answer: asked ? answers.dns(name, "TXT") : null };
}
