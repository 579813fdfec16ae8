import { expect, test } from "bun:test";
import { unknown } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
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
  reply,
  type Sets,
  seen,
  soa,
  txt,
} from "./cases/written.ts";
import { codesIn, judgeAnswer, type World } from "./judge-answer.ts";
import { truthOf } from "./judge-truth.ts";
import type { AnswerSeen, ComparedType } from "./seen.ts";

const ONE: readonly Sets[] = [
  { A: reply([a("93.0.0.1", 3600)]), MX: reply([mx(10, "mx.example.com")]), TXT: nodata() },
];
const BRIEF: readonly Sets[] = [{ A: reply([a("93.0.0.1", 60)]) }];
const TWO: readonly Sets[] = [{ A: reply([a("93.0.0.1")]) }, { A: reply([a("93.0.0.2"), a("93.0.0.3")]) }];

type Given = {
  readonly servers?: readonly Sets[];
  readonly type?: ComparedType;
  readonly outcome: AnswerSeen["outcome"];
  readonly again?: "runs" | "stands" | "heard of it" | "longer elsewhere" | null;
  readonly unchecked?: AnswerSeen["unchecked"];
  readonly world?: Partial<World>;
};

function judged({ servers = ONE, type = "A", outcome, again = "runs", unchecked = null, world = {} }: Given) {
  const truth = truthOf(seen(servers, []).truth, NAME, type);
  const seconds = {
    runs: () => later(outcome),
    stands: () => later(outcome, 0),
    "heard of it": () => ({ outcome: servers[0]?.[type] ?? nodata(), at: NOW + 1 }),
    "longer elsewhere": () => later(outcome, -1000),
  };
  const second = again === null ? null : seconds[again]();
  const given = answer(type, outcome, { again: second, unchecked });
  return judgeAnswer(given, truth, {
    name: NAME,
    filters: null,
    codes: codesIn(outcome),
    isSameOperator: () => false,
    varies: false,
    ...world,
  });
}

const OLD = reply([a("93.0.0.9", 100)]);
const same = { isSameOperator: () => true };
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
    "another address of the AS, brief",
    { servers: BRIEF, outcome: reply([a("93.0.0.9", 50)]), world: same },
    "different",
    "same_operator",
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
  ["a private address", { outcome: reply([a("10.10.34.35")]) }, "filtered", "blocked_address"],
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
  ["nothing, without an SOA", { outcome: nodata() }, "different", "possible_filter"],
  [
    "another address of a service that filters, which never ends",
    { outcome: OLD, again: "stands", world: filters },
    "filtered",
    "known_filter",
  ],
  ["an old address of a service that filters", { outcome: OLD, world: filters }, "stale", null],
  [
    "SERVFAIL, and an answer without the check",
    { outcome: unknown("servfail"), unchecked: reply([a("93.0.0.1")]) },
    "unknown",
    "dnssec",
  ],
  ["SERVFAIL either way", { outcome: unknown("servfail"), unchecked: unknown("servfail") }, "unknown", null],
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
] as const)("it ends by %s", (_says, given, until) => {
  expect(judged(given).until).toBe(until);
});

test("aliases out of the zone: the same target explains every difference, another within the same place only brief ones", () => {
  const world = { name: NAME, filters: null, codes: [], isSameOperator: () => false, varies: false };
  const truthWith = (ttl: number) => {
    const { truth } = seen([{ A: reply([cname("e1.cdn.net", ttl)]) }], []);
    const types = truth.types.map((one) => ({
      ...one,
      beyond: { target: "e1.cdn.net", server: null, outcome: reply([a("93.0.0.1", ttl, "e1.cdn.net")]) },
    }));
    return truthOf({ ...truth, types }, NAME, "A");
  };
  const at = (target: string, address: string) =>
    answer("A", reply([cname(target, 60), a(address, 60, target)]), { again: null });
  const is = (ttl: number, target: string, address: string) => {
    const { class: one, detail } = judgeAnswer(at(target, address), truthWith(ttl), world);
    return `${one} ${detail}`;
  };
  expect([
    is(60, "e1.cdn.net", "93.0.0.1"),
    is(7200, "e1.cdn.net", "93.0.0.9"),
    is(60, "e2.cdn.net", "93.0.0.9"),
    is(7200, "e2.cdn.net", "93.0.0.9"),
    is(60, "host.elsewhere.net", "93.0.0.9"),
  ]).toEqual([
    "match null",
    "different same_alias",
    "different same_alias",
    "stale unconfirmed",
    "stale unconfirmed",
  ]);
});

/** Numbers that look random and are the same every time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
