import { NXNAME } from "../../rrset.ts";
import { compareNames, isAtOrBelow, isSame, type Labels, sharedLabels } from "../names.ts";
import type { Denial, Nsec } from "./denial.ts";
import { gap, type Proof } from "./proof.ts";
import type { TypeBitmap } from "./type-bitmap.ts";

const PROVEN: Proof = { kind: "proven", by: "nsec" };

/** Proves that a name does not exist and that no wildcard could answer for it (RFC 4035 5.4). */
export function noName(denial: Denial, name: Labels): Proof {
  // RFC 9824 2 (compact denial): a name that does not exist has its own NSEC with the type NXNAME.
  if (denial.nsec.some(({ owner, types }) => isSame(owner, name) && types.has(NXNAME))) return PROVEN;
  const covered = cover(denial, name);
  if ("kind" in covered) return covered;
  const wildcard = ["*", ...name.slice(name.length - covered.encloser)];
  const none = cover(denial, wildcard);
  return "kind" in none ? gap("wildcard_not_covered") : PROVEN;
}

/** Proves that a name, or the wildcard that answers for it, has no records of a type (RFC 4035 5.4). */
export function noType(denial: Denial, name: Labels, type: string): Proof {
  const own = denial.nsec.find(({ owner }) => isSame(owner, name));
  if (own !== undefined) return noTypeIn(own, denial.zone, type);
  // A name that only has names below it (an empty non-terminal) exists without records (RFC 8020, RFC 4592 2.2.2).
  if (denial.nsec.some((nsec) => isEmpty(nsec, name) && covers(nsec, name))) return PROVEN;
  const covered = cover(denial, name);
  if ("kind" in covered) return covered;
  const wildcard = ["*", ...name.slice(name.length - covered.encloser)];
  const answers = denial.nsec.find(({ owner }) => isSame(owner, wildcard));
  // The wildcard may be an empty non-terminal too (RFC 4592 2.2.2).
  if (denial.nsec.some((nsec) => isEmpty(nsec, wildcard) && covers(nsec, wildcard))) return PROVEN;
  return answers === undefined ? gap("wildcard_not_matched") : noTypeIn(answers, denial.zone, type);
}

/** Proves that no existing name matches the queried name more closely than the wildcard does (RFC 4035 5.3.4). */
export function expansion(denial: Denial, name: Labels, wildcard: Labels): Proof {
  const covered = cover(denial, name);
  if ("kind" in covered) return covered;
  return covered.encloser === wildcard.length - 1 ? PROVEN : gap("name_exists");
}

/**
 * Proves that a delegation has no DS: the parent's NSEC at the zone cut lists NS but neither DS nor SOA (RFC 4035
 * 5.2, RFC 6840 4.4).
 */
export function noDs(denial: Denial, child: Labels): Proof {
  const own = denial.nsec.find(({ owner }) => isSame(owner, child));
  if (own !== undefined) return noDsIn(own);
  const covered = denial.nsec.some((nsec) => covers(nsec, child));
  return gap(covered ? "no_delegation" : "name_not_covered");
}

type Bitmap = { readonly types: TypeBitmap };

/** Checks whether an NSEC or NSEC3 record at a zone cut proves that the delegation has no DS. */
export function noDsIn({ types }: Bitmap): Proof {
  if (types.has("DS")) return gap("type_exists");
  if (types.has("SOA")) return gap("child_apex");
  return types.has("NS") ? PROVEN : gap("no_delegation");
}

/**
 * Checks whether the NSEC record at a name proves that the name has no records of a type. The name must not have a
 * CNAME either, because that would have been the answer (RFC 6840 4.3).
 */
function noTypeIn(nsec: Nsec, zone: Labels, type: string): Proof {
  return typeGap(nsec, isSame(nsec.owner, zone), type) ?? PROVEN;
}

/**
 * Returns why the NSEC or NSEC3 record at a name does not prove that a type is missing there; null if it does prove
 * this.
 */
export function typeGap({ types }: Bitmap, atApex: boolean, type: string): Proof | null {
  if (types.has(type) || types.has("CNAME")) return gap("type_exists");
  if (type === "DS") return types.has("SOA") && atApex ? gap("child_apex") : null;
  return isDelegation({ types }) ? gap("ancestor_delegation") : null;
}

/**
 * Returns true for a record from the parent side of a zone cut, which can only prove that there is no DS (RFC 6840
 * 4.1).
 */
export function isDelegation({ types }: Bitmap): boolean {
  return types.has("NS") && !types.has("SOA");
}

/**
 * Returns the number of labels in the closest encloser, from the NSEC that covers the name, or why no NSEC covers
 * it.
 */
function cover({ nsec, zone }: Denial, name: Labels): { readonly encloser: number } | Proof {
  if (nsec.some(({ owner }) => isSame(owner, name))) return gap("name_exists");
  const covering = nsec.filter((one) => covers(one, name));
  if (covering.length === 0 || !isAtOrBelow(name, zone)) return gap("name_not_covered");
  if (covering.some((one) => isEmpty(one, name))) return gap("name_exists");
  const honest = covering.find((one) => !standsAbove(one, name));
  if (honest === undefined) return gap("ancestor_delegation");
  return { encloser: Math.max(sharedLabels(honest.owner, name), sharedLabels(honest.next, name)) };
}

/**
 * Returns true if a name sorts between an NSEC's owner and its next name. The last NSEC's next name is the apex
 * (RFC 4034 4.1.1).
 */
function covers({ owner, next }: Nsec, name: Labels): boolean {
  const behind = compareNames(owner, name) < 0;
  const before = compareNames(name, next) < 0;
  return compareNames(owner, next) < 0 ? behind && before : behind || before;
}

/** Returns true if the NSEC's next name is below the given name, which is therefore an empty non-terminal. */
function isEmpty({ next }: Nsec, name: Labels): boolean {
  return next.length > name.length && isAtOrBelow(next, name);
}

/** Returns true if an NSEC is at a zone cut or DNAME above a name. Such an NSEC cannot deny the name (RFC 6840 4.1). */
function standsAbove({ owner, types }: Nsec, name: Labels): boolean {
  return isAtOrBelow(name, owner) && (isDelegation({ types }) || types.has("DNAME"));
}
