import { HOSTS } from "@dnstools/lab/plan/plan";

/** Resolution of the times in an answer's evidence, in milliseconds. */
const MOMENT_MS = 1;

/** One row of an answer's evidence. */
export type Exchange = {
  readonly question: string;
  readonly server: string;
  readonly address: string;
  readonly transport: "udp" | "tcp" | "https" | "http" | "whois";
  readonly at: string;
  readonly elapsedMs: number;
};

/**
 * Returns the milliseconds of each of `count` calls, made one after another. An additional first call warms the
 * caches and is left out.
 */
export async function timesOf(count: number, url: string): Promise<number[]> {
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

/**
 * Returns the chain of exchanges that waited for each other, followed back from the last one: each began after the
 * one before it had ended.
 */
export function longestChain(evidence: readonly Exchange[]): Exchange[] {
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

/**
 * Round trips of an exchange. DNS over TCP follows a UDP exchange and needs a handshake, TLS 1.3 adds a handshake of
 * its own, and a WHOIS server answers after the TCP handshake.
 */
const TRIPS: Readonly<Record<Exchange["transport"], number>> = {
  udp: 1,
  tcp: 3,
  https: 3,
  http: 2,
  whois: 2,
};

/**
 * Returns the time that an exchange must take: the planned round-trip time to the server in milliseconds, multiplied
 * by the number of round trips.
 */
export function roundTripsOf({ address, transport }: Exchange): number {
  const host = HOSTS.find(({ v4, v6 }) => v4 === address || v6 === address);
  return (host?.rttMs ?? 30) * TRIPS[transport];
}
