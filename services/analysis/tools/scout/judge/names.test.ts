import { expect, test } from "bun:test";
import type { Guessed, LevelObservation, NameObservation } from "../observations.ts";
import { readLevel, wantsMore } from "../read-level.ts";
import {
  alias,
  DELEGATED,
  DENIED,
  level,
  NODATA,
  nameSeen,
  SILENT,
  TOO_LARGE,
  values,
} from "../test/answers.ts";
import { judgeNames, tallyOf } from "./names.ts";

const NOTHING_AT_ALL = { A: NODATA, AAAA: NODATA, MX: NODATA, TXT: NODATA };

/** What a rule makes of a label: an alias to the same label elsewhere. */
const ruled = (label: string) => {
  const to = `${label}.elsewhere.net`;
  return alias(to, "*.elsewhere.net");
};
const word = (answer: Guessed) => ({ label: "heron", shape: "word", answer, again: null });

type Case = readonly [
  says: string,
  levels: readonly LevelObservation[],
  answers: NameObservation["answers"],
  verdict: string,
  again?: readonly Guessed[],
];

const NONE = level("A", DENIED, DENIED, DENIED);
const FIXED = level("A", values("5.5.5.5"), values("5.5.5.5"), values("5.5.5.5"));
const ROTATING = level("A", values("5.5.5.5"), values("5.5.5.6"), values("7.7.7.7"));
const ALIAS = level("A", alias("cdn.net"), alias("cdn.net"), alias("cdn.net"));
const SELECTIVE = level("A", values("5.5.5.5"), DENIED, DENIED);
const EMPTY = level("A", NODATA, NODATA, NODATA);
const UNKNOWN = level("A", SILENT, SILENT, DENIED);
const SIGNED = level("A", values("5.5.5.5", { signedLabels: 2 }), values("5.5.5.5", { signedLabels: 2 }));
const HUGE = level("A", TOO_LARGE, TOO_LARGE, TOO_LARGE);
const WITH_TXT = level("TXT", values('"x"'), values('"x"'), values('"x"'));

const CASES: readonly Case[] = [
  ["no wildcard: what is denied is not there", [NONE], { A: DENIED }, "none"],
  ["no wildcard: what has an address is", [NONE], { A: values("1.1.1.1") }, "exists no_wildcard"],
  ["no wildcard: what has nothing of the type is there", [NONE], { A: NODATA }, "exists no_wildcard"],
  ["no wildcard: a zone of its own is", [NONE], { A: DELEGATED }, "exists no_wildcard"],
  ["no wildcard: what is too large is there", [NONE], { A: TOO_LARGE }, "exists no_wildcard"],
  ["what nobody answered is unknown", [NONE], { A: SILENT }, "unknown"],
  ["a level that nobody was asked about leaves it unknown", [], { A: values("1.1.1.1") }, "unknown"],
  ["a level that is unknown tells nothing", [UNKNOWN], { A: values("1.1.1.1") }, "indistinguishable"],
  ["even then a denial is one", [UNKNOWN], { A: DENIED }, "none"],
  ["the wildcard's address cannot be told", [FIXED], { A: values("5.5.5.5") }, "indistinguishable"],
  ["another address can", [FIXED], { A: values("5.5.5.6") }, "exists other_answer"],
  ["one of two is the wildcard's", [FIXED], { A: values("1.1.1.1 5.5.5.5") }, "indistinguishable"],
  ["its TTL tells", [FIXED], { A: values("5.5.5.5", { ttl: 60 }) }, "exists other_ttl"],
  ["that it lacks what the wildcard has tells", [FIXED], { A: NODATA }, "exists other_answer"],
  ["an alias where there is none tells", [FIXED], { A: alias("cdn.net") }, "exists other_answer"],
  ["a zone of its own tells", [FIXED], { A: DELEGATED }, "exists other_answer"],
  [
    "another type that it lacks tells",
    [FIXED, WITH_TXT],
    { A: values("5.5.5.5"), TXT: NODATA },
    "exists other_types",
  ],
  [
    "another type that it has besides tells",
    [FIXED, level("AAAA", NODATA, NODATA, NODATA)],
    { A: values("5.5.5.5"), AAAA: values("2001::1") },
    "exists other_types",
  ],
  [
    "the same other type does not",
    [FIXED, WITH_TXT],
    { A: values("5.5.5.5"), TXT: values('"x"') },
    "indistinguishable",
  ],
  ["the wildcard's alias cannot be told", [ALIAS], { A: alias("cdn.net") }, "indistinguishable"],
  ["another alias can", [ALIAS], { A: alias("other.net") }, "exists other_answer"],
  ["an address where all have an alias can", [ALIAS], { A: values("1.1.1.1") }, "exists other_answer"],
  ["of a rotating pool what was seen", [ROTATING], { A: values("5.5.5.6") }, "indistinguishable"],
  ["and what lies beside it", [ROTATING], { A: values("5.5.5.99") }, "indistinguishable"],
  ["and what was asked once", [ROTATING], { A: values("9.9.9.9") }, "indistinguishable"],
  [
    "what stays the same elsewhere is none of it",
    [ROTATING],
    { A: values("9.9.9.9") },
    "exists other_answer",
    [values("9.9.9.9"), values("9.9.9.9")],
  ],
  [
    "what does not stay is",
    [ROTATING],
    { A: values("9.9.9.9") },
    "indistinguishable",
    [values("9.9.9.9"), values("8.8.8.8")],
  ],
  ["a selective wildcard's address", [SELECTIVE], { A: values("5.5.5.5") }, "indistinguishable"],
  ["another beside it", [SELECTIVE], { A: values("1.1.1.1") }, "exists other_answer"],
  ["what it denies", [SELECTIVE], { A: DENIED }, "none"],
  ["where all names are empty, an empty one says nothing", [EMPTY], NOTHING_AT_ALL, "none"],
  ["but one that was not asked for all types is unknown", [EMPTY], { A: NODATA, AAAA: NODATA }, "unknown"],
  ["and one that did not answer for all", [EMPTY], { ...NOTHING_AT_ALL, TXT: SILENT }, "unknown"],
  ["and one at a level that is unknown", [UNKNOWN], NOTHING_AT_ALL, "unknown"],
  [
    "a wildcard's target with the name's own label is the wildcard's",
    [level("A", alias("www.hoster.net"), alias("www.hoster.net"), alias("www.hoster.net"))],
    { A: alias("www.hoster.net", "*.hoster.net") },
    "indistinguishable",
  ],
  [
    "signatures that are each name's own, made up or not, prove nothing",
    [level("A", values("5.5.5.5", { signedLabels: 3 }), values("5.5.5.5", { signedLabels: 3 }))],
    { A: values("5.5.5.5", { signedLabels: 3 }) },
    "indistinguishable",
  ],
  [
    "where all names are zones of their own, so is one more",
    [level("A", DELEGATED, DELEGATED)],
    { A: DELEGATED },
    "indistinguishable",
  ],
  [
    "where addresses rotate, another one of the other family tells nothing",
    [ROTATING, level("AAAA", values("2001::1"), values("2001::1"), values("2001::1"))],
    { A: values("5.5.5.6"), AAAA: values("2001::2") },
    "indistinguishable",
  ],
  ["and one with an address is there", [EMPTY], { A: values("1.1.1.1") }, "exists other_answer"],
  [
    "or with another type",
    [EMPTY, level("AAAA", NODATA, NODATA, NODATA)],
    { A: NODATA, AAAA: values("2001::1") },
    "exists other_types",
  ],
  [
    "a signature of fewer labels is the wildcard's",
    [SIGNED],
    { A: values("5.5.5.5", { signedLabels: 2 }) },
    "expanded",
  ],
  [
    "one of its own labels proves a name with the same address",
    [SIGNED],
    { A: values("5.5.5.5", { signedLabels: 3 }) },
    "exists signature",
  ],
  ["huge answers are all the same", [HUGE], { A: TOO_LARGE }, "indistinguishable"],
  ["nor can a small one among them be told", [HUGE], { A: values("1.1.1.1") }, "indistinguishable"],
  ["what it lacks can", [HUGE], { A: NODATA }, "exists other_answer"],
  [
    "names that each get an answer of their own, ever the same, cannot be told by that",
    [{ ...ROTATING, probes: ROTATING.probes.map((probe) => ({ ...probe, again: probe.answer })) }],
    { A: values("9.9.9.9") },
    "indistinguishable",
    [values("9.9.9.9"), values("9.9.9.9")],
  ],
  [
    "nor those that one rule leads to names of their own (DNAME)",
    [level("A", ruled("a"), ruled("b"), ruled("c"))],
    { A: ruled("www") },
    "indistinguishable",
  ],
  [
    "an alias beside such a rule can",
    [level("A", ruled("a"), ruled("b"), ruled("c"))],
    { A: alias("cdn.net") },
    "exists other_answer",
  ],
  [
    "words that are there are no wildcard",
    [{ ...NONE, probes: [...NONE.probes, word(values("5.5.5.5")), word(DENIED), word(DENIED)] }],
    { A: values("5.5.5.5") },
    "exists no_wildcard",
  ],
  [
    "words that are all there are one",
    [{ ...NONE, probes: [...NONE.probes, ...[1, 2, 3].map(() => word(values("5.5.5.5")))] }],
    { A: values("5.5.5.5") },
    "indistinguishable",
  ],
  [
    "a TTL that our resolver counts down tells nothing",
    [level("A", values("5.5.5.5", { ttl: null }))],
    { A: values("5.5.5.5", { ttl: null }) },
    "indistinguishable",
  ],
];

test.each(CASES)("%s", (_, levels, answers, verdict, again = []) => {
  const [judged] = judgeNames({ wanted: [], names: [nameSeen(answers, again)], levels }, "A");
  expect([judged?.verdict, judged?.proof].filter((word) => word !== null).join(" ")).toBe(verdict);
});

test("what a level is", () => {
  const kinds = [NONE, FIXED, ROTATING, ALIAS, SELECTIVE, EMPTY, UNKNOWN, SIGNED, HUGE].map((one) => {
    const { kind, selective, signed } = readLevel(one);
    return [kind, ...(selective ? ["selective"] : []), ...(signed ? ["signed"] : [])].join(" ");
  });
  expect(kinds).toEqual([
    ...["none", "fixed", "rotating", "fixed", "fixed selective", "nodata"],
    ...["unknown", "fixed signed", "fixed"],
  ]);
});

test("random names are asked for until nothing new comes, and not without end", () => {
  const batch = (...answers: readonly Guessed[]) => level("A", ...answers).probes;
  expect(wantsMore([batch(DENIED, DENIED)], false, true)).toBe(false);
  expect(wantsMore([batch(NODATA, SILENT)], true, true)).toBe(false);
  const fixed = batch(values("5.5.5.5"), DENIED);
  expect([1, 2, 3].map((count) => wantsMore(Array(count).fill(fixed), false, true))).toEqual([
    true,
    true,
    false,
  ]);
  const moving = (i: number) => batch(values(`5.5.5.${i}`));
  const numbers = Array.from({ length: 12 }, (_, i) => i);
  const asked = numbers.filter((count) =>
    wantsMore(numbers.slice(0, count + 1).map(moving), false, true),
  ).length;
  expect(asked).toBe(7);
  // Of a signed zone one batch more, with signatures; of types that hardly vary none.
  expect(wantsMore([fixed], true, false)).toBe(true);
  expect(wantsMore([fixed, batch(values("5.5.5.5", { signedLabels: 2 }))], true, true)).toBe(false);
  expect(wantsMore([fixed], false, false)).toBe(false);
});

test("what is known is counted, and what is not is named", () => {
  const names = [
    nameSeen({ A: SILENT }),
    { ...nameSeen({ A: DENIED }), name: "gone.example.com" },
    { ...nameSeen({ A: values("1.1.1.1") }), name: "here.example.com" },
  ];
  const wanted = ["www.example.com", "gone.example.com", "here.example.com", "never-asked.example.com"];
  const judged = judgeNames({ wanted, names, levels: [NONE] }, "A");
  const { exists, unknown, tally } = tallyOf(judged, wanted);
  expect(exists).toHaveLength(1);
  expect(unknown).toEqual(["www.example.com", "never-asked.example.com"]);
  expect(tally).toEqual({ wanted: 4, known: 2, reason: "timeout" });
});
