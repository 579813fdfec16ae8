import { expect, test } from "bun:test";
import { unknown } from "@dnstools/core/outcome";
import { FormatRegistry } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { analyse } from "./analyse.ts";
import {
  APEX,
  a,
  mx,
  NAME,
  NOW,
  nodata,
  nxdomain,
  reply,
  resolver,
  type Sets,
  seen,
  soa,
  txt,
} from "./cases/written.ts";
import { Data } from "./data.ts";
import type { FINDINGS } from "./findings.ts";
import type { PropagationSeen, ResolverSeen } from "./seen.ts";

const INPUT = { domain: NAME, country: "us", limit: 20 };
FormatRegistry.Set("date-time", (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text));
const check = TypeCompiler.Compile(Data);

/** What everybody has. */
const ALL: Sets = {
  A: reply([a("93.0.0.1", 3600)]),
  MX: reply([mx(10, "mx.example.com")]),
  TXT: reply([txt("new")]),
};
const OLD: Sets = { ...ALL, A: reply([a("93.0.0.9", 100)]) };
const none: Sets = { A: unknown("timeout"), MX: unknown("timeout"), TXT: unknown("timeout") };
const five = (sets: Sets = ALL) => [1, 2, 3, 4, 5].map((i) => resolver(i, sets));

function judged(given: PropagationSeen) {
  const judgement = analyse(given, INPUT);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  expect([...check.Errors(judgement.data)]).toEqual([]);
  const { data, findings } = judgement;
  const codes = findings.map(({ code }) => code.slice("propagation.".length)).sort();
  const status: string = data.conclusion.status;
  return { data, findings, codes, status };
}

type Code = keyof typeof FINDINGS extends `propagation.${infer Rest}` ? Rest : never;

/** With a sixth resolver that does this, among five that are right. */
const WITH_ONE: readonly (readonly [
  says: string,
  one: ResolverSeen,
  status: string,
  codes: readonly Code[],
])[] = [
  ["what all have", resolver(6, ALL), "propagated", []],
  ["an old address", resolver(6, OLD), "in_progress", ["in_progress"]],
  [
    "an old address for two days",
    resolver(6, { ...ALL, A: reply([a("93.0.0.9", 200_000)]) }),
    "in_progress",
    ["in_progress", "ttl_long"],
  ],
  ["old text", resolver(6, { ...ALL, TXT: reply([txt("old")]) }), "in_progress", ["in_progress"]],
  ["an old denial", resolver(6, { ...ALL, MX: nodata(soa(APEX)) }), "in_progress", ["negative_cached"]],
  [
    "a denial made up",
    resolver(6, { A: nxdomain(), MX: nxdomain(), TXT: nxdomain() }),
    "propagated",
    ["denied"],
  ],
  ["a filtered name", resolver(6, { ...ALL, A: reply([a("0.0.0.0")]) }), "propagated", ["filtered"]],
  [
    "a filtered name, at a service that filters",
    resolver(6, { ...ALL, A: nxdomain() }, { filters: "malware" }),
    "propagated",
    ["filtered"],
  ],
  ["silence", resolver(6, none), "propagated", []],
  [
    "stale by its own word",
    resolver(6, { ...ALL, A: reply([a("93.0.0.9")], { errors: [3] }) }),
    "in_progress",
    ["serve_stale"],
  ],
];

test.each(WITH_ONE)("one of six has %s", (_says, one, status, codes) => {
  const { data, codes: told, status: is } = judged(seen([ALL, ALL], [...five(), one]));
  expect([is, told]).toEqual([status, [...codes].sort()]);
  expect(data.conclusion.until).toBe(data.summary.latestExpiry);
  expect(data.summary.latestExpiry !== null).toBe(status === "in_progress");
});

test("percentages are of those that answered, by type and over all", () => {
  const { data } = judged(
    seen(
      [ALL],
      [...five(), resolver(6, OLD), resolver(7, { ...ALL, A: reply([a("0.0.0.0")]) }), resolver(8, none)],
    ),
  );
  const { summary } = data;
  expect(summary.types.A).toEqual({
    asked: 8,
    answered: 7,
    classes: { match: 5, stale: 1, different: 0, filtered: 1, nxdomain: 0, unknown: 1 },
    percent: { match: 71.4, stale: 14.3, different: 0, filtered: 14.3, nxdomain: 0 },
  });
  expect(summary.overall).toMatchObject({ asked: 24, answered: 21, percent: { match: 90.5, stale: 4.8 } });
  // 19 of the 20 that nobody filtered.
  expect(summary.upToDatePercent).toBe(95);
  expect(summary).toMatchObject({
    requested: 20,
    asked: 8,
    answered: 7,
    latestExpiry: "2027-01-15T08:01:40.000Z",
  });
  expect(Date.parse(summary.latestExpiry ?? "") / 1000).toBe(NOW + 100);
});

test("with nobody to ask there are no percentages", () => {
  const { data, codes, status } = judged(seen([ALL], []));
  expect(data.summary).toMatchObject({
    upToDatePercent: null,
    latestExpiry: null,
    overall: { percent: null },
  });
  expect([status, codes]).toEqual(["inconclusive", ["few_resolvers"]]);
});

test("fewer than half answer: nothing follows, whatever those say", () => {
  const { status, codes } = judged(seen([ALL], [...five(none), resolver(6, OLD), resolver(7, ALL)]));
  expect([status, codes]).toEqual(["inconclusive", ["few_answers", "in_progress"]]);
  const half = judged(
    seen([ALL], [...[1, 2, 3].map((i) => resolver(i, none)), ...[4, 5, 6].map((i) => resolver(i, ALL))]),
  );
  expect(half.status).toBe("propagated");
});

test("SERVFAIL, and an answer without the check of signatures: one finding that names who", () => {
  const bogus = (one: ResolverSeen): ResolverSeen => ({
    ...one,
    answers: one.answers.map((answer) => ({
      ...answer,
      outcome: unknown("servfail"),
      unchecked: answer.outcome,
    })),
  });
  const { status, findings } = judged(
    seen([ALL], [...five().map(bogus), ...[6, 7, 8, 9].map((i) => bogus(resolver(i, ALL)))]),
  );
  expect(status).toBe("inconclusive");
  const [finding, ...others] = findings.filter(({ code }) => code === "propagation.dnssec_bogus");
  expect(others).toEqual([]);
  expect(finding?.subject).toStartWith("Service 1 (9.0.0.1) A, MX, TXT; Service 2");
  expect(finding?.subject).toEndWith("and 4 more");
});

test("an answer whose TTL stands still is not waited for", () => {
  const pinned = resolver(6, OLD);
  const answers = pinned.answers.map((one) => ({ ...one, again: { outcome: one.outcome, at: NOW + 2 } }));
  const { status, codes, data } = judged(seen([ALL], [...five(), { ...pinned, answers }]));
  expect([status, codes]).toEqual(["propagated", ["pinned"]]);
  expect(data.resolvers.at(-1)?.results.A).toMatchObject({
    class: "different",
    detail: "pinned",
    until: null,
  });
});

test("addresses of the zone's own AS: one other set kept for long is an old one, several are balanced", () => {
  const origins = ["93.0.0.1", "93.0.0.8", "93.0.0.9"].map((address) => ({ address, asns: [64_500] }));
  const at = (i: number, address: string) => resolver(i, { ...ALL, A: reply([a(address, 900)]) });
  const one = judged(seen([ALL], [...five(), at(6, "93.0.0.9")], { origins }));
  expect([one.status, one.codes]).toEqual(["in_progress", ["in_progress"]]);
  const two = judged(seen([ALL], [...five(), at(6, "93.0.0.9"), at(7, "93.0.0.8")], { origins }));
  expect([two.status, two.codes]).toEqual(["propagated", ["same_operator"]]);
});

const OTHER: Sets = { ...ALL, A: reply([a("93.0.0.2")]) };

test.each<[string, PropagationSeen, string, readonly Code[], boolean | null]>([
  ["agree", seen([ALL, ALL], five()), "propagated", [], true],
  ["are one", seen([ALL], five()), "propagated", [], null],
  ["have addresses of their own in one version", seen([ALL, OTHER], five()), "propagated", [], true],
  [
    "have other addresses in other versions",
    seen([ALL, { ...OTHER, serial: 2 }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "have other text",
    seen([ALL, { ...ALL, TXT: reply([txt("old")]) }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "lack a type",
    seen([ALL, { ...ALL, MX: nodata() }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "lack the name",
    seen([ALL, { A: nxdomain(), MX: nxdomain(), TXT: nxdomain() }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "number their versions differently",
    seen([ALL, { ...ALL, serial: 2 }], five()),
    "propagated",
    ["serials_differ"],
    true,
  ],
  ["are silent but one", seen([ALL, none], five()), "propagated", [], null],
  [
    "are silent for one type",
    seen([{ ...ALL, MX: unknown("timeout") }], five()),
    "inconclusive",
    ["authority_unknown"],
    null,
  ],
  [
    "are silent for one type, while another is old",
    seen([{ ...ALL, MX: unknown("timeout") }], five(OLD)),
    "in_progress",
    ["authority_unknown", "in_progress"],
    null,
  ],
  ["are all silent", seen([none], five()), "inconclusive", ["authority_unknown"], null],
])("the zone's servers %s", (_says, given, status, codes, agree) => {
  const is = judged(given);
  expect([is.status, is.codes, is.data.authoritative.agree]).toEqual([status, [...codes].sort(), agree]);
});

test("who disagrees is named with what each says", () => {
  const { findings } = judged(seen([ALL, ALL, { ...OTHER, serial: 2 }], five()));
  expect(findings[0]?.subject).toBe(
    "www.example.com A: 93.0.0.1 (ns1.example.com and 1 more) or 93.0.0.2 (ns3.example.com)",
  );
});

test("where our own network answers for others nothing follows", () => {
  const { status, codes, data } = judged(seen([ALL], five(OLD), { intercepted: true }));
  expect([status, codes, data.conclusion.until]).toEqual([
    "inconclusive",
    ["in_progress", "port53_intercepted"],
    null,
  ]);
});

test("404 is the zone's word alone: no resolver's denial, and not where another server has the name", () => {
  const gone: Sets = { A: nxdomain(), MX: nxdomain(), TXT: nxdomain() };
  expect(analyse(seen([gone], five()), INPUT)).toMatchObject({
    kind: "domain_not_found",
    detail: expect.stringContaining("ns1.example.com"),
  });
  expect(analyse(seen([ALL], five(gone)), INPUT).kind).toBe("answer");
  expect(analyse(seen([gone, ALL], five()), INPUT).kind).toBe("answer");
});

test("our resolvers are dead: 503 only where nothing at all was found out", () => {
  const dead = (resolvers: readonly ResolverSeen[]) => {
    const given = seen([none], resolvers);
    return { ...given, truth: { ...given.truth, resolverAlive: false } };
  };
  expect(analyse(dead([]), INPUT).kind).toBe("unavailable");
  expect(analyse(dead(five(none)), INPUT).kind).toBe("unavailable");
  expect(judged(dead(five())).status).toBe("inconclusive");
});

test("what is large is shown in part, and told how much there is", () => {
  const many = reply(
    Array.from({ length: 200 }, (_, i) => txt(`${String(i).padStart(3, "0")} ${"x".repeat(5000)}`)),
  );
  const { data } = judged(seen([{ ...ALL, TXT: many }], [resolver(1, { ...ALL, TXT: many })]));
  const shown = data.resolvers[0]?.results.TXT;
  expect([shown?.class, shown?.values?.length, shown?.total]).toEqual(["match", 50, 200]);
  expect(Math.max(...(shown?.values ?? []).map(({ length }) => length))).toBe(1000);
  expect(data.authoritative.values.TXT).toMatchObject({ total: 200 });
});
