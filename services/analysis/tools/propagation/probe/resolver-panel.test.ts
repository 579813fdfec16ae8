import { expect, test } from "bun:test";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, NetSession } from "@dnstools/net";
import type { Candidate, ResolverHealth } from "../observations.ts";
import { a, cname, NAME, observed, reply, resolver, type Sets } from "../test/written.ts";
import type { AuthoritativeLookup } from "./authoritative.ts";
import { ResolverPanel } from "./resolver-panel.ts";

const ALL: Sets = { A: reply([a("93.0.0.1")]), MX: reply([]), TXT: reply([]) };
const SILENT = unknown("timeout");
const CANDIDATES = Array.from({ length: 60 }, (_, i) => resolver(i + 1, {}).candidate);
const { health: HEALTHY } = resolver(1, {});

type GivenPanel = {
  readonly limit: number;
  readonly isIll?: (ip: string) => boolean;
  readonly warm?: boolean;
  readonly says?: (ip: string, type: string) => Outcome<DnsReply>;
  readonly again?: AuthoritativeLookup["again"];
  readonly authoritative?: readonly Sets[];
};

/** Runs a panel, and records which resolvers the panel checks and which it suspects. */
async function panel(given: GivenPanel) {
  const { limit, isIll = () => false, warm = false, authoritative = [ALL] } = given;
  const { says = (_, type) => ALL[type as "A"] ?? reply([]) } = given;
  const { again = () => Promise.resolve({ tries: [], ends: [] }) } = given;
  const checked: string[] = [];
  const suspected: string[] = [];
  const latest = new Map<string, ResolverHealth>();
  const of = (ip: string): ResolverHealth =>
    isIll(ip) ? { ...HEALTHY, state: "ill", fault: "refuses", reason: "refused" } : HEALTHY;
  if (warm) for (const { ip } of CANDIDATES) latest.set(ip, of(ip));
  const health = {
    latest: (ip: string) => latest.get(ip) ?? null,
    async check({ ip }: Candidate) {
      if (!checked.includes(ip)) checked.push(ip);
      // Allows other checks to begin before this check ends.
      await new Promise((resolve) => setImmediate(resolve));
      latest.set(ip, of(ip));
      return of(ip);
    },
    suspect: ({ ip }: Candidate) => void suspected.push(ip),
  };
  const ask = ({ address }: DnsServer, { type }: Question) => Promise.resolve(says(address, type));
  const session = { ask } as unknown as NetSession;
  const { authoritative: domain } = observed(authoritative, []);
  const lookup = Promise.resolve({ observed: domain, versions: [], ends: [], again });
  const end = new AbortController().signal;
  const got = await new ResolverPanel({ session, health, end, domain: NAME, lookup }, CANDIDATES).ask(limit);
  return { ...got, checked, suspected };
}

test("only the slots and the spare resolvers are checked, and one more for each unhealthy resolver", async () => {
  expect((await panel({ limit: 1 })).checked).toHaveLength(11);
  expect((await panel({ limit: 20 })).checked).toHaveLength(30);
  const ill = new Set(CANDIDATES.slice(0, 7).map(({ ip }) => ip));
  const { checked, resolvers } = await panel({ limit: 3, isIll: (ip) => ill.has(ip) });
  expect(resolvers.map(({ candidate }) => candidate.ip)).toEqual(["9.0.0.8", "9.0.0.9", "9.0.0.10"]);
  expect(checked).toHaveLength(20);
  expect((await panel({ limit: 20, warm: true })).checked).toEqual([]);
});

test("a silent resolver is suspect if other resolvers answer, but not if all are silent", async () => {
  const last = CANDIDATES[3]?.ip ?? "";
  const one = await panel({
    limit: 4,
    warm: true,
    says: (ip, type) => (ip === last ? SILENT : (ALL[type as "A"] ?? SILENT)),
  });
  expect(one.suspected).toEqual([last]);
  expect((await panel({ limit: 4, warm: true, says: () => SILENT })).suspected).toEqual([]);
  const most = await panel({
    limit: 4,
    warm: true,
    says: (ip, type) => (ip === "9.0.0.1" ? (ALL[type as "A"] ?? SILENT) : SILENT),
  });
  expect(most.suspected).toEqual([]);
});

test("servers of the zone that differ are asked again, whatever the resolvers answer", async () => {
  const other: Sets = { ...ALL, A: reply([a("93.0.0.2")]) };
  const ends = [{ type: "A" as const, target: "b.cdn.org", outcome: reply([]) }];
  const tries = [{ server: { name: "ns1", address: "5.0.0.1" }, outcome: reply([cname("b.cdn.org")]) }];
  const again = () => Promise.resolve({ tries, ends });
  expect(await panel({ limit: 2, warm: true, authoritative: [ALL, other], again })).toMatchObject({
    tries,
    ends,
  });
  expect(await panel({ limit: 2, warm: true, authoritative: [ALL, ALL], again })).toMatchObject({
    tries: [],
    ends: [],
  });
});
