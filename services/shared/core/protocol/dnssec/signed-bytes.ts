import { typeNumber } from "../dns/types.ts";
import { joinBytes } from "./bytes.ts";
import { type Labels, labelsOf, wireOf } from "./names.ts";
import type { Signature, SignedSet } from "./signed-set.ts";

/**
 * Returns the name that a signature covers: the owner name, or the wildcard that it was expanded from (RFC 4035
 * 5.3.2).
 * @param labels the RRSIG's label count.
 */
export function signedLabels(owner: Labels, labels: number): Labels {
  return labels >= owner.length ? owner : ["*", ...owner.slice(owner.length - labels)];
}

/** Returns the bytes that a signature covers (RFC 4034 3.1.8.1). */
export function signedBytes(set: SignedSet, { head, labels, originalTtl }: Signature): Uint8Array {
  const owner = wireOf(signedLabels(labelsOf(set.owner), labels));
  const fixed = new Uint8Array(8);
  const view = new DataView(fixed.buffer);
  view.setUint16(0, typeNumber(set.type) ?? 0);
  view.setUint16(2, 1);
  view.setUint32(4, originalTtl);
  const records = set.rdatas.flatMap((rdata) => [
    owner,
    fixed,
    Uint8Array.of(rdata.length >> 8, rdata.length & 0xff),
    rdata,
  ]);
  return joinBytes([head, ...records]);
}
