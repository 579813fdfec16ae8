import { compareNames, isAtOrBelow, isSame, type Labels, sharedLabels } from "../names.ts";
import type { Denial, Nsec } from "./denial.ts";
import { gap, type Proof } from "./proof.ts";
import type { TypeBitmap } from "./type-bitmap.ts";

const PROVEN: Proof = { kind: "proven", by: "nsec" };
/** The type that stands for a name that does not exist (RFC 9824 2). */
const NXNAME = "TYPE128";

/** RFC 4035 5.4: no name, and no wildcard that would answer for it. */
export function noName(denial: Denial, name: Labels): Proof {
  // RFC 9824 2: a name that does not exist has a record of its own that says so.
  if (denial.nsec.some(({ owner, types }) => isSame(owner, name) && types.has(NXNAME))) return PROVEN;
  const covered = cover(denial, name);
  if ("kind" in covered) return covered;
  const wildcard = ["*", ...name.slice(name.length - covered.encloser)];
  const none = cover(denial, wildcard);
  return "kind" in none ? gap("wildcard_not_covered") : PROVEN;
}

/** RFC 4035 5.4: the name, or the wildcard that answers for it, has no records of the type. */
export function noType(denial: Denial, name: Labels, type: string): Proof {
  const own = denial.nsec.find(({ owner }) => isSame(owner, name));
  if (own !== undefined) return noTypeIn(own, denial.zone, type);
  // A name with others below it and without records exists (RFC 8020, RFC 4592 2.2.2).
  if (denial.nsec.some((nsec) => isEmpty(nsec, name) && covers(nsec, name))) return PROVEN;
  const covered = cover(denial, name);
  if ("kind" in covered) return covered;
  const wildcard = ["*", ...name.slice(name.length - covered.encloser)];
  const answers = denial.nsec.find(({ owner }) => isSame(owner, wildcard));
  // The wildcard itself may have others below it and no records (RFC 4592 2.2.2).
  if (denial.nsec.some((nsec) => isEmpty(nsec, wildcard) && covers(nsec, wildcard))) return PROVEN;
  return answers === undefined ? gap("wildcard_not_matched") : noTypeIn(answers, denial.zone, type);
}

/** RFC 4035 5.3.4: nothing is nearer to the name than the wildcard. */
export function expansion(denial: Denial, name: Labels, wildcard: Labels): Proof {
  const covered = cover(denial, name);
  if ("kind" in covered) return covered;
  return covered.encloser === wildcard.length - 1 ? PROVEN : gap("name_exists");
}

/** RFC 4035 5.2: the parent's own NSEC at the cut has NS, and neither DS nor SOA (RFC 6840 4.4). */
export function noDs(denial: Denial, child: Labels): Proof {
  const own = denial.nsec.find(({ owner }) => isSame(owner, child));
  if (own !== undefined) return noDsIn(own);
  const covered = denial.nsec.some((nsec) => covers(nsec, child));
  return gap(covered ? "no_delegation" : "name_not_covered");
}

type Bitmap = { readonly types: TypeBitmap };

/** What a record at the cut says of the DS. */
export function noDsIn({ types }: Bitmap): Proof {
  if (types.has("DS")) return gap("type_exists");
  if (types.has("SOA")) return gap("child_apex");
  return types.has("NS") ? PROVEN : gap("no_delegation");
}

/** What a record at the name says of the type: of a CNAME, too, which would have been the answer (RFC 6840 4.3). */
function noTypeIn(nsec: Nsec, zone: Labels, type: string): Proof {
  return typeGap(nsec, isSame(nsec.owner, zone), type) ?? PROVEN;
}

/** Why a record at the name does not deny a type there; null where it does. */
export function typeGap({ types }: Bitmap, atApex: boolean, type: string): Proof | null {
  if (types.has(type) || types.has("CNAME")) return gap("type_exists");
  if (type === "DS") return types.has("SOA") && atApex ? gap("child_apex") : null;
  return isDelegation({ types }) ? gap("ancestor_delegation") : null;
}

/** The parent's side of a cut, which speaks of the DS alone (RFC 6840 4.1). */
export function isDelegation({ types }: Bitmap): boolean {
  return types.has("NS") && !types.has("SOA");
}

/** How many labels of a name exist by the NSEC that covers it; or why none covers it. */
function cover({ nsec, zone }: Denial, name: Labels): { readonly encloser: number } | Proof {
  if (nsec.some(({ owner }) => isSame(owner, name))) return gap("name_exists");
  const covering = nsec.filter((one) => covers(one, name));
  if (covering.length === 0 || !isAtOrBelow(name, zone)) return gap("name_not_covered");
  if (covering.some((one) => isEmpty(one, name))) return gap("name_exists");
  const honest = covering.find((one) => !standsAbove(one, name));
  if (honest === undefined) return gap("ancestor_delegation");
  return { encloser: Math.max(sharedLabels(honest.owner, name), sharedLabels(honest.next, name)) };
}

/** Whether a name lies between an NSEC's owner and the next; the last one's next is the apex (RFC 4034 4.1.1). */
function covers({ owner, next }: Nsec, name: Labels): boolean {
  const behind = compareNames(owner, name) < 0;
  const before = compareNames(name, next) < 0;
  return compareNames(owner, next) < 0 ? behind && before : behind || before;
}

/** Whether the next name is below a name, which so exists without records. */
function isEmpty({ next }: Nsec, name: Labels): boolean {
  return next.length > name.length && isAtOrBelow(next, name);
}

/** Whether an NSEC is of a cut or DNAME above a name: what is below is not its to deny (RFC 6840 4.1). */
function standsAbove({ owner, types }: Nsec, name: Labels): boolean {
  return isAtOrBelow(name, owner) && (isDelegation({ types }) || types.has("DNAME"));
}
