import { sameBytes } from "../bytes.ts";
import { stateOfSet } from "../set-state.ts";
import type { SignedSet } from "../signed-set.ts";
import type { SetState } from "../state.ts";
import { spend, type Work } from "../work.ts";
import { algorithmOf } from "./algorithms.ts";
import { type Ds, digestOf, isDigestKnown } from "./ds.ts";
import { readKeys, unrevoked, type ZoneKey } from "./keys.ts";

/** How far one DS leads: the first thing that it lacks. */
export type DsLink =
  | "secure"
  /** A digest type, algorithm or key that cannot be checked here. */
  | "unsupported_digest"
  | "unsupported_algorithm"
  /** A SHA-1 digest beside a SHA-2 digest of the same algorithm, which is not looked at (RFC 4509 3). */
  | "ignored"
  /** The zone has no key of its tag and algorithm. */
  | "no_key"
  /** A key of its tag and algorithm is there, and the digest is another key's. */
  | "wrong_digest"
  | "revoked"
  /** Its key lacks the flag ZONE or protocol 3. */
  | "not_a_zone_key"
  /** Its key makes no signature over the DNSKEY RRset that holds: `keySet` says why. */
  | "key_does_not_sign"
  /** Its key is too long for what is checked here, or has an exponent that is: `keySet` is unsupported. */
  | "unsupported_key"
  | "not_checked";

/** One DS, the key that it fits, and what that key's signature over the DNSKEY RRset is worth. */
export type DsObservation = {
  readonly ds: Ds;
  readonly link: DsLink;
  readonly key: ZoneKey | null;
  /** The DNSKEY RRset's state by this key alone; null where no key fits. */
  readonly keySet: SetState | null;
};

/** What a DS RRset says of a zone's keys. */
export type DsMatch = {
  /**
   * `secure`: by `by`. `insecure`: the parent has no DS that can be checked (RFC 4035 5.2). `broken`: `by` says best why
   * (null: the zone has no DNSKEY at all). `not_checked`: the budget was used up, or a
   * DS leads to a key that cannot be checked here (`by` is null where not even the records were read).
   */
  readonly kind: "secure" | "insecure" | "broken" | "not_checked";
  readonly by: DsObservation | null;
  readonly all: readonly DsObservation[];
  /** The zone's keys, when they are secure: to check its records with. */
  readonly keys: readonly ZoneKey[];
  /** Algorithms of the DS RRset that do not sign the DNSKEY RRset (RFC 4035 2.2): a notice, not bogus (RFC 6840 5.11). */
  readonly unsignedAlgorithms: readonly number[];
};

/** DS records that are looked at, and keys of the same key tag for each; honest zones have few of both. */
const DS_MAX = 16;
const SAME_TAG_MAX = 4;
/** Units of cost for each DS and each key. */
const READING = 5;

/**
 * Which DS fits which key that signs the zone's DNSKEY RRset (RFC 4035 5.2). The DS RRset itself is trusted.
 * @param keySet null where the zone has no DNSKEY.
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

/** Best first: what holds, what may hold, then the link that is broken nearest to its end, then what is not used. */
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
 * Why a DS is not looked at (RFC 4035 5.2, RFC 6840 5.2, RFC 4509 3); null where it is.
 * @param better the algorithms that have a DS with SHA-2.
 */
function unusedOf({ algorithm, digestType }: Ds, better: ReadonlySet<number>): DsLink | null {
  if (algorithmOf(algorithm) === undefined) return "unsupported_algorithm";
  if (!isDigestKnown(digestType)) return "unsupported_digest";
  return digestType === SHA1 && better.has(algorithm) ? "ignored" : null;
}

type Zone = {
  readonly zone: string;
  readonly keySet: SignedSet;
  readonly keys: readonly ZoneKey[];
  readonly at: number;
  readonly work: Work;
};

/** From a DS by its key to that key's signature over the DNSKEY RRset. */
function follow(ds: Ds, { zone, keySet, keys, at, work }: Zone): DsObservation {
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
