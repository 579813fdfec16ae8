import { expect, test } from "bun:test";
import { readDenial } from "./denial/denial.ts";
import { dnameOf } from "./denial/dname.ts";
import { proveExpansion, proveNoDs, proveNoName, proveNoType } from "./denial/prove.ts";
import { isAccepted } from "./keys/algorithms.ts";
import { digestOf } from "./keys/ds.ts";
import { matchDs } from "./keys/match-ds.ts";
import { readSets } from "./read-sets.ts";
import { stateOfSet } from "./set-state.ts";
import { setOf } from "./test/sets.ts";
import { AT, VECTORS, type Vector } from "./test/vectors.ts";
import { createWork } from "./work.ts";

/**
 * Returns the RRsets in a response that belong to the zone itself. The NS RRset of a referral belongs to the child
 * zone and has no signature.
 */
function own({ name, answers }: Vector, question: string) {
  const sets = readSets(answers.get(question) ?? new Uint8Array()) ?? [];
  return sets.filter((set) => set.type !== "NS" || set.owner === name);
}

const each = VECTORS.map(
  (vector) => [`${vector.signer} ${vector.algorithm} ${vector.denial}`, vector] as const,
);
const p256 = each.filter(([, { algorithm }]) => algorithm === 13);

test("three signers, eight algorithms, three kinds of denial", () => {
  expect(VECTORS.length).toBe(30);
  expect(new Set(VECTORS.map(({ algorithm }) => algorithm)).size).toBe(8);
});

test.each(each)("%s: every RRset of every response is valid", (_, vector) => {
  for (const question of vector.answers.keys()) {
    const sets = own(vector, question);
    expect(sets.length).toBeGreaterThan(0);
    for (const set of sets) {
      const { state } = stateOfSet(set, vector.name, vector.keys, AT, createWork());
      const made = dnameOf(set, sets) !== null;
      expect(made).toBe(question === "x.dname A" && set.type === "CNAME");
      expect([question, set.owner, set.type, state]).toEqual([
        question,
        set.owner,
        set.type,
        made ? "missing" : "valid",
      ]);
    }
  }
});

test.each(each)(
  "%s: a key's DS is secure if that key signs the DNSKEY RRset and its algorithm is accepted",
  (_, { name, keys, answers }) => {
    const keySet = setOf(readSets(answers.get("@ DNSKEY") ?? new Uint8Array()), "DNSKEY");
    const signing = keySet.signatures.map(({ keyTag }) => keyTag);
    for (const digestType of [1, 2, 4])
      for (const key of keys) {
        const digest = digestOf(name, key, digestType) ?? new Uint8Array();
        const ds = { keyTag: key.keyTag, algorithm: key.algorithm, digestType, digest };
        const { kind, by } = matchDs(name, [ds], keySet, AT, createWork());
        const signs = signing.includes(key.keyTag);
        if (!isAccepted(key.algorithm))
          expect([kind, by?.link]).toEqual(["insecure", "unsupported_algorithm"]);
        else expect([kind, by?.link]).toEqual(signs ? ["secure", "secure"] : ["broken", "key_does_not_sign"]);
      }
    expect(keys.filter(({ sep, keyTag }) => sep && signing.includes(keyTag)).length).toBe(1);
  },
);

const OPT_OUT = "insecure opt_out";
/** The responses of each server prove their negative answers with NSEC, with NSEC3, and with NSEC3 and opt-out. */
test.each(p256)("%s: negative answers are proven", (_, vector) => {
  const { name, keys, denial } = vector;
  const prove = (
    question: string,
    by: (said: ReturnType<typeof readDenial>, work: ReturnType<typeof createWork>) => object,
  ) => {
    const work = createWork();
    return Object.values(by(readDenial(own(vector, question), name, keys, AT, work), work)).join(" ");
  };
  const covered = denial === "opt-out" ? OPT_OUT : `proven ${denial}`;
  const there = `proven ${denial === "nsec" ? "nsec" : "nsec3"}`;
  const noName = (owner: string) =>
    prove(`${owner} A`, (said, work) => proveNoName(said, `${owner}.${name}`, work));
  const noType = (owner: string, type: string) =>
    prove(`${owner} ${type}`, (said, work) =>
      proveNoType(said, owner === "@" ? name : `${owner}.${name}`, type, work),
    );
  const noDs = (question: string) =>
    prove(question, (said, work) => proveNoDs(said, `unsigned.${name}`, work));
  const expansion = (owner: string) =>
    prove(`${owner} TXT`, (said, work) => proveExpansion(said, `${owner}.${name}`, `*.wild.${name}`, work));
  expect([noName("no"), noName("no.no")]).toEqual([covered, covered]);
  expect([noType("www", "MX"), noType("empty", "A")]).toEqual([there, there]);
  expect(noType("x.wild", "A")).toBe(covered);
  expect([expansion("x.wild"), expansion("y.x.wild")]).toEqual([covered, covered]);
  // ldns sets the opt-out flag but still creates an NSEC3 for every delegation.
  const cut = vector.signer === "ldns" ? there : covered;
  expect([noDs("unsigned DS"), noDs("x.unsigned A")]).toEqual([cut, cut]);
  // No response proves that an existing name does not exist.
  const foreign = (question: string, owner: string) =>
    prove(question, (said, work) => proveNoName(said, `${owner}.${name}`, work));
  for (const there of ["www", "empty", "child", "x.wild", "odd\\.dot"])
    for (const question of vector.answers.keys())
      expect([question, there, foreign(question, there).split(" ")[0]]).not.toEqual([
        question,
        there,
        "proven",
      ]);
});

test.each(p256)("%s: an expanded set names its wildcard", (_, vector) => {
  const { name, keys } = vector;
  const state = (question: string) =>
    stateOfSet(setOf(own(vector, question), "TXT"), name, keys, AT, createWork());
  expect(state("x.wild TXT")).toMatchObject({ state: "valid", wildcard: `*.wild.${name}` });
  expect(state("y.x.wild TXT")).toMatchObject({ state: "valid", wildcard: `*.wild.${name}` });
  expect(state("odd\\.dot TXT")).toMatchObject({ state: "valid", wildcard: null });
});
