import { readdirSync } from "node:fs";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { metric, type Product, startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { dropsSoFar } from "./crowds-drops.ts";
import { publishDomains } from "./mail-domains.ts";
import { cpuSeconds, median, memoryMb, peakMemoryMb, pin } from "./measure.ts";

/**
 * Calls `mail` for two hundred domains at once, several times, and prints the waits, the CPU, the queries, the
 * sections that become unknown under this load, and the memory of the processes involved. The product has one core,
 * all other processes have the other. For the first crowd, the resolver's cache is empty.
 */
const CROWDS = 8;
const QUIET_MS = 2000;
const [OURS, OTHERS] = [0, 1];
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0", DNS_RESOLVERS: OWN_RESOLVER };

export async function crowds(): Promise<void> {
  const names = await publishDomains();
  for (const wiring of WIRINGS) await crowdsOf(wiring, names);
}

async function crowdsOf(wiring: Wiring, names: readonly string[]): Promise<void> {
  await using product = await startProduct(wiring, ENV);
  apart(product);
  for (const name of names.slice(0, 3)) await ask(product, name);
  console.log(`${wiring}: ${memory(product)} before`);
  const crowds: Crowd[] = [];
  for (let i = 0; i < CROWDS; i++) {
    const crowd = await once(product, names);
    crowds.push(crowd);
    tell(crowd);
    await Bun.sleep(QUIET_MS);
    console.log(`    ${memory(product)} after`);
  }
  const of = (pick: (crowd: Crowd) => number) => median(crowds.slice(1).map(pick));
  console.log(
    `${wiring}, median without the first crowd: ${of(({ wallMs }) => wallMs).toFixed(0)} ms, ` +
      `${of(({ wallMs }) => (1000 * names.length) / wallMs).toFixed(1)} per second, p50 ${of(({ p50 }) => p50).toFixed(0)} ms, ` +
      `p95 ${of(({ p95 }) => p95).toFixed(0)} ms, CPU per call ${of(({ cpuMs }) => total(cpuMs)).toFixed(1)} ms, ` +
      `queries per call ${of(({ own }) => own).toFixed(1)} and ${of(({ lists }) => lists).toFixed(1)} to blocklists`,
  );
}

/** The figures of one crowd. Figures of a single report are means. */
type Crowd = {
  readonly wallMs: number;
  readonly p50: number;
  readonly p95: number;
  /** CPU milliseconds per report, by process. */
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly own: number;
  readonly lists: number;
  readonly failed: number;
  readonly unknown: number;
  readonly timeouts: number;
  /** Number of datagrams that were dropped because a socket's buffer was full. */
  readonly dropped: number;
};

async function once(product: Product, names: readonly string[]): Promise<Crowd> {
  const network = product.processes.find(({ target }) => target === "network");
  const front = network ?? product.process("all");
  const count = async () => ({
    questions: await metric(front, "dnstools_dns_queries_total"),
    dropped: await droppedSoFar(),
    cpu: product.processes.map(({ pid }) => cpuSeconds(pid)),
  });
  const before = await count();
  const start = performance.now();
  const answers = await Promise.all(names.map((name) => ask(product, name)));
  const wallMs = performance.now() - start;
  const after = await count();
  const reports = answers.flatMap(({ status, text }) => (status === 200 ? [JSON.parse(text) as Report] : []));
  const evidence = reports.flatMap((report) => report.evidence);
  const own = evidence.length / names.length;
  const asked = (after.questions - before.questions) / names.length;
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    wallMs,
    p50: median(times),
    p95: times[Math.floor(0.95 * times.length)] ?? Number.NaN,
    cpuMs: Object.fromEntries(
      product.processes.map(({ target }, i) => [
        target,
        (1000 * ((after.cpu[i] ?? 0) - (before.cpu[i] ?? 0))) / names.length,
      ]),
    ),
    own,
    // In one process, the queries to blocklists and all other queries are counted together.
    lists: network === undefined ? asked - own : asked,
    failed: names.length - reports.length,
    unknown: reports.reduce((sum, { data }) => sum + data.summary.unknown.length, 0),
    timeouts: evidence.filter(({ reason }) => reason === "timeout").length,
    dropped: after.dropped - before.dropped,
  };
}

type Report = {
  readonly data: { readonly summary: { readonly unknown: readonly string[] } };
  readonly evidence: readonly { readonly reason: string | null }[];
};

/**
 * Makes one call. The answers are parsed only when all of them have arrived, because the resolver shares this
 * process's core.
 */
async function ask({ url }: Product, domain: string): Promise<{ ms: number; status: number; text: string }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/mail?domain=${domain}`);
  const text = await response.text();
  return { ms: performance.now() - start, status: response.status, text };
}

function tell({ wallMs, p50, p95, cpuMs, own, lists, failed, unknown, timeouts, dropped }: Crowd): void {
  const each = Object.entries(cpuMs).map(([target, ms]) => `${target} ${ms.toFixed(1)}`);
  console.log(
    `  ${wallMs.toFixed(0)} ms, p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}; CPU per call ${each.join(", ")} ms; ` +
      `queries per call ${own.toFixed(1)}, to blocklists ${lists.toFixed(1)}; ${failed} failed, sections unknown ${unknown}, ` +
      `timeouts ${timeouts}, datagrams dropped ${dropped}`,
  );
}

function total(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

/** Describes the memory of the processes that do the work. */
function memory(product: Product): string {
  return product.processes
    .filter(({ target }) => ["all", "mail", "network"].includes(target))
    .map(
      ({ target, pid }) => `${target} ${memoryMb(pid).toFixed(0)} MB (peak ${peakMemoryMb(pid).toFixed(0)})`,
    )
    .join(", ");
}

/** Binds the product to its core, and every other process of the lab to the other core. */
function apart(product: Product): void {
  const ours = new Set(product.processes.map(({ pid }) => pid));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

/** Counts the datagrams that were dropped because a socket's buffer was full, on both sides of the lab. */
async function droppedSoFar(): Promise<number> {
  const { product, internet } = await dropsSoFar();
  return product + internet;
}
