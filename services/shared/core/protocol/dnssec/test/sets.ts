import { readSets } from "../read-sets.ts";
import type { SignedSet } from "../signed-set.ts";
import { linesOf, messageOf } from "./master.ts";

/** Reads the RRsets of records in master file form, all in one section. */
export function setsOf(text: string): readonly SignedSet[] {
  return readSets(messageOf(linesOf(text))) ?? [];
}

/** Returns the only RRset of a type, and of an owner if given. Throws if there is not exactly one. */
export function setOf(sets: readonly SignedSet[] | null, type: string, owner?: string): SignedSet {
  const found = (sets ?? []).filter((set) => set.type === type && (owner ?? set.owner) === set.owner);
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(`${found.length} RRsets of ${type}`);
  return first;
}
