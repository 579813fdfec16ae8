import type { DnsReply } from "../protocol/dns/message.ts";
import { readDenial } from "../protocol/dnssec/denial/denial.ts";
import type { ProofGap } from "../protocol/dnssec/denial/proof.ts";
import { proveNoDs } from "../protocol/dnssec/denial/prove.ts";
import { type Ds, dsOf, readDs } from "../protocol/dnssec/keys/ds.ts";
import type { ZoneKey } from "../protocol/dnssec/keys/keys.ts";
import { type DsMatch, matchDs } from "../protocol/dnssec/keys/match-ds.ts";
import { readSets } from "../protocol/dnssec/read-sets.ts";
import { stateOfSet } from "../protocol/dnssec/set-state.ts";
import type { SignedSet } from "../protocol/dnssec/signed-set.ts";
import type { SetState } from "../protocol/dnssec/state.ts";
import type { Work } from "../protocol/dnssec/work.ts";
import { hasSoaOf } from "../protocol/rrset.ts";
import type { ChainObservation, ServerObservation, ServerReply, ZoneLink } from "./observations.ts";

/** DNSSEC status of a zone (RFC 4033 5). */
export const TRUSTS = ["secure", "insecure", "bogus", "unknown"] as const;
/** DNSSEC status of a zone. */
export type Trust = (typeof TRUSTS)[number];

/** Reasons why a zone is not secure. */
export const TRUST_REASONS = [
  /** Insecure, bogus or unknown because a parent zone has this status. */
  "above",
  /** Insecure: the parent proves that the zone has no DS, or NSEC3 opt-out makes such a proof unnecessary. */
  "no_ds",
  "opt_out",
  /**
   * Insecure: no DS record of the zone has both an algorithm and a digest type that this API supports (RFC 4035 5.2).
   */
  "unsupported",
  /** Insecure: the parent's NSEC3 hashes need more iterations than resolvers accept (RFC 9276 3.2). */
  "iterations",
  /** Unknown: no server answered, or our resolver omits signatures. */
  "not_found_out",
  /**
   * Unknown: our resolver's data shows a broken chain of trust, but the resolver does not refuse the zone, or it
   * reports that its data is stale.
   */
  "not_confirmed",
  /** Unknown: every server of the parent answers SERVFAIL to the DS query. */
  "ds_servfail",
  /** Unknown: the root's keys do not match the trust anchors, or the clock is wrong. */
  "no_trust_anchor",
  /** Unknown: the validation would exceed the budget of one request. */
  "not_checked",
  /** Bogus: the signatures of the DS RRset at the parent do not verify. */
  "ds_signature",
  /** Bogus: the parent returns no DS and no proof that there is none. */
  "ds_not_denied",
  /** Bogus: the zone has a DS at its parent but no DNSKEY. */
  "no_dnskey",
  /** Bogus: no DNSKEY has the key tag and the algorithm of a DS. */
  "ds_without_key",
  /** Bogus: a DNSKEY has the key tag and the algorithm of a DS, but another digest. */
  "ds_digest",
  /** Bogus: the key that a DS refers to is revoked (RFC 5011) or is not a zone key. */
  "key_revoked",
  "not_a_zone_key",
  /** Bogus: the key that a DS refers to has no valid signature over the DNSKEY RRset. */
  "dnskey_signature",
] as const;
/** Reason why a zone is not secure. */
export type TrustReason = (typeof TRUST_REASONS)[number];

/** The result of checking one step of the chain of trust at one server. */
type Step = {
  readonly trust: Trust;
  readonly reason: TrustReason | null;
  readonly server: ServerObservation | null;
  readonly state: SetState | null;
  readonly gap: ProofGap | null;
};

/** One zone of the chain of trust, with its verdict. */
export type LinkJudged = Step & {
  readonly zone: string;
  /** Result of matching the zone's DS with its keys; null if they were not matched. */
  readonly match: DsMatch | null;
  /** Keys for validating the zone's records; empty if the zone is not secure. */
  readonly keys: readonly ZoneKey[];
  /**
   * Steps that fail at some servers of the zone (or, for the DS, of its parent) although the chain is valid at another
   * server.
   */
  readonly broken: readonly Step[];
  /** True if some servers of the parent return a DS and others prove that there is none. */
  readonly dsDiffers: boolean;
};

/**
 * `at` is the time in seconds since 1970, `work` is the budget of the validation, and `refused` is true if our
 * resolver answers SERVFAIL for the zone unless it is queried without validation.
 */
type ChainContext = { readonly at: number; readonly work: Work; readonly refused: boolean };

/**
 * Follows the chain of trust from the root's trust anchors down to the zone (RFC 4035 5).
 * @param refused true if our resolver refuses the zone. If it does not, its cached data never proves that a zone is
 * bogus.
 */
export function judgeChain(
  { anchors, at, links }: ChainObservation,
  work: Work,
  refused: boolean,
): readonly LinkJudged[] {
  const judged: LinkJudged[] = [];
  const context = { at, work, refused };
  for (const link of links) {
    const parent = judged.at(-1);
    if (parent === undefined) judged.push(judgeRoot(link, anchors, context));
    else judged.push(parent.trust === "secure" ? judgeLink(link, parent, context) : below(link, parent));
  }
  return judged;
}

const STEP = { reason: null, server: null, state: null, gap: null };
const LINK = { match: null, keys: [], broken: [], dsDiffers: false };

function below({ zone }: ZoneLink, { trust }: LinkJudged): LinkJudged {
  return { ...STEP, ...LINK, zone, trust, reason: "above" };
}

/**
 * Judges the root. If the root's keys do not match our trust anchors, the anchors may be outdated, so the root is
 * never bogus.
 */
function judgeRoot(link: ZoneLink, anchors: readonly Uint8Array[], context: ChainContext): LinkJudged {
  const judged = judgeKeys(link, anchors.map(dsOf), context);
  if (judged.trust !== "bogus" && judged.reason !== "not_confirmed") return judged;
  return { ...judged, trust: "unknown", reason: "no_trust_anchor" };
}

function judgeLink(link: ZoneLink, parent: LinkJudged, context: ChainContext): LinkJudged {
  const { zone, planned } = link;
  if (planned?.length === 0) return { ...STEP, ...LINK, zone, trust: "insecure", reason: "no_ds" };
  if (planned !== undefined) return judgeKeys(link, planned.map(dsOf), context);
  const steps = link.ds.map((reply) => confirmed(reply, judgeDs(reply, zone, parent, context), context));
  const best = bestOf(steps);
  if (best === undefined) return { ...STEP, ...LINK, zone, trust: "unknown", reason: "not_found_out" };
  if (best.reason === "not_found_out" && failsForDs(link))
    return { ...STEP, ...LINK, zone, trust: "unknown", reason: "ds_servfail" };
  const broken = best.trust === "bogus" ? [] : steps.filter(({ trust }) => trust === "bogus");
  const given = new Set(
    steps.filter(({ trust }) => trust === "secure" || trust === "insecure").map(({ trust }) => trust),
  );
  const own = { dsDiffers: given.size > 1, broken };
  if (best.set === null) return { ...STEP, ...LINK, ...withoutSet(best), ...own, zone };
  const judged = judgeKeys(link, readDs(best.set), context);
  return { ...judged, ...own, broken: [...broken, ...judged.broken] };
}

/** Returns true if all queried servers of the parent answered SERVFAIL to the DS query. */
function failsForDs({ ds }: ZoneLink): boolean {
  const own = ds.filter(({ server }) => !isResolver(server));
  return (
    own.length > 0 && own.every(({ outcome }) => outcome.kind === "unknown" && outcome.reason === "servfail")
  );
}

/** Returns true if the reply contains no NSEC or NSEC3 records, or none of these records is signed. */
function isStripped(sets: readonly SignedSet[]): boolean {
  const proof = sets.filter(({ type }) => type === "NSEC" || type === "NSEC3");
  return proof.every(({ signatures }) => signatures.length === 0);
}

type DsStep = Step & { readonly set: SignedSet | null };

function withoutSet({ trust, reason, server, state, gap }: DsStep): Step {
  return { trust, reason, server, state, gap };
}

/**
 * Judges one server's reply to the DS query. The result is `secure` with the DS RRset, or `insecure` if the reply
 * proves that there is no DS.
 */
function judgeDs(
  { server, outcome }: ServerReply,
  zone: string,
  parent: LinkJudged,
  { at, work }: ChainContext,
): DsStep {
  const step = { ...STEP, server, set: null };
  const sets = setsOf(outcome.kind === "present" ? outcome.value : null);
  if (sets === null) return { ...step, trust: "unknown", reason: "not_found_out" };
  const set = sets.find(({ type, owner }) => type === "DS" && owner === zone);
  if (set !== undefined) {
    const state = stateOfSet(set, parent.zone, parent.keys, at, work);
    if (state.state === "valid") return { ...step, trust: "secure", set };
    return { ...step, state, ...failed(state, server, "ds_signature") };
  }
  const proof = proveNoDs(readDenial(sets, parent.zone, parent.keys, at, work), zone, work);
  if (proof.kind === "proven") return { ...step, trust: "insecure", reason: "no_ds" };
  if (proof.kind === "insecure")
    return { ...step, trust: "insecure", reason: proof.reason === "opt_out" ? "opt_out" : "iterations" };
  if (proof.kind === "not_checked") return { ...step, trust: "unknown", reason: "not_checked" };
  // A reply proves nothing if it comes from a resolver that omits signatures, or from a server that answers for the
  // zone itself and not for the zone's parent.
  const child = outcome.kind === "present" && hasSoaOf(outcome.value, zone);
  if (child || proof.reason === "child_apex" || (isStripped(sets) && isResolver(server)))
    return { ...step, trust: "unknown", reason: "not_found_out" };
  return { ...step, trust: "bogus", reason: "ds_not_denied", gap: proof.reason };
}

/**
 * Judges the keys of a zone against a trusted DS RRset, using the first of the zone's servers at which the chain is
 * valid.
 */
function judgeKeys({ zone, keys }: ZoneLink, ds: readonly Ds[], context: ChainContext): LinkJudged {
  const { at, work } = context;
  const steps = keys.flatMap((reply) => {
    const { server, outcome } = reply;
    const sets = setsOf(outcome.kind === "present" ? outcome.value : null);
    if (sets === null) return [];
    const keySet = sets.find(({ type, owner }) => type === "DNSKEY" && owner === zone) ?? null;
    const match = matchDs(zone, ds, keySet, at, work);
    const step = { ...STEP, server, match, state: match.by?.keySet ?? null, ...trustOf(match, server) };
    return [confirmed(reply, step, context)];
  });
  const best = bestOf(steps);
  if (best === undefined) return { ...STEP, ...LINK, zone, trust: "unknown", reason: "not_found_out" };
  const broken = best.trust === "secure" ? steps.filter(({ trust }) => trust === "bogus") : [];
  return { ...LINK, ...best, zone, keys: best.trust === "secure" ? best.match.keys : [], broken };
}

function trustOf({ kind, by }: DsMatch, server: ServerObservation): Pick<Step, "trust" | "reason"> {
  if (kind === "secure") return { trust: "secure", reason: null };
  if (kind === "insecure") return { trust: "insecure", reason: "unsupported" };
  if (kind === "not_checked") return { trust: "unknown", reason: "not_checked" };
  if (by === null) return { trust: "bogus", reason: "no_dnskey" };
  if (by.link === "key_does_not_sign" && by.keySet !== null)
    return failed(by.keySet, server, "dnskey_signature");
  return { trust: "bogus", reason: BROKEN[by.link] ?? "ds_without_key" };
}

const BROKEN: Readonly<Record<string, TrustReason>> = {
  no_key: "ds_without_key",
  wrong_digest: "ds_digest",
  revoked: "key_revoked",
  not_a_zone_key: "not_a_zone_key",
  key_does_not_sign: "dnskey_signature",
};

/**
 * Returns the status of a zone in which a signature does not verify: `unknown` if the signature was not checked or a
 * resolver omitted it, otherwise `bogus`.
 */
function failed(
  { state }: SetState,
  server: ServerObservation,
  reason: TrustReason,
): Pick<Step, "trust" | "reason"> {
  if (state === "not_checked" || state === "unsupported") return { trust: "unknown", reason: "not_checked" };
  if (state === "missing" && isResolver(server)) return { trust: "unknown", reason: "not_found_out" };
  return { trust: "bogus", reason };
}

/** Codes of the extended errors for stale answers (RFC 8914 4.4, 4.20). */
const STALE = [3, 19];

/**
 * Returns the final status of a step. Our resolver's cache may hold outdated data, or a mixture of old and new data of
 * the zone. A step that fails at our resolver therefore makes a zone bogus only if the resolver itself refuses the
 * zone and does not report that its data is stale (RFC 8767).
 */
function confirmed<T extends Step>({ server, outcome }: ServerReply, step: T, { refused }: ChainContext): T {
  if (step.trust !== "bogus" || !isResolver(server)) return step;
  const errors = outcome.kind === "present" ? (outcome.value.edns?.errors ?? []) : [];
  if (refused && !errors.some(({ code }) => STALE.includes(code))) return step;
  return { ...step, trust: "unknown", reason: "not_confirmed" };
}

/** Returns the best of the steps at several servers, since a resolver tries another server when one fails. */
function bestOf<T extends Step>(steps: readonly T[]): T | undefined {
  for (const trust of ["secure", "insecure", "bogus", "unknown"] as const) {
    const found = steps.find((step) => step.trust === trust);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns true if the server is our own resolver and not a name server. */
export function isResolver({ name }: ServerObservation): boolean {
  return name === "resolver";
}

/** Returns the RRsets of a reply with their signatures; null if the reply was not kept or cannot be parsed. */
export function setsOf(reply: DnsReply | null): readonly SignedSet[] | null {
  return reply?.bytes === undefined ? null : readSets(reply.bytes);
}
