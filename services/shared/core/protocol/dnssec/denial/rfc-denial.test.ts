import { expect, test } from "bun:test";
import { fromHex } from "../bytes.ts";
import { readKeys } from "../keys/keys.ts";
import { labelsOf } from "../names.ts";
import { readSets } from "../read-sets.ts";
import { stateOfSet } from "../set-state.ts";
import { linesOf, messageOf } from "../test/master.ts";
import { RFC4035, RFC4035_KEY, RFC5155, RFC5155_KEY } from "../test/rfc-zones.ts";
import { setOf, setsOf } from "../test/sets.ts";
import { createWork } from "../work.ts";
import { readDenial } from "./denial.ts";
import { hashName } from "./nsec3-hash.ts";
import type { Proof } from "./proof.ts";
import { proveExpansion, proveNoDs, proveNoName, proveNoType } from "./prove.ts";

const NSEC = { zone: RFC4035, key: RFC4035_KEY, at: Date.UTC(2004, 4, 1) / 1000 };
const NSEC3 = { zone: RFC5155, key: RFC5155_KEY, at: Date.UTC(2010, 0, 1) / 1000 };

/**
 * Reads the denial of a response that contains only the NSEC or NSEC3 records whose owners begin with the given texts.
 */
function denial({ zone, key, at }: typeof NSEC, owners: readonly string[], work = createWork()) {
  const lines = linesOf(zone).filter((line) => owners.some((owner) => line.startsWith(owner)));
  return readDenial(
    readSets(messageOf([], lines)) ?? [],
    "example",
    readKeys(setOf(setsOf(key), "DNSKEY")),
    at,
    work,
  );
}

const not = (reason: string) => ({ kind: "not_proven", reason });
const BY_NSEC: Proof = { kind: "proven", by: "nsec" };
const BY_NSEC3: Proof = { kind: "proven", by: "nsec3" };
const OPT_OUT: Proof = { kind: "insecure", reason: "opt_out" };
type Ask = (said: ReturnType<typeof denial>, work: ReturnType<typeof createWork>) => Proof;
const noName =
  (name: string): Ask =>
  (said, work) =>
    proveNoName(said, name, work);
const noType =
  (name: string, type: string): Ask =>
  (said, work) =>
    proveNoType(said, name, type, work);
const noDs =
  (name: string): Ask =>
  (said, work) =>
    proveNoDs(said, name, work);
const expansion =
  (name: string, wildcard: string): Ask =>
  (said, work) =>
    proveExpansion(said, name, wildcard, work);

test.each<[string, typeof NSEC, readonly string[], Ask, object]>([
  ["RFC 4035 B.2, name error", NSEC, ["b.example.", "example."], noName("ML.example"), BY_NSEC],
  ["B.2 without the wildcard's", NSEC, ["b.example."], noName("ml.example"), not("wildcard_not_covered")],
  ["B.2 without the name's", NSEC, ["example."], noName("ml.example"), not("name_not_covered")],
  ["B.2 for a name that is there", NSEC, ["b.example.", "example."], noName("b.example"), not("name_exists")],
  [
    "B.2 for what is below the cut b",
    NSEC,
    ["b.example.", "example."],
    noName("x.b.example"),
    not("ancestor_delegation"),
  ],
  [
    "B.2 in another zone",
    NSEC,
    ["b.example.", "example."],
    noName("ml.example.com"),
    not("name_not_covered"),
  ],
  ["RFC 4035 B.3, no data", NSEC, ["ns1.example."], noType("ns1.example", "MX"), BY_NSEC],
  ["B.3 for a type that is there", NSEC, ["ns1.example."], noType("ns1.example", "A"), not("type_exists")],
  ["B.3 for another name", NSEC, ["ns1.example."], noType("ns2.example", "A"), not("name_not_covered")],
  [
    "B.3 for a name without records",
    NSEC,
    ["x.y.w", "*.w"],
    noType("w.example", "A"),
    not("name_not_covered"),
  ],
  ["RFC 4035 B.5, no DS", NSEC, ["b.example."], noDs("b.example"), BY_NSEC],
  ["B.5, no DS as no data", NSEC, ["b.example."], noType("b.example", "DS"), BY_NSEC],
  [
    "B.5, the parent on another type",
    NSEC,
    ["b.example."],
    noType("b.example", "MX"),
    not("ancestor_delegation"),
  ],
  ["B.5 for no delegation", NSEC, ["ns1.example."], noDs("ns1.example"), not("no_delegation")],
  ["B.5 for a name between", NSEC, ["b.example."], noDs("c.example"), not("no_delegation")],
  ["RFC 4035 B.6, expansion", NSEC, ["x.y.w"], expansion("a.z.w.example", "*.w.example"), BY_NSEC],
  [
    "B.6 by a wildcard further away",
    NSEC,
    ["x.y.w"],
    expansion("a.z.w.example", "*.example"),
    not("name_exists"),
  ],
  ["B.6 without a record", NSEC, [], expansion("a.z.w.example", "*.w.example"), not("no_records")],
  ["RFC 4035 B.7, no data of a wildcard", NSEC, ["x.y.w", "*.w"], noType("a.z.w.example", "AAAA"), BY_NSEC],
  ["B.7 for its type", NSEC, ["x.y.w", "*.w"], noType("a.z.w.example", "MX"), not("type_exists")],
  ["B.7 without the wildcard", NSEC, ["x.y.w"], noType("a.z.w.example", "AAAA"), not("wildcard_not_matched")],
  ["RFC 4035 B.8, the child's apex on its DS", NSEC, ["example."], noDs("example"), not("child_apex")],
  [
    "RFC 5155 B.1, name error, with opt-out",
    NSEC3,
    ["0p9", "b4u", "35m"],
    noName("a.c.x.w.example"),
    OPT_OUT,
  ],
  ["B.1 without the closest encloser", NSEC3, ["35m"], noName("a.c.x.w.example"), not("no_closest_encloser")],
  [
    "B.1 without the next closer name",
    NSEC3,
    ["b4u", "35m"],
    noName("a.c.x.w.example"),
    not("name_not_covered"),
  ],
  ["B.1 without the wildcard", NSEC3, ["0p9", "b4u"], noName("a.c.x.w.example"), not("wildcard_not_covered")],
  ["B.1 for a name that is there", NSEC3, ["0p9", "b4u", "35m"], noName("x.w.example"), not("name_exists")],
  ["RFC 5155 B.2, no data", NSEC3, ["2t7"], noType("ns1.example", "MX"), BY_NSEC3],
  ["B.2 for its type", NSEC3, ["2t7"], noType("ns1.example", "A"), not("type_exists")],
  ["RFC 5155 B.2.1, an empty name", NSEC3, ["ji6"], noType("y.w.example", "A"), BY_NSEC3],
  ["RFC 5155 B.3, opt-out", NSEC3, ["35m", "0p9"], noDs("c.example"), OPT_OUT],
  ["B.3 as no data", NSEC3, ["35m", "0p9"], noType("c.example", "DS"), OPT_OUT],
  ["B.3 without the next closer name", NSEC3, ["0p9"], noDs("c.example"), not("name_not_covered")],
  ["no DS at a name with records", NSEC3, ["gje"], noDs("ai.example"), not("no_delegation")],
  ["no DS where there is one", NSEC3, ["35m"], noDs("a.example"), not("type_exists")],
  ["below the cut a", NSEC3, ["35m", "0p9", "q04"], noName("x.a.example"), not("ancestor_delegation")],
  [
    "RFC 5155 B.4, expansion, with opt-out",
    NSEC3,
    ["q04"],
    expansion("a.z.w.example", "*.w.example"),
    OPT_OUT,
  ],
  [
    "B.4 by a wildcard further away",
    NSEC3,
    ["k8u"],
    expansion("a.z.w.example", "*.example"),
    not("name_exists"),
  ],
  [
    "RFC 5155 B.5, no data of a wildcard",
    NSEC3,
    ["k8u", "q04", "r53"],
    noType("a.z.w.example", "AAAA"),
    OPT_OUT,
  ],
  ["RFC 5155 B.6, the child's apex on its DS", NSEC3, ["0p9"], noDs("example"), not("child_apex")],
])("%s", (_, zone, owners, ask, expected) => {
  const work = createWork();
  const said = denial(zone, owners, work);
  expect(said.refused).toEqual([]);
  expect(ask(said, work)).toEqual(expected as Proof);
});

test("records without a valid signature prove nothing", () => {
  const said = denial({ ...NSEC, at: NSEC.at + 86_400 * 30 }, ["b.example.", "example."]);
  expect(said.refused.filter(({ set }) => set.type === "NSEC").map(({ state }) => state.state)).toEqual([
    "expired",
    "expired",
  ]);
  expect(proveNoName(said, "ml.example", createWork())).toEqual({ kind: "not_proven", reason: "signatures" });
});

test("with an exhausted budget, nothing is proven and nothing is wrong", () => {
  const dry = createWork({ cost: 0 });
  expect(proveNoName(denial(NSEC, ["b.example.", "example."], dry), "ml.example", dry)).toEqual({
    kind: "not_checked",
  });
  const hashes = createWork({ hashBlocks: 20 });
  expect(proveNoName(denial(NSEC3, ["0p9", "b4u", "35m"], hashes), "a.c.x.w.example", hashes)).toEqual({
    kind: "not_checked",
  });
  expect(hashes.spent.hashBlocks).toBeLessThanOrEqual(20);
});

test("RFC 4035 B.6: an expanded set is valid and names its wildcard", () => {
  const work = createWork();
  const state = stateOfSet(
    setOf(setsOf(RFC4035), "MX"),
    "example",
    readKeys(setOf(setsOf(RFC4035_KEY), "DNSKEY")),
    NSEC.at,
    work,
  );
  expect(state).toMatchObject({ state: "valid", wildcard: "*.w.example", ttl: 3600 });
});

test.each([
  ["example", "0p9mhaveqvm6t7vbl5lop2u3t2rp3tom"],
  ["a.example", "35mthgpgcu1qg68fab165klnsnk3dpvl"],
  ["ai.example", "gjeqe526plbf1g8mklp59enfd789njgi"],
  ["ns1.example", "2t7b4g4vsa5smi47k61mv5bv1a22bojr"],
  ["ns2.example", "q04jkcevqvmu85r014c7dkba38o0ji5r"],
  ["w.example", "k8udemvp1j2f7eg6jebps17vp3n8i58h"],
  ["*.w.example", "r53bq7cc2uvmubfu5ocmm6pers9tk9en"],
  ["x.w.example", "b4um86eghhds6nea196smvmlo4ors995"],
  ["y.w.example", "ji6neoaepv8b5o6k4ev33abha8ht9fgc"],
  ["x.y.w.example", "2vptu5timamqttgl4luu9kg21e0aor3s"],
  ["xx.example", "t644ebqk9bibcna874givr6joj62mlhv"],
])("RFC 5155 A: the hash of %s", (name, hash) => {
  const work = createWork();
  const parameters = { iterations: 12, salt: fromHex("aabbccdd") };
  expect(hashName(labelsOf(name), parameters, work)?.toLowerCase()).toBe(hash);
  const spent = { ...work.spent };
  hashName(labelsOf(name), parameters, work);
  expect(work.spent).toEqual(spent);
});
