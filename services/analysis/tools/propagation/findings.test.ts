import { describe, expect, test } from "bun:test";
import { type Reason, unknown } from "@dnstools/core/tool/outcome";
import { exchangesOf } from "../exchanges.ts";
import { analyse } from "./analyse.ts";
import { FINDINGS } from "./findings.ts";
import type { PropagationObservation, ResolverObservation } from "./observations.ts";
import {
  APEX,
  a,
  mx,
  NAME,
  NOW,
  nodata,
  nxdomain,
  observed,
  reply,
  resolver,
  type Sets,
  soa,
  txt,
  withExchanges,
} from "./test/written.ts";

const INPUT = { domain: NAME, country: "us", limit: 20 };
const ALL: Sets = {
  A: reply([a("93.0.0.1", 3600)]),
  MX: reply([mx(10, "mx.example.com")]),
  TXT: reply([txt("new")]),
};
const all = (reason: Reason): Sets => ({
  A: unknown(reason),
  MX: unknown(reason),
  TXT: unknown(reason),
});
const some = (count: number, sets: Sets = ALL) =>
  Array.from({ length: count }, (_, i) => resolver(i + 1, sets));
/**
 * Returns an observation in which a sixth resolver has the given answers, and five other resolvers have the current
 * records.
 */
const one = (sets: Sets) => observed([ALL, ALL], [...some(5), resolver(6, { ...ALL, ...sets })]);
const bogus = (given: ResolverObservation): ResolverObservation => ({
  ...given,
  answers: given.answers.map((answer) => ({
    ...answer,
    outcome: unknown("servfail"),
    unchecked: answer.outcome,
    rechecked: unknown("servfail"),
    again: null,
  })),
});
const pinned = (given: ResolverObservation): ResolverObservation => ({
  ...given,
  answers: given.answers.map((answer) => ({ ...answer, again: { outcome: answer.outcome, at: NOW + 2 } })),
});
/** Maps all addresses in 93.0.0.0/8 to one AS, so that they count as addresses of the same network. */
const ORIGINS = [{ address: "93.0.0.1", prefix: "93.0.0.0/8", asns: [64_500] }];
const brief = (ttl: number): Sets => ({ ...ALL, A: reply([a("93.0.0.1", ttl)]) });
const other = (address: string, left: number, i: number) =>
  resolver(i, { ...ALL, A: reply([a(address, left)]) });
/** Returns an observation with one resolver for each remaining TTL, each of which answers with a different address. */
const ten = (lefts: readonly number[]) =>
  observed(
    [brief(60), brief(60)],
    lefts.map((left, i) => other(`${100 + i}.0.0.1`, left, i + 1)),
  );
const excluded = [
  {
    candidate: resolver(9, {}).candidate,
    health: { ...resolver(9, {}).health, state: "ill", fault: "silent", reason: "timeout" },
  },
] as const;

type Code = keyof typeof FINDINGS extends `propagation.${infer Rest}` ? Rest : never;

/**
 * For each finding code: the observation that causes the finding, the status of the summary, and the number of
 * exchanges in the evidence.
 */
const SITUATIONS: Record<Code, readonly [seen: PropagationObservation, summary: string, shownBy: number]> = {
  authoritative_disagree: [observed([ALL, { ...ALL, TXT: reply([txt("old")]) }], some(5)), "fail", 2],
  serials_differ: [observed([ALL, { ...ALL, serial: 2 }], some(5)), "pass", 2],
  authority_unknown: [observed([all("timeout")], some(5)), "unknown", 3],
  authority_not_asked: [observed([all("no_ipv6_here")], some(5)), "unknown", 3],
  in_progress: [one({ A: reply([a("93.0.0.9", 100)]) }), "warning", 2],
  negative_cached: [one({ MX: nodata(soa(APEX)) }), "warning", 2],
  ttl_long: [one({ A: reply([a("93.0.0.9", 200_000)]) }), "warning", 2],
  serve_stale: [one({ A: reply([a("93.0.0.9")], { errors: [3] }) }), "warning", 2],
  dnssec_bogus: [observed([ALL], some(30).map(bogus)), "fail", 20],
  dnssec_fails_at: [observed([ALL], [...some(5), bogus(resolver(6, ALL))]), "pass", 9],
  servfail: [one(all("servfail")), "pass", 6],
  refused: [one(all("refused")), "pass", 6],
  filtered: [one({ A: reply([a("0.0.0.0")]) }), "pass", 2],
  denied: [one({ A: nxdomain(), MX: nxdomain(), TXT: nxdomain() }), "pass", 6],
  pinned: [
    observed([ALL], [...some(5), pinned(resolver(6, { ...ALL, A: reply([a("93.0.0.9", 100)]) }))]),
    "pass",
    2,
  ],
  same_operator: [
    observed([ALL], [...some(5), ...[7, 8, 9].map((i) => other(`93.0.0.${i}`, 900, i))], {
      origins: ORIGINS,
    }),
    "pass",
    6,
  ],
  by_place: [ten([60, 3, 12, 59, 31, 44, 7, 22, 50, 18]), "pass", 20],
  unclear: [ten([50, 3, 12, 50, 31, 44, 7, 22, 50, 18]), "unknown", 20],
  perhaps_old: [
    observed([brief(300), brief(300)], [...some(5, brief(300)), other("93.0.0.9", 250, 6)], {
      origins: ORIGINS,
    }),
    "pass",
    2,
  ],
  few_resolvers: [observed([ALL], some(2), { excluded }), "pass", 1],
  few_answers: [
    observed([ALL], [...some(2), ...[3, 4, 5, 6, 7].map((i) => resolver(i, all("timeout")))]),
    "unknown",
    5,
  ],
};

describe("each code of the table", () => {
  test("has a case", () => {
    const codes = Object.keys(SITUATIONS).map((code) => `propagation.${code}`);
    expect(codes.sort()).toEqual(Object.keys(FINDINGS).sort());
  });

  test.each(Object.entries(SITUATIONS))(
    "%s: its subjects, and the exchanges that show it",
    (code, [given, status, shownBy]) => {
      const seen = withExchanges(given);
      const judgement = analyse(seen, INPUT);
      if (judgement.kind !== "answer") throw new Error(judgement.kind);
      const found = judgement.findings.find((finding) => finding.code === `propagation.${code}`);
      const exchanges = exchangesOf(seen.evidence);
      const shown = (found?.evidence ?? []).map((id) => exchanges.find((exchange) => exchange.id === id));
      expect({
        subjects: found?.subjects.length,
        shownBy: found?.evidence.length,
        status: judgement.summary.status as string,
      }).toEqual({
        subjects: expect.any(Number),
        shownBy,
        status,
      });
      expect(new Set(found?.evidence).size).toBe(shownBy);
      // The name, the type or the address of each exchange must be a subject of the finding.
      const subjects = new Set(found?.subjects);
      if (!["serials_differ", "few_resolvers"].includes(code))
        for (const exchange of shown)
          expect(
            [exchange?.name, exchange?.type, exchange?.address].some((one) => subjects.has(one ?? "")),
          ).toBe(true);
      expect(judgement.summary.text).toContain(NAME);
      expect(judgement.summary.text).toEndWith(".");
    },
  );
});

test("the summary says how many resolvers have the change, and until when the others keep the old answer", () => {
  const text = (seen: PropagationObservation) => {
    const judgement = analyse(seen, INPUT);
    return judgement.kind === "answer" ? judgement.summary.text : judgement.kind;
  };
  expect(text(observed([ALL], some(6)))).toBe(
    "All 6 resolvers (US) that answered have the current records of www.example.com.",
  );
  expect(text(one({ A: reply([a("93.0.0.9", 100)]) }))).toBe(
    "5 of 6 resolvers (US) that answered have the current records of www.example.com, and 1 has an old answer until 2027-01-15 08:01 UTC.",
  );
  expect(text(one({ A: reply([a("0.0.0.0")]) }))).toBe(
    "5 of 6 resolvers (US) that answered have the current records of www.example.com; 1 filters the name or gives another answer that is not known to be old.",
  );
  // A silent resolver is not counted, and does not offset a resolver with another answer.
  const silent = resolver(7, all("timeout"));
  expect(
    text(observed([ALL], [...some(5), resolver(6, { ...ALL, A: reply([a("0.0.0.0")]) }), silent])),
  ).toStartWith("5 of 6 resolvers (US) that answered");
  expect(text(observed([ALL, { ...ALL, TXT: reply([txt("old")]) }], some(5)))).toBe(
    "The name servers of www.example.com contradict each other on TXT, so resolvers cannot agree: TXT is new (ns1.example.com) or old (ns2.example.com).",
  );
});
