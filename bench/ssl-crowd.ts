import { readdirSync } from "node:fs";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { CERTS } from "@dnstools/lab/plan/zoo";
import { type Product, startProduct, WIRINGS, type Wiring } from "@dnstools/lab/support/product";
import { type Bound, reached } from "./figures.ts";
import { publishDomains } from "./mail-domains.ts";
import { cpuSeconds, median, memoryMb, peakMemoryMb, pin, roundsOf } from "./measure.ts";
import type { Sample, Steady } from "./steady.ts";

/**
 * Makes two hundred different `ssl` calls or 50 `mail` calls at once, and measures how long they take, the memory of the process that
 * serves them, and how much they delay `dns` calls at a steady rate. The product has one core, all other processes
 * have the other.
 */
const CHECKS = 200;
const ROUNDS = roundsOf(5);
const QUIET_MS = 3000;
const MAILS = 50;
const [OURS, OTHERS] = [0, 1];

/**
 * The hosts of the lab's certificate zoo. The calls use their names, including hosts that do not speak TLS or do not
 * exist, and then addresses of both families.
 */
const HOSTS = CERTS.hosts ?? [];
export const SSL_QUERIES = [
  ...HOSTS.map(({ name }) => name),
  ...HOSTS.flatMap(({ v4, v6 }) => [v4, v6].filter((address) => address !== undefined)),
].slice(0, CHECKS);
/** Names for the `dns` calls: they have an address, and no `ssl` call uses them. */
const NAMES = ["example.com", "records.com", "signed.com", "mx1.mailtls.com", "mx2.mailtls.com"];

/** Calls at once, the service that they load, and how much slower `dns` may become meanwhile. */
type Calls = {
  readonly tool: string;
  readonly service: string;
  readonly paths: readonly string[];
  readonly bound: Bound;
};

export async function crowds(): Promise<void> {
  const paths = SSL_QUERIES.map((host) => `ssl?host=${encodeURIComponent(host)}`);
  // In `all`, one thread serves both.
  for (const wiring of WIRINGS)
    await crowd(wiring, {
      tool: "ssl",
      service: "cert",
      paths,
      bound: wiring === "all" ? "<= 1.3" : "<= 1.2",
    });
}

/** The same with `mail` in one process. */
export async function mails(): Promise<void> {
  const paths = (await publishDomains()).slice(0, MAILS).map((domain) => `mail?domain=${domain}`);
  await crowd("all", { tool: "mail", service: "mail", paths, bound: "<= 1.5" });
}

type Round = { readonly start: number; readonly busyUntil: number; readonly end: number };

async function crowd(wiring: Wiring, calls: Calls): Promise<void> {
  const { tool, service, paths } = calls;
  await using product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0" });
  const cert = product.process(wiring === "all" ? "all" : service).pid;
  apart(product);
  for (const path of paths.slice(0, 20)) await check(product, path);
  const steady = Bun.spawn(
    [process.execPath, `${import.meta.dir}/steady.ts`, product.url, RESOLVER, ...NAMES],
    {
      stdin: "pipe",
      stdout: "pipe",
    },
  );
  pin(steady.pid, OTHERS);
  await Bun.sleep(QUIET_MS);
  const before = memoryMb(cert);
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const cpu = cpuSeconds(cert);
    const round = await once(product, paths);
    rounds.push(round);
    console.log(
      `${wiring}: ${paths.length} ${tool} at once: ${(round.end - round.start).toFixed(0)} ms, nine tenths of them ` +
        `${(round.busyUntil - round.start).toFixed(0)} ms, ${(1000 * (cpuSeconds(cert) - cpu)).toFixed(0)} ms of CPU; ` +
        `peak memory ${peakMemoryMb(cert).toFixed(0)} MB (at rest before ${before.toFixed(0)}, now ${memoryMb(cert).toFixed(0)})`,
    );
    await Bun.sleep(QUIET_MS);
  }
  steady.stdin.end();
  const [, last = ""] = (await steady.stdout.text()).split("\n");
  tell(wiring, calls, JSON.parse(last), rounds);
}

async function once(product: Product, paths: readonly string[]): Promise<Round> {
  const start = wallClock();
  const ends = await Promise.all(paths.map((path) => check(product, path)));
  const sorted = ends.toSorted((a, b) => a - b);
  return { start, busyUntil: sorted[Math.floor(0.9 * sorted.length)] ?? start, end: sorted.at(-1) ?? start };
}

/** Makes one call. @returns the time of its answer in milliseconds since 1970. */
async function check(product: Product, path: string): Promise<number> {
  const response = await fetch(`${product.url}/api/v1/${path}`);
  await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return wallClock();
}

function tell(wiring: Wiring, { tool, paths, bound }: Calls, steady: Steady, rounds: readonly Round[]): void {
  const within = (samples: readonly Sample[], from: (round: Round) => number, to: (round: Round) => number) =>
    samples
      .filter(([at]) => rounds.some((round) => at >= from(round) && at <= to(round)))
      .map(([, ms]) => ms);
  const windows = (samples: readonly Sample[]) => ({
    quiet: within(
      samples,
      ({ start }) => start - QUIET_MS + 500,
      ({ start }) => start,
    ),
    beside: within(
      samples,
      ({ start }) => start,
      ({ end }) => end,
    ),
    busy: within(
      samples,
      ({ start }) => start,
      ({ busyUntil }) => busyUntil,
    ),
  });
  const bare = windows(steady.bare);
  for (const [what, { quiet, beside, busy }] of [
    ["dns?type=A", windows(steady.product)],
    ["a bare question to the resolver", bare],
  ] as const) {
    const rest = median(quiet);
    const told = (values: readonly number[]) => {
      const ratio = median(values) / rest;
      return `${median(values).toFixed(2)} ms, ${ratio.toFixed(2)} x, p95 ${high(values)}`;
    };
    console.log(
      `${wiring}: ${what}: alone ${rest.toFixed(2)} ms, p95 ${high(quiet)}; until nine tenths are done ${told(busy)}; ` +
        `until all are done ${told(beside)}; ${quiet.length}, ${busy.length}, ${beside.length} samples`,
    );
    if (what === "dns?type=A")
      console.log(
        `  ${reached(`dns beside ${paths.length} ${tool}, ${wiring}`, median(busy) / rest, bound)}`,
      );
  }
}

function high(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)] ?? Number.NaN).toFixed(1);
}

/** Binds the product to its core, and every other process of the lab to the other core. */
function apart(product: Product): void {
  const ours = new Set(product.processes.map(({ pid }) => pid));
  for (const pid of readdirSync("/proc").map(Number)) if (pid > 0) pin(pid, ours.has(pid) ? OURS : OTHERS);
}

function wallClock(): number {
  return performance.timeOrigin + performance.now();
}
