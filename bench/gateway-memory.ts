import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceUrls, startProduct } from "@dnstools/lab/support/product";
import { startEdge } from "./edge.ts";
import { goal } from "./measure.ts";
import { memoryOf } from "./processes.ts";

/** Megabytes (PSS) that nginx, a gateway and five services together may use while they are idle. */
const LIMIT_MB = 150;
const REST_MS = 10_000;

/** One call for each service, about names and addresses of the lab. */
const CALLS = [
  "dns?domain=example.com",
  "reverse?ip=9.9.9.9",
  "ssl?host=www.example.com",
  "mail?domain=example.com",
  "propagation?domain=example.com&limit=5",
];

/** Prints the idle memory of one process per target behind nginx, before and after a call of each service. */
export async function memoryAtRest(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  try {
    await using product = await startProduct("one process per target", { RATE_LIMIT_UNITS: "0" });
    // The edge starts a gateway of its own.
    const services = product.processes.filter(({ target }) => target !== "gateway");
    product.process("gateway").kill("SIGKILL");
    await product.process("gateway").exited;
    await using edge = await startEdge("gateway", folder, {
      ...serviceUrls(services),
      DATA_DIR: folder,
      RATE_LIMIT_UNITS: "0",
    });
    const parts: readonly (readonly [string, readonly number[]])[] = [
      ["nginx", edge.nginx],
      ["gateway", [edge.gateway]],
      ...services.map(({ target, pid }) => [target, [pid]] as const),
    ];
    await Bun.sleep(REST_MS);
    tell("started", parts, edge.metrics);
    for (const call of CALLS) {
      const response = await fetch(`${edge.url}/api/v1/${call}`);
      await response.text();
      if (response.status !== 200) throw new Error(`${call}: ${response.status}`);
    }
    await Bun.sleep(REST_MS);
    tell("after a call of each", parts, edge.metrics);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tell(when: string, parts: readonly (readonly [string, readonly number[]])[], metrics: number): void {
  const of = (pids: readonly number[]) => pids.map(memoryOf).reduce((sum, { pssMb }) => sum + pssMb, 0);
  const each = parts.map(([name, pids]) => `${name} ${of(pids).toFixed(0)}`).join(", ");
  const pids = parts.flatMap(([, some]) => some);
  const sum = of(pids);
  console.log(
    `memory ${when}: ${sum.toFixed(0)} MB PSS ${goal(`< ${LIMIT_MB} MB`, sum < LIMIT_MB)}: ${each}; ` +
      `edge metrics in addition ${of([metrics]).toFixed(0)}; ` +
      `if no other process shared Bun's pages ${alone(pids).toFixed(0)}`,
  );
}

/**
 * Returns the megabytes that the processes would use if no other process ran Bun: their private pages, plus the shared
 * pages counted once.
 */
function alone(pids: readonly number[]): number {
  const all = pids.map(memoryOf);
  return all.reduce((sum, { ownMb }) => sum + ownMb, 0) + Math.max(...all.map(({ sharedMb }) => sharedMb));
}
