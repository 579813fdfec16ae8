import { Reader, WireError } from "../../dns/reader.ts";
import { isAtOrBelow, isSame, type Labels, labelsOf } from "../names.ts";
import type { SignedSet } from "../signed-set.ts";

/**
 * The DNAME RRset of which a CNAME without a signature was made (RFC 6672 5.3.1): where that one holds, so does the
 * CNAME. Null for a CNAME that follows from none of these RRsets.
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

/** The name that an RRset of one record leads to; null where it is none. */
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
