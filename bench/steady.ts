import { questionFor } from "./question.ts";

/**
 * Calls `dns?type=A` of a product at a steady rate, and between the calls queries the resolver directly: the product
 * does not cause delays of these direct queries. Runs until its standard input ends, and then prints its measurements.
 * Run as `bun bench/steady.ts URL RESOLVER NAME...`.
 */
const EVERY_MS = 10;

/** The time of a call in milliseconds since 1970, and its duration in milliseconds. */
export type Sample = readonly [at: number, ms: number];
export type Steady = { readonly product: readonly Sample[]; readonly bare: readonly Sample[] };

const [url = "", resolver = "", ...names] = process.argv.slice(2);
const product: Sample[] = [];
const bare: Sample[] = [];
const waiting = new Map<number, number>();
const socket = await Bun.udpSocket({
  connect: { hostname: resolver, port: 53 },
  socket: {
    data(_, message) {
      const id = message.readUInt16BE(0);
      const start = waiting.get(id);
      waiting.delete(id);
      if (start !== undefined) bare.push([performance.timeOrigin + start, performance.now() - start]);
    },
  },
});

async function askProduct(name: string): Promise<void> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/dns?domain=${name}&type=A`);
  await response.text();
  if (response.ok) product.push([performance.timeOrigin + start, performance.now() - start]);
}

function askResolver(id: number, name: string): void {
  waiting.set(id, performance.now());
  socket.send(questionFor(id, name));
}

let next = 0;
const timer = setInterval(() => {
  next = (next + 1) % 65_536;
  const name = names[next % names.length] ?? "";
  void askProduct(name);
  setTimeout(askResolver, EVERY_MS / 2, next, name);
}, EVERY_MS);
console.log("ready");
await Bun.stdin.text();
clearInterval(timer);
console.log(JSON.stringify({ product, bare } satisfies Steady));
process.exit(0);
