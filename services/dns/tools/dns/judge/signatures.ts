import { signaturesOf } from "@dnstools/core/domain/dnssec";
import type { Failure } from "@dnstools/core/domain/signed-answers";
import { minuteOf } from "@dnstools/core/protocol/calendar";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { ZoneKey } from "@dnstools/core/protocol/dnssec/keys/keys";
import type { SignatureObservation } from "@dnstools/core/protocol/dnssec/state";
import type { About, Finding } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { FAILURE_WORDS } from "../words.ts";
import { shownBy, shownByEach, type Wanted } from "./shown-by.ts";

/** Maximum number of names in one finding; the zone's operator can create any number of names. */
const LISTED_MAX = 8;

/** A signature is late if less than this share of its validity period, and less than LATE_S seconds, are left. */
const LATE_SHARE = 0.15;
const LATE_S = 3 * 86_400;

/**
 * Describes a signature in parentheses, for the end of a sentence: for an invalid signature, the time when it expired
 * or becomes valid; for any other signature, the key.
 */
export function stateText(signature: SignatureObservation | null | undefined): string {
  if (signature?.state === "expired") return ` (ended ${minuteOf(isoTime(signature.expiration))})`;
  if (signature?.state === "not_yet_valid") return ` (begins ${minuteOf(isoTime(signature.inception))})`;
  return signature == null ? "" : ` (key ${signature.keyTag}, algorithm ${signature.algorithm})`;
}

/** Finding code for each way in which an answer can fail to verify. */
export const FAILURE_CODES: Partial<Record<Failure["state"], keyof typeof FINDINGS>> = {
  expired: "dns.signature_expired",
  not_yet_valid: "dns.signature_not_yet_valid",
  missing: "dns.signature_missing",
  wrong: "dns.signature_wrong",
  no_key: "dns.signature_without_key",
  not_denied: "dns.denial_not_proven",
  expansion_not_proven: "dns.denial_not_proven",
};

/** The only protocol that a DNSKEY may have (RFC 4034 2.1.2). */
export const PROTOCOL = 3;

/** Returns the finding code for a failure; undefined if resolvers accept the answer. */
function codeOf(failure: Failure, keys: readonly ZoneKey[]): keyof typeof FINDINGS | undefined {
  const { state, gap, signature } = failure;
  if (state === "unsupported") return isUnsupported(failure) ? "dns.signature_unsupported" : undefined;
  if (state === "not_denied" && gap === "name_exists") return "dns.nxdomain_of_existing";
  const named = keys.find(
    ({ keyTag, algorithm }) => keyTag === signature?.keyTag && algorithm === signature.algorithm,
  );
  if (state !== "no_key" || named === undefined) return FAILURE_CODES[state];
  return named.protocol === PROTOCOL ? "dns.signature_key_unusable" : "dns.dnskey_protocol";
}

/** Returns true if a signature has an algorithm that this API does not support; resolvers then refuse the answer. */
function isUnsupported({ state, signature }: Failure): boolean {
  return state === "unsupported" && signature?.reason === "algorithm";
}

/** Returns true if no server returns an answer that verifies. */
function isEverywhere({ types }: DnsObservation, failure: Failure): boolean {
  if (!isUnsupported(failure)) return failure.everywhere;
  const failing = new Set(failure.servers.map(({ address }) => address));
  return types
    .filter(({ type }) => failure.types.includes(type))
    .every(({ replies }) =>
      replies.every(({ server, outcome }) => outcome.kind !== "present" || failing.has(server.address)),
    );
}

/**
 * Returns the findings about answers that do not verify: one for each kind of failure that all servers have in common,
 * and one for each server with a failure that the others do not have.
 * @param keys the keys of the zone.
 */
export function signatureFindings(
  observed: DnsObservation,
  failures: readonly Failure[],
  keys: readonly ZoneKey[],
): Finding[] {
  // If other signatures fail for the same reason, the failing NSEC signatures need no finding of their own.
  const judged = failures.map((failure) => {
    const code = codeOf(failure, keys);
    // A false NXDOMAIN is the same fault at one server as at all.
    return {
      failure,
      code,
      everywhere: code === "dns.nxdomain_of_existing" || isEverywhere(observed, failure),
    };
  });
  const isExplained = ({ failure: { gap }, everywhere }: (typeof judged)[number]) =>
    gap === "signatures" &&
    judged.some((one) => one.everywhere === everywhere && OF_ALL.includes(one.failure.state));
  const bad = judged.flatMap(({ code, ...one }) =>
    code === undefined || isExplained({ code, ...one }) ? [] : [{ code, ...one }],
  );
  const everywhere = Map.groupBy(
    bad.filter((one) => one.everywhere),
    ({ code }) => code,
  );
  const partly = bad
    .filter((one) => !one.everywhere)
    .flatMap(({ failure }) => failure.servers.map((server) => ({ server, failure })));
  return [
    ...[...everywhere].map(([code, group]) => {
      const all = group.map(({ failure }) => failure);
      return findingOf(code, {
        subject: shown(all),
        subjects: [...new Set(all.slice(0, LISTED_MAX).flatMap(({ name, types }) => [name, ...types]))],
        evidence: shownByEach(
          observed,
          all.slice(0, LISTED_MAX).map((one) => ofFailure(observed, one)),
        ),
      });
    }),
    ...[...Map.groupBy(partly, ({ server }) => server.name)].map(([server, group]) => {
      const addresses = [...new Set(group.map((one) => one.server.address))];
      const all = [...new Set(group.map(({ failure }) => failure))];
      const what = [...Map.groupBy(all, ({ state }) => state)].map(
        ([state, some]) => `${shown(some)} ${FAILURE_WORDS[state]}`,
      );
      const listed = all.slice(0, LISTED_MAX);
      return findingOf("dns.dnssec_server_fails", {
        subject: `${server} (${addresses.join(", ")}): ${what.join("; ")}`,
        subjects: [
          ...new Set([server, ...addresses, ...listed.flatMap(({ name, types }) => [name, ...types])]),
        ],
        evidence: shownByEach(
          observed,
          listed.map((one) => ofFailure(observed, one, addresses)),
        ),
      });
    }),
  ];
}

/**
 * Selects the exchanges that show a failure: the queries for its types or, if there were none, other queries to the
 * servers that returned the failing answer.
 */
function ofFailure(
  { evidence }: DnsObservation,
  { name, types, servers }: Failure,
  at: readonly string[] = servers.map(({ address }) => address),
): Wanted {
  const asked = new Set(evidence.map(({ question }) => question.split(" ").slice(0, 3).join(" ")));
  const own = types.filter((type) => asked.has(`${name}. IN ${type}`));
  return own.length > 0 ? { names: [name], types: own, at } : { at, types: [...types, "A", "SOA"] };
}

/** Failures that affect all signatures of a zone, including the signatures of NSEC records. */
const OF_ALL: readonly Failure["state"][] = ["expired", "not_yet_valid", "no_key", "unsupported"];

/** Lists RRsets by name and type, with the state of the first known signature. */
function shown(failures: readonly Failure[]): string {
  const names = [...Map.groupBy(failures, ({ name }) => name)].map(
    ([name, some]) => `${name} ${[...new Set(some.flatMap(({ types }) => types))].join(", ")}`,
  );
  const more = names.length > LISTED_MAX ? `; ${names.length - LISTED_MAX} more` : "";
  const signature = failures.find((failure) => failure.signature !== null)?.signature;
  return `${names.slice(0, LISTED_MAX).join("; ")}${more}${stateText(signature)}`;
}

/**
 * Returns a finding for expired signatures that the check of the chain of trust missed, because the chain could not be
 * followed.
 */
export function endedFindings(observed: DnsObservation, ds: boolean | null): Finding[] {
  if (ds === false) return [];
  const ended = lastOf(observed).filter(({ data }) => data.expiration <= observed.at);
  return ended
    .slice(0, 1)
    .map((one) => findingOf("dns.signature_expired", aboutSignature(observed, one, "ended ")));
}

/** Returns a finding for a signature that should have been renewed by now. */
export function lateFindings(observed: DnsObservation): Finding[] {
  const late = lastOf(observed).filter(({ data: { expiration, inception } }) => {
    const left = expiration - observed.at;
    return left > 0 && left < LATE_S && left < LATE_SHARE * (expiration - inception);
  });
  return late
    .slice(0, 1)
    .map((one) => findingOf("dns.signature_ends_soon", aboutSignature(observed, one, "")));
}

/** Describes the RRset that a signature covers, with its expiration time. */
function aboutSignature(observed: DnsObservation, { name, data }: DnsRecord<"RRSIG">, ends: string): About {
  return {
    subject: `${name} ${data.covered} (${ends}${isoTime(data.expiration)})`,
    subjects: [name, data.covered],
    evidence: shownBy(
      observed,
      { names: [name], types: [data.covered] },
      { names: [name] },
      { types: ["SOA"] },
    ),
  };
}

/** Returns the last signature to expire of each RRset, since one valid signature is enough (RFC 4035 5.3.3). */
function lastOf(observed: DnsObservation): readonly DnsRecord<"RRSIG">[] {
  return signaturesOf(observed).flatMap((group) =>
    group.toSorted((a, b) => b.data.expiration - a.data.expiration).slice(0, 1),
  );
}
