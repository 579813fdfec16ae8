import { expect, test } from "bun:test";
import type { NetEvent } from "@dnstools/core/net-event";
import { type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsServer } from "./dns/client.ts";
import { createResolverChecks, isDoubtful, isReferral } from "./resolver-checks.ts";
import { elapse, useFakeTime } from "./test/fake-time.ts";

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

type Answers = (question: Question) => Outcome<DnsReply>;
const servers: Answers = () => present({ ...EMPTY, answers: [record("NS")] });
const denial = present({ ...EMPTY, rcode: "NXDOMAIN", authorities: SOA });
/** What a resolver that works answers. */
const good: Answers = (question) => (question.type === "NS" ? servers(question) : denial);

function checks(answers: Answers) {
  const resolver = { answers, asked: 0 };
  const events: NetEvent[] = [];
  const evidenceOf = (question: Question) => ({ question: question.name }) as never;
  const made = createResolverChecks(
    [RESOLVER, OTHER],
    (server, question) => {
      if (server === RESOLVER) resolver.asked += 1;
      const outcome = server === RESOLVER ? resolver.answers(question) : good(question);
      return Promise.resolve({ outcome, evidence: evidenceOf(question) });
    },
    (event) => void events.push(event),
  );
  return { ...made, resolver, events };
}

test.each<[fault: string | null, says: string, answers: Answers]>([
  [null, "one that works", good],
  ["denies_root", "one that denies every name", () => denial],
  [
    "denies_root",
    "one that only names other servers",
    () => present({ ...EMPTY, authorities: [record("NS")] }),
  ],
  [
    "denies_com",
    "one that knows the root alone",
    (question) => (question.name === "com" ? denial : good(question)),
  ],
  [
    "invents_answers",
    "one that gives an address to every name",
    (question) =>
      question.type === "NS" ? servers(question) : present({ ...EMPTY, answers: [record("A")] }),
  ],
  [
    "denies_without_soa",
    "one that leaves SOA out of denials",
    (question) => (question.type === "NS" ? servers(question) : present({ ...EMPTY, rcode: "NXDOMAIN" })),
  ],
  [null, "one that fails", () => unknown("servfail")],
  [
    "denies_root",
    "one that fails but for the root, which it denies",
    (question) => (question.name === "" ? denial : unknown("timeout")),
  ],
])("%p: %s", async (fault, _says, answers) => {
  const own = checks(answers);
  expect((await own.check(RESOLVER)).fault as string | null).toBe(fault);
  expect((await own.check(OTHER)).fault).toBeNull();
});

test("a check stands for 30 s; a resolver that was not believed is asked for again then, and believed when it works", async () => {
  const own = checks(() => denial);
  expect(own.known(RESOLVER)).toBeNull();
  expect((await own.check(RESOLVER)).fault).toBe("denies_root");
  own.resolver.answers = good;
  await elapse(29_000);
  expect((await own.check(RESOLVER)).fault).toBe("denies_root");
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual(["denies_root", 3]);
  await elapse(1001);
  // Nothing is known of it until the new check is there.
  expect(own.known(RESOLVER)).toBeNull();
  expect((await own.check(RESOLVER)).fault).toBeNull();
  expect([own.known(RESOLVER)?.fault, own.resolver.asked]).toEqual([null, 6]);
});

test("a resolver that was good is believed while it is checked again, and no longer when it turns bad", async () => {
  const own = checks(good);
  await own.check(RESOLVER);
  own.resolver.answers = () => denial;
  await elapse(30_001);
  expect(own.known(RESOLVER)?.fault).toBeNull();
  expect((await own.check(RESOLVER)).fault).toBe("denies_root");
  expect(own.known(RESOLVER)?.fault).toBe("denies_root");
});

test("calls share a check, and silence is not remembered", async () => {
  const own = checks(() => unknown("timeout"));
  const [one, other] = await Promise.all([own.check(RESOLVER), own.check(RESOLVER)]);
  expect([one.fault, other.fault, own.resolver.asked]).toEqual([null, null, 3]);
  expect(own.known(RESOLVER)).toBeNull();
  expect(own.events).toEqual([]);
});

test("an event says whether one of the resolvers is left", async () => {
  const own = checks(() => denial);
  await own.check(RESOLVER);
  expect(own.events).toEqual([
    { kind: "resolver_checked", resolver: "192.0.2.1#53", fault: "denies_root", usable: true },
  ]);
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
