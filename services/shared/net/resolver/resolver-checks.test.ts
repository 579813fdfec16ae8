import { expect, test } from "bun:test";
import type { NetEvent } from "@dnstools/core/net-event";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import { CheckedResolver } from "./checked-resolver.ts";
import { isDoubtful, isFiltered, isForeign, isReferral } from "./doubtful-reply.ts";
import { createResolverChecks } from "./resolver-checks.ts";

useFakeTime();

const RESOLVER: DnsServer = { name: "resolver", address: "192.0.2.1", port: 53, upstream: "recursor" };
const OTHER: DnsServer = { ...RESOLVER, address: "192.0.2.2" };
const EMPTY: DnsReply = {
  rcode: "NOERROR",
  flags: [],
  answers: [],
  authorities: [],
  additionals: [],
  edns: null,
};
const record = (type: string, name = "") => ({ type, name, ttl: 60, value: "", data: {} }) as never;
const SOA = [record("SOA")];

type AnswersOf = (question: Question) => Outcome<DnsReply>;
type LateAnswers = (question: Question) => Outcome<DnsReply> | Promise<Outcome<DnsReply>>;
const servers: AnswersOf = () => present({ ...EMPTY, answers: [record("NS")] });
const denial = present({ ...EMPTY, rcode: "NXDOMAIN", authorities: SOA });
/** Returns true if the name in a question exists. */
const isKnown = ({ name }: Question) => name.endsWith(".arpa") || name.endsWith(".net");
/** Returns the replies of a working resolver. */
const good: AnswersOf = (question) => (isKnown(question) ? servers(question) : denial);

function checks(answers: AnswersOf, others: LateAnswers = good) {
  const resolver = { answers, asked: 0 };
  const events: NetEvent[] = [];
  const evidenceOf = (question: Question) => ({ question: question.name }) as never;
  const made = createResolverChecks(
    [RESOLVER, OTHER],
    async (server, question, _signal, options) => {
      const isOwn = server.address === RESOLVER.address;
      // The queries of the abilities are no part of a check.
      if (isOwn && question.name !== "dnssec-failed.org" && !options?.tcp) resolver.asked += 1;
      const outcome = isOwn ? resolver.answers(question) : await others(question);
      return { outcome, evidence: evidenceOf(question) };
    },
    (event) => void (event.kind === "resolvers_checked" || events.push(event)),
  );
  return Object.assign(made, { resolver, events });
}

test.each<[fault: string | null | undefined, says: string, answers: AnswersOf]>([
  [null, "one that works", good],
  ["denies_known", "one that denies every name", () => denial],
  [
    "denies_known",
    "a resolver that only returns referrals",
    () => present({ ...EMPTY, authorities: [record("NS")] }),
  ],
  [
    "denies_known",
    "a resolver that knows only some names",
    (question) => (question.type === "NS" ? denial : good(question)),
  ],
  [
    "invents_answers",
    "a resolver that returns an address for every name",
    (question) => (isKnown(question) ? servers(question) : present({ ...EMPTY, answers: [record("A")] })),
  ],
  [
    "denies_without_soa",
    "a resolver that omits the SOA from denials",
    (question) => (isKnown(question) ? servers(question) : present({ ...EMPTY, rcode: "NXDOMAIN" })),
  ],
  [
    "denies_without_soa",
    "a resolver whose denials have the SOA of a filter",
    (question) =>
      isKnown(question)
        ? servers(question)
        : present({ ...EMPTY, rcode: "NXDOMAIN", authorities: [record("SOA", "rpz.filter.net")] }),
  ],
  [undefined, "one that fails", () => unknown("servfail")],
  [
    undefined,
    "a resolver that answers some of the queries correctly",
    (question) => (isKnown(question) ? servers(question) : unknown("timeout")),
  ],
  [
    "denies_known",
    "a resolver that fails, except for a known zone, which it denies",
    (question) => (question.type === "NS" ? denial : unknown("timeout")),
  ],
])("%p: %s", async (fault, _says, answers) => {
  const own = checks(answers);
  expect((await own.check(RESOLVER))?.fault as typeof fault).toBe(fault);
  expect((await own.check(OTHER))?.fault).toBeNull();
});

test("an untrusted resolver is checked again after 30 s without a call, and trusted when it works", async () => {
  const own = checks(() => denial);
  expect(own.known(RESOLVER)).toBeNull();
  expect((await own.check(RESOLVER))?.fault).toBe("denies_known");
  await elapse(29_999);
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual(["denies_known", 4]);
  await elapse(2);
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual(["denies_known", 8]);
  own.resolver.answers = good;
  await elapse(30_000);
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual([null, 12]);
  await elapse(120_000);
  // A good resolver is not checked again while no call uses it.
  expect(own.resolver.asked).toBe(12);
});

test("a good resolver is trusted while it is checked again, until it fails a check", async () => {
  const own = checks(good);
  await own.check(RESOLVER);
  own.resolver.answers = () => denial;
  await elapse(30_001);
  expect(own.known(RESOLVER)?.fault).toBeNull();
  expect((await own.check(RESOLVER))?.fault).toBe("denies_known");
  expect(own.known(RESOLVER)?.fault).toBe("denies_known");
});

test("an old check of a good resolver is valid for a minute", async () => {
  const own = checks(good);
  await own.check(RESOLVER);
  await elapse(60_001);
  expect(own.known(RESOLVER)).toBeNull();
});

test("a doubtful answer causes a check even if the last one is new, but at most one a second", async () => {
  const own = checks(good);
  await own.check(RESOLVER);
  own.resolver.answers = () => denial;
  await elapse(999);
  expect((await own.check(RESOLVER))?.fault).toBeNull();
  await elapse(1);
  expect((await own.check(RESOLVER))?.fault).toBe("denies_known");
});

test("calls share a check; an unanswered check does not delay calls, and is repeated a second later", async () => {
  const own = checks(() => unknown("timeout"));
  const both = await Promise.all([own.check(RESOLVER), own.check(RESOLVER)]);
  expect([...both, own.resolver.asked]).toEqual([null, null, 4]);
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual([null, 4]);
  // A further check within the same second sends no queries.
  expect([await own.check(RESOLVER), own.resolver.asked]).toEqual([null, 4]);
  await elapse(1000);
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual([null, 8]);
  expect(own.events).toEqual([]);
});

test("a faulty resolver remains faulty while it is silent", async () => {
  const own = checks(() => denial);
  await own.check(RESOLVER);
  own.resolver.answers = () => unknown("timeout");
  await elapse(30_001);
  // The fault is known without a wait, so no call waits for an untrusted resolver.
  expect(own.known(RESOLVER)?.fault).toBe("denies_known");
  expect((await own.check(RESOLVER))?.fault).toBe("denies_known");
});

test("at the start, trust is reported once the checks of all resolvers have ended", async () => {
  const silence = Promise.withResolvers<void>();
  const late = async () => {
    await silence.promise;
    return unknown("timeout");
  };
  const own = checks(() => denial, late);
  own.start();
  await elapse(1);
  expect([own.events, own.known(RESOLVER)?.fault]).toEqual([[], "denies_known"]);
  silence.resolve();
  await elapse(1);
  expect(own.events).toEqual([
    { kind: "resolver_checked", resolver: "192.0.2.1#53", fault: "denies_known", usable: false },
  ]);
  // A silent resolver does not count as usable while it is checked again.
  await elapse(1000);
  own.known(OTHER);
  await elapse(30_000);
  expect(own.events.at(-1)).toMatchObject({ fault: "denies_known", usable: false });
});

test("silence of all resolvers at the start is reported once, but not for a resolver that only refuses names that exist", async () => {
  const refusing = checks(
    (question) => (isKnown(question) ? unknown("refused") : denial),
    () => unknown("timeout"),
  );
  refusing.start();
  await elapse(1);
  expect(refusing.events).toEqual([]);
  const own = checks(
    () => unknown("timeout"),
    () => unknown("servfail"),
  );
  own.start();
  await elapse(1);
  await Promise.all([own.check(RESOLVER), own.check(OTHER)]);
  await elapse(1001);
  await own.check(RESOLVER);
  expect(own.events).toEqual([{ kind: "resolvers_silent", resolvers: ["192.0.2.1#53", "192.0.2.2#53"] }]);
});

test("an event says whether any resolver can be trusted", async () => {
  const usable = async (others: AnswersOf) => {
    const own = checks(() => denial, others);
    await Promise.all([own.check(OTHER), own.check(RESOLVER)]);
    return own.events.map((event) => (event.kind === "resolver_checked" ? event.usable : null)).at(-1);
  };
  expect(await usable(good)).toBe(true);
  expect(await usable(() => denial)).toBe(false);
  // A resolver that has never answered a check does not count as usable.
  expect(await usable(() => unknown("timeout"))).toBe(false);
});

test("a resolver is unchecked, good or faulty; silence changes nothing", async () => {
  let answers: AnswersOf = () => unknown("timeout");
  const ends: boolean[] = [];
  const ask = async (_: DnsServer, question: Question) => ({
    outcome: answers(question),
    evidence: { question: question.name } as never,
  });
  const own = new CheckedResolver(RESOLVER, ask, (_, found) => void ends.push(found));
  await own.begin();
  expect([own.state, own.isHeard]).toEqual(["unchecked", false]);
  answers = good;
  await own.begin();
  expect([own.state, own.fault, own.isHeard]).toEqual(["good", null, true]);
  answers = () => denial;
  await own.begin();
  expect([own.state, own.fault]).toEqual(["faulty", "denies_known"]);
  answers = () => unknown("timeout");
  await own.begin();
  expect([own.state, own.fault]).toEqual(["faulty", "denies_known"]);
  answers = good;
  // After 30 seconds, the resolver is checked again without a call.
  await elapse(30_000);
  expect(own.state).toBe("good");
  expect(ends).toEqual([false, true, true, false, true]);
});

test.each<[doubtful: boolean, referral: boolean, says: string, reply: Partial<DnsReply>]>([
  [false, false, "an answer", { answers: [record("A")] }],
  [false, false, "a denial with its SOA", { rcode: "NXDOMAIN", authorities: SOA }],
  [false, false, "no data, with its SOA", { authorities: SOA }],
  [true, false, "a denial without SOA", { rcode: "NXDOMAIN" }],
  [true, false, "no data, without SOA (RFC 2308 2.2, type 3)", {}],
  [true, true, "a referral", { authorities: [record("NS")] }],
  [
    false,
    false,
    "no data, with SOA and servers (RFC 2308 2.2, type 1)",
    { authorities: [...SOA, record("NS")] },
  ],
  [true, false, "a denial behind an alias without SOA", { rcode: "NXDOMAIN", answers: [record("CNAME")] }],
])("doubtful: %p, referral: %p: %s", (doubtful, referral, _says, reply) => {
  const whole = { ...EMPTY, ...reply };
  expect([isDoubtful(present(whole)), isReferral(whole)]).toEqual([doubtful, referral]);
});

test.each([
  [3, "a stale answer", false],
  [4, "a forged answer", true],
  [15, "a blocked name", true],
  [16, "a censored name", true],
  [17, "a filtered name", true],
  [18, "a prohibited one", true],
  [22, "no reachable authority", false],
] as const)("by extended error %i, %s, a reply is the resolver's own: %p", (code, name, own) => {
  const errors = [{ code, name, text: "" }];
  const edns = { version: 0, udpSize: 1232, dnssecOk: false, nsid: null, errors, cookie: null };
  expect(isFiltered({ ...EMPTY, rcode: "NXDOMAIN", edns })).toBe(own);
  expect(isFiltered(EMPTY)).toBe(false);
});

test("a denial with the SOA record of a zone that does not contain the name is foreign", () => {
  const question = { name: "www.example.com", type: "A" };
  const denial = (zone: string): DnsReply => ({
    ...EMPTY,
    rcode: "NXDOMAIN",
    authorities: [record("SOA", zone)],
  });
  const zones = ["rpz.filter.net", "other.example.com", "www.example.com", "example.com", "com", ""];
  expect(zones.map((zone) => isForeign(denial(zone), question))).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect(isForeign({ ...EMPTY, rcode: "NXDOMAIN" }, question)).toBe(false);
  expect(isForeign({ ...EMPTY, answers: [record("A", "www.example.com")], authorities: SOA }, question)).toBe(
    false,
  );
});

test("other resolvers take the place of those that are replaced, and silent ones are left out", async () => {
  const own = checks(good, () => unknown("timeout"));
  await Promise.all([own.check(RESOLVER), own.check(OTHER)]);
  const addresses = () => own.resolvers.map(({ address }) => address);
  expect(addresses()).toEqual([RESOLVER.address]);
  own.replace([
    { address: OTHER.address, port: 53 },
    { address: "192.0.2.3", port: 53 },
  ]);
  // The new one has not been checked yet.
  expect(addresses()).toEqual(["192.0.2.3"]);
  await elapse(1);
  expect(addresses()).toEqual([OTHER.address, "192.0.2.3"]);
  expect(own.known(RESOLVER)).toBeNull();
});
