import { readdirSync, readFileSync } from "node:fs";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { metric, type Product, startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { publishDomains } from "./mail-domains.ts";
import { cpuSeconds, median, memoryMb, peakMemoryMb, pin } from "./measure.ts";

/**
 * Two hundred `mail` of as many domains at once, several times: how long one waits, what it costs, how many questions it takes, how
 * many sections the crowd makes unknown, and the memory of the processes that do it. The product has one core, the rest of the
 * world the other. The first crowd finds nothing in the resolver's cache.
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
    `${wiring}, median but for the first: ${of(({ wallMs }) => wallMs).toFixed(0)} ms, ` +
      `${of(({ wallMs }) => (1000 * names.length) / wallMs).toFixed(1)} a second, p50 ${of(({ p50 }) => p50).toFixed(0)} ms, ` +
      `p95 ${of(({ p95 }) => p95).toFixed(0)} ms, CPU of one ${of(({ cpuMs }) => total(cpuMs)).toFixed(1)} ms, ` +
      `questions of one ${of(({ own }) => own).toFixed(1)} and ${of(({ lists }) => lists).toFixed(1)} to lists`,
  );
}

/** One crowd; what is of one report is the mean. */
type Crowd = {
  readonly wallMs: number;
  readonly p50: number;
  readonly p95: number;
  /** By process. */
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly own: number;
  readonly lists: number;
  readonly failed: number;
  readonly unknown: number;
  readonly timeouts: number;
  /** Datagrams that a socket had no room for. */
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
    // In one process they are counted together.
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

/** Answers are read when all are there: the resolver has the same core. */
async function ask({ url }: Product, domain: string): Promise<{ ms: number; status: number; text: string }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/mail?domain=${domain}`);
  const text = await response.text();
  return { ms: performance.now() - start, status: response.status, text };
}

function tell({ wallMs, p50, p95, cpuMs, own, lists, failed, unknown, timeouts, dropped }: Crowd): void {
  const each = Object.entries(cpuMs).map(([target, ms]) => `${target} ${ms.toFixed(1)}`);
  console.log(
    `  ${wallMs.toFixed(0)} ms, p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}; CPU of one ${each.join(", ")} ms; ` +
      `questions of one ${own.toFixed(1)}, to lists ${lists.toFixed(1)}; ${failed} failed, sections unknown ${unknown}, ` +
      `timeouts ${timeouts}, datagrams dropped ${dropped}`,
  );
}

function total(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

/** What the processes have that do the work. */
function memory(product: Product): string {
  return product.processes
    .filter(({ target }) => ["all", "mail", "network"].includes(target))
    .map(
      ({ target, pid }) => `${target} ${memoryMb(pid).toFixed(0)} MB (most ${peakMemoryMb(pid).toFixed(0)})`,
    )
    .join(", ");
}

/** The product to its core, every other process of the lab to the other. */
function apart(product: Product): void {
  const ours = new Set(product.processes.map(({ pid }) => pid));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

/** Datagrams that a socket had no room for, on both sides of the lab. */
async function droppedSoFar(): Promise<number> {
  const theirs = await run(`${import.meta.dir}/../lab/internet`, "cat", "/proc/net/snmp");
  return [readFileSync("/proc/net/snmp", "utf8"), theirs]
    .map((text) => {
      const [names = [], values = []] = text
        .split("\n")
        .filter((line) => line.startsWith("Udp:"))
        .map((line) => line.split(" "));
      return Number(values[names.indexOf("RcvbufErrors")]);
    })
    .reduce((sum, count) => sum + count, 0);
}
