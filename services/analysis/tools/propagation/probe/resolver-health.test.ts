import { expect, test } from "bun:test";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { WAITS } from "@dnstools/core/waits";
import type { Net, NetSession } from "@dnstools/net";
import { KNOWN } from "../judge/health.ts";
import { a, nodata, nxdomain, reply, resolver } from "../test/written.ts";
import { ResolversHealth } from "./resolver-health.ts";

const { candidate } = resolver(1, {});

const CHECK_MS = 200;

/**
 * How a query ends: the number of milliseconds from the start of the check until the query was sent, and whether the
 * right answer arrives or no answer.
 */
type End = { readonly leftMs: number; readonly answered: boolean };

/** Creates the health of a resolver whose queries end when the test calls `end`. */
function watched() {
  let waiting: ((end: End) => void)[] = [];
  const session: Net["session"] = () => {
    const evidence: Evidence[] = [];
    async function ask({ address }: { readonly address: string }, { name, type }: Question) {
      const askedAt = Date.now();
      const { leftMs, answered } = await new Promise<End>((resolve) => waiting.push(resolve));
      evidence.push({
        id: String(evidence.length + 1),
        question: `${name}. IN ${type}`,
        server: "x",
        address,
        transport: "udp",
        rcode: null,
        flags: [],
        errors: [],
        nsid: null,
        ttl: null,
        elapsedMs: 5,
        at: new Date(askedAt + leftMs).toISOString(),
        reason: answered ? null : "timeout",
      });
      return answered ? answerTo(name, type) : unknown("timeout");
    }
    return { evidence, ask } as unknown as NetSession;
  };
  return {
    health: new ResolversHealth(session, { ...WAITS, resolverCheckMs: CHECK_MS }),
    /** Ends all queries in flight. */
    async end(how: End): Promise<void> {
      const ending = waiting;
      waiting = [];
      for (const resolve of ending) resolve(how);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function answerTo(name: string, type: string): Outcome<DnsReply> {
  if (name === KNOWN.name) return reply([a(KNOWN.address, 60, KNOWN.name)]);
  return type === "A" ? nxdomain() : withFlags(nodata());
}

const withFlags = (outcome: Outcome<DnsReply>): Outcome<DnsReply> =>
  outcome.kind === "present" ? present({ ...outcome.value, flags: ["ra", "ad"] }) : outcome;

const IN_TIME = 0;
const LATE = 2 * CHECK_MS;

test("a resolver is known to be silent when its last query has ended, and the evidence shows it", async () => {
  const { health, end } = watched();
  expect(await health.check(candidate)).toMatchObject({ fault: "silent", evidence: [] });
  await end({ leftMs: IN_TIME, answered: false });
  const latest = health.latest(candidate.ip);
  expect(latest).toMatchObject({ state: "ill", fault: "silent" });
  expect(latest?.evidence.map(({ reason }) => reason)).toEqual(["timeout", "timeout", "timeout"]);
});

test("queries that were sent late and answered correctly show a healthy resolver", async () => {
  const { health, end } = watched();
  expect(await health.check(candidate)).toMatchObject({ fault: "silent" });
  await end({ leftMs: LATE, answered: true });
  expect(health.latest(candidate.ip)).toMatchObject({ state: "healthy", fault: null, validates: true });
});

test("queries that were sent too late and got no answer prove nothing", async () => {
  const { health, end } = watched();
  await health.check(candidate);
  await end({ leftMs: LATE, answered: false });
  expect(health.latest(candidate.ip)).toBeNull();
});

test("a suspect resolver keeps its state until the new check has ended", async () => {
  const { health, end } = watched();
  const first = health.check(candidate);
  await end({ leftMs: IN_TIME, answered: true });
  await first;
  health.suspect(candidate);
  expect(health.latest(candidate.ip)).toMatchObject({ state: "healthy" });
  // This call joins the check in progress, which has received no answer yet.
  expect(await health.check(candidate)).toMatchObject({ fault: "silent" });
  expect(health.latest(candidate.ip)).toMatchObject({ state: "healthy" });
  await end({ leftMs: IN_TIME, answered: false });
  expect(health.latest(candidate.ip)).toMatchObject({ state: "ill", fault: "silent" });
});
