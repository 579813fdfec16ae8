import { expect, test } from "bun:test";
import type { Evidence } from "@dnstools/core/evidence";
import { type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { until } from "@dnstools/lab/support/until";
import type { Look, Net } from "@dnstools/net";
import { createResolversHealth } from "./health.ts";
import { KNOWN } from "./judge-health.ts";
import { a, nodata, nxdomain, reply, resolver } from "./test/written.ts";

const { candidate } = resolver(1, {});

/** How a resolver answers: milliseconds until a question leaves, and from then until it is answered; null for never. */
type Manner = { readonly leavesMs: number; readonly answersMs: number | null };

const TIMEOUT_MS = 2000;

/** A look at one resolver; `manner` may change between checks. */
function lookAt(manner: () => Manner): Net["look"] {
  return () => {
    const evidence: Evidence[] = [];
    async function ask({ address }: { readonly address: string }, { name, type }: Question) {
      const { leavesMs, answersMs } = manner();
      await Bun.sleep(leavesMs);
      const at = new Date().toISOString();
      await Bun.sleep(answersMs ?? TIMEOUT_MS);
      const outcome: Outcome<DnsReply> = answersMs === null ? unknown("timeout") : answerTo(name, type);
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
        elapsedMs: answersMs ?? TIMEOUT_MS,
        at,
        reason: answersMs === null ? "timeout" : null,
      });
      return outcome;
    }
    return { evidence, ask } as unknown as Look;
  };
}

function answerTo(name: string, type: string): Outcome<DnsReply> {
  if (name === KNOWN.name) return reply([a(KNOWN.address, 60, KNOWN.name)]);
  return type === "A" ? nxdomain() : withFlags(nodata());
}

const withFlags = (outcome: Outcome<DnsReply>): Outcome<DnsReply> =>
  outcome.kind === "present" ? present({ ...outcome.value, flags: ["ra", "ad"] }) : outcome;

test.concurrent("a resolver that is silent is so when the last question has ended, and what was asked is kept", async () => {
  const health = createResolversHealth(lookAt(() => ({ leavesMs: 0, answersMs: null })));
  expect(await health.check(candidate)).toMatchObject({ fault: "silent", evidence: [] });
  await Bun.sleep(700);
  const known = health.known(candidate.ip);
  expect(known).toMatchObject({ state: "ill", fault: "silent" });
  expect(known?.evidence.map(({ reason }) => reason)).toEqual(["timeout", "timeout", "timeout"]);
});

test.concurrent("questions that left late and were answered right show a healthy resolver", async () => {
  const health = createResolversHealth(lookAt(() => ({ leavesMs: 1600, answersMs: 50 })));
  expect(await health.check(candidate)).toMatchObject({ fault: "silent" });
  await until(() => health.known(candidate.ip)?.state !== "ill");
  expect(health.known(candidate.ip)).toMatchObject({ state: "healthy", fault: null, validates: true });
});

test.concurrent("questions that left too late and found silence show nothing", async () => {
  const health = createResolversHealth(lookAt(() => ({ leavesMs: 1600, answersMs: null })));
  await health.check(candidate);
  await Bun.sleep(2300);
  expect(health.known(candidate.ip)).toBeNull();
});

test.concurrent("a resolver in doubt stays as it was until it is found out anew", async () => {
  let manner: Manner = { leavesMs: 0, answersMs: 5 };
  const health = createResolversHealth(lookAt(() => manner));
  await health.check(candidate);
  manner = { leavesMs: 0, answersMs: null };
  health.doubt(candidate);
  expect(health.known(candidate.ip)).toMatchObject({ state: "healthy" });
  await Bun.sleep(1700);
  expect(health.known(candidate.ip)).toMatchObject({ state: "healthy" });
  await Bun.sleep(600);
  expect(health.known(candidate.ip)).toMatchObject({ state: "ill", fault: "silent" });
});
