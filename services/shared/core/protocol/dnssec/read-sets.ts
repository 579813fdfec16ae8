import type { SignedSet } from "./signed-set.ts";

/**
 * The RRsets of a response's answer and authority sections with the RRSIGs over them, in canonical form (RFC 4034 6).
 * RRSIGs without their RRset are left out. Null for a message that cannot be read; a truncated one has none.
 * Total: whatever the bytes, it does not throw, and its work is bounded by counts of records, names and pointers.
 */
export function readSets(_message: Uint8Array): readonly SignedSet[] | null {
  return null;
}
