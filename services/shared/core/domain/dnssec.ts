import type { ExtendedError } from "../protocol/dns/edns.ts";
import type { DnsRecord } from "../protocol/dns/record.ts";
import { isoTime } from "../protocol/dns/text.ts";
import { isAccepted } from "../protocol/dnssec/keys/algorithms.ts";
import { createWork, type Work } from "../protocol/dnssec/work.ts";
import { answerName } from "../protocol/names.ts";
import type { DomainData } from "./data.ts";
import type { DomainSight, OwnNameServer } from "./observations.ts";
import { readDsReply } from "./parent-servers.ts";
import { type Failure, failuresOf, isBogus } from "./signed-answers.ts";
import { isResolver, judgeChain, type LinkJudged, TRUSTS, type Trust } from "./trust-chain.ts";

type Signature = DnsRecord<"RRSIG">;

/** The judged DNSSEC state of a name and its zone: the data for the answer and the input for findings. */
export type DnssecJudged = {
  readonly data: NonNullable<DomainData["dnssec"]>;
  /** Zones from the root down to this zone; empty if the chain was not checked. */
  readonly chain: readonly LinkJudged[];
  /** RRsets and denials in the servers' replies that fail validation; empty unless the zone is secure. */
  readonly failures: readonly Failure[];
  /** Alias targets in other zones that fail validation at our resolver. */
  readonly bogusTargets: readonly string[];
  /** Name servers in the zone whose addresses have a signature of the zone that does not verify. */
  readonly bogusServers: readonly string[];
};

/**
 * Judges the DNSSEC state of a name and its zone by our own validation, or by our resolver if the chain of trust could
 * not be followed. Returns null if the zone was not found.
 * @param work the budget of the validation.
 */
export function judgeDnssec(
  observed: DomainSight,
  name: string,
  work: Work = createWork(),
): DnssecJudged | null {
  if (observed.validation === null) return null;
  const signatures = signaturesOf(observed);
  const expirations = signatures.flat().map(({ data }) => data.expiration);
  const chain = observed.chain === null ? [] : judgeChain(observed.chain, work, isRefused(observed));
  const zone = chain.at(-1);
  const secure = zone?.trust === "secure" && observed.chain !== null;
  const failures = secure ? failuresOf(observed.types, name, zone, observed.chain.at, work) : [];
  const resolver = byResolver(observed, signatures.length > 0);
  const checks = resolver.status === "secure" || resolver.status === "bogus";
  const targets = targetsOf(observed, checks || !secure);
  const own = zone === undefined ? "unchecked" : ownStatus(zone, failures, targets);
  return {
    data: {
      status: own === "unchecked" ? resolverStatus(resolver.status, chain, targets) : own,
      signed: isAnswered(observed) ? signatures.length > 0 : null,
      ds: hasDs(observed),
      signaturesExpire: expirations.length === 0 ? null : isoTime(Math.min(...expirations)),
      resolver: { status: resolver.status, errors: [...resolver.errors] },
      chain: chain.map(shownLink),
      failures: failures.map(shownFailure),
    },
    chain,
    failures,
    bogusTargets: [...targets].flatMap(([target, trust]) => (trust === "bogus" ? [target] : [])),
    bogusServers: secure ? bogusServers(observed, zone, observed.chain.at, work) : [],
  };
}

/** A name server in a zone below is left out: it has no signature of this zone. */
function bogusServers({ inBailiwick }: DomainSight, zone: LinkJudged, at: number, work: Work): string[] {
  const isBogusServer = ({ name, types }: OwnNameServer) =>
    failuresOf(types, name, zone, at, work).some(
      (failure) => isBogus(failure) && failure.signature?.signer === zone.zone,
    );
  return inBailiwick.filter(isBogusServer).map(({ name }) => name);
}

/**
 * Returns true if our validating resolver does not answer for the zone, but answers when queried without validation.
 */
function isRefused({ validation }: DomainSight): boolean {
  return validation?.outcome.kind === "unknown" && validation.unchecked?.kind === "present";
}

/**
 * Returns the resolver's status, which is used when our own validation was not possible. If the chain breaks in the
 * resolver's data for a parent zone, only `secure` (the AD flag) is used.
 */
function resolverStatus(
  status: Trust,
  chain: readonly LinkJudged[],
  targets: ReadonlyMap<string, Trust>,
): Trust {
  if (status === "secure") return worstOf([...targets.values()]);
  return chain.some(({ reason }) => reason === "not_confirmed") ? "unknown" : status;
}

/** Returns the name's status according to our own validation; `unchecked` if the validation was not possible. */
function ownStatus(
  { trust }: LinkJudged,
  failures: readonly Failure[],
  targets: ReadonlyMap<string, Trust>,
): Trust | "unchecked" {
  if (trust !== "secure") return trust === "unknown" ? "unchecked" : trust;
  if (failures.some((failure) => failure.everywhere && isBogus(failure))) return "bogus";
  if (failures.some(({ state }) => state === "unsupported") && !failsToReadSoa(failures)) return "unknown";
  if (failures.some(({ state }) => state === "not_checked" || state === "unsupported")) return "unchecked";
  // A denial or wildcard expansion that depends on an opt-out NSEC3 record, or on one with too many iterations, is
  // insecure (RFC 5155 9.2, RFC 9276 3.2).
  const unproven = failures.some(({ state }) => state === "opt_out" || state === "iterations");
  return worstOf([...targets.values(), ...(unproven ? ["insecure" as const] : [])]);
}

/**
 * Returns true if the zone's SOA has only signatures of algorithms that are not supported here. A resolver that accepts
 * the SOA then supports one of them.
 */
export function failsToReadSoa(failures: readonly Failure[]): boolean {
  return failures.some(({ state, types }) => state === "unsupported" && types.includes("SOA"));
}

/** Returns the status of an answer whose parts have the given ones: it is secure only if all parts are. */
function worstOf(all: readonly Trust[]): Trust {
  return (["bogus", "insecure", "unknown"] as const).find((status) => all.includes(status)) ?? "secure";
}

/**
 * Returns the status of alias targets in other zones, as our resolver validates them.
 * @param checks true if the resolver validates; if false, a target without the AD flag is `unknown` instead of
 * `insecure`.
 */
function targetsOf({ types, evidence }: DomainSight, checks: boolean): ReadonlyMap<string, Trust> {
  const all = types.flatMap(({ type, outOfZone }): [string, Trust][] => {
    // The DS of an alias's target belongs to the target's parent zone and is not part of this answer.
    if (outOfZone === null || type === "DS") return [];
    const { outcome, target, asked = target, server, unchecked } = outOfZone;
    // The answer of another server than our resolver says nothing about signatures.
    if (outcome.kind === "present" && (server === null || !isResolver(server))) return [[target, "unknown"]];
    if (outcome.kind === "present")
      return [[target, outcome.value.flags.includes("ad") ? "secure" : checks ? "insecure" : "unknown"]];
    const why = failedFor(evidence, `${asked}. IN ${type}`);
    const isBogus = why === "dnssec" || (why === null && unchecked?.kind === "present");
    return [[target, isBogus ? "bogus" : "unknown"]];
  });
  const worst = all.toSorted(([, a], [, b]) => TRUSTS.indexOf(a) - TRUSTS.indexOf(b));
  return new Map(worst);
}

function shownLink({ zone, trust, reason, match, keys }: LinkJudged) {
  const by = match?.by;
  return {
    zone,
    status: trust,
    reason,
    ds: (match?.all ?? []).map(({ ds, link }) => ({
      keyTag: ds.keyTag,
      algorithm: ds.algorithm,
      digestType: ds.digestType,
      state: link,
    })),
    key: by?.key == null ? null : { keyTag: by.key.keyTag, algorithm: by.key.algorithm, bits: by.key.bits },
    keys: keys.length,
  };
}

function shownFailure({ name, types, state, signature, gap, servers, everywhere }: Failure) {
  return {
    name,
    types: [...types],
    state,
    gap,
    servers: servers.map((server) => ({ ...server })),
    everywhere,
    keyTag: signature?.keyTag ?? null,
    signer: signature?.signer ?? null,
    inception: signature === null ? null : isoTime(signature.inception),
    expiration: signature === null ? null : isoTime(signature.expiration),
  };
}

/**
 * Returns the zone's own signatures in the servers' replies, grouped by server and RRset. Signatures in the authority
 * section are included, because a denial and its SOA are signed there (RFC 4035 3.1.3). A server that also holds the
 * zone of an alias's target sends that zone's signatures too; those are left out.
 */
export function signaturesOf(observed: DomainSight): readonly (readonly Signature[])[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : null;
  return observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ replies }) => replies)
    .flatMap(({ outcome: it }) => {
      const records = it.kind === "present" ? [...it.value.answers, ...it.value.authorities] : [];
      const own = records.filter(
        (record): record is Signature => record.type === "RRSIG" && signerOf(record as Signature) === apex,
      );
      return [...Map.groupBy(own, ({ name, data }) => `${name} ${data.covered}`).values()];
    });
}

function signerOf({ data }: Signature): string {
  return answerName(data.signer);
}

/** Returns true if at least one of the zone's own servers answered. */
export function isAnswered({ types }: DomainSight): boolean {
  return types.some(
    ({ source, replies }) =>
      source === "authoritative" && replies.some(({ outcome }) => outcome.kind === "present"),
  );
}

/** Returns true if the parent has a DS for the name; null if the name is not a zone or the DS is unknown. */
function hasDs({ types, zone }: DomainSight): boolean | null {
  const ds = types.find(({ type, source }) => type === "DS" && source !== "authoritative");
  if (ds?.outcome.kind !== "present") return null;
  // A server that answers from the zone itself says nothing about its parent (RFC 4035 3.1.4.1).
  const apex = zone?.kind === "present" ? zone.value.apex : null;
  if (apex !== null && readDsReply(ds.outcome.value, apex) === "child") return null;
  return ds.outcome.value.answers.some(({ type }) => type === "DS");
}

/** Returns false if all DS records of the zone have algorithms that count as insecure. */
function isAcceptedDs({ types }: DomainSight): boolean {
  const outcome = types.find(({ type, source }) => type === "DS" && source !== "authoritative")?.outcome;
  const answers = outcome?.kind === "present" ? outcome.value.answers : [];
  const ds = answers.filter((record): record is DnsRecord<"DS"> => record.type === "DS");
  return ds.length === 0 || ds.some(({ data }) => isAccepted(data.algorithm));
}

/** Returns our validating resolver's status for the zone (see `validation`), and the extended errors in its answer. */
function byResolver(
  observed: DomainSight,
  signed: boolean,
): { readonly status: Trust; readonly errors: readonly ExtendedError[] } {
  const { name = "", outcome, unchecked } = observed.validation ?? {};
  const errors = errorsFor(observed.evidence, `${name}. IN SOA`);
  const ds = hasDs(observed);
  if (outcome?.kind !== "present") {
    const why = kindOf(errors);
    // A temporary SERVFAIL is not a sign of bogus data if nothing shows that the zone is signed.
    const claimed = ds ?? (signed || observed.types.some(({ source }) => source === "parent"));
    const bogus = why === "dnssec" || (why === null && claimed);
    return { status: unchecked?.kind === "present" && bogus ? "bogus" : "unknown", errors };
  }
  // A resolver may accept an algorithm that counts as insecure (RFC 9905 2).
  if (outcome.value.flags.includes("ad"))
    return { status: isAcceptedDs(observed) ? "secure" : "insecure", errors };
  // A missing AD flag may also mean that the resolver never validates.
  return { status: (ds ?? signed) ? "unknown" : "insecure", errors };
}

/**
 * Returns the resolver's reason for its SERVFAIL to a question, according to its extended errors (RFC 8914); null if
 * they contain no reason.
 */
export function failedFor(evidence: DomainSight["evidence"], question: string): "dnssec" | "other" | null {
  return kindOf(errorsFor(evidence, question));
}

function errorsFor(evidence: DomainSight["evidence"], question: string): readonly ExtendedError[] {
  const failed = evidence.filter(
    (one) => one.question === question && one.server === "resolver" && one.rcode === "SERVFAIL",
  );
  return [...new Map(failed.flatMap(({ errors }) => errors).map((error) => [error.code, error])).values()];
}

function kindOf(errors: readonly ExtendedError[]): "dnssec" | "other" | null {
  if (errors.some(({ code }) => DNSSEC_ERRORS.includes(code))) return "dnssec";
  return errors.some(({ code }) => OTHER_ERRORS.includes(code)) ? "other" : null;
}

/**
 * Codes of the extended errors about DNSSEC, and of those with another cause: not ready, prohibited, not
 * authoritative, no reachable authority, network error, invalid data. Source: IANA Extended DNS Error Codes, as of
 * 2026-11-20.
 */
const DNSSEC_ERRORS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27];
const OTHER_ERRORS = [14, 18, 20, 22, 23, 24];
