import { addressOf, HOSTS } from "../plan/plan.ts";
import { startProduct } from "../product.ts";
import { median } from "./measure.ts";

/**
 * What a caller waits beyond the round trips, in a lab with --rtt: for one question at 20 ms, and for a whole `dns`
 * beside the longest chain of questions that wait for each other. Medians.
 */
const ROUNDS = 100;
const LOOKS = 15;
const NAME = "example.com";
const SERVER = addressOf("ns1.example.com");
const DOMAINS = ["records.com", "signed.com", "example.com"];
const CLIENT = `${import.meta.dir}/../../services/shared/net/dns/client.bench.ts`;

/** Evidence tells when a question was sent to a millisecond. */
const MOMENT_MS = 1;

type Exchange = {
  readonly question: string;
  readonly server: string;
  readonly address: string;
  readonly transport: "udp" | "tcp";
  readonly at: string;
  readonly elapsedMs: number;
};

await oneQuestion();
await wholeLooks();

async function oneQuestion(): Promise<void> {
  const child = Bun.spawn([process.execPath, CLIENT, "latency", SERVER, NAME], { stdout: "pipe" });
  const { bareMs, askedMs } = JSON.parse(await child.stdout.text());
  // A zone's server as our resolver: it answers at once, and is as far away as the other two are measured at.
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: SERVER });
  const http = await timesOf(ROUNDS, `${product.url}/api/v1/dns?domain=${NAME}&type=A`);
  const row = (what: string, ms: number) =>
    console.log(`${what.padEnd(30)} ${ms.toFixed(2)} ms, ${(ms - bareMs).toFixed(2)} ms added`);
  console.log(`a bare socket at 20 ms         ${bareMs.toFixed(2)} ms`);
  row("the client (goal < 1 ms)", askedMs);
  row("dns?type=A (goal < 1 ms)", median(http));
}

async function wholeLooks(): Promise<void> {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  for (const domain of DOMAINS) {
    const url = `${product.url}/api/v1/dns?domain=${domain}`;
    const wall = median(await timesOf(LOOKS, url));
    const { evidence } = (await (await fetch(url)).json()) as { evidence: Exchange[] };
    const chain = longestChain(evidence);
    const sum = chain.reduce((ms, exchange) => ms + roundTripsOf(exchange), 0);
    console.log(
      `dns of ${domain.padEnd(23)} ${wall.toFixed(1)} ms, ${(wall / sum).toFixed(2)} x its chain of ${sum} ms (goal <= 1.1), ${evidence.length} questions`,
    );
    for (const one of chain) console.log(`    ${roundTripsOf(one)} ms  ${one.question} @${one.server}`);
  }
}

/** Milliseconds of each call, one after another. The first, for which nothing is warm, is left out. */
async function timesOf(count: number, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i <= count; i++) {
    const start = performance.now();
    const response = await fetch(url);
    await response.text();
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    times.push(performance.now() - start);
  }
  return times.slice(1);
}

/** Questions that waited for each other, from the last back: each began when the one before it had ended. */
function longestChain(evidence: readonly Exchange[]): Exchange[] {
  const start = (one: Exchange) => Date.parse(one.at);
  const end = (one: Exchange) => start(one) + one.elapsedMs;
  const byEnd = evidence.toSorted((a, b) => end(b) - end(a));
  const chain: Exchange[] = [];
  for (let last = byEnd[0]; last !== undefined; ) {
    chain.unshift(last);
    const before = start(last) + MOMENT_MS;
    last = byEnd.find((one) => end(one) <= before && !chain.includes(one));
  }
  return chain;
}

/** The plan's round trip to a server in milliseconds, as often as the exchange needed it: TCP comes after UDP, and begins with a handshake. */
function roundTripsOf({ address, transport }: Exchange): number {
  const host = HOSTS.find(({ v4, v6 }) => v4 === address || v6 === address);
  return (host?.rttMs ?? 30) * (transport === "tcp" ? 3 : 1);
}
