import { readSets } from "../read-sets.ts";
import type { SignedSet } from "../signed-set.ts";
import { linesOf, messageOf } from "./master.ts";

/** The RRsets of records in master file form, in one section. */
export function setsOf(text: string): readonly SignedSet[] {
  return readSets(messageOf(linesOf(text))) ?? [];
}

/** The only RRset of a type. */
export function setOf(sets: readonly SignedSet[] | null, type: string, owner?: string): SignedSet {
  const found = (sets ?? []).filter((set) => set.type === type && (owner ?? set.owner) === set.owner);
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(`${found.length} RRsets of ${type}`);
  return first;
}
