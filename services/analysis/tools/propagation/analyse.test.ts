import { expect, test } from "bun:test";
import { unknown } from "@dnstools/core/tool/outcome";
import { FormatRegistry } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { analyse } from "./analyse.ts";
import { Data } from "./data.ts";
import type { FINDINGS } from "./findings.ts";
import { type PropagationObservation, type ResolverObservation, TYPES } from "./observations.ts";
import {
  APEX,
  a,
  cname,
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
} from "./test/written.ts";

const INPUT = { domain: NAME, country: "us", limit: 20 };
FormatRegistry.Set("date-time", (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text));
const check = TypeCompiler.Compile(Data);

/** The current records of the zone in these tests, by type. */
const ALL: Sets = {
  A: reply([a("93.0.0.1", 3600)]),
  MX: reply([mx(10, "mx.example.com")]),
  TXT: reply([txt("new")]),
};
const OLD: Sets = { ...ALL, A: reply([a("93.0.0.9", 100)]) };
const none: Sets = { A: unknown("timeout"), MX: unknown("timeout"), TXT: unknown("timeout") };
/** The name is below a DNAME that makes it longer than 255 octets: YXDOMAIN (RFC 6672 2.2). */
const tooLong: Sets = {
  A: unknown("name_too_long"),
  MX: unknown("name_too_long"),
  TXT: unknown("name_too_long"),
};
const five = (sets: Sets = ALL) => [1, 2, 3, 4, 5].map((i) => resolver(i, sets));

function judged(given: PropagationObservation) {
  const judgement = analyse(given, INPUT);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  expect([...check.Errors(judgement.data)]).toEqual([]);
  const { data, findings } = judgement;
  const codes = findings.map(({ code }) => code.slice("propagation.".length)).sort();
  const status: string = data.conclusion.status;
  return { data, findings, codes, status };
}

type PropagationCode = keyof typeof FINDINGS extends `propagation.${infer Rest}` ? Rest : never;

/** Answers of a sixth resolver, while five other resolvers have the current records. */
const WITH_ONE: readonly (readonly [
  says: string,
  one: ResolverObservation,
  status: string,
  codes: readonly PropagationCode[],
])[] = [
  ["the current records", resolver(6, ALL), "propagated", []],
  ["an old address", resolver(6, OLD), "in_progress", ["in_progress"]],
  [
    "an old address for two days",
    resolver(6, { ...ALL, A: reply([a("93.0.0.9", 200_000)]) }),
    "in_progress",
    ["in_progress", "ttl_long"],
  ],
  [
    "an old address for exactly a day",
    resolver(6, { ...ALL, A: reply([a("93.0.0.9", 86_400)]) }),
    "in_progress",
    ["in_progress"],
  ],
  [
    "a private address whose TTL counts down",
    resolver(6, { ...ALL, A: reply([a("10.0.0.9", 100)]) }),
    "in_progress",
    ["in_progress"],
  ],
  ["old text", resolver(6, { ...ALL, TXT: reply([txt("old")]) }), "in_progress", ["in_progress"]],
  ["an old denial", resolver(6, { ...ALL, MX: nodata(soa(APEX)) }), "in_progress", ["negative_cached"]],
  [
    "a forged denial",
    resolver(6, { A: nxdomain(), MX: nxdomain(), TXT: nxdomain() }),
    "propagated",
    ["denied"],
  ],
  ["a filtered name", resolver(6, { ...ALL, A: reply([a("0.0.0.0")]) }), "propagated", ["filtered"]],
  [
    "a name denied by a filtering service",
    resolver(6, { ...ALL, A: nxdomain() }, { filters: "malware" }),
    "propagated",
    ["filtered"],
  ],
  ["no answer", resolver(6, none), "propagated", []],
  [
    "an answer that it marks as stale",
    resolver(6, { ...ALL, A: reply([a("93.0.0.9")], { errors: [3] }) }),
    "in_progress",
    ["serve_stale"],
  ],
];

test.each(WITH_ONE)("one of six has %s", (_says, one, status, codes) => {
  const { data, codes: found, status: is } = judged(observed([ALL, ALL], [...five(), one]));
  expect([is, found]).toEqual([status, [...codes].sort()]);
  expect(data.conclusion.until).toBe(data.summary.latestExpiry);
  // The expiry is known only if the change is in progress and the resolver does not mark its answer as stale.
  const ends = status === "in_progress" && !codes.includes("serve_stale");
  expect(data.summary.latestExpiry !== null).toBe(ends);
});

test("a resolver that gave no answer for one type is not said to have the current records", () => {
  const one = resolver(6, { ...ALL, A: unknown("timeout") });
  const { conclusion } = judged(observed([ALL, ALL], [...five(), one])).data;
  expect(conclusion.detail).toBe(
    `5 of 6 resolvers (US) that answered have the current records of ${NAME}; 1 answered only some of the queries, all with the current records.`,
  );
});

test("percentages count comparable answers, by type and overall", () => {
  const { data } = judged(
    observed(
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
  // 19 of the 20 answers that are not filtered are up to date.
  expect(summary.upToDatePercent).toBe(95);
  expect(summary).toMatchObject({
    requested: 20,
    asked: 8,
    answered: 7,
    latestExpiry: "2027-01-15T08:01:40.000Z",
  });
  expect(Date.parse(summary.latestExpiry ?? "") / 1000).toBe(NOW + 100);
});

test("without resolvers to ask there are no percentages", () => {
  const { data, codes, status } = judged(observed([ALL], []));
  expect(data.summary).toMatchObject({
    upToDatePercent: null,
    latestExpiry: null,
    overall: { percent: null },
  });
  expect([status, codes]).toEqual(["inconclusive", ["few_resolvers"]]);
});

test("fewer than half of the resolvers answer: the result is inconclusive", () => {
  const { status, codes } = judged(observed([ALL], [...five(none), resolver(6, OLD), resolver(7, ALL)]));
  expect([status, codes]).toEqual(["inconclusive", ["few_answers", "in_progress"]]);
  const half = judged(
    observed([ALL], [...[1, 2, 3].map((i) => resolver(i, none)), ...[4, 5, 6].map((i) => resolver(i, ALL))]),
  );
  expect(half.status).toBe("propagated");
});

test("SERVFAIL, and an answer without the signature check: one finding names the resolvers", () => {
  const bogus = (one: ResolverObservation): ResolverObservation => ({
    ...one,
    answers: one.answers.map((answer) => ({
      ...answer,
      outcome: unknown("servfail"),
      unchecked: answer.outcome,
      rechecked: unknown("servfail"),
    })),
  });
  const { status, findings } = judged(
    observed([ALL], [...five().map(bogus), ...[6, 7, 8, 9].map((i) => bogus(resolver(i, ALL)))]),
  );
  expect(status).toBe("inconclusive");
  const [finding, ...others] = findings.filter(({ code }) => code === "propagation.dnssec_bogus");
  expect(others).toEqual([]);
  expect(finding?.subject).toStartWith("Service 1 (9.0.0.1) A, MX, TXT; Service 2");
  expect(finding?.subject).toEndWith("and 4 more");
  // A resolver that answers SERVFAIL without an extended error is assumed to fail because of DNSSEC, like the other
  // resolvers.
  const plain = resolver(6, { A: unknown("servfail"), MX: unknown("servfail"), TXT: unknown("servfail") });
  expect(judged(observed([ALL], [...five().map(bogus), plain])).codes).not.toContain("servfail");
  const few = judged(observed([ALL], [...five(), bogus(resolver(6, ALL))]));
  expect([few.status, few.codes]).toEqual(["propagated", ["dnssec_fails_at"]]);
  expect(few.findings[0]).toMatchObject({ severity: "notice" });
});

test("resolvers that fail or refuse are named in one finding for each fault", () => {
  const says = (i: number, reason: "servfail" | "refused" | "timeout") =>
    resolver(i, { A: unknown(reason), MX: unknown(reason), TXT: unknown(reason) });
  const { status, findings, data } = judged(
    observed([ALL], [...five(), says(6, "servfail"), says(7, "refused"), says(8, "timeout")]),
  );
  expect(status).toBe("propagated");
  expect(findings.map(({ code, subject }) => [code, subject])).toEqual([
    ["propagation.servfail", "Service 6 (9.0.0.6) A, MX, TXT"],
    ["propagation.refused", "Service 7 (9.0.0.7) A, MX, TXT"],
  ]);
  expect(data.summary.answered).toBe(5);
  // A refusal with an extended error about filtering counts as filtered, not as refused.
  const blocked = says(6, "refused");
  const evidence = TYPES.map((type) => ({
    address: "9.0.0.6",
    question: `${NAME}. IN ${type}`,
    errors: [{ code: 15, name: "Blocked", text: "" }],
  })) as unknown as PropagationObservation["evidence"];
  expect(judged(observed([ALL], [...five(), blocked], { evidence })).codes).toEqual(["filtered"]);
});

test("an answer whose TTL does not count down has no expiry", () => {
  const pinned = resolver(6, OLD);
  const answers = pinned.answers.map((one) => ({ ...one, again: { outcome: one.outcome, at: NOW + 2 } }));
  const { status, codes, data } = judged(observed([ALL], [...five(), { ...pinned, answers }]));
  expect([status, codes]).toEqual(["propagated", ["pinned"]]);
  expect(data.resolvers.at(-1)?.results.A).toMatchObject({
    class: "different",
    detail: "pinned",
    until: null,
  });
});

/** Maps all addresses in 93.0.0.0/8 to one AS, so that they count as addresses of the same network. */
const ORIGINS = [{ address: "93.0.0.1", prefix: "93.0.0.0/8", asns: [64_500] }];
const sixth = (address: string, ttl: number, i = 6) => resolver(i, { ...ALL, A: reply([a(address, ttl)]) });

test("other addresses of the zone's own AS: few different sets are old, many are load-balanced", () => {
  const others = ["93.0.0.7", "93.0.0.8", "93.0.0.9"].map((address, i) => sixth(address, 900, 6 + i));
  const some = (count: number, ttl: number) => {
    const sets = { ...ALL, A: reply([a("93.0.0.1", ttl)]) };
    const { status, codes } = judged(
      observed([sets], [...five(sets), ...others.slice(0, count)], { origins: ORIGINS }),
    );
    return [status, ...codes];
  };
  expect(some(1, 3600)).toEqual(["in_progress", "in_progress"]);
  expect(some(2, 3600)).toEqual(["in_progress", "in_progress"]);
  expect(some(3, 3600)).toEqual(["propagated", "same_operator"]);
  expect(some(3, 86_400)).toEqual(["in_progress", "in_progress"]);
});

test("a move within one hosting provider does not count as propagated without proof of load balancing", () => {
  const sets = { ...ALL, A: reply([a("93.0.0.1", 300)]) };
  const old = (i: number) => sixth("93.0.0.9", 250, i);
  const all = judged(observed([sets, sets], [1, 2, 3, 4, 5].map(old), { origins: ORIGINS }));
  expect([all.status, all.codes]).toEqual(["inconclusive", ["perhaps_old"]]);
  expect(all.data.conclusion.detail).toContain("A: only 0 of the 5");
  expect(all.data.conclusion.detail).toContain("may be old");
  expect(all.data.resolvers[0]?.results.A).toMatchObject({
    class: "different",
    detail: "same_operator_unproved",
    until: new Date((NOW + 250) * 1000).toISOString(),
  });
  expect(all.data.summary).toMatchObject({ latestExpiry: null, types: { A: { classes: { different: 5 } } } });
  const one = judged(observed([sets, sets], [...five(sets), old(6)], { origins: ORIGINS }));
  expect([one.status, one.codes]).toEqual(["propagated", ["perhaps_old"]]);
});

test("the origin of a prefix applies to every address in it, and an unknown origin is not another operator", () => {
  const brief = { ...ALL, A: reply([a("93.0.0.1", 60)]) };
  const geo = Array.from({ length: 20 }, (_, i) => sixth(`93.${i}.0.9`, 50, i + 1));
  const whole = judged(observed([brief], geo, { origins: ORIGINS }));
  expect([whole.status, whole.codes]).toEqual(["propagated", ["same_operator"]]);
  const some = [1, 2, 3, 4].map((i) => ({ address: `93.${i}.0.9`, prefix: null, asns: [64_500] }));
  const own = { address: "93.0.0.1", prefix: null, asns: [64_500] };
  const part = judged(observed([brief], geo, { origins: [own, ...some] }));
  expect(part.status).toBe("inconclusive");
  const details = part.data.resolvers.map(({ results: { A } }) => `${A.class} ${A.detail}`);
  expect([...new Set(details)].sort()).toEqual(["different same_operator", "different unclear"]);
});

test("an alias to another name of the same provider does not count as the same alias", () => {
  const to = (target: string, address: string): Sets => ({
    A: reply([cname(target, 300), a(address, 300, target)]),
    MX: reply([cname(target, 300)], { authorities: [soa("host.net")] }),
    TXT: reply([cname(target, 300)], { authorities: [soa("host.net")] }),
  });
  const zone = to("new.host.net", "93.0.0.1");
  const given = observed(
    [zone, zone],
    [1, 2, 3, 4, 5].map((i) => resolver(i, to("old.host.net", "95.0.0.1"))),
  );
  const types = given.authoritative.types.map((one) => ({
    ...one,
    outOfZone: {
      target: "new.host.net",
      server: null,
      outcome: one.type === "A" ? reply([a("93.0.0.1", 300, "new.host.net")]) : nodata(soa("host.net")),
    },
  }));
  const { status, codes, data } = judged({ ...given, authoritative: { ...given.authoritative, types } });
  expect([status, codes]).toEqual(["inconclusive", ["perhaps_old"]]);
  expect(data.resolvers[0]?.results.A).toMatchObject({
    detail: "near_alias_unproved",
    alias: "old.host.net",
  });
  expect(data.authoritative.servers[0]?.results.A).toMatchObject({ alias: "new.host.net" });
  expect(data.authoritative.servers[0]?.results.A.values).toEqual(["93.0.0.1"]);
});

test("servers with different alias targets: each target is followed, and other targets are unknown", () => {
  const to = (target: string): Sets => ({
    A: reply([cname(target)]),
    MX: reply([cname(target)]),
    TXT: reply([cname(target)]),
  });
  const found = (target: string, address: string): Sets => ({
    A: reply([cname(target), a(address, 60, target)]),
    MX: reply([cname(target)]),
    TXT: reply([cname(target)]),
  });
  const given = observed(
    [to("a.cdn.net"), to("b.cdn.org"), to("c.cdn.info")],
    [1, 2, 3].flatMap((i) => [
      resolver(2 * i, found("a.cdn.net", "93.0.0.1")),
      resolver(2 * i + 1, found("b.cdn.org", "95.0.0.1")),
    ]),
  );
  const at = (target: string, address: string, type: string) =>
    type === "A" ? reply([a(address, 60, target)]) : nodata(soa(target));
  const types = given.authoritative.types.map((one) => ({
    ...one,
    outOfZone: { target: "a.cdn.net", server: null, outcome: at("a.cdn.net", "93.0.0.1", one.type) },
  }));
  const ends = TYPES.map((type) => ({
    type,
    target: "b.cdn.org",
    outcome: at("b.cdn.org", "95.0.0.1", type),
  }));
  // In the repeated queries, each server returns the CNAME target of the other one, so a single server returns both
  // targets.
  const tries = given.authoritative.types
    .filter(({ type }) => type === "A")
    .flatMap(({ replies }) =>
      replies.map((one, i) => ({ ...one, outcome: replies[1 - i]?.outcome ?? one.outcome })),
    );
  const { status, codes, data } = judged({
    ...given,
    authoritative: { ...given.authoritative, types },
    ends,
    tries,
  });
  expect([status, codes, data.authoritative.agree]).toEqual(["propagated", [], true]);
  expect(data.authoritative.values.A.values).toEqual(["93.0.0.1", "95.0.0.1"]);
  expect(data.authoritative.servers.map(({ results: { A } }) => [A.status, A.reason])).toEqual([
    ["answer", null],
    ["answer", null],
    ["unknown", "budget"],
  ]);
});

test.each<[string, Sets, string]>([
  ["no resolver answered", { ...ALL, A: unknown("timeout") }, "A: only 0 of 6 resolvers"],
  [
    "all resolvers give 0.0.0.0",
    { ...ALL, A: reply([a("0.0.0.0")]) },
    "A: all resolvers that answered filter",
  ],
  ["all resolvers deny without an SOA", { ...ALL, MX: nxdomain() }, "MX: only 0 of the 6"],
  [
    "all resolvers give an address with TTL 0",
    { ...ALL, A: reply([a("93.0.0.9", 0)]) },
    "A: only 0 of the 6",
  ],
])("the result is inconclusive if %s", (_says, sets, detail) => {
  const { status, data } = judged(
    observed(
      [ALL],
      [1, 2, 3, 4, 5, 6].map((i) => resolver(i, sets)),
    ),
  );
  expect([status, data.conclusion.until]).toEqual(["inconclusive", null]);
  expect(data.conclusion.detail).toContain(detail);
});

test("an answer without anything to compare it with counts as answered, but in no percentage", () => {
  const { data } = judged(observed([none], five()));
  expect(data.summary).toMatchObject({ asked: 5, answered: 5, upToDatePercent: null });
  expect(data.summary.overall).toMatchObject({ asked: 15, answered: 15, percent: null });
});

test("servers that we could not ask are not a fault of the zone", () => {
  const ours = unknown("no_ipv6_here");
  const { findings, status } = judged(observed([{ A: ours, MX: ours, TXT: ours }], five()));
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
    ["propagation.authority_not_asked", "notice"],
  ]);
  expect(status).toBe("inconclusive");
});

test("resolvers that failed their check and those that could not be checked are counted separately", () => {
  const of = (state: "ill" | "unknown", i: number) => ({
    candidate: resolver(i, {}).candidate,
    health: {
      state,
      fault: state === "ill" ? ("silent" as const) : null,
      reason: "timeout" as const,
      validates: null,
      checkedAt: "2026-11-20T00:00:00.000Z",
      evidence: [],
    },
  });
  const detail = (excluded: PropagationObservation["excluded"]) =>
    judged(observed([ALL], [], { excluded })).data.conclusion.detail;
  expect(detail([of("ill", 1), of("unknown", 2), of("unknown", 3)])).toBe(
    `Whether ${NAME} has propagated is unknown: no healthy resolver was found (US): 1 failed its check, 2 could not be checked.`,
  );
  expect(detail([of("unknown", 1)])).toEndWith(": 1 could not be checked.");
});

const OTHER: Sets = { ...ALL, A: reply([a("93.0.0.2")]) };

/**
 * Returns the replies of the zone's servers to repeated A queries.
 * @param rounds the records of each server, for each round of queries
 */
const tries = (...rounds: readonly (readonly Sets[])[]) =>
  rounds.flatMap((servers) => observed(servers, []).authoritative.types[0]?.replies ?? []);

test.each<[string, PropagationObservation, string, readonly PropagationCode[], boolean | null]>([
  ["agree", observed([ALL, ALL], five()), "propagated", [], true],
  ["are one", observed([ALL], five()), "propagated", [], null],
  [
    "have different addresses, and could not be asked again",
    observed([ALL, OTHER], five()),
    "inconclusive",
    [],
    null,
  ],
  [
    "each repeat their own addresses, with equal serials",
    observed([ALL, OTHER], five(), { tries: tries([ALL, OTHER], [ALL, OTHER]) }),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "vary their addresses",
    observed([ALL, OTHER], five(), { tries: tries([OTHER, OTHER]) }),
    "propagated",
    [],
    true,
  ],
  [
    "vary their addresses, and have different serials",
    observed([ALL, { ...OTHER, serial: 2 }], five(), { tries: tries([OTHER, OTHER]) }),
    "propagated",
    ["serials_differ"],
    true,
  ],
  [
    "have different addresses and different serials",
    observed([ALL, { ...OTHER, serial: 2 }], five(), { tries: tries([ALL, OTHER], [ALL, OTHER]) }),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "have other text",
    observed([ALL, { ...ALL, TXT: reply([txt("old")]) }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "lack a type",
    observed([ALL, { ...ALL, MX: nodata() }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "lack the name",
    observed([ALL, { A: nxdomain(), MX: nxdomain(), TXT: nxdomain() }], five()),
    "authoritative_disagree",
    ["authoritative_disagree"],
    false,
  ],
  [
    "have different serials",
    observed([ALL, { ...ALL, serial: 2 }], five()),
    "propagated",
    ["serials_differ"],
    true,
  ],
  ["are silent except one", observed([ALL, none], five()), "propagated", [], null],
  [
    "are silent for one type",
    observed([{ ...ALL, MX: unknown("timeout") }], five()),
    "inconclusive",
    ["authority_unknown"],
    null,
  ],
  [
    "are silent for one type, while another is old",
    observed([{ ...ALL, MX: unknown("timeout") }], five(OLD)),
    "in_progress",
    ["authority_unknown", "in_progress"],
    null,
  ],
  ["are all silent", observed([none], five()), "inconclusive", ["authority_unknown"], null],
  ["are right that the name becomes too long", observed([tooLong], five(tooLong)), "inconclusive", [], null],
])("the zone's servers %s", (_says, given, status, codes, agree) => {
  const is = judged(given);
  expect([is.status, is.codes, is.data.authoritative.agree]).toEqual([status, [...codes].sort(), agree]);
});

test("servers that disagree are named with their answers", () => {
  const { findings } = judged(
    observed([ALL, ALL, { ...OTHER, serial: 2 }], five(), {
      tries: tries([ALL, ALL, OTHER], [ALL, ALL, OTHER]),
    }),
  );
  expect(findings[0]?.subject).toBe(
    "www.example.com A: 93.0.0.1 (ns1.example.com and 1 more) or 93.0.0.2 (ns3.example.com)",
  );
});

test("if our own network answers for other servers, the result is inconclusive", () => {
  const { status, codes, data } = judged(observed([ALL], five(OLD), { intercepted: true }));
  expect([status, codes, data.conclusion.until]).toEqual(["inconclusive", [], null]);
  const { upToDatePercent, overall, types } = data.summary;
  expect([upToDatePercent, overall.percent, types.A.percent]).toEqual([null, null, null]);
});

test("404 needs a denial by the zone's servers, and no server of the zone that has the name", () => {
  const gone: Sets = { A: nxdomain(), MX: nxdomain(), TXT: nxdomain() };
  expect(analyse(observed([gone], five()), INPUT)).toMatchObject({
    kind: "domain_not_found",
    detail: expect.stringContaining("ns1.example.com"),
  });
  expect(analyse(observed([ALL], five(gone)), INPUT).kind).toBe("answer");
  expect(analyse(observed([gone, ALL], five()), INPUT).kind).toBe("answer");
});

test("dead resolvers of our own: 503 only if nothing was found out", () => {
  const dead = (resolvers: readonly ResolverObservation[]) => {
    const given = observed([none], resolvers);
    return { ...given, authoritative: { ...given.authoritative, resolverAlive: false } };
  };
  expect(analyse(dead([]), INPUT).kind).toBe("unavailable");
  expect(analyse(dead(five(none)), INPUT).kind).toBe("unavailable");
  expect(judged(dead(five())).status).toBe("inconclusive");
});

test("a large answer is shown in part, with its total", () => {
  const many = reply(
    Array.from({ length: 200 }, (_, i) => txt(`${String(i).padStart(3, "0")} ${"x".repeat(5000)}`)),
  );
  const { data } = judged(observed([{ ...ALL, TXT: many }], [resolver(1, { ...ALL, TXT: many })]));
  const shown = data.resolvers[0]?.results.TXT;
  expect([shown?.class, shown?.values?.length, shown?.total]).toEqual(["match", 50, 200]);
  expect(Math.max(...(shown?.values ?? []).map(({ length }) => length))).toBe(1000);
  expect(data.authoritative.values.TXT).toMatchObject({ total: 200 });
});
