import { OWN_RESOLVER, RESOLVER } from "@dnstools/lab/plan/hosts";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { HOSTS, hostOf } from "@dnstools/lab/plan/plan";
import { metric, type Product, startProduct } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { reached } from "./figures.ts";
import { crowds } from "./mail-crowd.ts";
import { criticalPath, lengthOf, type MailReport, type Step } from "./mail-path.ts";
import { peers } from "./mail-peers.ts";
import { median, roundsOf } from "./measure.ts";
import { chosenRows } from "./rows.ts";

/**
 * Measures in a lab with --rtt what a caller of `mail` waits, compared with the longest chain of exchanges that
 * depend on each other, and with tools that make the same checks one after another. Prints medians.
 */
const ROUNDS = roundsOf(5);
const WARM = 2;
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };
const DNS_MS = HOSTS.find(({ v4 }) => v4 === RESOLVER)?.rttMs ?? Number.NaN;
/**
 * Milliseconds that a resolver needs in addition for a random name: one query to the zone's servers for each of the
 * name's last two labels.
 */
const NEW_NAME_MS = 40;
/**
 * A domain with every record, a typical domain, one with nine nested includes, one on every blocklist, and one
 * without mail.
 */
const DOMAINS = [POLICY.perfect, POLICY.mxGood, POLICY.spfChain, POLICY.mxListed, POLICY.parked] as const;

/** States of the resolver's cache: empty, as after a start, or filled with everything that can be cached. */
const STATES = {
  cold: { what: `the resolver's cache is empty`, resolver: OWN_RESOLVER, daemon: "recursor" },
  warm: {
    what: `the resolver, ${DNS_MS} ms away, has everything in its cache`,
    resolver: RESOLVER,
    daemon: null,
  },
} as const;

for (const part of chosenRows({
  warm: () => bothPaths("warm"),
  cold: () => bothPaths("cold"),
  peers,
  crowds,
}))
  await part();

async function bothPaths(state: keyof typeof STATES): Promise<void> {
  await paths(state, true);
  await paths(state, false);
}

/**
 * Measures all domains in one state.
 * @param lists true if the network service runs, which queries the blocklists.
 */
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

/** Empties a resolver's cache. */
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
  // For a listed address, the list's explanation (TXT) is queried after the list's answer.
  const listed = report.data.reputation.addresses.some(({ listings }) => listings.length > 0);
  const trips = criticalPath(withTrips(report), listsMs === null ? null : (listed ? 2 : 1) * DNS_MS);
  return { wallMs, listsMs, chain: criticalPath(report, listsMs), trips, report };
}

/** Returns the report as if every exchange had taken only the planned round trips, with a filled resolver cache. */
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

/**
 * Returns the planned round trips of a question in milliseconds. TCP, TLS 1.3 and HTTP take one each. A random
 * selector is in no cache.
 */
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
      `${middle.wallMs.toFixed(1)}) ${reached(`mail, ${state}, of its critical path`, ratio, "<= 1.15")}${planned}; ${middle.report.evidence.length} exchanges` +
      (middle.listsMs === null ? "" : `, and the blocklists for ${middle.listsMs.toFixed(1)} ms`),
  );
  for (const { what, ms } of middle.chain) console.log(`      ${ms.toFixed(1).padStart(7)} ms  ${what}`);
  if (state === "warm")
    console.log(`      in round trips: ${middle.trips.map(({ what, ms }) => `${what} ${ms}`).join(", ")}`);
}
