import { expect, test } from "bun:test";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";
import { a, NAME, reply, resolver } from "../test/written.ts";
import { askResolver } from "./ask.ts";

const { candidate } = resolver(1, {});
const SERVFAIL = unknown("servfail");
const GOOD = reply([a("93.0.0.1")]);

/**
 * Queries a resolver that returns these outcomes one after the other, and returns the queries that it received, in
 * order.
 */
async function asked(...given: readonly Outcome<DnsReply>[]) {
  const questions: string[] = [];
  const left = given.values();
  const ask = (_: DnsServer, { type }: Question, { unchecked = false } = {}) => {
    questions.push(unchecked ? `${type} +cd` : type);
    return Promise.resolve(left.next().value ?? unknown("budget"));
  };
  const session = { ask } as unknown as NetSession;
  return { observed: await askResolver(session, candidate, NAME, "A", AbortSignal.timeout(5000)), questions };
}

test("SERVFAIL is followed by a query without signature checking, and if that succeeds by one with checking", async () => {
  const bogus = await asked(SERVFAIL, GOOD, SERVFAIL);
  expect(bogus.questions).toEqual(["A", "A +cd", "A"]);
  expect(bogus.observed).toMatchObject({ outcome: SERVFAIL, unchecked: GOOD, rechecked: SERVFAIL });
  const hiccup = await asked(SERVFAIL, GOOD, GOOD);
  expect(hiccup.observed).toMatchObject({ outcome: GOOD });
  const broken = await asked(SERVFAIL, SERVFAIL);
  expect(broken.questions).toEqual(["A", "A +cd"]);
  expect(broken.observed).toMatchObject({ outcome: SERVFAIL, rechecked: null });
  expect((await asked(GOOD)).questions).toEqual(["A"]);
});
