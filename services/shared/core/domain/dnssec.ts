import type { ExtendedError } from "../protocol/dns/edns.ts";
import type { DnsRecord } from "../protocol/dns/record.ts";
import { isoTime } from "../protocol/dns/text.ts";
import { createWork, type Work } from "../protocol/dnssec/work.ts";
import { answerName } from "../protocol/names.ts";
import type { DomainData } from "./data.ts";
import type { DomainSight } from "./observations.ts";
import { type Failure, failuresOf, isBogus } from "./signed-answers.ts";
import { judgeChain, type LinkJudged, TRUSTS, type Trust } from "./trust-chain.ts";

type Signature = DnsRecord<"RRSIG">;

/** What was judged of a zone's DNSSEC: what is shown, and what findings are made of. */
export type DnssecJudged = {
  readonly data: NonNullable<DomainData["dnssec"]>;
  /** From the root down to the zone; empty where the chain was not looked at. */
  readonly chain: readonly LinkJudged[];
  /** RRsets and denials in the servers' replies that are not secure; only of a secure zone. */
  readonly failures: readonly Failure[];
  /** What aliases lead to in other zones and does not verify for our resolver. */
  readonly bogusTargets: readonly string[];
};

/**
 * Judges the DNSSEC of a name and its zone: by our own check where the chain of trust could be followed, else by
 * our resolver. Null where the zone was not found.
 * @param work what the check may cost.
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
  const targets = targetsOf(observed, resolver.status === "secure" || !secure);
  const own = zone === undefined ? "unknown" : ownStatus(zone, failures, targets);
  return {
    data: {
      status: own === "unknown" ? resolverStatus(resolver.status, chain) : own,
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
  };
}

/** Whether our resolver, which checks signatures, refuses the zone, and has it where it need not check. */
function isRefused({ validation }: DomainSight): boolean {
  return validation?.outcome.kind === "unknown" && validation.unchecked?.kind === "present";
}

/** The resolver's verdict, where our own check has none; where its data of a zone above breaks, its AD flag alone. */
function resolverStatus(status: Trust, chain: readonly LinkJudged[]): Trust {
  const breaks = chain.some(({ reason }) => reason === "not_confirmed");
  return breaks && status !== "secure" ? "unknown" : status;
}

/** What our own check comes to for the name; `unknown` where it could not be made. */
function ownStatus(
  { trust }: LinkJudged,
  failures: readonly Failure[],
  targets: ReadonlyMap<string, Trust>,
): Trust {
  if (trust !== "secure") return trust;
  if (failures.some((failure) => failure.everywhere && isBogus(failure))) return "bogus";
  if (failures.some(({ state }) => state === "not_checked" || state === "unsupported")) return "unknown";
  // RFC 5155 9.2, RFC 9276 3.2: what is denied so, or made from a wildcard, is insecure.
  const unproven = failures.some(({ state }) => state === "opt_out" || state === "iterations");
  const all = [...targets.values(), ...(unproven ? ["insecure" as const] : [])];
  return (["bogus", "insecure", "unknown"] as const).find((status) => all.includes(status)) ?? "secure";
}

/**
 * How far the names that aliases lead to in other zones can be trusted: by our resolver, which checks them.
 * @param checks whether it does: one that does not says of none that it is secure.
 */
function targetsOf({ types, evidence }: DomainSight, checks: boolean): ReadonlyMap<string, Trust> {
  const all = types.flatMap(({ type, outOfZone }): [string, Trust][] => {
    // The DS of an alias's target is its parent's, and no part of the answer.
    if (outOfZone === null || type === "DS") return [];
    const { outcome, target } = outOfZone;
    if (outcome.kind === "present")
      return [[target, outcome.value.flags.includes("ad") ? "secure" : checks ? "insecure" : "unknown"]];
    return [[target, failedFor(evidence, `${target}. IN ${type}`) === "dnssec" ? "bogus" : "unknown"]];
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
 * The zone's own signatures in what its servers gave, by server and RRset: a denial has them beside its SOA (RFC 4035
 * 3.1.3). A server that holds the zone of an alias's target, too, gives that one's: they are not this zone's.
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

/** Whether one of the zone's own servers answered a question. */
export function isAnswered({ types }: DomainSight): boolean {
  return types.some(
    ({ source, replies }) =>
      source === "authoritative" && replies.some(({ outcome }) => outcome.kind === "present"),
  );
}

/** Whether the parent has a DS for the name; null where the name is no zone, or where that is unknown. */
function hasDs({ types }: DomainSight): boolean | null {
  const ds = types.find(({ type, source }) => type === "DS" && source !== "authoritative");
  if (ds?.outcome.kind !== "present") return null;
  return ds.outcome.value.answers.some(({ type }) => type === "DS");
}

/** What our resolver, which checks signatures, makes of the zone's SOA, and the errors that it gave with it. */
function byResolver(
  observed: DomainSight,
  signed: boolean,
): { readonly status: Trust; readonly errors: readonly ExtendedError[] } {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : "";
  const question = `${apex}. IN SOA`;
  const errors = errorsFor(observed.evidence, question);
  const { outcome, unchecked } = observed.validation ?? {};
  const ds = hasDs(observed);
  if (outcome?.kind !== "present") {
    const why = kindOf(errors);
    // A server that fails at one time and not at another is no sign of bogus data, where nothing says that it is signed.
    const claimed = ds ?? (signed || observed.types.some(({ source }) => source === "parent"));
    const bogus = why === "dnssec" || (why === null && claimed);
    return { status: unchecked?.kind === "present" && bogus && ds !== false ? "bogus" : "unknown", errors };
  }
  if (outcome.value.flags.includes("ad")) return { status: "secure", errors };
  // A resolver that does not say that it checked may be one that never checks.
  return { status: (ds ?? signed) ? "unknown" : "insecure", errors };
}

/** What the resolver gave as the reason of its SERVFAIL for a question (RFC 8914); null where it gave none that says. */
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
 * Extended errors that are about DNSSEC, and those that name another cause: not ready, prohibited, not authoritative, no
 * reachable authority, network error, invalid data. Source: IANA Extended DNS Error Codes, as of 2026-11-20.
 */
const DNSSEC_ERRORS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27];
const OTHER_ERRORS = [14, 18, 20, 22, 23, 24];
