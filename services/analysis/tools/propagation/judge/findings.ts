import { isOurs } from "@dnstools/core/tool/environment";
import type { Finding } from "@dnstools/core/tool/finding";
import { exchangesOf, type Ids, idsWhere } from "../../exchanges.ts";
import { findingOf } from "../findings.ts";
import type { PropagationObservation } from "../observations.ts";
import { type Agreement, type AuthoritativeAnswer, serialsOf } from "./authoritative.ts";
import { contradictionsOf } from "./contradictions.ts";
import { MANY_IDS, resolverFindings } from "./resolver-findings.ts";
import { hasAnswered, type JudgedResolver } from "./summary.ts";

/** Number of resolvers below which a statement about a country is unreliable. */
const FEW = 5;

/** All input from which findings are derived. */
type Seen = {
  readonly observed: PropagationObservation;
  readonly domain: string;
  /** Number of resolvers requested. */
  readonly limit: number;
  readonly judged: readonly JudgedResolver[];
  readonly authoritativeAnswers: readonly AuthoritativeAnswer[];
  readonly agreement: Agreement;
};

/** Returns all findings of a call. */
export function findingsOf(seen: Seen): Finding[] {
  const { observed, domain, judged, limit } = seen;
  const exchanges = exchangesOf(observed.evidence);
  const ids: Ids = (fits, most) => idsWhere(exchanges, fits, most);
  const answered = judged.filter(hasAnswered).length;
  const isTooLong = seen.authoritativeAnswers.every(({ reason }) => reason === "name_too_long");
  const isFew = judged.length < Math.min(limit, FEW);
  const areSilent = judged.length > 0 && 2 * answered < judged.length;
  return [
    ...serverFindings(seen, ids),
    // Servers and resolvers are right that a DNAME makes the name too long (RFC 6672 2.2).
    ...(isTooLong ? [] : authorityFindings(seen, ids)),
    // If this API's own network answered in place of the resolvers, no resolver is at fault.
    ...(observed.intercepted === true ? [] : resolverFindings(judged, domain, ids)),
    ...(isFew ? [fewResolvers(seen, ids)] : []),
    ...(areSilent && !isTooLong ? [fewAnswers(seen, ids)] : []),
  ];
}

/**
 * Returns the finding that the zone's servers contradict each other, or that they serve different versions of the
 * zone.
 */
function serverFindings(seen: Seen, ids: Ids): Finding[] {
  const { observed, domain, authoritativeAnswers, agreement } = seen;
  if (agreement.disagree.length > 0) {
    const all = contradictionsOf(authoritativeAnswers, agreement.disagree);
    const evidence = all.flatMap(({ type, servers }) =>
      servers.flatMap(({ address }) =>
        ids((one) => one.name === domain && one.type === type && one.address === address, 1),
      ),
    );
    return [
      findingOf("propagation.authoritative_disagree", {
        subject: all.map(({ type, text }) => `${domain} ${type}: ${text}`).join("; "),
        subjects: [
          domain,
          ...all.map(({ type }) => type),
          ...new Set(all.flatMap(({ servers }) => servers.map(({ name }) => name))),
        ],
        evidence: evidence.slice(0, 8),
      }),
    ];
  }
  const first = new Map<number, string>();
  for (const [address, serial] of serialsOf(observed)) if (!first.has(serial)) first.set(serial, address);
  if (first.size < 2) return [];
  const nameAt = (address: string) =>
    observed.versions.find(({ server }) => server.address === address)?.server.name ?? address;
  const each = [...first].sort(([a], [b]) => a - b);
  const addresses = new Set(first.values());
  return [
    findingOf("propagation.serials_differ", {
      subject: each.map(([serial, address]) => `${serial} (${nameAt(address)})`).join(", "),
      subjects: each.flatMap(([serial, address]) => [nameAt(address), String(serial)]),
      evidence: ids(({ type, address }) => type === "SOA" && addresses.has(address)),
    }),
  ];
}

/**
 * Returns findings about record types for which no server of the zone gave an answer: one finding for faults of the
 * servers, one for failures within this API.
 */
function authorityFindings({ domain, judged, observed, authoritativeAnswers }: Seen, ids: Ids): Finding[] {
  const resolvers = new Set([
    ...judged.map(({ resolver }) => resolver.ip),
    ...observed.excluded.map(({ candidate }) => candidate.ip),
  ]);
  const about = (some: readonly AuthoritativeAnswer[]) => {
    const types: readonly string[] = some.map(({ type }) => type);
    const addresses = new Set(some.flatMap(({ servers }) => servers.map(({ server }) => server.address)));
    const asked = ids(
      ({ name, type, address }) => name === domain && types.includes(type) && addresses.has(address),
    );
    // If no server could be queried, the evidence is the failed lookup of the zone's servers, or the NS queries that
    // found them.
    const failed = ids(({ address, reason }) => reason !== null && !resolvers.has(address));
    const way = ids(({ type, address }) => type === "NS" && !resolvers.has(address));
    return {
      subject: `${domain} ${types.join(", ")}`,
      subjects: [domain, ...types],
      evidence: [asked, failed, way].find(({ length }) => length > 0) ?? [],
    };
  };
  const unknown = authoritativeAnswers.filter(({ status }) => status === null);
  const ours = unknown.filter(isOurFailure);
  const theirs = unknown.filter((authoritative) => !isOurFailure(authoritative));
  return [
    ...(theirs.length > 0 ? [findingOf("propagation.authority_unknown", about(theirs))] : []),
    ...(ours.length > 0 ? [findingOf("propagation.authority_not_asked", about(ours))] : []),
  ];
}

/** Returns true if every server failed for a reason within this API. */
function isOurFailure({ reason, servers }: AuthoritativeAnswer): boolean {
  const reasons = servers.length === 0 ? [reason] : servers.map((one) => one.reason);
  return reasons.every((one) => one !== null && isOurs(one));
}

/**
 * Creates the finding that too few resolvers were used. The evidence is the failed checks of the excluded resolvers
 * or, if there are none, one query to each resolver that was used.
 */
function fewResolvers({ judged, observed, domain }: Seen, ids: Ids): Finding {
  const subject = `${judged.length} ${judged.length === 1 ? "resolver" : "resolvers"}`;
  const subjects = judged.map(({ resolver }) => resolver.ip);
  const ill = observed.excluded.flatMap(({ candidate: { ip } }) => ids(({ address }) => address === ip, 1));
  const evidence = ill.length > 0 ? ill : ids((one) => one.name === domain && subjects.includes(one.address));
  return findingOf("propagation.few_resolvers", { subject, subjects, evidence: evidence.slice(0, MANY_IDS) });
}

function fewAnswers({ judged, domain }: Seen, ids: Ids): Finding {
  const silent = judged.filter((one) => !hasAnswered(one)).map(({ resolver }) => resolver.ip);
  const evidence = silent.flatMap((ip) => ids((one) => one.name === domain && one.address === ip, 1));
  return findingOf("propagation.few_answers", {
    subject: `${judged.length - silent.length} of ${judged.length}`,
    subjects: silent,
    evidence: evidence.slice(0, MANY_IDS),
  });
}
