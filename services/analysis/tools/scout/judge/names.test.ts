import { expect, test } from "bun:test";
import type { BaselineObservation, CandidateOutcome, NameObservation } from "../observations.ts";
import {
  alias,
  baseline,
  DELEGATED,
  DENIED,
  NODATA,
  nameSeen,
  probeOf,
  SILENT,
  TOO_LARGE,
  values,
} from "../test/answers.ts";
import { readBaseline, wantsMore } from "../wildcard-baseline.ts";
import { judgeNames, tallyOf } from "./names.ts";

const NOTHING_AT_ALL = { A: NODATA, AAAA: NODATA, MX: NODATA, TXT: NODATA };

/**
 * Creates an alias that was synthesized by a rule such as DNAME: the target consists of the same label and another
 * domain.
 */
const ruled = (label: string) => {
  const to = `${label}.elsewhere.net`;
  return alias(to, "*.elsewhere.net");
};
const word = (answer: CandidateOutcome) => ({ label: "heron", shape: "word", answer, again: null });

type Case = readonly [
  says: string,
  baselines: readonly BaselineObservation[],
  answers: NameObservation["answers"],
  verdict: string,
  again?: readonly CandidateOutcome[],
];

const NONE = baseline("A", DENIED, DENIED, DENIED);
const FIXED = baseline("A", values("5.5.5.5"), values("5.5.5.5"), values("5.5.5.5"));
const ROTATING = baseline("A", values("5.5.5.5"), values("5.5.5.6"), values("7.7.7.7"));
const ALIAS = baseline("A", alias("cdn.net"), alias("cdn.net"), alias("cdn.net"));
const SELECTIVE = baseline("A", values("5.5.5.5"), DENIED, DENIED);
const EMPTY = baseline("A", NODATA, NODATA, NODATA);
const UNKNOWN = baseline("A", SILENT, SILENT, DENIED);
const SIGNED = baseline("A", values("5.5.5.5", { signedLabels: 2 }), values("5.5.5.5", { signedLabels: 2 }));
const HUGE = baseline("A", TOO_LARGE, TOO_LARGE, TOO_LARGE);
const WITH_TXT = baseline("TXT", values('"x"'), values('"x"'), values('"x"'));

const CASES: readonly Case[] = [
  ["no wildcard: a denied name does not exist", [NONE], { A: DENIED }, "none"],
  ["no wildcard: a name with an address exists", [NONE], { A: values("1.1.1.1") }, "exists no_wildcard"],
  ["no wildcard: a name without records of the type exists", [NONE], { A: NODATA }, "exists no_wildcard"],
  ["no wildcard: a delegated name exists", [NONE], { A: DELEGATED }, "exists no_wildcard"],
  ["no wildcard: a name with too large an answer exists", [NONE], { A: TOO_LARGE }, "exists no_wildcard"],
  ["a name without an answer is unknown", [NONE], { A: SILENT }, "unknown"],
  ["a name without a baseline is unknown", [], { A: values("1.1.1.1") }, "unknown"],
  ["an unknown baseline proves nothing", [UNKNOWN], { A: values("1.1.1.1") }, "indistinguishable"],
  ["with an unknown baseline, a denied name does not exist", [UNKNOWN], { A: DENIED }, "none"],
  ["the wildcard's address is indistinguishable", [FIXED], { A: values("5.5.5.5") }, "indistinguishable"],
  [
    "an address other than the wildcard's is a proof",
    [FIXED],
    { A: values("5.5.5.6") },
    "exists other_answer",
  ],
  ["one of two addresses is the wildcard's", [FIXED], { A: values("1.1.1.1 5.5.5.5") }, "indistinguishable"],
  ["another TTL is a proof", [FIXED], { A: values("5.5.5.5", { ttl: 60 }) }, "exists other_ttl"],
  ["a name without the wildcard's records exists", [FIXED], { A: NODATA }, "exists other_answer"],
  ["an alias is a proof if the wildcard has none", [FIXED], { A: alias("cdn.net") }, "exists other_answer"],
  ["a delegation is a proof", [FIXED], { A: DELEGATED }, "exists other_answer"],
  [
    "lacking another type of the wildcard is a proof",
    [FIXED, WITH_TXT],
    { A: values("5.5.5.5"), TXT: NODATA },
    "exists other_types",
  ],
  [
    "having a type that the wildcard lacks is a proof",
    [FIXED, baseline("AAAA", NODATA, NODATA, NODATA)],
    { A: values("5.5.5.5"), AAAA: values("2001::1") },
    "exists other_types",
  ],
  [
    "the same records of another type prove nothing",
    [FIXED, WITH_TXT],
    { A: values("5.5.5.5"), TXT: values('"x"') },
    "indistinguishable",
  ],
  ["the wildcard's alias is indistinguishable", [ALIAS], { A: alias("cdn.net") }, "indistinguishable"],
  ["another alias is a proof", [ALIAS], { A: alias("other.net") }, "exists other_answer"],
  [
    "an address is a proof if random names have an alias",
    [ALIAS],
    { A: values("1.1.1.1") },
    "exists other_answer",
  ],
  [
    "a known address of a rotating pool is indistinguishable",
    [ROTATING],
    { A: values("5.5.5.6") },
    "indistinguishable",
  ],
  [
    "an address near a rotating pool is indistinguishable",
    [ROTATING],
    { A: values("5.5.5.99") },
    "indistinguishable",
  ],
  [
    "with a rotating pool, an address that was queried once is indistinguishable",
    [ROTATING],
    { A: values("9.9.9.9") },
    "indistinguishable",
  ],
  [
    "with a rotating pool, an address that stays the same is a proof",
    [ROTATING],
    { A: values("9.9.9.9") },
    "exists other_answer",
    [values("9.9.9.9"), values("9.9.9.9")],
  ],
  [
    "with a rotating pool, an address that changes is indistinguishable",
    [ROTATING],
    { A: values("9.9.9.9") },
    "indistinguishable",
    [values("9.9.9.9"), values("8.8.8.8")],
  ],
  [
    "a selective wildcard's address is indistinguishable",
    [SELECTIVE],
    { A: values("5.5.5.5") },
    "indistinguishable",
  ],
  [
    "an address other than a selective wildcard's is a proof",
    [SELECTIVE],
    { A: values("1.1.1.1") },
    "exists other_answer",
  ],
  ["a name that a selective wildcard denies does not exist", [SELECTIVE], { A: DENIED }, "none"],
  ["if all names are empty, an empty name is not listed", [EMPTY], NOTHING_AT_ALL, "none"],
  [
    "if all names are empty, an empty name not queried for all types is unknown",
    [EMPTY],
    { A: NODATA, AAAA: NODATA },
    "unknown",
  ],
  [
    "if all names are empty, an empty name with a failed query is unknown",
    [EMPTY],
    { ...NOTHING_AT_ALL, TXT: SILENT },
    "unknown",
  ],
  ["an empty name with an unknown baseline is unknown", [UNKNOWN], NOTHING_AT_ALL, "unknown"],
  [
    "an equal target that contains the name's own label is indistinguishable",
    [baseline("A", alias("www.hoster.net"), alias("www.hoster.net"), alias("www.hoster.net"))],
    { A: alias("www.hoster.net", "*.hoster.net") },
    "indistinguishable",
  ],
  [
    "signatures prove nothing if random names have signatures of their own",
    [baseline("A", values("5.5.5.5", { signedLabels: 3 }), values("5.5.5.5", { signedLabels: 3 }))],
    { A: values("5.5.5.5", { signedLabels: 3 }) },
    "indistinguishable",
  ],
  [
    "if random names are delegated, a delegated name is indistinguishable",
    [baseline("A", DELEGATED, DELEGATED)],
    { A: DELEGATED },
    "indistinguishable",
  ],
  [
    "if IPv4 addresses rotate, another IPv6 address proves nothing",
    [ROTATING, baseline("AAAA", values("2001::1"), values("2001::1"), values("2001::1"))],
    { A: values("5.5.5.6"), AAAA: values("2001::2") },
    "indistinguishable",
  ],
  [
    "if all names are empty, a name with an address exists",
    [EMPTY],
    { A: values("1.1.1.1") },
    "exists other_answer",
  ],
  [
    "if all names are empty, a name with another type exists",
    [EMPTY, baseline("AAAA", NODATA, NODATA, NODATA)],
    { A: NODATA, AAAA: values("2001::1") },
    "exists other_types",
  ],
  [
    "a signature with fewer labels comes from a wildcard",
    [SIGNED],
    { A: values("5.5.5.5", { signedLabels: 2 }) },
    "expanded",
  ],
  [
    "a signature with all labels proves a name with the wildcard's address",
    [SIGNED],
    { A: values("5.5.5.5", { signedLabels: 3 }) },
    "exists signature",
  ],
  ["answers that are too large are indistinguishable", [HUGE], { A: TOO_LARGE }, "indistinguishable"],
  [
    "a small answer is indistinguishable if the wildcard's is too large",
    [HUGE],
    { A: values("1.1.1.1") },
    "indistinguishable",
  ],
  [
    "a name without records exists if the wildcard's answer is too large",
    [HUGE],
    { A: NODATA },
    "exists other_answer",
  ],
  [
    "a stable answer proves nothing if each random name has a stable answer of its own",
    [{ ...ROTATING, probes: ROTATING.probes.map((probe) => ({ ...probe, again: probe.answer })) }],
    { A: values("9.9.9.9") },
    "indistinguishable",
    [values("9.9.9.9"), values("9.9.9.9")],
  ],
  [
    "aliases made by one rule (DNAME) are indistinguishable",
    [baseline("A", ruled("a"), ruled("b"), ruled("c"))],
    { A: ruled("www") },
    "indistinguishable",
  ],
  [
    "an alias other than the rule's is a proof",
    [baseline("A", ruled("a"), ruled("b"), ruled("c"))],
    { A: alias("cdn.net") },
    "exists other_answer",
  ],
  [
    "some random words that exist are not a wildcard",
    [{ ...NONE, probes: [...NONE.probes, word(values("5.5.5.5")), word(DENIED), word(DENIED)] }],
    { A: values("5.5.5.5") },
    "exists no_wildcard",
  ],
  [
    "random words that all exist are a wildcard",
    [{ ...NONE, probes: [...NONE.probes, ...[1, 2, 3].map(() => word(values("5.5.5.5")))] }],
    { A: values("5.5.5.5") },
    "indistinguishable",
  ],
  [
    "a TTL that our resolver counts down proves nothing",
    [baseline("A", values("5.5.5.5", { ttl: null }))],
    { A: values("5.5.5.5", { ttl: null }) },
    "indistinguishable",
  ],
];

test.each(CASES)("%s", (_, baselines, answers, verdict, again = []) => {
  const [judged] = judgeNames({ wanted: [], names: [nameSeen(answers, again)], baselines }, "A");
  expect([judged?.verdict, judged?.proof].filter((word) => word !== null).join(" ")).toBe(verdict);
});

test("kinds of wildcard baselines", () => {
  const kinds = [NONE, FIXED, ROTATING, ALIAS, SELECTIVE, EMPTY, UNKNOWN, SIGNED, HUGE].map((one) => {
    const { kind, selective, signed } = readBaseline(one);
    return [kind, ...(selective ? ["selective"] : []), ...(signed ? ["signed"] : [])].join(" ");
  });
  expect(kinds).toEqual([
    ...["none", "fixed", "rotating", "fixed", "fixed selective", "nodata"],
    ...["unknown", "fixed signed", "fixed"],
  ]);
});

test("random names are queried until nothing new comes, up to a maximum", () => {
  const batch = (...answers: readonly CandidateOutcome[]) => answers.map(probeOf);
  expect(wantsMore([batch(DENIED, DENIED)], false, true)).toBe(false);
  expect(wantsMore([batch(NODATA, SILENT)], true, true)).toBe(false);
  const fixed = batch(...Array(6).fill(values("5.5.5.5")));
  expect([1, 2, 3].map((count) => wantsMore(Array(count).fill(fixed), false, true))).toEqual([
    true,
    true,
    false,
  ]);
  // If only some random names get an answer, twelve answers with nothing new may take more batches, at most eight.
  const some = batch(values("5.5.5.5"), values("5.5.5.5"), DENIED);
  for (const moving of [true, false])
    expect([6, 7, 8].map((count) => wantsMore(Array(count).fill(some), false, moving))).toEqual([
      true,
      false,
      false,
    ]);
  const moving = (i: number) => batch(values(`5.5.5.${i}`));
  const numbers = Array.from({ length: 12 }, (_, i) => i);
  const asked = numbers.filter((count) =>
    wantsMore(numbers.slice(0, count + 1).map(moving), false, true),
  ).length;
  expect(asked).toBe(7);
  // In a signed zone, one more batch is needed, in which signatures are requested; for types that hardly vary, no
  // further batch is needed.
  expect(wantsMore([fixed], true, false)).toBe(true);
  expect(wantsMore([fixed, batch(values("5.5.5.5", { signedLabels: 2 }))], true, true)).toBe(false);
  expect(wantsMore([fixed], false, false)).toBe(false);
});

test("known names are counted, and unknown names are listed", () => {
  const names = [
    nameSeen({ A: SILENT }),
    { ...nameSeen({ A: DENIED }), name: "gone.example.com" },
    { ...nameSeen({ A: values("1.1.1.1") }), name: "here.example.com" },
  ];
  const wanted = ["www.example.com", "gone.example.com", "here.example.com", "never-asked.example.com"];
  const judged = judgeNames({ wanted, names, baselines: [NONE] }, "A");
  const { exists, unknown, tally } = tallyOf(judged, wanted);
  expect(exists).toHaveLength(1);
  expect(unknown).toEqual(["www.example.com", "never-asked.example.com"]);
  expect(tally).toEqual({ wanted: 4, known: 2, reason: "timeout" });
});
