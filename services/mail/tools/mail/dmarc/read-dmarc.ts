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
import { type Answer, derived, type Known, textsOf } from "../known.ts";

/** One question of a walk, and what came of it. */
type WalkStep = {
  readonly name: string;
  /** `dropped`: several records, of which none counts; the walk goes on (RFC 9989 4.10). */
  readonly status: "record" | "none" | "dropped" | "unknown";
  readonly reason: Reason | null;
  readonly texts: readonly string[];
};

/** A DNS tree walk (RFC 9989 4.10), as far as it came. */
export type Walk = {
  readonly start: string;
  readonly steps: readonly WalkStep[];
  readonly found: readonly Found[];
  /** Null while it is not at its end, or where a question on its way could not be answered. */
  readonly org: string | null;
  readonly reason: Reason | null;
};

/** A place that reports go to, outside the organisation or not. */
export type Destination = {
  readonly tag: "rua" | "ruf";
  readonly uri: ReportUri;
  readonly host: string;
  /** Its organisational domain, and whether that is another than the policy's; null where that is unknown. */
  readonly org: string | null;
  readonly outside: boolean | null;
  readonly reason: Reason | null;
  /** The authorisation's name, and what is there (RFC 9990 4); null where nobody needs one. */
  readonly name: string | null;
  readonly answer: Answer<"TXT"> | null;
};

export type DmarcReading = {
  readonly walk: Walk;
  /** The record that applies; null where there is none, or where that is unknown. */
  readonly policy: Found | null;
  /** Whether which one applies could not be found out. */
  readonly unknown: Reason | null;
  readonly destinations: readonly Destination[];
  /** Hosts of reports beyond those that are asked about. */
  readonly destinationsLeft: number;
  /** What RFC 7489 has receivers ask. */
  readonly old: {
    readonly org: string;
    /** Null where the name is too long to have one. */
    readonly own: Answer<"TXT"> | null;
    readonly above: Answer<"TXT"> | null;
  };
};

/** Hosts of reports that are asked about: reporters have to serve two (RFC 7489 6.2). */
export const HOSTS_MAX = 6;
/** And addresses of each kind. */
const URIS_MAX = 20;
export const NAME_MAX = 253;

export function readDmarc(known: Known, domain: string): DmarcReading {
  const walk = readWalk(known, domain);
  const own = walk.found.find(({ name }) => name === domain) ?? null;
  const policy = own ?? (walk.org === null ? null : applicable(domain, walk.org, walk.found));
  const failed = walk.org === null && own === null;
  const uris = policy === null ? [] : urisOf(policy.record);
  const hosts = [...new Set(uris.map(({ host }) => host))];
  const asked = hosts.slice(0, HOSTS_MAX);
  const orgOfPolicy = policy?.name === domain ? walk.org : (policy?.name ?? null);
  const org = siteOf(domain);
  const ownAnswer = walkNames(domain).includes(domain) ? known.dns(`_dmarc.${domain}`, "TXT") : null;
  const noneHere =
    ownAnswer === null || (ownAnswer.outcome.kind !== "unknown" && !textsOf(ownAnswer).some(isDmarc));
  // Most walks come by the old list's organisation anyway.
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
            .map((one) => readDestination(known, policy.name, orgOfPolicy, one)),
    destinationsLeft: hosts.length - asked.length,
    old: {
      org,
      own: ownAnswer,
      above: noneHere && walked && org !== domain ? known.dns(`_dmarc.${org}`, "TXT") : null,
    },
  };
}

/** The walk of one name: each question waits for the answer before it, as the RFC has it. */
export function readWalk(known: Known, start: string): Walk {
  const steps: WalkStep[] = [];
  const found: Found[] = [];
  const walk = { start, steps, found };
  for (const name of walkNames(start)) {
    const answer = known.dns(`_dmarc.${name}`, "TXT");
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

type Named = { readonly tag: "rua" | "ruf"; readonly uri: ReportUri; readonly host: string };

/** Receivers need to support mailto alone (RFC 9989 4.7): what is authorised elsewhere makes no difference. */
function urisOf({ rua, ruf }: DmarcRecord): readonly Named[] {
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
 * Where reports go is walked too, since what is outside is told by organisational domains (RFC 9990 4). By its look as
 * another's name the authorisation is asked for at the same time.
 */
function readDestination(
  known: Known,
  policyName: string,
  orgOfPolicy: string | null,
  named: Named,
): Destination {
  if (named.host === policyName)
    return { ...named, org: orgOfPolicy, outside: false, reason: null, name: null, answer: null };
  const { org, reason } = readWalk(known, named.host);
  const outside = org === null || orgOfPolicy === null ? null : org !== orgOfPolicy;
  const looksOutside = siteOf(named.host) !== siteOf(policyName);
  const name = `${policyName}._report._dmarc.${named.host}`;
  const asked = (outside ?? looksOutside) && name.length <= NAME_MAX;
  return { ...named, org, outside, reason, name, answer: asked ? known.dns(name, "TXT") : null };
}
