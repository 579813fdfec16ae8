import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { unknown } from "@dnstools/core/tool/outcome";
import type { AnswerObservation, ComparedType } from "../observations.ts";
import { numbers } from "../test/numbers.ts";
import {
  APEX,
  a,
  answer,
  cname,
  later,
  mx,
  NAME,
  NOW,
  nodata,
  nxdomain,
  observed,
  reply,
  type Sets,
  soa,
  txt,
} from "../test/written.ts";
import { type AnswerContext, codesIn, judgeAnswer } from "./answer.ts";
import { authoritativeAnswer } from "./authoritative.ts";

const ONE: readonly Sets[] = [
  { A: reply([a("93.0.0.1", 3600)]), MX: reply([mx(10, "mx.example.com")]), TXT: nodata() },
];
const BRIEF: readonly Sets[] = [{ A: reply([a("93.0.0.1", 60)]) }];
const DAY: readonly Sets[] = [{ A: reply([a("93.0.0.1", 86_400)]) }];
const TWO: readonly Sets[] = [{ A: reply([a("93.0.0.1")]) }, { A: reply([a("93.0.0.2"), a("93.0.0.3")]) }];

type GivenAnswer = {
  readonly servers?: readonly Sets[];
  readonly type?: ComparedType;
  readonly outcome: AnswerObservation["outcome"];
  readonly again?: "runs" | "stands" | "heard of it" | "longer elsewhere" | null;
  /**
   * The resolver's answer to a query with signature checking disabled. `rechecked` is its answer with checking enabled
   * again.
   */
  readonly unchecked?: AnswerObservation["unchecked"];
  readonly rechecked?: AnswerObservation["rechecked"];
  readonly world?: Partial<AnswerContext>;
};

function judged(all: GivenAnswer) {
  const { servers = ONE, type = "A", outcome, again = "runs", world = {} } = all;
  const { unchecked = null, rechecked = null } = all;
  const authoritative = authoritativeAnswer(observed(servers, []).authoritative, NAME, type);
  const seconds = {
    runs: () => later(outcome),
    stands: () => later(outcome, 0),
    "heard of it": () => ({ outcome: servers[0]?.[type] ?? nodata(), at: NOW + 1 }),
    "longer elsewhere": () => later(outcome, -1000),
  };
  const second = again === null ? null : seconds[again]();
  const given = answer(type, outcome, { again: second, unchecked, rechecked });
  return judgeAnswer(given, authoritative, {
    name: NAME,
    filters: null,
    validates: true,
    codes: codesIn(outcome),
    isSameOperator: () => false,
    varies: false,
    byPlaceOf: () => null,
    now: NOW,
    ...world,
  });
}

const OLD = reply([a("93.0.0.9", 100)]);
const PRIVATE = reply([a("10.10.34.35", 100)]);
const same = { isSameOperator: () => true };
const notKnown = { isSameOperator: () => null };
const SERVFAIL = unknown("servfail");
const filters = { filters: "malware" };

const CASES: readonly (readonly [says: string, given: GivenAnswer, is: string, detail: string | null])[] = [
  ["the zone's own answer", { outcome: reply([a("93.0.0.1", 5)]) }, "match", null],
  ["no records, as in the zone", { type: "TXT", outcome: nodata(soa(APEX)) }, "match", null],
  [
    "the answer of one of several servers",
    { servers: TWO, outcome: reply([a("93.0.0.3"), a("93.0.0.2")]) },
    "match",
    null,
  ],
  ["MX in another case", { type: "MX", outcome: reply([mx(10, "MX.Example.COM")]) }, "match", null],
  ["MX with another preference", { type: "MX", outcome: reply([mx(20, "mx.example.com")]) }, "stale", null],
  [
    "text in another case is different",
    { servers: [{ TXT: reply([txt("Key=AbC")]) }], type: "TXT", outcome: reply([txt("key=abc")]) },
    "stale",
    null,
  ],
  ["an old address whose TTL counts down", { outcome: OLD }, "stale", null],
  [
    "one of two addresses that the zone had before",
    { servers: [{ A: reply([a("93.0.0.1"), a("93.0.0.2")]) }], outcome: reply([a("93.0.0.1")]) },
    "stale",
    null,
  ],
  [
    "an old address that only one of a resolver's machines still has",
    { outcome: OLD, again: "heard of it" },
    "stale",
    null,
  ],
  [
    "an old address that expired before the second query, which got the new one",
    { outcome: reply([a("93.0.0.9", 1)]), again: "heard of it", world: { now: NOW + 2 } },
    "match",
    null,
  ],
  [
    "an old address that expired without a second query",
    { outcome: reply([a("93.0.0.9", 2)]), again: null, world: { now: NOW + 2 } },
    "unknown",
    "ended",
  ],
  ["an old address without a second query", { outcome: OLD, again: null }, "stale", "unconfirmed"],
  ["an address whose TTL does not count down", { outcome: OLD, again: "stands" }, "different", "pinned"],
  ["an address with TTL 0", { outcome: reply([a("93.0.0.9", 0)]), again: null }, "different", "uncached"],
  [
    "an answer that the resolver marks as stale",
    { outcome: reply([a("93.0.0.9", 30)], { errors: [3] }) },
    "stale",
    "serve_stale",
  ],
  [
    "some of the zone's addresses",
    { servers: TWO, outcome: reply([a("93.0.0.2")]) },
    "different",
    "round_robin",
  ],
  [
    "another address of the AS with a short TTL, and nothing shows that answers vary",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: same },
    "different",
    "same_operator_unproved",
  ],
  [
    "another address of the AS with a short TTL, and resolvers have several",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: { ...same, varies: true } },
    "different",
    "same_operator",
  ],
  [
    "another address of the AS, and the zone's servers have several",
    { servers: TWO, outcome: reply([a("93.0.0.9", 50)]), world: same },
    "different",
    "same_operator",
  ],
  [
    "an address of an unknown AS, and the zone's servers have several",
    { servers: TWO, outcome: reply([a("95.0.0.9", 50)]), world: notKnown },
    "different",
    "unclear",
  ],
  [
    "an address of an unknown AS, and the zone's servers have one",
    { servers: BRIEF, outcome: reply([a("95.0.0.9", 50)]), world: notKnown },
    "stale",
    null,
  ],
  [
    "another address of the AS in a zone with a TTL of a day",
    { servers: DAY, outcome: reply([a("93.0.0.9", 200)]), world: { ...same, varies: true } },
    "stale",
    null,
  ],
  [
    "another address of the AS, and answers vary",
    { outcome: reply([a("93.0.0.9", 900)]), world: { ...same, varies: true } },
    "different",
    "same_operator",
  ],
  [
    "another address of the AS in a zone with a TTL of hours",
    { outcome: reply([a("93.0.0.9", 900)]), world: same },
    "stale",
    null,
  ],
  [
    "another address of the AS with a TTL too long for load balancing",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 3000)]), world: same },
    "stale",
    null,
  ],
  [
    "text is never load-balanced",
    { servers: [{ TXT: reply([txt("a", 60)]) }], type: "TXT", outcome: reply([txt("b", 50)]), world: same },
    "stale",
    null,
  ],
  ["the unspecified address", { outcome: reply([a("0.0.0.0")]) }, "filtered", "blocked_address"],
  ["a loopback address", { outcome: reply([a("127.0.0.1")]) }, "filtered", "blocked_address"],
  ["a private address whose TTL counts down is old", { outcome: PRIVATE }, "stale", null],
  ["a documentation address whose TTL counts down", { outcome: reply([a("192.0.2.1", 100)]) }, "stale", null],
  [
    "a private address whose TTL does not count down",
    { outcome: PRIVATE, again: "stands" },
    "filtered",
    "blocked_address",
  ],
  [
    "a private address with an extended error about blocking",
    { outcome: PRIVATE, world: { codes: [15] } },
    "filtered",
    "said_so",
  ],
  [
    "a private address from a filtering service",
    { outcome: PRIVATE, world: filters },
    "filtered",
    "blocked_address",
  ],
  [
    "a private address, and the zone has one too",
    { servers: [{ A: reply([a("10.0.0.1")]) }], outcome: reply([a("10.0.0.2")]) },
    "stale",
    null,
  ],
  [
    "a denial with an extended error about blocking",
    { outcome: reply([], { rcode: "NXDOMAIN", errors: [15] }) },
    "filtered",
    "said_so",
  ],
  [
    "a denial with the extended error Prohibited",
    { outcome: reply([], { rcode: "NXDOMAIN", errors: [18] }) },
    "filtered",
    "said_so",
  ],
  [
    "an address with the extended error Forged Answer",
    { outcome: reply([a("5.5.5.5")], { errors: [4] }) },
    "filtered",
    "said_so",
  ],
  [
    "REFUSED with an extended error about filtering",
    { outcome: unknown("refused"), world: { codes: [16] } },
    "filtered",
    "said_so",
  ],
  [
    "REFUSED with the extended error Prohibited",
    { outcome: unknown("refused"), world: { codes: [18] } },
    "unknown",
    null,
  ],
  ["an old denial of the zone", { outcome: nxdomain(soa(APEX, 100)) }, "stale", "negative"],
  ["an old denial of the registry", { outcome: nxdomain(soa("com", 100)) }, "stale", "negative"],
  ["an old answer without the type", { type: "MX", outcome: nodata(soa(APEX, 100)) }, "stale", "negative"],
  [
    "an old denial from a filtering service",
    { outcome: nxdomain(soa(APEX, 100)), world: filters },
    "stale",
    "negative",
  ],
  [
    "a denial whose TTL does not count down",
    { outcome: nxdomain(soa(APEX, 100)), again: "stands" },
    "nxdomain",
    "pinned",
  ],
  ["a denial without an SOA", { outcome: nxdomain() }, "nxdomain", "possible_filter"],
  [
    "a denial with another zone's SOA",
    { outcome: nxdomain(soa("rpz.local")) },
    "nxdomain",
    "possible_filter",
  ],
  ["a denial with the root's SOA", { outcome: nxdomain(soa(".")) }, "nxdomain", "possible_filter"],
  ["a denial from a filtering service", { outcome: nxdomain(), world: filters }, "filtered", "known_filter"],
  [
    "an address of another name",
    { outcome: reply([a("93.0.0.9", 100, "other.example.com")]) },
    "unknown",
    null,
  ],
  [
    "an address of another name, and the name denied",
    { outcome: reply([a("93.0.0.9", 100, "other.net")], { rcode: "NXDOMAIN" }) },
    "unknown",
    null,
  ],
  [
    "an alias, and an address of a name other than its target",
    { outcome: reply([cname("b.example.com"), a("93.0.0.9", 100, "other.net")]) },
    "unknown",
    null,
  ],
  [
    "an alias, and no records at its target",
    { outcome: reply([cname("b.example.com")], { authorities: [soa(APEX, 100)] }) },
    "stale",
    "negative",
  ],
  ["no records, without an SOA", { outcome: nodata() }, "different", "possible_filter"],
  [
    "another address from a filtering service whose TTL does not count down",
    { outcome: OLD, again: "stands", world: filters },
    "filtered",
    "known_filter",
  ],
  ["an old address from a filtering service", { outcome: OLD, world: filters }, "stale", null],
  [
    "SERVFAIL, an answer without the check, and SERVFAIL again",
    { outcome: SERVFAIL, unchecked: reply([a("93.0.0.1")]), rechecked: SERVFAIL },
    "unknown",
    "dnssec",
  ],
  [
    "the same sequence, with an extended error, from a resolver not known to validate",
    {
      outcome: SERVFAIL,
      unchecked: OLD,
      rechecked: SERVFAIL,
      world: { validates: null, codes: [9] },
    },
    "unknown",
    "dnssec",
  ],
  [
    "the same sequence from a resolver that does not validate",
    { outcome: SERVFAIL, unchecked: OLD, rechecked: SERVFAIL, world: { validates: false } },
    "unknown",
    null,
  ],
  [
    "SERVFAIL, an answer without the check, and a timeout",
    { outcome: SERVFAIL, unchecked: OLD, rechecked: unknown("timeout") },
    "unknown",
    null,
  ],
  ["SERVFAIL either way", { outcome: SERVFAIL, unchecked: SERVFAIL }, "unknown", null],
  ["a timeout", { outcome: unknown("timeout") }, "unknown", null],
  [
    "nothing to compare it with",
    { servers: [{ A: unknown("timeout") }], outcome: OLD },
    "unknown",
    "no_truth",
  ],
  [
    "a loop of aliases",
    { outcome: reply([cname("b.example.com"), cname(NAME, 60, "b.example.com")]) },
    "unknown",
    null,
  ],
];

test.each(CASES)("%s", (_says, given, is, detail) => {
  expect(judged(given)).toMatchObject({ class: is, detail });
});

test.each([
  ["an answer's own TTL", { outcome: OLD }, NOW + 100],
  ["the longest TTL of a resolver's machines", { outcome: OLD, again: "longer elsewhere" }, NOW + 1 + 1100],
  ["the lower value in a denial's SOA", { outcome: nxdomain(soa(APEX, 100, 30)) }, NOW + 31],
  ["nothing if the answer is not stale", { outcome: OLD, again: "stands" }, null],
  [
    "nothing if the resolver marks the answer as stale",
    { outcome: reply([a("93.0.0.9", 30)], { errors: [3] }) },
    null,
  ],
  [
    "the TTL of an answer that may be old",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: same },
    NOW + 50,
  ],
  [
    "nothing if an answer that may be old has expired since",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 1)]), world: { ...same, now: NOW + 2 } },
    null,
  ],
] as const)("the expiry is given by %s", (_says, given, until) => {
  expect(judged(given).until).toBe(until);
});

test("aliases out of the zone: an equal target explains every difference, a target of the same provider only with short TTLs", () => {
  const world: AnswerContext = {
    name: NAME,
    filters: null,
    validates: true,
    codes: [],
    isSameOperator: () => false,
    varies: false,
    byPlaceOf: () => null,
    now: NOW,
  };
  const authoritativeWith = (ttl: number) => {
    const { authoritative } = observed([{ A: reply([cname("e1.cdn.net", ttl)]) }], []);
    const types = authoritative.types.map((one) => ({
      ...one,
      outOfZone: { target: "e1.cdn.net", server: null, outcome: reply([a("93.0.0.1", ttl, "e1.cdn.net")]) },
    }));
    return authoritativeAnswer({ ...authoritative, types }, NAME, "A");
  };
  const at = (target: string, address: string) =>
    answer("A", reply([cname(target, 60), a(address, 60, target)]), { again: null });
  const is = (ttl: number, target: string, address: string, varies = false) => {
    const { class: one, detail } = judgeAnswer(at(target, address), authoritativeWith(ttl), {
      ...world,
      varies,
    });
    return `${one} ${detail}`;
  };
  expect([
    is(60, "e1.cdn.net", "93.0.0.1"),
    is(7200, "e1.cdn.net", "93.0.0.9"),
    is(60, "e2.cdn.net", "93.0.0.9"),
    is(60, "e2.cdn.net", "93.0.0.9", true),
    is(7200, "e2.cdn.net", "93.0.0.9"),
    is(60, "host.elsewhere.net", "93.0.0.9"),
  ]).toEqual([
    "match null",
    "different same_alias",
    "different near_alias_unproved",
    "different near_alias",
    "stale unconfirmed",
    "stale unconfirmed",
  ]);
});

test("order, case of names, TTLs and duplicates do not matter when sets are compared; an added or missing value does", () => {
  const next = numbers(20_261_120);
  const below = (n: number) => Math.floor(next() * n);
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map((one) => [next(), one] as const)
      .sort(([one], [other]) => one - other)
      .map(([, one]) => one);
  const anyCase = (text: string) =>
    text.replace(/[a-z]/g, (letter) => (next() < 0.5 ? letter.toUpperCase() : letter));
  const make: Record<ComparedType, (i: number) => DnsRecord> = {
    A: (i) => a(`93.${below(200)}.${i}.1`, below(1000)),
    MX: (i) => mx(below(3) * 10, `mx${i}.host.example.net`, below(1000)),
    TXT: (i) => txt(`text ${i} ${below(1000)}`, below(1000)),
  };
  const again = (record: DnsRecord): DnsRecord => {
    const changed = { ...record, name: anyCase(record.name), ttl: below(1000) };
    if (record.type !== "MX") return changed;
    const { preference, exchange } = (record as DnsRecord<"MX">).data;
    return { ...mx(preference, anyCase(exchange), changed.ttl), name: changed.name };
  };
  for (let round = 0; round < 300; round++) {
    const type = (["A", "MX", "TXT"] as const)[round % 3] as ComparedType;
    const records = Array.from({ length: 1 + below(8) }, (_, i) => make[type](i));
    const servers = [{ [type]: reply(records) }];
    const doubled = [...records, ...records.slice(0, below(2))];
    const permuted = reply(shuffled(doubled).map(again));
    expect(judged({ servers, type, outcome: permuted })).toMatchObject({ class: "match", until: null });
    const more = reply(shuffled([...records, make[type](200)]).map(again));
    expect(judged({ servers, type, outcome: more }).class).not.toBe("match");
    const fewer: { value: DnsReply } = { value: (permuted as { value: DnsReply }).value };
    const first = fewer.value.answers.filter(
      ({ data }) => JSON.stringify(data).toLowerCase() !== JSON.stringify(records[0]?.data).toLowerCase(),
    );
    if (first.length > 0) expect(judged({ servers, type, outcome: reply(first) }).class).not.toBe("match");
  }
});
