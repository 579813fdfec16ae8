import { base32hex } from "../../dns/text.ts";
import { createHash } from "../../platform.ts";
import { type Labels, wireOf } from "../names.ts";
import type { Work } from "../work.ts";
import type { Nsec3 } from "./denial.ts";

/** Block size of SHA-1, and the minimum length of its padding, in octets. */
const BLOCK = 64;
const PADDING = 9;
const SHA1_OCTETS = 20;

/**
 * Returns the NSEC3 hash of a name (RFC 5155 5) in upper-case base32hex, or null if the budget is exhausted. The
 * budget caches hashes, so each hash is computed only once.
 * @param name the name in lower case.
 */
export function hashName(
  name: Labels,
  { iterations, salt }: Pick<Nsec3, "iterations" | "salt">,
  work: Work,
): string | null {
  const wire = wireOf(name);
  const key = `${iterations} ${base32hex(salt)} ${base32hex(wire)}`;
  const known = work.hashed.get(key);
  if (known !== undefined) return known;
  const blocks = (octets: number) => Math.ceil((octets + salt.length + PADDING) / BLOCK);
  const cost = blocks(wire.length) + iterations * blocks(SHA1_OCTETS);
  if (work.spent.hashBlocks + cost > work.limits.hashBlocks) return null;
  work.spent.hashBlocks += cost;
  let hash = sha1(wire, salt);
  for (let i = 0; i < iterations; i++) hash = sha1(hash, salt);
  const text = base32hex(hash);
  work.hashed.set(key, text);
  return text;
}

function sha1(bytes: Uint8Array, salt: Uint8Array): Uint8Array {
  return createHash("sha1").update(bytes).update(salt).digest();
}
