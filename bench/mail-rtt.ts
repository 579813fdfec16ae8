import { OWN_RESOLVER, RESOLVER } from "@dnstools/lab/plan/hosts";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { HOSTS, hostOf } from "@dnstools/lab/plan/plan";
import { metric, type Product, startProduct } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { crowds } from "./mail-crowd.ts";
import { criticalPath, lengthOf, type MailReport, type Step } from "./mail-path.ts";
import { peers } from "./mail-peers.ts";
import { goal, median } from "./measure.ts";

/**
 * What a caller of `mail` waits, in a lab with --rtt, beside the longest chain of exchanges that follow from each other, and beside
 * the tools that do the same one after another. Medians.
 */
const ROUNDS = 9;
const WARM = 2;
const LIMIT = 1.15;
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };
const DNS_MS = HOSTS.find(({ v4 }) => v4 === RESOLVER)?.rttMs ?? Number.NaN;
/** What a resolver needs for the name that nobody has: a question to the zone's servers for each of its last two labels. */
const NEW_NAME_MS = 40;
/** One with everything, what most have, nine includes in one another, one that is on every list, and one without mail. */
const DOMAINS = [POLICY.perfect, POLICY.mxGood, POLICY.spfChain, POLICY.mxListed, POLICY.parked] as const;

/** How the resolver is: as if it had just been started, or with all in its cache that can be. */
const STATES = {
  cold: { what: `the resolver knows nothing`, resolver: OWN_RESOLVER, daemon: "recursor" },
  warm: { what: `the resolver, ${DNS_MS} ms away, has all in its cache`, resolver: RESOLVER, daemon: null },
} as const;

for (const state of ["warm", "cold"] as const) {
  await paths(state, true);
  await paths(state, false);
}
await peers();
await crowds();

/** @param lists whether the network service is there, which knows the blocklists. */
async function paths(state: keyof typeof STATES, lists: boolean): Promise<void> {
  const { resolver, daemon, what } = STATES[state];
  const wiring = lists ? "all" : "one process per target";
  await using product = await startProduct(wiring, { ...ENV, DNS_RESOLVERS: resolver });
  if (!lists) {
    const network = product.process("network");
    network.kill("SIGKILL");
    await network.exited;
  }
  console.log(`${what}; ${lists ? "with the blocklists" : "without the network service"}`);
  for (const domain of DOMAINS) {
    const rounds: Round[] = [];
    for (let i = -WARM; i < ROUNDS; i++) {
      if (daemon !== null) await flush(daemon);
      const round = await once(product, domain, lists);
      if (i >= 0) rounds.push(round);
    }
    tell(domain, state, rounds);
  }
}

/** Has a resolver forget all it knows. */
async function flush(daemon: string): Promise<void> {
  await run("unbound-control", "-c", `${process.env["LAB_RUN"]}/${daemon}/unbound.conf`, "flush_zone", ".");
}

type Round = {
  readonly wallMs: number;
  readonly listsMs: number | null;
  readonly chain: Step[];
  readonly trips: Step[];
  readonly report: MailReport;
};

async function once(product: Product, domain: string, lists: boolean): Promise<Round> {
  const listsSpent = async () =>
    lists
      ? await Promise.all(
          ["sum", "count"].map((part) =>
            metric(product.process("all"), `dnstools_tool_duration_seconds_${part}`, { tool: "dnsbl" }),
          ),
        )
      : [];
  const [sum = 0, count = 0] = await listsSpent();
  const start = performance.now();
  const response = await fetch(`${product.url}/api/v1/mail?domain=${domain}`);
  const text = await response.text();
  const wallMs = performance.now() - start;
  if (!response.ok) throw new Error(`${domain}: ${response.status} ${text}`);
  const report = JSON.parse(text) as MailReport;
  const [sumAfter = 0, countAfter = 0] = await listsSpent();
  const listsMs = countAfter > count ? (1000 * (sumAfter - sum)) / (countAfter - count) : null;
  // Of an address that is on a list its words are asked for after that.
  const listed = report.data.reputation.addresses.some(({ listings }) => listings.length > 0);
  const trips = criticalPath(withTrips(report), listsMs === null ? null : (listed ? 2 : 1) * DNS_MS);
  return { wallMs, listsMs, chain: criticalPath(report, listsMs), trips, report };
}

/** The same answer, had every exchange taken the plan's round trips and nothing else, all being in the resolver's cache that can be. */
function withTrips(report: MailReport): MailReport {
  return {
    ...report,
    evidence: report.evidence.map((one) => ({
      ...one,
      elapsedMs: tripsOf(one.question),
      at: new Date(0).toISOString(),
    })),
  };
}

/** TCP, TLS 1.3 and HTTP take one each. The name that nobody has is in no cache. */
function tripsOf(question: string): number {
  if (question.startsWith("GET ")) return 3 * (hostOf(new URL(question.slice(4)).hostname).rttMs ?? 0);
  return DNS_MS + (/^[0-9a-f]{16}\._domainkey/.test(question) ? NEW_NAME_MS : 0);
}

function tell(domain: string, state: keyof typeof STATES, rounds: readonly Round[]): void {
  const byRatio = rounds.toSorted((a, b) => a.wallMs / lengthOf(a.chain) - b.wallMs / lengthOf(b.chain));
  const middle = byRatio[Math.floor(byRatio.length / 2)];
  if (middle === undefined) return;
  const ratio = middle.wallMs / lengthOf(middle.chain);
  const wall = median(rounds.map(({ wallMs }) => wallMs));
  const trips = lengthOf(middle.trips);
  const planned =
    state === "warm" ? `, ${(wall / trips).toFixed(2)} x the plan's round trips on it (${trips} ms)` : "";
  console.log(
    `  ${domain.padEnd(24)} ${wall.toFixed(1)} ms, ${ratio.toFixed(2)} x its critical path (${lengthOf(middle.chain).toFixed(1)} ms of ` +
      `${middle.wallMs.toFixed(1)}) ${goal(`<= ${LIMIT}`, ratio <= LIMIT)}${planned}; ${middle.report.evidence.length} questions` +
      (middle.listsMs === null ? "" : `, and the blocklists for ${middle.listsMs.toFixed(1)} ms`),
  );
  for (const { what, ms } of middle.chain) console.log(`      ${ms.toFixed(1).padStart(7)} ms  ${what}`);
  if (state === "warm")
    console.log(`      in round trips: ${middle.trips.map(({ what, ms }) => `${what} ${ms}`).join(", ")}`);
}
