import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct } from "@dnstools/lab/support/product";
import { createMix, type Kind } from "./calls.ts";
import { apart } from "./cores.ts";
import { figure } from "./figures.ts";
import { openClient } from "./http-client.ts";
import { publishDomains } from "./mail-domains.ts";
import { median, peakMemoryMb, roundsOf } from "./measure.ts";
import { wildPaths } from "./wild-names.ts";

/**
 * Makes 1, 10, 100 and 1,000 calls of a tool at once, each about another target as far as the lab has so many, and
 * prints the time until the last answer and the highest memory. Nothing is kept between the calls. The product has one
 * core.
 */
const LEVELS = [1, 10, 100, 1000];
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0", DNS_RESOLVERS: OWN_RESOLVER };
const WARM = 3;

/** Returns different paths of one kind of call, at most 1,000. */
function pathsOf(kind: Kind): readonly string[] {
  const next = createMix({ [kind]: 1 });
  return [...new Set(Array.from({ length: 1000 }, () => next().path))];
}

async function grow(tool: string, paths: readonly string[]): Promise<void> {
  await using product = await startProduct("all", ENV);
  const { pid } = product.process("all");
  apart([pid]);
  using client = openClient(product.url, Math.max(...LEVELS));
  for (const path of paths.slice(0, WARM)) await client.get(path);
  for (const n of new Set(LEVELS.map((level) => Math.min(level, paths.length)))) {
    const times: number[] = [];
    let lost = 0;
    for (let i = 0; i < (n < 100 ? 5 : roundsOf(3)); i++) {
      const start = performance.now();
      const answers = await Promise.all(paths.slice(0, n).map((path) => client.get(path)));
      times.push(performance.now() - start);
      lost = Math.max(lost, answers.filter(({ status }) => status !== 200).length);
    }
    const [ms, mb] = [median(times), peakMemoryMb(pid)];
    figure({ kind: "growth", what: tool, of: "calls at once", n, ms, mb, lost });
    console.log(
      `${tool.padEnd(12)} ${String(n).padStart(5)} at once: ${ms.toFixed(0).padStart(6)} ms, ` +
        `${((1000 * (n - lost)) / ms).toFixed(0)} calls/s, at most ${mb.toFixed(0)} MB, at most ${lost} not answered with 200`,
    );
  }
}

await grow("dns?type=A", wildPaths());
await grow("dnsbl", pathsOf("dnsbl"));
await grow("ssl", pathsOf("ssl"));
await grow(
  "mail",
  (await publishDomains()).map((domain) => `/api/v1/mail?domain=${domain}`),
);
process.exit(0);
