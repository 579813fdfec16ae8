import { sameBytes } from "../bytes.ts";
import { stateOfSet } from "../set-state.ts";
import type { SignedSet } from "../signed-set.ts";
import type { SetState } from "../state.ts";
import { spend, type Work } from "../work.ts";
import { isAccepted } from "./algorithms.ts";
import { type Ds, digestOf, isDigestKnown } from "./ds.ts";
import { readKeys, unrevoked, type ZoneKey } from "./keys.ts";

/** The result of following one DS to the DNSKEY RRset: `secure`, or the first step that fails. */
export type DsLink =
  | "secure"
  /** The digest type or algorithm is not supported, or counts as insecure (RFC 9905 2). */
  | "unsupported_digest"
  | "unsupported_algorithm"
  /** A SHA-1 digest that is ignored because a SHA-2 digest for the same algorithm exists (RFC 4509 3). */
  | "ignored"
  /** The zone has no key with this key tag and algorithm. */
  | "no_key"
  /** A key with this key tag and algorithm exists, but its digest does not match. */
  | "wrong_digest"
  | "revoked"
  /** The key lacks the ZONE flag or protocol 3. */
  | "not_a_zone_key"
  /** The key has no valid signature over the DNSKEY RRset; `keySet` says why. */
  | "key_does_not_sign"
  /** The key's length or exponent is not supported; `keySet` is `unsupported`. */
  | "unsupported_key"
  | "not_checked";

/** A DS, its matching key, and the state of that key's signature over the DNSKEY RRset. */
export type DsObservation = {
  readonly ds: Ds;
  readonly link: DsLink;
  readonly key: ZoneKey | null;
  /** State of the DNSKEY RRset when it is verified with this key only; null if no key matches. */
  readonly keySet: SetState | null;
};

/** The result of matching a DS RRset with a zone's keys. */
export type DsMatch = {
  /**
   * `secure`: the DS in `by` is secure.
   * `insecure`: the parent has no DS of a supported type (RFC 4035 5.2).
   * `broken`: no DS is secure; `by` is the DS that best explains the failure, or null if the zone has no DNSKEY.
   * `not_checked`: the budget was exhausted or a DS refers to an unsupported key (`by` is null if the records were not
   * even read).
   */
  readonly kind: "secure" | "insecure" | "broken" | "not_checked";
  readonly by: DsObservation | null;
  readonly all: readonly DsObservation[];
  /** The zone's keys for validating its records; empty unless `kind` is `secure`. */
  readonly keys: readonly ZoneKey[];
  /**
   * DS algorithms that do not sign the DNSKEY RRset (RFC 4035 2.2). This is a notice only and does not make the
   * zone bogus (RFC 6840 5.11).
   */
  readonly unsignedAlgorithms: readonly number[];
};

/**
 * Maximum number of DS records checked, and maximum number of keys with the same key tag tried for each DS. Real zones
 * have few DS records and few keys with the same key tag.
 */
const DS_MAX = 16;
const SAME_TAG_MAX = 4;
/** Cost of reading a DS or a key, in budget units. */
const READING = 5;

/**
 * Matches a trusted DS RRset with the keys that sign the zone's DNSKEY RRset (RFC 4035 5.2).
 * @param keySet null if the zone has no DNSKEY. @param at seconds since 1970.
 */
export function matchDs(
  zone: string,
  dsSet: readonly Ds[],
  keySet: SignedSet | null,
  at: number,
  work: Work,
): DsMatch {
  if (!spend(work, READING * (dsSet.length + (keySet?.rdatas.length ?? 0))))
    return { kind: "not_checked", by: null, all: [], keys: [], unsignedAlgorithms: [] };
  const keys = keySet === null ? [] : readKeys(keySet);
  const better = new Set(dsSet.filter(isBetter).map(({ algorithm }) => algorithm));
  const all = dsSet.map((ds, i): DsObservation => {
    const unused = unusedOf(ds, better);
    if (unused !== null) return { ds, link: unused, key: null, keySet: null };
    if (i >= DS_MAX) return { ds, link: "not_checked", key: null, keySet: null };
    if (keySet === null || keys.length === 0) return { ds, link: "no_key", key: null, keySet: null };
    return follow(ds, { zone, keySet, keys, at, work });
  });
  const by =
    ORDER.map((link) => all.find((one) => one.link === link)).find((one) => one !== undefined) ?? null;
  const kind = kindOf(by);
  return {
    kind,
    by: kind === "broken" && keys.length === 0 ? null : by,
    all,
    keys: kind === "secure" ? keys : [],
    unsignedAlgorithms: unsignedAlgorithms(dsSet, keySet),
  };
}

/**
 * Results of following a DS, best first: secure, possibly secure, then failures (those at a later step first), then DS
 * records that are not used.
 */
const ORDER: readonly DsLink[] = [
  "secure",
  "not_checked",
  "unsupported_key",
  "key_does_not_sign",
  "revoked",
  "not_a_zone_key",
  "wrong_digest",
  "no_key",
  "ignored",
  "unsupported_digest",
  "unsupported_algorithm",
];

function kindOf(by: DsObservation | null): DsMatch["kind"] {
  switch (by?.link) {
    case "secure":
      return "secure";
    case "not_checked":
    case "unsupported_key":
      return "not_checked";
    case undefined:
    case "unsupported_digest":
    case "unsupported_algorithm":
      return "insecure";
    default:
      return "broken";
  }
}

const SHA1 = 1;

function isBetter({ digestType }: Ds): boolean {
  return digestType !== SHA1 && isDigestKnown(digestType);
}

/**
 * Returns why a DS is not used (RFC 4035 5.2, RFC 6840 5.2, RFC 4509 3); null if it is used.
 * @param better the algorithms for which a DS with a SHA-2 digest exists.
 */
function unusedOf({ algorithm, digestType }: Ds, better: ReadonlySet<number>): DsLink | null {
  if (!isAccepted(algorithm)) return "unsupported_algorithm";
  if (!isDigestKnown(digestType)) return "unsupported_digest";
  return digestType === SHA1 && better.has(algorithm) ? "ignored" : null;
}

type SignedZone = {
  readonly zone: string;
  readonly keySet: SignedSet;
  readonly keys: readonly ZoneKey[];
  readonly at: number;
  readonly work: Work;
};

/** Follows a DS to its key, and to that key's signature over the DNSKEY RRset. */
function follow(ds: Ds, { zone, keySet, keys, at, work }: SignedZone): DsObservation {
  const fits = (key: ZoneKey) => sameBytes(digestOf(zone, key, ds.digestType) ?? NONE, ds.digest);
  const named = (key: ZoneKey) => key.keyTag === ds.keyTag && key.algorithm === ds.algorithm;
  const candidates = keys.filter(named);
  const key = candidates.slice(0, SAME_TAG_MAX).find(fits);
  if (key === undefined) {
    const link = candidates.length > SAME_TAG_MAX ? "not_checked" : "wrong_digest";
    if (candidates.length > 0) return { ds, link, key: candidates[0] ?? null, keySet: null };
    const revoked = keys.filter((one) => one.revoked && named(unrevoked(one)));
    const was = revoked.slice(0, SAME_TAG_MAX).find((one) => fits(unrevoked(one)));
    return { ds, link: was === undefined ? "no_key" : "revoked", key: was ?? null, keySet: null };
  }
  if (key.revoked) return { ds, link: "revoked", key, keySet: null };
  if (!key.zoneKey) return { ds, link: "not_a_zone_key", key, keySet: null };
  const signatures = keySet.signatures.filter(
    ({ keyTag, algorithm }) => keyTag === key.keyTag && algorithm === key.algorithm,
  );
  const state = stateOfSet({ ...keySet, signatures }, zone, [key], at, work);
  return { ds, link: linkOf(state), key, keySet: state };
}
const NONE = new Uint8Array();

function linkOf({ state }: SetState): DsLink {
  if (state === "valid") return "secure";
  if (state === "not_checked") return "not_checked";
  return state === "unsupported" ? "unsupported_key" : "key_does_not_sign";
}

function unsignedAlgorithms(dsSet: readonly Ds[], keySet: SignedSet | null): readonly number[] {
  const signing = new Set(keySet?.signatures.map(({ algorithm }) => algorithm));
  return [...new Set(dsSet.map(({ algorithm }) => algorithm))].filter((algorithm) => !signing.has(algorithm));
}
