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
import { codesIn, judgeAnswer, type World } from "./answer.ts";
import { truthOf } from "./truth.ts";

const ONE: readonly Sets[] = [
  { A: reply([a("93.0.0.1", 3600)]), MX: reply([mx(10, "mx.example.com")]), TXT: nodata() },
];
const BRIEF: readonly Sets[] = [{ A: reply([a("93.0.0.1", 60)]) }];
const DAY: readonly Sets[] = [{ A: reply([a("93.0.0.1", 86_400)]) }];
const TWO: readonly Sets[] = [{ A: reply([a("93.0.0.1")]) }, { A: reply([a("93.0.0.2"), a("93.0.0.3")]) }];

type Given = {
  readonly servers?: readonly Sets[];
  readonly type?: ComparedType;
  readonly outcome: AnswerObservation["outcome"];
  readonly again?: "runs" | "stands" | "heard of it" | "longer elsewhere" | null;
  /** What it said without the check, and with the check after that. */
  readonly unchecked?: AnswerObservation["unchecked"];
  readonly rechecked?: AnswerObservation["rechecked"];
  readonly world?: Partial<World>;
};

function judged(all: Given) {
  const { servers = ONE, type = "A", outcome, again = "runs", world = {} } = all;
  const { unchecked = null, rechecked = null } = all;
  const truth = truthOf(observed(servers, []).truth, NAME, type);
  const seconds = {
    runs: () => later(outcome),
    stands: () => later(outcome, 0),
    "heard of it": () => ({ outcome: servers[0]?.[type] ?? nodata(), at: NOW + 1 }),
    "longer elsewhere": () => later(outcome, -1000),
  };
  const second = again === null ? null : seconds[again]();
  const given = answer(type, outcome, { again: second, unchecked, rechecked });
  return judgeAnswer(given, truth, {
    name: NAME,
    filters: null,
    validates: true,
    codes: codesIn(outcome),
    isSameOperator: () => false,
    varies: false,
    placeOf: () => null,
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

const CASES: readonly (readonly [says: string, given: Given, is: string, detail: string | null])[] = [
  ["the zone's own", { outcome: reply([a("93.0.0.1", 5)]) }, "match", null],
  ["nothing where there is nothing", { type: "TXT", outcome: nodata(soa(APEX)) }, "match", null],
  [
    "what any of the servers has",
    { servers: TWO, outcome: reply([a("93.0.0.3"), a("93.0.0.2")]) },
    "match",
    null,
  ],
  ["MX in another case", { type: "MX", outcome: reply([mx(10, "MX.Example.COM")]) }, "match", null],
  ["MX with another preference", { type: "MX", outcome: reply([mx(20, "mx.example.com")]) }, "stale", null],
  [
    "text in another case is another",
    { servers: [{ TXT: reply([txt("Key=AbC")]) }], type: "TXT", outcome: reply([txt("key=abc")]) },
    "stale",
    null,
  ],
  ["an old address whose TTL runs", { outcome: OLD }, "stale", null],
  [
    "one of two addresses that the zone had before",
    { servers: [{ A: reply([a("93.0.0.1"), a("93.0.0.2")]) }], outcome: reply([a("93.0.0.1")]) },
    "stale",
    null,
  ],
  ["an old address that one machine of two still has", { outcome: OLD, again: "heard of it" }, "stale", null],
  [
    "an old address that ended before the second look, which has the new one",
    { outcome: reply([a("93.0.0.9", 1)]), again: "heard of it", world: { now: NOW + 2 } },
    "match",
    null,
  ],
  [
    "an old address that ended while nobody looked again",
    { outcome: reply([a("93.0.0.9", 2)]), again: null, world: { now: NOW + 2 } },
    "unknown",
    "ended",
  ],
  ["whose TTL was not seen to run", { outcome: OLD, again: null }, "stale", "unconfirmed"],
  ["an address whose TTL stands still", { outcome: OLD, again: "stands" }, "different", "pinned"],
  ["an address without a TTL", { outcome: reply([a("93.0.0.9", 0)]), again: null }, "different", "uncached"],
  ["stale by its own word", { outcome: reply([a("93.0.0.9", 30)], { errors: [3] }) }, "stale", "serve_stale"],
  [
    "some of the zone's addresses",
    { servers: TWO, outcome: reply([a("93.0.0.2")]) },
    "different",
    "round_robin",
  ],
  [
    "another address of the AS, brief, while nothing shows that answers vary",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: same },
    "different",
    "same_operator_unproved",
  ],
  [
    "another address of the AS, brief, where resolvers have several",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: { ...same, varies: true } },
    "different",
    "same_operator",
  ],
  [
    "another address of the AS where the zone's servers have several",
    { servers: TWO, outcome: reply([a("93.0.0.9", 50)]), world: same },
    "different",
    "same_operator",
  ],
  [
    "an address of nobody knows whom where the zone's servers have several",
    { servers: TWO, outcome: reply([a("95.0.0.9", 50)]), world: notKnown },
    "different",
    "unclear",
  ],
  [
    "an address of nobody knows whom where they have one",
    { servers: BRIEF, outcome: reply([a("95.0.0.9", 50)]), world: notKnown },
    "stale",
    null,
  ],
  [
    "another address of the AS of a zone that keeps answers for a day, whatever resolvers have",
    { servers: DAY, outcome: reply([a("93.0.0.9", 200)]), world: { ...same, varies: true } },
    "stale",
    null,
  ],
  [
    "another address of the AS where answers vary",
    { outcome: reply([a("93.0.0.9", 900)]), world: { ...same, varies: true } },
    "different",
    "same_operator",
  ],
  [
    "another address of the AS that was kept for hours",
    { outcome: reply([a("93.0.0.9", 900)]), world: same },
    "stale",
    null,
  ],
  [
    "another address of the AS with a longer TTL than balancing has",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 3000)]), world: same },
    "stale",
    null,
  ],
  [
    "text is not balanced",
    { servers: [{ TXT: reply([txt("a", 60)]) }], type: "TXT", outcome: reply([txt("b", 50)]), world: same },
    "stale",
    null,
  ],
  ["an address that leads nowhere", { outcome: reply([a("0.0.0.0")]) }, "filtered", "blocked_address"],
  ["an address of the asker itself", { outcome: reply([a("127.0.0.1")]) }, "filtered", "blocked_address"],
  ["a private address whose TTL runs: an old one", { outcome: PRIVATE }, "stale", null],
  ["an address of documents whose TTL runs", { outcome: reply([a("192.0.2.1", 100)]) }, "stale", null],
  [
    "a private address that stands still",
    { outcome: PRIVATE, again: "stands" },
    "filtered",
    "blocked_address",
  ],
  ["a private address by its own word", { outcome: PRIVATE, world: { codes: [15] } }, "filtered", "said_so"],
  [
    "a private address of a service that filters",
    { outcome: PRIVATE, world: filters },
    "filtered",
    "blocked_address",
  ],
  [
    "a private address where the zone has one too",
    { servers: [{ A: reply([a("10.0.0.1")]) }], outcome: reply([a("10.0.0.2")]) },
    "stale",
    null,
  ],
  [
    "a denial that says it filters",
    { outcome: reply([], { rcode: "NXDOMAIN", errors: [15] }) },
    "filtered",
    "said_so",
  ],
  ["a prohibited denial", { outcome: reply([], { rcode: "NXDOMAIN", errors: [18] }) }, "filtered", "said_so"],
  [
    "a forged address by its own word",
    { outcome: reply([a("5.5.5.5")], { errors: [4] }) },
    "filtered",
    "said_so",
  ],
  [
    "REFUSED that says it filters",
    { outcome: unknown("refused"), world: { codes: [16] } },
    "filtered",
    "said_so",
  ],
  ["REFUSED since we may not ask", { outcome: unknown("refused"), world: { codes: [18] } }, "unknown", null],
  ["an old denial of the zone", { outcome: nxdomain(soa(APEX, 100)) }, "stale", "negative"],
  ["an old denial of the registry", { outcome: nxdomain(soa("com", 100)) }, "stale", "negative"],
  ["an old answer without the type", { type: "MX", outcome: nodata(soa(APEX, 100)) }, "stale", "negative"],
  [
    "a service that filters has an old denial too",
    { outcome: nxdomain(soa(APEX, 100)), world: filters },
    "stale",
    "negative",
  ],
  [
    "a denial whose TTL stands still",
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
  ["a denial of a service that filters", { outcome: nxdomain(), world: filters }, "filtered", "known_filter"],
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
    "an alias, and an address of another name than it leads to",
    { outcome: reply([cname("b.example.com"), a("93.0.0.9", 100, "other.net")]) },
    "unknown",
    null,
  ],
  [
    "an alias, and nothing at its end",
    { outcome: reply([cname("b.example.com")], { authorities: [soa(APEX, 100)] }) },
    "stale",
    "negative",
  ],
  ["nothing, without an SOA", { outcome: nodata() }, "different", "possible_filter"],
  [
    "another address of a service that filters, which never ends",
    { outcome: OLD, again: "stands", world: filters },
    "filtered",
    "known_filter",
  ],
  ["an old address of a service that filters", { outcome: OLD, world: filters }, "stale", null],
  [
    "SERVFAIL, an answer without the check, and SERVFAIL again",
    { outcome: SERVFAIL, unchecked: reply([a("93.0.0.1")]), rechecked: SERVFAIL },
    "unknown",
    "dnssec",
  ],
  [
    "the same of one that is not known to check, but says what fails",
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
    "the same of one that does not check",
    { outcome: SERVFAIL, unchecked: OLD, rechecked: SERVFAIL, world: { validates: false } },
    "unknown",
    null,
  ],
  [
    "SERVFAIL, an answer without the check, and silence",
    { outcome: SERVFAIL, unchecked: OLD, rechecked: unknown("timeout") },
    "unknown",
    null,
  ],
  ["SERVFAIL either way", { outcome: SERVFAIL, unchecked: SERVFAIL }, "unknown", null],
  ["silence", { outcome: unknown("timeout") }, "unknown", null],
  [
    "nothing to compare it with",
    { servers: [{ A: unknown("timeout") }], outcome: OLD },
    "unknown",
    "no_truth",
  ],
  [
    "a circle of aliases",
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
  ["the longest of several machines'", { outcome: OLD, again: "longer elsewhere" }, NOW + 1 + 1100],
  ["a denial's SOA's lower number", { outcome: nxdomain(soa(APEX, 100, 30)) }, NOW + 31],
  ["nothing of what is not stale", { outcome: OLD, again: "stands" }, null],
  [
    "nothing of what is stale by its own word",
    { outcome: reply([a("93.0.0.9", 30)], { errors: [3] }) },
    null,
  ],
  [
    "the TTL of what may be old",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: same },
    NOW + 50,
  ],
  [
    "nothing of what may have been old and ended meanwhile",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 1)]), world: { ...same, now: NOW + 2 } },
    null,
  ],
] as const)("it ends by %s", (_says, given, until) => {
  expect(judged(given).until).toBe(until);
});

test("aliases out of the zone: the same target explains every difference, another within the same place only brief ones", () => {
  const world: World = {
    name: NAME,
    filters: null,
    validates: true,
    codes: [],
    isSameOperator: () => false,
    varies: false,
    placeOf: () => null,
    now: NOW,
  };
  const truthWith = (ttl: number) => {
    const { truth } = observed([{ A: reply([cname("e1.cdn.net", ttl)]) }], []);
    const types = truth.types.map((one) => ({
      ...one,
      beyond: { target: "e1.cdn.net", server: null, outcome: reply([a("93.0.0.1", ttl, "e1.cdn.net")]) },
    }));
    return truthOf({ ...truth, types }, NAME, "A");
  };
  const at = (target: string, address: string) =>
    answer("A", reply([cname(target, 60), a(address, 60, target)]), { again: null });
  const is = (ttl: number, target: string, address: string, varies = false) => {
    const { class: one, detail } = judgeAnswer(at(target, address), truthWith(ttl), { ...world, varies });
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

test("whatever the order, the case of names, the TTLs and doubles: it is the same set; one value more or less is not", () => {
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
