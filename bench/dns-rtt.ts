import { addressOf } from "@dnstools/lab/plan/plan";
import { startProduct } from "@dnstools/lab/support/product";
import { type Exchange, longestChain, roundTripsOf, timesOf } from "./chain.ts";
import { reached } from "./figures.ts";
import { median, roundsOf, timeOf } from "./measure.ts";
import { questionFor } from "./question.ts";

/**
 * Measures, in a lab with --rtt, the time that a caller of `dns` waits in addition to the round trips: for one query
 * at 20 ms, and for a whole `dns` call compared with its longest chain of dependent queries. Prints medians.
 */
const ROUNDS = roundsOf(100);
const LOOKS = roundsOf(15);
/** Rounds of calls before the measurement, so that the engine has compiled the code, as in a process that is in use. */
const WARM = { one: 100, whole: 30 };
const TYPES = ["A", "AAAA", "MX", "TXT", "NS", "SOA", "CAA"];
const NAME = "example.com";
const SERVER = addressOf("ns1.example.com");
const DOMAINS = ["records.com", "signed.com", "example.com"];
const CLIENT = `${import.meta.dir}/../services/shared/net/dns/test/client-bench.ts`;

await oneQuestion();
await wholeLooks();

async function oneQuestion(): Promise<void> {
  const child = Bun.spawn([process.execPath, CLIENT, "latency", SERVER, NAME], { stdout: "pipe" });
  const { bareMs, askedMs } = JSON.parse(await child.stdout.text());
  // The product's resolver is a zone's own server here: it answers at once, and has the same round-trip time as in the
  // other two measurements.
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", DNS_RESOLVERS: SERVER });
  const url = `${product.url}/api/v1/dns?domain=${NAME}&type=A`;
  const warming = TYPES.map((type) => `${product.url}/api/v1/dns?domain=${NAME}&type=${type}`);
  await Promise.all(warming.map((one) => timesOf(WARM.one, one)));
  let heard = () => {};
  const socket = await Bun.udpSocket({
    connect: { hostname: SERVER, port: 53 },
    socket: { data: () => heard() },
  });
  const times = { bare: [] as number[], http: [] as number[] };
  for (let i = 0; i < ROUNDS; i++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    heard = resolve;
    times.bare.push(
      await timeOf(() => {
        socket.send(questionFor(i, NAME));
        return promise;
      }),
    );
    times.http.push(
      await timeOf(async () => {
        const response = await fetch(url);
        await response.text();
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
      }),
    );
  }
  socket.close();
  const row = (what: string, bare: number, ms: number) =>
    console.log(
      `${what.padEnd(30)} ${ms.toFixed(2)} ms, a bare socket ${bare.toFixed(2)} ms, ${(ms - bare).toFixed(2)} ms added ${reached(`${what} at 20 ms adds`, ms - bare, "< 1", "ms")}`,
    );
  row("the client", bareMs, askedMs);
  row("dns?type=A", median(times.bare), median(times.http));
}

async function wholeLooks(): Promise<void> {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  await Promise.all(
    DOMAINS.map((domain) => timesOf(WARM.whole, `${product.url}/api/v1/dns?domain=${domain}`)),
  );
  for (const domain of DOMAINS) {
    const url = `${product.url}/api/v1/dns?domain=${domain}`;
    const wall = median(await timesOf(LOOKS, url));
    const { evidence } = (await (await fetch(url)).json()) as { evidence: Exchange[] };
    const chain = longestChain(evidence);
    const sum = chain.reduce((ms, exchange) => ms + roundTripsOf(exchange), 0);
    console.log(
      `dns of ${domain.padEnd(23)} ${wall.toFixed(1)} ms, ${(wall / sum).toFixed(2)} x its chain of ${sum} ms ${reached("dns, of its critical path", wall / sum, "<= 1.15")}, ${evidence.length} queries`,
    );
    for (const one of chain) console.log(`    ${roundTripsOf(one)} ms  ${one.question} @${one.server}`);
  }
}
