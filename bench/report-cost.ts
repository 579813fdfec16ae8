import { readFileSync } from "node:fs";
import { metric, startProduct } from "@dnstools/lab/support/product";
import { figure } from "./figures.ts";
import { median, roundsOf } from "./measure.ts";

/**
 * Prints the DNS questions and the bytes on the wire of one call of each tool, next to its cost in units of the rate
 * limit. Bytes are those of the product's network interface, with all headers; callers come over the loopback
 * interface. The product is warm, and keeps no answers.
 */
const CALLS = [
  "dns?domain=example.com",
  "reverse?ip=5.9.4.53",
  "whois?domain=registered.com",
  "dnsbl?ip=5.69.0.1",
  "ssl?host=www.example.com",
  "mail?domain=perfect.com",
  "propagation?domain=example.com",
  "scout?domain=words.com",
];
/** Milliseconds after which late answers have arrived, and the query rate limits of servers are refilled. */
const PAUSE_MS = 2000;

await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
const { costs } = (await (await fetch(`${product.url}/api/v1/limits`)).json()) as {
  costs: Record<string, number>;
};
for (const call of CALLS) {
  const tool = call.split("?")[0] ?? "";
  const units = costs[tool] ?? Number.NaN;
  const seen: Sent[] = [];
  await ask(call);
  for (let i = 0; i < roundsOf(3); i++) {
    await Bun.sleep(PAUSE_MS);
    const before = await sent();
    await ask(call);
    await Bun.sleep(PAUSE_MS / 4);
    const after = await sent();
    seen.push({
      questions: after.questions - before.questions,
      bytesOut: after.bytesOut - before.bytesOut,
      bytesIn: after.bytesIn - before.bytesIn,
    });
  }
  const of = (name: keyof Sent) => median(seen.map((one) => one[name]));
  const [questions, bytesOut, bytesIn] = [of("questions"), of("bytesOut"), of("bytesIn")];
  figure({ kind: "cost", tool, call, units, questions, bytesOut, bytesIn });
  console.log(
    `${call.padEnd(32)} ${units} units: ${questions} questions, ${bytesOut} bytes sent, ${bytesIn} received; for a unit ` +
      `${(questions / units).toFixed(1)} questions, ${(bytesOut / units).toFixed(0)} and ${(bytesIn / units).toFixed(0)} bytes`,
  );
}

async function ask(call: string): Promise<void> {
  const response = await fetch(`${product.url}/api/v1/${call}`);
  await response.text();
  if (!response.ok) throw new Error(`${call}: ${response.status}`);
}

type Sent = { readonly questions: number; readonly bytesOut: number; readonly bytesIn: number };

/** Returns what was sent and received since the start of the lab. */
async function sent(): Promise<Sent> {
  const line = /^\s*eth0:(.*)$/m.exec(readFileSync("/proc/net/dev", "utf8"))?.[1] ?? "";
  const columns = line.trim().split(/\s+/).map(Number);
  const questions = await metric(product.process("all"), "dnstools_dns_queries_total");
  return { questions, bytesOut: columns[8] ?? Number.NaN, bytesIn: columns[0] ?? Number.NaN };
}
