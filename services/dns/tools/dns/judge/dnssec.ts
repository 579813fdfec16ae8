import { type DnssecJudged, failedFor, signaturesOf } from "@dnstools/core/domain/dnssec";
import type { Failure } from "@dnstools/core/domain/signed-answers";
import type { LinkJudged, TrustReason } from "@dnstools/core/domain/trust-chain";
import { ALGORITHMS } from "@dnstools/core/protocol/dns/dnskey";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { SignatureObservation } from "@dnstools/core/protocol/dnssec/state";
import type { Finding } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { recordsAt } from "./servers.ts";

type DnsCode = keyof typeof FINDINGS;
/** Signatures that are about to end are late when less than this share of their life is left, and days. */
const LATE_SHARE = 0.15;
const LATE_S = 3 * 86_400;

/** RFC 9904 to 9906: what must not be used for signing any more. */
const DEPRECATED = [1, 3, 5, 6, 7, 12];
const DEPRECATED_DIGESTS: Readonly<Record<number, string>> = { 1: "SHA-1", 3: "GOST R 34.11-94" };

/** Names that one finding lists: the zone's operator chooses how many there are. */
const LISTED_MAX = 8;

/** What is wrong with the DNSSEC of a name and its zone: which zone, which records, at which servers, and why. */
export function dnssecFindings(
  observed: DnsObservation,
  name: string,
  judged: DnssecJudged | null,
): Finding[] {
  if (judged === null) return keyFindings(observed, name);
  const { data, chain, failures } = judged;
  const zone = observed.zone?.kind === "present" ? observed.zone.value.apex : name;
  const own = [...chainFindings(chain, zone), ...failureFindings(failures)];
  const ended =
    chain.at(-1)?.trust === "unknown" || chain.length === 0 ? endedFindings(observed, data.ds) : [];
  const broken = [...own, ...ended];
  // Where our own check gives no reason, the resolver's verdict stands alone.
  const unexplained = data.status === "bogus" && !broken.some(({ severity }) => severity === "critical");
  return [
    ...(unexplained ? bogusFindings(zone, judged) : []),
    ...broken,
    ...differs(zone, judged),
    ...(data.status === "insecure" && chain.at(-1)?.trust !== "secure" ? [] : lateFindings(observed)),
    ...keyFindings(observed, name),
  ];
}

/** Findings where the resolver finds something bogus: a DS that the parent's servers fail to give, a CNAME target, or the zone. */
function bogusFindings(zone: string, { data, chain, bogusTargets }: DnssecJudged): Finding[] {
  const failing = chain.find(({ reason }) => reason === "ds_servfail");
  if (failing !== undefined) return [findingOf("dns.ds_servfail", failing.zone)];
  return bogusTargets.length > 0
    ? bogusTargets.slice(0, LISTED_MAX).map((target) => findingOf("dns.dnssec_bogus", target))
    : [findingOf("dns.dnssec_bogus", `${zone}${reasonOf(data.resolver.errors)}`)];
}

/** What the resolver gave as its reason, for a sentence to end with. */
function reasonOf(errors: DnssecJudged["data"]["resolver"]["errors"]): string {
  const [error] = errors;
  return error === undefined ? "" : ` (${error.name}${error.text === "" ? "" : `: ${error.text}`})`;
}

const LINK_CODES: Partial<Record<TrustReason, DnsCode>> = {
  ds_signature: "dns.ds_signature",
  ds_not_denied: "dns.ds_not_denied",
  no_dnskey: "dns.ds_without_key",
  ds_without_key: "dns.ds_mismatch",
  ds_digest: "dns.ds_digest_wrong",
  key_revoked: "dns.ds_of_revoked_key",
  not_a_zone_key: "dns.ds_of_revoked_key",
  dnskey_signature: "dns.dnskey_not_signed",
  unsupported: "dns.dnssec_unsupported",
  iterations: "dns.nsec3_iterations",
};

/** The first zone at which the chain breaks, and servers at which it breaks though it holds at others. */
function chainFindings(chain: readonly LinkJudged[], zone: string): Finding[] {
  const first = chain.find(({ trust, reason }) => trust !== "secure" && reason !== "above");
  const code = first?.reason == null ? undefined : LINK_CODES[first.reason];
  const here = first !== undefined && first.zone === zone;
  const above = first?.trust === "bogus" && !here;
  const partly = chain.flatMap(({ zone: at, broken }) =>
    broken
      .slice(0, LISTED_MAX)
      .map(({ server, reason, state }) =>
        findingOf(
          "dns.dnssec_server_fails",
          `${nameOf(at)} at ${server?.name} (${server?.address}): ${(reason && REASON_WORDS[reason]) ?? reason}${stateText(state?.signature)}`,
        ),
      ),
  );
  const breaks = code === undefined || first === undefined ? [] : [linkFinding(first, code)];
  return [
    ...(above ? [findingOf("dns.dnssec_broken_above", nameOf(first.zone))] : []),
    ...breaks,
    ...chain
      .filter(({ dsDiffers }) => dsDiffers)
      .map(({ zone: at }) => findingOf("dns.ds_servers_differ", at)),
    ...partly,
  ];
}

/** What a server gives of a zone at which the chain breaks. */
const REASON_WORDS: Partial<Record<TrustReason, string>> = {
  ds_signature: "the signature of the DS does not verify",
  ds_not_denied: "no DS, and no proof that there is none",
  no_dnskey: "no DNSKEY",
  ds_without_key: "no DNSKEY that the DS names",
  ds_digest: "a DNSKEY of another digest than that of the DS",
  key_revoked: "the DNSKEY of the DS is revoked",
  not_a_zone_key: "the DNSKEY of the DS is no key of a zone",
  dnskey_signature: "no signature by the key of the DS verifies",
};

/** Where a zone's chain breaks; where that is a matter of time, with the time. The DS is signed by the parent. */
function linkFinding({ zone, reason, state }: LinkJudged, code: DnsCode): Finding {
  if (reason === "iterations") return findingOf(code, `the zone above ${zone}`);
  const timed = state?.state === "expired" || state?.state === "not_yet_valid";
  const own = timed && reason === "dnskey_signature" ? FAILURE_CODES[state.state] : undefined;
  const subject = `${nameOf(zone)}${own === undefined ? "" : " DNSKEY"}${stateText(state?.signature)}`;
  return findingOf(own ?? code, subject);
}

function nameOf(zone: string): string {
  return zone === "" ? "the root" : zone;
}

/** When a signature that does not hold ended or begins, for a sentence to end with. */
function stateText(signature: SignatureObservation | null | undefined): string {
  if (signature?.state === "expired") return ` (ended ${isoTime(signature.expiration)})`;
  if (signature?.state === "not_yet_valid") return ` (begins ${isoTime(signature.inception)})`;
  return signature == null ? "" : ` (key ${signature.keyTag}, algorithm ${signature.algorithm})`;
}

const FAILURE_CODES: Partial<Record<Failure["state"], DnsCode>> = {
  expired: "dns.signature_expired",
  not_yet_valid: "dns.signature_not_yet_valid",
  missing: "dns.signature_missing",
  wrong: "dns.signature_wrong",
  no_key: "dns.signature_without_key",
  not_denied: "dns.denial_not_proven",
  expansion_not_proven: "dns.denial_not_proven",
};

/** Answers of the zone's servers that do not verify: a finding for each failure, and for each server. */
function failureFindings(failures: readonly Failure[]): Finding[] {
  // NSEC records whose signatures fail for the same reason as others prove nothing either.
  const isExplained = ({ gap, everywhere }: Failure) =>
    gap === "signatures" &&
    failures.some((one) => one.everywhere === everywhere && OF_ALL.includes(one.state));
  const bad = failures.flatMap((failure) => {
    const code = FAILURE_CODES[failure.state];
    return code === undefined || isExplained(failure) ? [] : [{ code, failure }];
  });
  const everywhere = Map.groupBy(
    bad.filter(({ failure }) => failure.everywhere),
    ({ code }) => code,
  );
  const partly = bad
    .filter(({ failure }) => !failure.everywhere)
    .flatMap(({ failure }) => failure.servers.map((server) => ({ server, failure })));
  return [
    ...[...everywhere].map(([code, group]) => findingOf(code, shown(group.map(({ failure }) => failure)))),
    ...[...Map.groupBy(partly, ({ server }) => server.name)].map(([server, group]) => {
      const addresses = [...new Set(group.map((one) => one.server.address))].join(", ");
      const states = Map.groupBy(new Set(group.map(({ failure }) => failure)), ({ state }) => state);
      const what = [...states].map(([state, some]) => `${shown(some)} ${WORDS[state] ?? state}`).join("; ");
      return findingOf("dns.dnssec_server_fails", `${server} (${addresses}): ${what}`);
    }),
  ];
}

/** What is wrong with the signatures of NSEC records, too, where it is wrong with others. */
const OF_ALL: readonly Failure["state"][] = ["expired", "not_yet_valid", "no_key"];

const WORDS: Partial<Record<Failure["state"], string>> = {
  expired: "has ended",
  not_yet_valid: "begins in the future",
  missing: "has no signature",
  wrong: "does not belong to its signature",
  no_key: "is signed with an unpublished key",
  not_denied: "is denied without proof",
  expansion_not_proven: "is made from a wildcard without proof",
};

/** RRsets by name and type, with the time of the first of their signatures. */
function shown(failures: readonly Failure[]): string {
  const names = failures.map(({ name, types }) => `${name} ${types.join(", ")}`);
  const more = names.length > LISTED_MAX ? `; ${names.length - LISTED_MAX} more` : "";
  const signature = failures.find((failure) => failure.signature !== null)?.signature;
  return `${names.slice(0, LISTED_MAX).join("; ")}${more}${stateText(signature)}`;
}

/** Where our own check of the zone and the resolver's come to different verdicts. */
function differs(zone: string, { data, chain, failures }: DnssecJudged): Finding[] {
  const own = chain.at(-1)?.trust ?? "unknown";
  const { status, errors } = data.resolver;
  // The resolver was asked for the SOA. One that does not know an algorithm takes as unsigned what verifies here.
  const soa = failures.some(({ types }) => types.includes("SOA"));
  const comparable = own !== "unknown" && status !== "unknown" && !soa;
  return comparable && (own === "bogus") !== (status === "bogus")
    ? [
        findingOf(
          "dns.dnssec_resolver_differs",
          `${zone} is ${own} here, and ${status} for our resolver${reasonOf(errors)}`,
        ),
      ]
    : [];
}

/** Expired signatures, where the chain of trust could not be followed and so cannot verify them. */
function endedFindings(observed: DnsObservation, ds: boolean | null): Finding[] {
  if (ds === false) return [];
  const ended = lastOf(observed).filter(({ data }) => data.expiration <= observed.at);
  return ended
    .slice(0, 1)
    .map(({ name, data }) =>
      findingOf("dns.signature_expired", `${name} ${data.covered} (ended ${isoTime(data.expiration)})`),
    );
}

/** Signatures that should have been renewed by now. */
function lateFindings(observed: DnsObservation): Finding[] {
  const late = lastOf(observed).filter(({ data: { expiration, inception } }) => {
    const left = expiration - observed.at;
    return left > 0 && left < LATE_S && left < LATE_SHARE * (expiration - inception);
  });
  return late
    .slice(0, 1)
    .map(({ name, data }) =>
      findingOf("dns.signature_ends_soon", `${name} ${data.covered} (${isoTime(data.expiration)})`),
    );
}

/** Of each RRset the signature that ends last: one that holds is enough (RFC 4035 5.3.3). */
function lastOf(observed: DnsObservation): readonly DnsRecord<"RRSIG">[] {
  return signaturesOf(observed).flatMap((group) =>
    group.toSorted((a, b) => b.data.expiration - a.data.expiration).slice(0, 1),
  );
}

/** Algorithms and digests that must no longer be used. */
function keyFindings(observed: DnsObservation, name: string): Finding[] {
  const keys = recordsAt(observed, name, "DNSKEY") as readonly DnsRecord<"DNSKEY">[];
  const ds = recordsAt(observed, name, "DS") as readonly DnsRecord<"DS">[];
  const old = [...keys, ...ds]
    .map(({ data }) => data.algorithm)
    .filter((algorithm) => DEPRECATED.includes(algorithm))
    .map((algorithm) => `algorithm ${ALGORITHMS[algorithm]} (${algorithm})`);
  const digests = ds
    .map(({ data }) => data.digestType)
    .flatMap((type) =>
      DEPRECATED_DIGESTS[type] === undefined ? [] : [`${DEPRECATED_DIGESTS[type]} (${type})`],
    );
  return [
    ...[...new Set(old)].map((what) => findingOf("dns.algorithm_deprecated", what)),
    ...[...new Set(digests)].map((what) => findingOf("dns.digest_deprecated", what)),
  ];
}

/**
 * With type, whether an answer comes once signatures are not checked; null where that was not tried, not found out, or
 * where the resolver has another reason for its failure: servers fail at one time and not at another.
 */
export function isBogus(observed: DnsObservation, name: string): boolean | null {
  const { unchecked, evidence, types } = observed;
  if (unchecked === null || (unchecked.kind === "unknown" && unchecked.reason !== "servfail")) return null;
  if (unchecked.kind !== "present") return false;
  return failedFor(evidence, `${name}. IN ${types[0]?.type}`) === "other" ? null : true;
}
