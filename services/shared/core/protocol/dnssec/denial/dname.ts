import { Reader, WireError } from "../../dns/reader.ts";
import { isAtOrBelow, isSame, type Labels, labelsOf } from "../names.ts";
import type { SignedSet } from "../signed-set.ts";

/**
 * Returns the DNAME RRset from which an unsigned CNAME was synthesized (RFC 6672 5.3.1), or null if none matches.
 * The CNAME is valid if the DNAME RRset is.
 */
export function dnameOf(cname: SignedSet, sets: readonly SignedSet[]): SignedSet | null {
  const owner = labelsOf(cname.owner);
  const target = targetOf(cname);
  if (cname.type !== "CNAME" || target === null) return null;
  const made = sets.find((dname) => {
    const above = labelsOf(dname.owner);
    const to = targetOf(dname);
    if (dname.type !== "DNAME" || to === null || owner.length <= above.length) return false;
    const more = owner.slice(0, owner.length - above.length);
    return isAtOrBelow(owner, above) && isSame(target, [...more, ...to]);
  });
  return made ?? null;
}

/** Returns the target of an RRset with exactly one record, or null if the RRset has more records or is malformed. */
function targetOf({ rdatas }: SignedSet): Labels | null {
  const [rdata, ...others] = rdatas;
  if (rdata === undefined || others.length > 0) return null;
  try {
    return labelsOf(new Reader(rdata).name(false));
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}
