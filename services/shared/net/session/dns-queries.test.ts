import { expect, test } from "bun:test";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import type { Exchange } from "../exchange.ts";
import { exchangeOf } from "../exchange.ts";
import { UNTRIED_HOST } from "../host/host.ts";
import { GOOD, type ResolverCheck } from "../resolver/check-resolver.ts";
import { elapse, useFakeTime } from "../test/fake-time.ts";
import { DnsQueries } from "./dns-queries.ts";
import { EvidenceLog } from "./evidence-log.ts";
import { HostFaults } from "./host-faults.ts";

useFakeTime();

const FIRST: DnsServer = { name: "resolver", address: "192.0.2.1", port: 53, upstream: "recursor" };
const SECOND: DnsServer = { ...FIRST, address: "192.0.2.2" };
const QUESTION: Question = { name: "example.com", type: "A" };
const REPLY: DnsReply = {
  rcode: "NOERROR",
  flags: [],
  answers: [{ type: "A", name: "example.com.", ttl: 60, value: "192.0.2.9", data: {} } as never],
  authorities: [],
  additionals: [],
  edns: null,
};
const evidence = exchangeOf(present(null), {
  question: "com. IN NS",
  server: "resolver",
  address: FIRST.address,
  transport: "udp",
  rcode: "NXDOMAIN",
  at: "2026-11-23T00:00:00.000Z",
  elapsedMs: 1,
}).evidence;
const BAD: ResolverCheck = { ...GOOD, fault: "denies_known", evidence };

type Given = {
  readonly answers?: (server: DnsServer) => Promise<Outcome<DnsReply>> | Outcome<DnsReply>;
  readonly checks?: ReadonlyMap<DnsServer, ResolverCheck>;
  readonly most?: number;
};

function queries({ answers = () => present(REPLY), checks = new Map(), most = 10 }: Given) {
  const end = new AbortController();
  const log = new EvidenceLog(end.signal, most);
  const asked: string[] = [];
  async function ask(
    server: DnsServer,
    { name }: Question,
    signal: AbortSignal,
  ): Promise<Exchange<DnsReply>> {
    asked.push(server.address);
    const cut = new Promise<Outcome<DnsReply>>((resolve) =>
      signal.addEventListener("abort", () => resolve(unknown("timeout"))),
    );
    const outcome = await Promise.race([answers(server), cut]);
    const reason = outcome.kind === "unknown" ? outcome.reason : null;
    return { outcome, evidence: { ...evidence, question: `${name}. IN A`, address: server.address, reason } };
  }
  const known = (server: DnsServer) => checks.get(server) ?? GOOD;
  const dns = new DnsQueries(
    {
      dns: {
        query: (server, question, { signal }, _options, done) =>
          void ask(server, question, signal).then(done),
      },
      checks: {
        ...{
          resolvers: [FIRST, SECOND],
          known,
          doubt() {},
          rejectsBogus: async () => true,
          isSlow: () => false,
        },
        check: (server) => Promise.resolve(known(server)),
      },
      waits: { resolversMs: 3000, nextServerMs: 500 },
    },
    log,
    new HostFaults(UNTRIED_HOST, log),
  );
  return { dns, log, asked, end };
}

test("the resolver that answered last is queried first", async () => {
  const { dns, asked } = queries({
    answers: (server) => (server === FIRST ? unknown("servfail") : present(REPLY)),
  });
  expect(dns.state.lastGood).toBeNull();
  await dns.resolve(QUESTION);
  expect(dns.state.lastGood).toBe(SECOND);
  await dns.resolve(QUESTION);
  expect(asked).toEqual([FIRST.address, SECOND.address, SECOND.address]);
});

test("after a silent resolver's time the next one is queried, and comes first from then on", async () => {
  const { dns, asked } = queries({
    answers: (server) => (server === FIRST ? new Promise(() => {}) : present(REPLY)),
  });
  const answered = dns.resolve(QUESTION);
  await elapse(499);
  expect([asked.length, dns.state.lastGood]).toEqual([1, null]);
  await elapse(1);
  expect((await answered).server).toBe(SECOND);
  expect(dns.state.lastGood).toBe(SECOND);
});

test("a resolver that failed its check is not queried, and its evidence is kept once", async () => {
  const { dns, log, asked } = queries({ checks: new Map([[FIRST, BAD]]) });
  await dns.resolve(QUESTION);
  await dns.resolve({ ...QUESTION, name: "other.example" });
  expect(asked).toEqual([SECOND.address, SECOND.address]);
  expect([...dns.state.distrusted]).toEqual([FIRST]);
  expect(log.evidence.map(({ id, question }) => [id, question])).toEqual([
    ["1", "com. IN NS"],
    ["2", "example.com. IN A"],
    ["3", "other.example. IN A"],
  ]);
});

test("a resolver that becomes faulty after an answer loses its place as the last good one", async () => {
  const checks = new Map<DnsServer, ResolverCheck>();
  const { dns } = queries({ checks });
  await dns.resolve(QUESTION);
  expect(dns.state.lastGood).toBe(FIRST);
  checks.set(FIRST, BAD).set(SECOND, BAD);
  expect((await dns.resolve(QUESTION)).outcome).toEqual(unknown("resolver_untrusted"));
  expect([dns.state.lastGood, dns.state.distrusted.size]).toEqual([null, 2]);
});

test("resolverAlive queries the resolvers once, and not at all after an answer", async () => {
  const silent = queries({ answers: () => unknown("timeout") });
  const both = await Promise.all([silent.dns.resolverAlive(), silent.dns.resolverAlive()]);
  expect([both, silent.asked.length]).toEqual([[false, false], 2]);
  const own = queries({});
  await own.dns.resolve(QUESTION);
  expect([await own.dns.resolverAlive(), own.asked.length]).toEqual([true, 1]);
  const full = queries({ answers: () => unknown("service_unavailable") });
  expect(await full.dns.resolverAlive()).toBeNull();
});

test("beyond its limit a call sends no queries and adds no evidence", async () => {
  const { dns, log, asked } = queries({ most: 1 });
  await dns.ask(FIRST, QUESTION);
  expect(await dns.ask(FIRST, QUESTION)).toEqual(unknown("budget"));
  expect([asked.length, log.count, log.isSpent, log.evidence.length]).toEqual([1, 1, true, 1]);
});

test("a query cut short by the end of the call says nothing about its server", async () => {
  const { dns, log, end } = queries({ answers: () => new Promise(() => {}) });
  const asking = dns.ask(FIRST, QUESTION);
  expect(log.evidence).toEqual([]);
  end.abort();
  expect(await asking).toEqual(unknown("budget"));
  expect(log.evidence).toMatchObject([{ id: "1", reason: "budget" }]);
});

/** Queries of which each is answered before it returns, by resolvers whose check throws. */
function unchecked(resolvers: readonly DnsServer[]): DnsQueries {
  const log = new EvidenceLog(new AbortController().signal, 10);
  return new DnsQueries(
    {
      dns: {
        query: (_server, _question, _caller, _options, done) => done({ outcome: present(REPLY), evidence }),
      },
      checks: {
        ...{
          resolvers,
          known: () => null,
          doubt() {},
          rejectsBogus: async () => null,
          isSlow: () => false,
        },
        check: () => Promise.reject(new Error("the check failed")),
      },
      waits: { resolversMs: 3000, nextServerMs: 500 },
    },
    log,
    new HostFaults(UNTRIED_HOST, log),
  );
}

test.each([
  ["one resolver", [FIRST]],
  ["two resolvers", [FIRST, SECOND]],
])("an error in the check of %s is the caller's", async (_, resolvers) => {
  const dns = unchecked(resolvers);
  expect(await dns.ask(FIRST, QUESTION)).toEqual(present(REPLY));
  await expect(dns.resolve(QUESTION)).rejects.toThrow("the check failed");
});

test("evidence is in the order in which exchanges began; an empty answer to a guess has none", async () => {
  const first = Promise.withResolvers<Outcome<DnsReply>>();
  const { dns, log } = queries({ answers: (server) => (server === FIRST ? first.promise : present(REPLY)) });
  const slow = dns.ask(FIRST, QUESTION, { shown: "(secret)" });
  await dns.ask(SECOND, QUESTION);
  expect(log.evidence.map(({ id }) => id)).toEqual(["2"]);
  first.resolve(present(REPLY));
  await slow;
  expect(log.evidence.map(({ id, question }) => [id, question])).toEqual([
    ["1", "(secret). IN A"],
    ["2", "example.com. IN A"],
  ]);
  const empty = queries({ answers: () => present({ ...REPLY, answers: [] }) });
  await empty.dns.ask(FIRST, QUESTION, { guess: true });
  expect([empty.log.count, empty.log.evidence]).toEqual([1, []]);
});
