import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressesOf, HOSTS, hostOf, serversOf, ZONE } from "@dnstools/lab/plan/plan";
import { recordsOf } from "@dnstools/lab/plan/records";
import type { Zone } from "@dnstools/lab/plan/shapes";
import { countQuestions } from "@dnstools/lab/support/count";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { figure, reached } from "./figures.ts";
import { median, peakMemoryMb, roundsOf } from "./measure.ts";
import { chosenRows } from "./rows.ts";
import { criticalPath, type ScoutReport } from "./scout-path.ts";

/**
 * Measures `scout` in a lab with --rtt, on a zone of 5,000 names with four servers of two addresses each, 20 to 80
 * ms away: compared with Debian's tools and the same 150 words; compared with its own longest chain of exchanges;
 * with growing word lists; and how much twenty calls at once slow down `dns`. Prints medians.
 */
const ZONE_NAME = "words.com";
const ROUNDS = roundsOf(5);
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };

const folder = mkdtempSync(join(tmpdir(), "scout-"));
const own = new Set(recordsOf(ZONE.get(ZONE_NAME) as Zone).map(({ owner }) => owner.slice(0, -1)));
const common = readWords();

try {
  for (const part of chosenRows({ peers, paths, growth, neighbours })) await part();
} finally {
  rmSync(folder, { recursive: true });
}

/** Reads the product's own words, the likeliest first. */
function readWords(): string[] {
  const text = readFileSync(join(import.meta.dir, "../services/analysis/tools/scout/word-list.ts"), "utf8");
  return [...text.matchAll(/"([a-z0-9-]+)"/g)].map(([, word = ""]) => word);
}

function fileOf(words: readonly string[]): string {
  const file = join(folder, `words-${words.length}`);
  writeFileSync(file, `${words.join("\n")}\n`);
  return file;
}

async function scout(
  { url }: Product,
  query: string,
): Promise<ScoutReport & { readonly data: Found; readonly wallMs: number }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/scout?${query}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${query}: ${response.status} ${text}`);
  return { ...JSON.parse(text), wallMs: performance.now() - start };
}
type Found = ScoutReport["data"] & {
  readonly politeness: { readonly questions: number };
  readonly subdomains: { readonly coverage: { readonly questions: number; readonly elapsedMs: number } };
};

type Run = { readonly ms: number; readonly found: ReadonlySet<string>; readonly questions: number };

/** Compares scout with other tools on the same zone, with the same words and the same round trips. */
async function peers(): Promise<void> {
  const words = common.slice(0, 150);
  const file = fileOf(words);
  const commands: Readonly<Record<string, readonly string[]>> = {
    "dnsrecon std,brt": ["dnsrecon", "-d", ZONE_NAME, "-t", "std,brt", "-D", file, "--iw"],
    dnsenum: [
      "dnsenum",
      "--noreverse",
      "--nocolor",
      "--threads",
      "5",
      "-p",
      "0",
      "-s",
      "0",
      "-f",
      file,
      ZONE_NAME,
    ],
    fierce: ["fierce", "--domain", ZONE_NAME, "--subdomain-file", file],
  };
  const there = words.filter((word) => namesThere(word));
  await using product = await startProduct("all", { ...ENV, SCOUT_WORDS: file });
  await scout(product, `domain=${ZONE_NAME}`);
  const ours: Run[] = [];
  const theirs = new Map<string, Run[]>(Object.keys(commands).map((name) => [name, []]));
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(
      await counted(async () => {
        const { data } = await scout(product, `domain=${ZONE_NAME}`);
        return data.subdomains.names.map(({ name }) => name).join("\n");
      }),
    );
    // The other tools take most of a minute, and their times hardly vary.
    if (i < roundsOf(2))
      for (const [name, command] of Object.entries(commands))
        theirs.get(name)?.push(await counted(() => output(command)));
  }
  const mine = median(ours.map(({ ms }) => ms));
  const shown: number[] = [];
  const show = (name: string, runs: readonly Run[]) => {
    const found = there.filter((word) => runs.every((run) => run.found.has(word)));
    const ms = median(runs.map((run) => run.ms));
    const ratio = ms / mine;
    const kept =
      name === "scout"
        ? ""
        : ` ${ratio.toFixed(1)} x ours ${reached("dnsrecon, dnsenum and fierce take, of scout", ratio, ">= 5")}`;
    console.log(
      `  ${name.padEnd(18)} ${ms.toFixed(0).padStart(6)} ms, found ${found.length} of ${there.length}, ` +
        `${median(runs.map((run) => run.questions))} queries${kept}`,
    );
    if (name !== "scout") {
      const both = `scout ${shown.at(0)}, ${name} ${found.length} of ${there.length} names`;
      figure({
        kind: "peer",
        what: "scout with 150 words",
        peer: name,
        by: "time",
        times: ratio,
        found: both,
      });
    }
    shown.push(found.length);
    return new Set(found);
  };
  console.log(`${ZONE_NAME}, 150 words, ${there.length} of them in the zone`);
  const found = show("scout", ours);
  for (const [name, runs] of theirs) {
    const missed = [...show(name, runs)].filter((word) => !found.has(word));
    if (missed.length > 0) console.log(`    MISSED by scout: ${missed.join(" ")}`);
    reached("names that a peer finds and scout does not", missed.length, "= 0", "names");
  }
}

/** True if a word is a name of the zone, or an ancestor of such a name. */
function namesThere(word: string): boolean {
  return [...own, "shop.words.com"].some(
    (name) => name === `${word}.${ZONE_NAME}` || name.endsWith(`.${word}.${ZONE_NAME}`),
  );
}

async function counted(work: () => Promise<string>): Promise<Run> {
  const roots = HOSTS.filter(({ name }) => /(root|gtld)-servers\.net$/.test(name));
  const all = [
    ...roots,
    ...serversOf(ZONE.get(ZONE_NAME) as Zone),
    ...["ns1.knotdns.net", "ns2.knotdns.net"].map(hostOf),
  ];
  const count = await countQuestions([RESOLVER, ...all.flatMap(addressesOf)]);
  const start = performance.now();
  const text = await work();
  const ms = performance.now() - start;
  const questions = (await count.stop()).length;
  const names = text
    .toLowerCase()
    .matchAll(new RegExp(`([a-z0-9-]+)\\.${ZONE_NAME.replace(".", "\\.")}`, "g"));
  return { ms, questions, found: new Set([...names].map(([, label = ""]) => label)) };
}

async function output(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return stdout + stderr;
}

/** Compares a call with all sections with its longest chain of exchanges. */
async function paths(): Promise<void> {
  for (const words of [150, 300]) {
    await using product = await startProduct("all", { ...ENV, SCOUT_WORDS: fileOf(common.slice(0, words)) });
    await scout(product, `domain=${ZONE_NAME}`);
    const rounds = [];
    for (let i = 0; i < 2 * ROUNDS + 1; i++) {
      // The pause refills the burst of the query rate limit.
      await Bun.sleep(1500);
      const report = await scout(product, `domain=${ZONE_NAME}`);
      rounds.push({ wallMs: report.wallMs, ...criticalPath(report) });
    }
    const middle = rounds.toSorted((a, b) => a.wallMs / a.ms - b.wallMs / b.ms)[ROUNDS];
    if (middle === undefined) return;
    const ratio = middle.wallMs / middle.ms;
    console.log(
      `all sections, ${words} words: ${middle.wallMs.toFixed(0)} ms, ${ratio.toFixed(2)} x its critical path (${middle.ms.toFixed(0)} ms) ` +
        reached("scout, of its critical path", ratio, "<= 1.3"),
    );
    for (const step of middle.chain) console.log(`      ${step}`);
  }
}

/** Measures the queries and the time with growing word lists. */
async function growth(): Promise<void> {
  const filler = Array.from({ length: 5000 }, (_, i) =>
    i % 2 === 0 ? `h${String(i + 1).padStart(4, "0")}` : `no-such-${i}`,
  );
  const all = [...common, ...filler];
  console.log(
    "growing word lists, section subdomains only (eight addresses: a burst of 800 queries, then 2400 per second)",
  );
  let first: { words: number; questions: number; ms: number } | null = null;
  for (const words of [10, 100, 300, 1000, 3000]) {
    await using product = await startProduct("all", {
      ...ENV,
      SCOUT_QUESTIONS: "0",
      SCOUT_WORDS: fileOf(all.slice(0, words)),
    });
    const rounds = [];
    for (let i = 0; i < roundsOf(3); i++) {
      await Bun.sleep(2000);
      const { data } = await scout(product, `domain=${ZONE_NAME}&sections=subdomains`);
      rounds.push(data.subdomains.coverage);
    }
    const questions = median(rounds.map((round) => round.questions));
    const ms = median(rounds.map((round) => round.elapsedMs));
    const mb = peakMemoryMb(product.process("all").pid);
    figure({ kind: "growth", what: "scout", of: "names", n: words, ms, mb, lost: 0 });
    first ??= { words, questions, ms };
    const times = words / first.words;
    console.log(
      `  ${String(words).padStart(5)} words: ${questions} queries (${(questions / words).toFixed(2)} per word), ${ms} ms: ` +
        `${times} x the words, ${(ms / first.ms).toFixed(1)} x the time, ${((1000 * questions) / ms).toFixed(0)} queries per second`,
    );
  }
}

/** Measures how much twenty scout calls at once slow down `dns` of another domain, and of the same domain. */
async function neighbours(): Promise<void> {
  await using product = await startProduct("all", ENV);
  const dns = async (domain: string) => {
    const times: number[] = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      await (await fetch(`${product.url}/api/v1/dns?domain=${domain}`)).text();
      times.push(performance.now() - start);
    }
    return median(times);
  };
  for (const domain of ["example.com", ZONE_NAME]) {
    await dns(domain);
    const alone = await dns(domain);
    let over = false;
    let scouts = 0;
    const crowd = Array.from({ length: 20 }, async (_, i) => {
      // Identical calls in flight share an answer, so each call asks about a different name.
      while (!over) {
        await scout(
          product,
          `domain=${[ZONE_NAME, `h${String(i + 1).padStart(4, "0")}.${ZONE_NAME}`][Number(i > 0)]}`,
        );
        scouts++;
      }
    });
    await Bun.sleep(500);
    const beside = await dns(domain);
    over = true;
    await Promise.all(crowd);
    const ratio = beside / alone;
    console.log(
      `dns of ${domain}: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms during twenty scout calls (${scouts} done): ${ratio.toFixed(2)} x ` +
        reached("dns beside 20 scout", ratio, "<= 1.2"),
    );
  }
}
