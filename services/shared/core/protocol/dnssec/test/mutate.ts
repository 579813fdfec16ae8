import { expect } from "bun:test";
import { type Denial, readDenial } from "../denial/denial.ts";
import type { Proof } from "../denial/proof.ts";
import { proveExpansion, proveNoDs, proveNoName, proveNoType } from "../denial/prove.ts";
import { readDs } from "../keys/ds.ts";
import { matchDs } from "../keys/match-ds.ts";
import { readSets } from "../read-sets.ts";
import { stateOfSet } from "../set-state.ts";
import type { SignedSet } from "../signed-set.ts";
import { createWork, type Work } from "../work.ts";
import { random } from "./random.ts";
import { AT, VECTORS, type Vector } from "./vectors.ts";

/** Identifies the signed content of an RRset, which must not change while the RRset is valid. */
function contentOf({ owner, type, rdatas }: SignedSet, wildcard: string | null): string {
  return [wildcard ?? owner, type, ...rdatas.map((rdata) => rdata.toHex())].join(" ");
}

/**
 * Returns the message with its additional section counted as part of the authority section, as a mutation of the
 * counts may do.
 */
function withAdditional(message: Uint8Array): Uint8Array {
  const bytes = message.slice();
  bytes[9] = (bytes[9] ?? 0) + (bytes[11] ?? 0);
  return bytes;
}

/** Returns the contents of all valid RRsets in a zone's responses. */
function contents({ name, keys, answers }: Vector): Set<string> {
  const work = createWork({ cost: Number.POSITIVE_INFINITY });
  return new Set(
    [...answers.values()].flatMap((message) =>
      (readSets(withAdditional(message)) ?? []).flatMap((set) => {
        const { state, wildcard } = stateOfSet(set, name, keys, AT, work);
        return state === "valid" ? [contentOf(set, wildcard)] : [];
      }),
    ),
  );
}

/** The original TTL of all RRsets in the vectors, in seconds. */
const TTL = 3600;

/**
 * False claims that something in the zone does not exist. No response in the vectors proves any of them. One claim is
 * tested on each mutation.
 */
const FALSE: readonly ((said: Denial, zone: string, work: Work) => Proof)[] = [
  (said, zone, work) => proveNoName(said, `www.${zone}`, work),
  (said, zone, work) => proveNoName(said, `empty.${zone}`, work),
  (said, zone, work) => proveNoName(said, `x.wild.${zone}`, work),
  (said, zone, work) => proveNoType(said, `www.${zone}`, "A", work),
  (said, zone, work) => proveNoDs(said, `child.${zone}`, work),
  (said, zone, work) => proveExpansion(said, `www.${zone}`, `*.${zone}`, work),
];

type Next = ReturnType<typeof random>;

/**
 * Returns the message with random changes after the header: bits flipped, bytes set, removed, inserted, or copied
 * from elsewhere.
 */
function mutated(message: Uint8Array, next: Next): Uint8Array {
  let bytes = message.slice();
  for (let times = 1 + next(2); times > 0; times--) {
    const at = 4 + next(bytes.length - 4);
    const kind = next(8);
    if (kind < 4) bytes[at] = (bytes[at] ?? 0) ^ (1 << next(8));
    else if (kind === 4) bytes[at] = next(256);
    else if (kind === 5) bytes.copyWithin(at, 12 + next(bytes.length - 12), bytes.length - next(40));
    else {
      const length = 1 + next(8);
      const rest = bytes.slice(kind === 6 ? at + length : at);
      const more = kind === 6 ? 0 : length;
      const grown = new Uint8Array(at + more + rest.length);
      grown.set(bytes.subarray(0, at));
      grown.set(rest, at + more);
      bytes = grown.length > 12 ? grown : bytes;
    }
  }
  return bytes;
}

/**
 * Validates `count` mutations of signed responses. No mutation may cause an exception, be valid with other content, or
 * prove that existing data is missing.
 * @param seed seed of the random mutations.
 * @param algorithms only vectors with these algorithms are used; Ed448 and P-384 are a hundred times slower than the
 * others.
 */
export function mutate(count: number, seed: number, algorithms: readonly number[]): void {
  const next = random(seed);
  const vectors = VECTORS.filter(({ algorithm }) => algorithms.includes(algorithm)).map((vector) => ({
    vector,
    contents: contents(vector),
    messages: [...vector.answers.values()],
    work: createWork(),
  }));
  let [valid, wrong] = [0, 0];
  for (let i = 0; i < count; i++) {
    const one = vectors[next(vectors.length)];
    const message = one?.messages[next(one.messages.length)];
    if (one === undefined || message === undefined) throw new Error("there are no vectors");
    const { name, keys } = one.vector;
    // All mutations share the cached verifications of unchanged RRsets. Changed RRsets have their own budget.
    const work: Work = { ...createWork(), verified: one.work.verified, hashed: one.work.hashed };
    const sets = readSets(mutated(message, next)) ?? [];
    for (const set of sets) {
      const { state, wildcard, ttl } = stateOfSet(set, name, keys, AT, work);
      if (state === "wrong") wrong++;
      if (state !== "valid") continue;
      valid++;
      if (!one.contents.has(contentOf(set, wildcard)) || ttl > TTL)
        throw new Error(`${i}: valid with TTL ${ttl}: ${contentOf(set, wildcard)}`);
    }
    for (const set of sets) if (set.type === "DNSKEY") matchDs(name, sets.flatMap(readDs), set, AT, work);
    const said = readDenial(sets, name, keys, AT, work);
    const proof = FALSE[next(FALSE.length)]?.(said, name, work);
    if (proof?.kind === "proven") throw new Error(`${i}: existing data was proved missing`);
    // Clearing the cache limits the memory used for a million mutations.
    if (one.work.verified.size > 5000) one.work.verified.clear();
  }
  // Checks that the test is meaningful: many mutations leave RRsets intact, and many break signed data.
  expect(valid).toBeGreaterThan(count / 5);
  expect(wrong).toBeGreaterThan(count / 5);
}
