import { algorithmOf } from "./keys/algorithms.ts";
import type { ZoneKey } from "./keys/keys.ts";
import { spendReading, verifyBytes } from "./keys/verify.ts";
import { isAtOrBelow, isSame, labelsOf, lastLabels } from "./names.ts";
import { signedBytes, signedLabels } from "./signed-bytes.ts";
import type { Signature, SignedSet } from "./signed-set.ts";
import type { SetState, SignatureObservation, SignatureReason, SignatureState } from "./state.ts";
import type { Work } from "./work.ts";

/** Maximum number of signatures checked per RRset. Real RRsets have one to four. */
const SIGNATURES_MAX = 32;

/**
 * Validates an RRset with a zone's keys at a given time (RFC 4035 5.3). One valid signature is enough; without one,
 * the result is the state of the signature that best explains the failure.
 * @param zone the zone's name in the form of `SignedSet.owner`.
 * @param keys the zone's keys, which the caller trusts.
 * @param at seconds since 1970.
 */
export function stateOfSet(
  set: SignedSet,
  zone: string,
  keys: readonly ZoneKey[],
  at: number,
  work: Work,
): SetState {
  const tries = { left: work.limits.perSet };
  const now = Math.floor(at);
  const signatures = set.signatures.slice(0, SIGNATURES_MAX).map((signature): SignatureObservation => {
    const [state, reason] = judge(set, signature, { zone, keys, now, work, tries });
    const { keyTag, algorithm, signer } = signature;
    const inception = now + after(now, signature.inception);
    const expiration = now + after(now, signature.expiration);
    return { state, reason, keyTag, algorithm, signer, inception, expiration };
  });
  const signature = signatures.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
  const none = { signature, signatures, wildcard: null, ttl: 0 };
  if (signature === null) return { state: "missing", ...none };
  if (signature.state !== "valid")
    return { state: set.signatures.length > SIGNATURES_MAX ? "not_checked" : signature.state, ...none };
  const made = set.signatures[signatures.indexOf(signature)] as Signature;
  const ttl = Math.min(set.ttl, made.originalTtl, signature.expiration - now);
  return { state: "valid", signature, signatures, wildcard: wildcardOf(set, made), ttl };
}

/** Returns how many seconds `time` is after `now`, in serial number arithmetic (RFC 4034 3.1.5, RFC 1982). */
function after(now: number, time: number): number {
  return (time - now) | 0;
}

/** Signature states, best first: valid, possibly valid, then the failures that explain most. */
const ORDER = [
  "valid",
  "not_checked",
  "unsupported key",
  "wrong bytes",
  "expired",
  "not_yet_valid",
  "no_key",
  "wrong labels",
  "wrong outside_zone",
  "wrong signer",
  "unsupported algorithm",
];

function rank({ state, reason }: SignatureObservation): number {
  return ORDER.indexOf(reason === null ? state : `${state} ${reason}`);
}

type SetContext = {
  readonly zone: string;
  readonly keys: readonly ZoneKey[];
  readonly now: number;
  readonly work: Work;
  /** Number of verifications left for this RRset. */
  readonly tries: { left: number };
};

/** Checks a signature's fields (RFC 4035 5.3.1), then verifies it. */
function judge(
  set: SignedSet,
  signature: Signature,
  context: SetContext,
): readonly [SignatureState, SignatureReason | null] {
  const { keys, now } = context;
  const misfit = misfitOf(set, signature, context.zone);
  if (misfit !== null) return ["wrong", misfit];
  if (algorithmOf(signature.algorithm) === undefined) return ["unsupported", "algorithm"];
  if (after(now, signature.expiration) < 0) return ["expired", null];
  if (after(now, signature.inception) > 0) return ["not_yet_valid", null];
  const candidates = keys.filter(
    (key) =>
      key.keyTag === signature.keyTag &&
      key.algorithm === signature.algorithm &&
      key.zoneKey &&
      // RFC 5011 2.1: revoked keys do not validate anything.
      !key.revoked,
  );
  return candidates.length === 0 ? ["no_key", null] : check(set, signature, candidates, context);
}

function misfitOf(set: SignedSet, { signer, labels }: Signature, zone: string): SignatureReason | null {
  const [owner, apex] = [labelsOf(set.owner), labelsOf(zone)];
  if (!isSame(labelsOf(signer), apex)) return "signer";
  if (!isAtOrBelow(owner, apex)) return "outside_zone";
  // An RRSIG with fewer labels than the zone's apex would refer to a wildcard above the apex.
  return labels > owner.length || labels < apex.length ? "labels" : null;
}

/**
 * Verifies a signature with each key that has its key tag, since several keys may have the same key tag (RFC 4034
 * appendix B).
 */
function check(
  set: SignedSet,
  signature: Signature,
  candidates: readonly ZoneKey[],
  { work, tries }: SetContext,
): readonly [SignatureState, SignatureReason | null] {
  const octets = set.rdatas.reduce((sum, { length }) => sum + length + set.owner.length + 12, 0);
  let data: Uint8Array | null = null;
  let unsupported = false;
  for (const key of candidates) {
    if (tries.left-- <= 0 || !spendReading(work, octets)) return ["not_checked", null];
    data ??= signedBytes(set, signature);
    const verdict = verifyBytes(key, data, signature.bytes, work);
    if (verdict === "holds") return ["valid", null];
    if (verdict === "not_checked") return ["not_checked", null];
    unsupported ||= verdict === "unsupported_key";
  }
  return unsupported ? ["unsupported", "key"] : ["wrong", "bytes"];
}

/** Returns the wildcard that a set was expanded from (RFC 4035 5.3.2), or null if it was not expanded. */
function wildcardOf(set: SignedSet, { labels }: Signature): string | null {
  const owner = labelsOf(set.owner);
  if (isSame(owner, signedLabels(owner, labels))) return null;
  return labels === 0 ? "*" : `*.${lastLabels(set.owner, labels)}`;
}
