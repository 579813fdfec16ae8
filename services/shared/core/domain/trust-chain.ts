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
import type { ChainObservation, ServerObservation, ServerReply, ZoneLink } from "./observations.ts";

/** How far a zone can be trusted (RFC 4033 5). */
export const TRUSTS = ["secure", "insecure", "bogus", "unknown"] as const;
export type Trust = (typeof TRUSTS)[number];

/** Why a zone is not secure. */
export const TRUST_REASONS = [
  /** Insecure, bogus or unknown as a zone above it. */
  "above",
  /** Insecure: the parent proves that there is no DS, or that it need not prove it (NSEC3 opt-out). */
  "no_ds",
  "opt_out",
  /** Insecure: no DS has an algorithm and a digest type that are checked here (RFC 4035 5.2). */
  "unsupported",
  /** Insecure: the parent's NSEC3 hashes take more work than resolvers do (RFC 9276 3.2). */
  "iterations",
  /** Unknown: no server answered, or our resolver leaves signatures out. */
  "not_found_out",
  /** Unknown: it breaks in what our resolver has of a zone above, and the resolver does not refuse it, or calls it stale. */
  "not_confirmed",
  /** Unknown: every server of the parent answers SERVFAIL when it is asked for the DS. */
  "ds_servfail",
  /** Unknown: the root's keys are not those of the trust anchors, or the clock is wrong. */
  "no_trust_anchor",
  /** Unknown: it would take more work than one request may. */
  "not_checked",
  /** Bogus: the signatures of the DS RRset at the parent do not hold. */
  "ds_signature",
  /** Bogus: the parent gives no DS, and does not prove that there is none. */
  "ds_not_denied",
  /** Bogus: there is a DS, and no DNSKEY at all. */
  "no_dnskey",
  /** Bogus: no DNSKEY has a key tag and an algorithm that a DS names. */
  "ds_without_key",
  /** Bogus: a DNSKEY has the key tag and the algorithm of a DS, and another digest. */
  "ds_digest",
  /** Bogus: the key that a DS names is revoked (RFC 5011), or is no key of a zone. */
  "key_revoked",
  "not_a_zone_key",
  /** Bogus: the key that a DS names makes no signature over the DNSKEY RRset that holds. */
  "dnskey_signature",
] as const;
export type TrustReason = (typeof TRUST_REASONS)[number];

/** What one step of the chain came to at one server. */
type Step = {
  readonly trust: Trust;
  readonly reason: TrustReason | null;
  readonly server: ServerObservation | null;
  readonly state: SetState | null;
  readonly gap: ProofGap | null;
};

/** One zone of the chain, judged. */
export type LinkJudged = Step & {
  readonly zone: string;
  /** How its DS match its keys; null where that was not checked. */
  readonly match: DsMatch | null;
  /** The keys to check its records with; none where it is not secure. */
  readonly keys: readonly ZoneKey[];
  /** Servers of the zone, or of its parent for the DS, at which it breaks though it holds at another. */
  readonly broken: readonly Step[];
  /** Whether some servers of the parent give a DS and others prove that there is none. */
  readonly dsDiffers: boolean;
};

/** The time, what checks may cost, and whether our resolver refuses the zone, too: SERVFAIL but for a question without its check. */
type ChainContext = { readonly at: number; readonly work: Work; readonly refused: boolean };

/**
 * Follows the chain of trust from the root's trust anchors down (RFC 4035 5).
 * @param refused whether our resolver refuses the zone: without that no data of its cache proves that a zone is bogus.
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

/** The root: where its keys are not those of the trust anchors our trust anchors are wrong, so it is never bogus. */
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

/** Whether each server of the parent that was asked for the DS answered SERVFAIL. */
function failsForDs({ ds }: ZoneLink): boolean {
  const own = ds.filter(({ server }) => !isResolver(server));
  return (
    own.length > 0 && own.every(({ outcome }) => outcome.kind === "unknown" && outcome.reason === "servfail")
  );
}

/** Whether an answer that denies something comes without the proof, or without its signatures. */
function isStripped(sets: readonly SignedSet[]): boolean {
  const proof = sets.filter(({ type }) => type === "NSEC" || type === "NSEC3");
  return proof.every(({ signatures }) => signatures.length === 0);
}

type DsStep = Step & { readonly set: SignedSet | null };

function withoutSet({ trust, reason, server, state, gap }: DsStep): Step {
  return { trust, reason, server, state, gap };
}

/** What one server answers to a zone's DS: `secure` with the RRset, `insecure` where it proves that there is none. */
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
  // A resolver that leaves out signatures shows nothing of the zone, nor does a server that answers as the zone itself.
  const child = sets.some(
    ({ type, owner, section }) => type === "SOA" && section === "authority" && owner === zone,
  );
  if (child || proof.reason === "child_apex" || (isStripped(sets) && isResolver(server)))
    return { ...step, trust: "unknown", reason: "not_found_out" };
  return { ...step, trust: "bogus", reason: "ds_not_denied", gap: proof.reason };
}

/** The keys of a zone by a DS RRset that is trusted: those of the first of its servers at which the chain holds. */
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

/** The trust of a zone by a signature that does not verify: unknown where it was not checked, or where a resolver left it out. */
function failed(
  { state }: SetState,
  server: ServerObservation,
  reason: TrustReason,
): Pick<Step, "trust" | "reason"> {
  if (state === "not_checked" || state === "unsupported") return { trust: "unknown", reason: "not_checked" };
  if (state === "missing" && isResolver(server)) return { trust: "unknown", reason: "not_found_out" };
  return { trust: "bogus", reason };
}

/** RFC 8914 4.4, 4.20: stale answers. */
const STALE = [3, 19];

/**
 * What a step that breaks at our resolver is worth: its cache may be older than the zone, or of two versions of it. A zone is
 * bogus by it where the resolver refuses it, too, and does not say that what it has is stale (RFC 8767).
 */
function confirmed<T extends Step>({ server, outcome }: ServerReply, step: T, { refused }: ChainContext): T {
  if (step.trust !== "bogus" || !isResolver(server)) return step;
  const errors = outcome.kind === "present" ? (outcome.value.edns?.errors ?? []) : [];
  if (refused && !errors.some(({ code }) => STALE.includes(code))) return step;
  return { ...step, trust: "unknown", reason: "not_confirmed" };
}

/** The best of what servers gave: resolvers ask another where one fails. */
function bestOf<T extends Step>(steps: readonly T[]): T | undefined {
  for (const trust of ["secure", "insecure", "bogus", "unknown"] as const) {
    const found = steps.find((step) => step.trust === trust);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isResolver({ name }: ServerObservation): boolean {
  return name === "resolver";
}

/** The RRsets of a reply with their signatures; null where the reply was not kept or cannot be read. */
export function setsOf(reply: DnsReply | null): readonly SignedSet[] | null {
  return reply?.bytes === undefined ? null : readSets(reply.bytes);
}
