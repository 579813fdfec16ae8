import { sameBytes } from "../bytes.ts";
import { isAtOrBelow, isSame, type Labels } from "../names.ts";
import type { Work } from "../work.ts";
import type { Denial, Nsec3 } from "./denial.ts";
import { isDelegation, noDsIn, typeGap } from "./nsec.ts";
import { hashName } from "./nsec3-hash.ts";
import { gap, type Proof } from "./proof.ts";

const PROVEN: Proof = { kind: "proven", by: "nsec3" };
const OPT_OUT: Proof = { kind: "insecure", reason: "opt_out" };
const NOT_CHECKED: Proof = { kind: "not_checked" };
/**
 * Maximum number of NSEC3 iterations. Zones that use more are treated as insecure (RFC 9276 3.2). BIND 9.18 and Unbound
 * accept 150, and newer versions of BIND, Knot Resolver and PowerDNS Recursor only 50 (as of 2026-11-28).
 */
const ITERATIONS_MAX = 150;

/** Returns why the NSEC3 records cannot be used; null if they can be used. */
function unusable({ nsec3 }: Denial): Proof | null {
  const [first, ...others] = nsec3;
  if (first === undefined) return gap("no_records");
  if (others.some(({ iterations, salt }) => iterations !== first.iterations || !sameBytes(salt, first.salt)))
    return gap("parameters");
  return first.iterations > ITERATIONS_MAX ? { kind: "insecure", reason: "iterations" } : null;
}

/**
 * Proves that a name does not exist: the closest encloser exists, the next closer name does not, and no wildcard
 * could answer (RFC 5155 8.4).
 */
export function noName(denial: Denial, name: Labels, work: Work): Proof {
  const found = closest(denial, name, work);
  if ("kind" in found) return found;
  const wildcard = session(denial, ["*", ...found.encloser], work);
  if (wildcard === null) return NOT_CHECKED;
  if (wildcard.covering === undefined || wildcard.matching !== undefined) return gap("wildcard_not_covered");
  // RFC 5155 9.2: if the covering NSEC3 has the opt-out flag, an unsigned delegation with that name may exist.
  return found.covering.optOut ? OPT_OUT : PROVEN;
}

/** Proves that a name, or the wildcard that answers for it, has no records of a type (RFC 5155 8.5 to 8.7). */
export function noType(denial: Denial, name: Labels, type: string, work: Work): Proof {
  const own = lookSafely(denial, name, work);
  if ("kind" in own) return own;
  const apex = denial.zone;
  if (own.matching !== undefined) return typeGap(own.matching, isSame(name, apex), type) ?? PROVEN;
  const found = closest(denial, name, work);
  if ("kind" in found) return found;
  // With opt-out, unsigned delegations have no NSEC3, and neither do empty non-terminals that have only such
  // delegations below them (RFC 5155 7.1, erratum 3441).
  if (found.covering.optOut) return OPT_OUT;
  const wildcard = session(denial, ["*", ...found.encloser], work);
  if (wildcard === null) return NOT_CHECKED;
  if (wildcard.matching === undefined) return gap("wildcard_not_matched");
  return typeGap(wildcard.matching, false, type) ?? PROVEN;
}

/** Proves that the next closer name below the wildcard's parent does not exist (RFC 5155 8.8). */
export function expansion(denial: Denial, name: Labels, wildcard: Labels, work: Work): Proof {
  const own = lookSafely(denial, name.slice(name.length - wildcard.length), work);
  if ("kind" in own) return own;
  if (own.matching !== undefined) return gap("name_exists");
  if (own.covering === undefined) return gap("name_not_covered");
  return own.covering.optOut ? OPT_OUT : PROVEN;
}

/**
 * Proves that a delegation has no DS: the NSEC3 at the zone cut lists NS but neither DS nor SOA, or an opt-out
 * span covers the cut (RFC 5155 8.6, 8.9).
 */
export function noDs(denial: Denial, child: Labels, work: Work): Proof {
  const own = lookSafely(denial, child, work);
  if ("kind" in own) return own;
  if (own.matching !== undefined) {
    const proof = noDsIn(own.matching);
    return proof.kind === "proven" ? PROVEN : proof;
  }
  const found = closest(denial, child, work);
  if ("kind" in found) return found;
  return found.covering.optOut ? OPT_OUT : gap("no_delegation");
}

type Looked = { readonly matching: Nsec3 | undefined; readonly covering: Nsec3 | undefined };

/** Returns the NSEC3 records that match or cover a name's hash, or why they cannot be used. */
function lookSafely(denial: Denial, name: Labels, work: Work): Looked | Proof {
  return unusable(denial) ?? session(denial, name, work) ?? NOT_CHECKED;
}

/** Returns the NSEC3 records that match or cover a name's hash, or null if the budget is exhausted. */
function session({ nsec3 }: Denial, name: Labels, work: Work): Looked | null {
  const [first] = nsec3;
  const hash = first === undefined ? null : hashName(name, first, work);
  if (hash === null) return null;
  return {
    matching: nsec3.find((one) => one.hash === hash),
    covering: nsec3.find((one) => covers(one, hash)),
  };
}

/** The last NSEC3's next hash is the first NSEC3's hash (RFC 5155 3.1.7). */
function covers({ hash, next }: Nsec3, name: string): boolean {
  return hash < next ? hash < name && name < next : hash < name || name < next;
}

/**
 * Returns the closest encloser and the NSEC3 that covers the next closer name (RFC 5155 8.3), or why there is no
 * proof.
 */
function closest(
  denial: Denial,
  name: Labels,
  work: Work,
): { readonly encloser: Labels; readonly covering: Nsec3 } | Proof {
  const bad = unusable(denial);
  if (bad !== null) return bad;
  let covering: Nsec3 | undefined;
  for (let skip = 0; isAtOrBelow(name.slice(skip), denial.zone); skip++) {
    const encloser = name.slice(skip);
    const looked = session(denial, encloser, work);
    if (looked === null) return NOT_CHECKED;
    if (looked.matching !== undefined) {
      if (skip === 0) return gap("name_exists");
      if (isDelegation(looked.matching) || looked.matching.types.has("DNAME"))
        return gap("ancestor_delegation");
      return covering === undefined ? gap("name_not_covered") : { encloser, covering };
    }
    covering = looked.covering;
    if (skip === name.length) break;
  }
  return gap("no_closest_encloser");
}
