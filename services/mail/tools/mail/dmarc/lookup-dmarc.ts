import { type DmarcRecord, isDmarc, parseDmarc } from "@dnstools/core/protocol/dmarc/record";
import {
  applicable,
  type Found,
  organizationalDomain,
  walkNames,
} from "@dnstools/core/protocol/dmarc/tree-walk";
import type { ReportUri } from "@dnstools/core/protocol/mail/report-uri";
import { siteOf } from "@dnstools/core/protocol/names";
import type { Reason } from "@dnstools/core/tool/outcome";
import { type Answer, type Answers, derived, textsOf } from "../answers.ts";

/** One query of a tree walk, and its result. */
type WalkStep = {
  readonly name: string;
  /** `dropped`: several records, which are all ignored; the walk goes on (RFC 9989 4.10). */
  readonly status: "record" | "none" | "dropped" | "unknown";
  readonly reason: Reason | null;
  readonly texts: readonly string[];
};

/** A DNS tree walk (RFC 9989 4.10), as far as it is answered. */
export type Walk = {
  readonly start: string;
  readonly steps: readonly WalkStep[];
  readonly found: readonly Found[];
  /** The organizational domain; null while the walk has not ended, or where one of its queries failed. */
  readonly org: string | null;
  readonly reason: Reason | null;
};

/** An address that reports go to. */
export type Destination = {
  readonly tag: "rua" | "ruf";
  readonly uri: ReportUri;
  readonly host: string;
  /** The host's organizational domain, and whether that differs from the policy's; null where it is unknown. */
  readonly org: string | null;
  readonly outside: boolean | null;
  readonly reason: Reason | null;
  /** The name of the authorization, and the answer there (RFC 9990 4); null where none is needed. */
  readonly name: string | null;
  readonly answer: Answer<"TXT"> | null;
};

export type DmarcLookup = {
  readonly walk: Walk;
  /** The record that applies; null where there is none, or where it is unknown. */
  readonly policy: Found | null;
  /** Why it is unknown which record applies; null where it is known. */
  readonly unknown: Reason | null;
  readonly destinations: readonly Destination[];
  /** Hosts of report addresses beyond those that are looked up. */
  readonly destinationsLeft: number;
  /** The lookups of a receiver that follows RFC 7489. */
  readonly old: {
    readonly org: string;
    /** Null where the name of the record would be too long. */
    readonly own: Answer<"TXT"> | null;
    readonly above: Answer<"TXT"> | null;
  };
};

/** Hosts of report addresses that are looked up: reporters must serve two (RFC 7489 6.2). */
export const HOSTS_MAX = 6;
/** Addresses in rua, and in ruf, that are looked up. */
const URIS_MAX = 20;
export const NAME_MAX = 253;

/** Looks up the record that applies to a domain, and the hosts that its reports go to. */
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
  // Most tree walks ask for the organizational domain of the public suffix list too.
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

/** Walks the tree from one name up: each query waits for the answer before it (RFC 9989 4.10). */
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

/** The one DMARC record of an answer. */
function recordOf(answer: Answer<"TXT">): DmarcRecord {
  return parseDmarc(textsOf(answer).find(isDmarc) ?? "");
}

type ReportAddress = { readonly tag: "rua" | "ruf"; readonly uri: ReportUri; readonly host: string };

/** The mailto addresses: receivers need to support no other scheme (RFC 9989 4.7). */
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
 * Walks the tree from the host of a report address: a host with another organizational domain has to authorize the reports (RFC
 * 9990 4). Where the public suffix list suggests another one, the authorization is looked up at the same time.
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
