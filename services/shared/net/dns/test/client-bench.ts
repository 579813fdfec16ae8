import { createGuard } from "../../guard.ts";
import { createDnsClient } from "../client.ts";
import { encodeQuery } from "../message.ts";
import type { DnsServer } from "../server.ts";
import { createServerRateLimiter } from "../server-rate-limiter.ts";
import { openUdp } from "../transport.ts";

/**
 * Number of queries in a run. This file is the client side of `bin/bench dns`; it is a separate process so that it can
 * run on its own core, and prints one line of JSON. `throughput ADDRESS` measures queries per second that a resolver
 * answers from its cache. `latency ADDRESS NAME` measures the milliseconds for one query at a time to an authoritative
 * server, with the client and with a bare socket.
 */
const QUESTIONS = 500_000;
const WARM = 150_000;
const UNDER_WAY = 100;
const NAMES = 2000;
const ROUNDS = 200;

const client = createDnsClient({
  guard: createGuard({ allow: [], deny: [] }, () => {}),
  rateLimiter: createServerRateLimiter(0),
  mixedCase: false,
  onEvent: () => {},
});
const never = new AbortController().signal;

async function throughput(address: string): Promise<object> {
  const server: DnsServer = { name: "resolver", address, port: 53, upstream: "recursor" };
  const questions = Array.from({ length: NAMES }, (_, i) => ({ name: `n${i}.wild.records.com`, type: "A" }));
  let failed = 0;
  const run = async (count: number) => {
    let asked = 0;
    const worker = async () => {
      while (asked < count) {
        const question = questions[asked++ % NAMES] as (typeof questions)[number];
        const { outcome } = await client.ask(server, question, never);
        if (outcome.kind !== "present") failed += 1;
      }
    };
    await Promise.all(Array.from({ length: UNDER_WAY }, worker));
  };
  await run(WARM);
  const start = performance.now();
  const cpu = process.cpuUsage();
  await run(QUESTIONS);
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (QUESTIONS / (performance.now() - start)) * 1000,
    cpuUs: (user + system) / QUESTIONS,
    failed,
  };
}

async function latency(address: string, name: string): Promise<object> {
  const server: DnsServer = { name: "ns", address, port: 53, upstream: "authoritative" };
  const question = { name, type: "A" };
  const query = encodeQuery(question, { id: 1, recursion: false, edns: true }) as Uint8Array;
  let heard = () => {};
  const socket = await openUdp(
    server,
    () => heard(),
    () => {},
  );
  const bare: number[] = [];
  const asked: number[] = [];
  const time = async (into: number[], work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    into.push(performance.now() - start);
  };
  for (let i = 0; i < ROUNDS; i++) {
    await time(bare, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      heard = resolve;
      socket.send(query);
      return promise;
    });
    await time(asked, () => client.ask(server, question, never));
  }
  const p50 = (values: number[]) => values.toSorted((a, b) => a - b)[ROUNDS >> 1];
  return { bareMs: p50(bare), askedMs: p50(asked) };
}

const [mode, address = "", name = ""] = process.argv.slice(2);
process.stdout.write(
  JSON.stringify(await (mode === "latency" ? latency(address, name) : throughput(address))),
);
process.exit(0);
