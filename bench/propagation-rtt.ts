import { HOSTS } from "@dnstools/lab/plan/plan";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { reached } from "./figures.ts";
import { median, roundsOf } from "./measure.ts";

/**
 * Measures `propagation` in a lab with --rtt: 50 resolvers of the United States, 30 of them dead, three types each.
 * Prints how long a caller waits compared with the slowest live resolver, as medians. The first call of a process
 * finds out which resolvers are dead.
 */
const ROUNDS = roundsOf(11);
const QUERY = "country=us&limit=50";
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };
/** Deadline of a resolver check in milliseconds. */
const CHECK_MS = 1500;

type Report = {
  readonly data: {
    readonly resolvers: readonly {
      readonly ip: string;
      readonly results: Readonly<Record<string, { readonly elapsedMs: number; readonly class: string }>>;
    }[];
    readonly excluded: readonly unknown[];
    readonly conclusion: { readonly status: string };
  };
  readonly wallMs: number;
};

async function ask({ url }: Product, domain: string): Promise<Report> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/propagation?domain=${domain}&${QUERY}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${domain}: ${response.status} ${text}`);
  return { ...(JSON.parse(text) as Report), wallMs: performance.now() - start };
}

/** Returns the longest time of one resolver's answer, and the longest planned round trip among the resolvers. */
function slowest({ data }: Report): { readonly ms: number; readonly rttMs: number } {
  const ms = data.resolvers.flatMap(({ results }) => Object.values(results).map((one) => one.elapsedMs));
  const rtts = data.resolvers.map(({ ip }) => HOSTS.find(({ v4 }) => v4 === ip)?.rttMs ?? 30);
  return { ms: Math.max(...ms), rttMs: Math.max(...rtts) };
}

function tell(what: string, rounds: readonly Report[], budgetMs: number | null): void {
  const [first] = rounds;
  if (first === undefined) return;
  const wall = median(rounds.map(({ wallMs }) => wallMs));
  const answer = median(rounds.map((round) => slowest(round).ms));
  const { rttMs } = slowest(first);
  const { resolvers, excluded, conclusion } = first.data;
  const kept =
    budgetMs === null
      ? reached("propagation, of the slowest answer", wall / answer, "<= 1.1")
      : `(deadline of a check: ${budgetMs} ms)`;
  console.log(
    `${what}: ${wall.toFixed(0)} ms, ${(wall / answer).toFixed(2)} x the slowest answer (${answer.toFixed(0)} ms, ` +
      `${rttMs} ms away: ${(wall / rttMs).toFixed(2)} x) ${kept}; ${resolvers.length} asked, ${excluded.length} excluded, ${conclusion.status}`,
  );
}

const cold: Report[] = [];
for (let i = 0; i < 3; i++) {
  await using product = await startProduct("all", ENV);
  cold.push(await ask(product, "example.com"));
}
tell("first call of a process", cold, CHECK_MS);

await using product = await startProduct("all", ENV);
await ask(product, "example.com");
for (const domain of ["example.com", "words.com"]) {
  const rounds: Report[] = [];
  // Public resolvers get a tenth of the query rate of authoritative servers: a burst of thirty queries, then thirty
  // per second.
  for (let i = -1; i < ROUNDS; i++) {
    const round = await ask(product, domain);
    if (i >= 0) rounds.push(round);
    await Bun.sleep(300);
  }
  tell(`warm, ${domain}`, rounds, null);
}
