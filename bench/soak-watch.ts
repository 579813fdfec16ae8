import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "@dnstools/lab/support/product";
import { memoryMb } from "./measure.ts";
import type { Alive } from "./soak-inside.ts";

/** A process of a product, and where it answers questions about its heap. */
export type Watched = {
  readonly name: string;
  readonly pid: number;
  readonly metricsUrl: string;
  readonly socket: string;
};

/** What is measured of each process. */
export type Measure = keyof typeof MEASURES;
/**
 * The measures of each process, with the growth in half a run up to which a series counts as flat: `most`, or a
 * share of its mean.
 */
export const MEASURES = {
  rssMb: { most: 8, text: "resident memory", unit: "MB" },
  heapMb: { most: 2, text: "heap after a collection", unit: "MB" },
  nativeMb: { most: 4, text: "memory beside the heap", unit: "MB" },
  objects: { most: 4000, text: "objects", unit: "" },
  closures: { most: 1000, text: "functions and scopes", unit: "" },
  maps: { most: 100, text: "maps and sets", unit: "" },
  timers: { most: 16, text: "timers", unit: "" },
  signals: { most: 30, text: "abort signals", unit: "" },
  promises: { most: 200, text: "promises", unit: "" },
  files: { most: 16, text: "open files", unit: "" },
  sockets: { most: 16, text: "sockets", unit: "" },
  // A cache may fill up to its own limit, which is at most this number of answers for each tool.
  cached: { most: 2000, text: "entries of caches", unit: "" },
  inside: { most: 10, text: "requests in flight", unit: "" },
} as const;
export const SHARE_MOST = 0.03;
/** Milliseconds in which a process must answer. */
const LOOK_MS = 10_000;

/** The values of one process at one time. Some are measured less often. */
export type Sample = { readonly at: number; readonly values: Readonly<Partial<Record<Measure, number>>> };

/** Returns the processes of a product. @param folder where their sockets are (soak-inside.ts). */
export function watchedOf(product: Product, folder: string): readonly Watched[] {
  return product.processes.map(({ target, pid, metricsUrl }) => ({
    name: target,
    pid,
    metricsUrl,
    socket: join(folder, `${target}.sock`),
  }));
}

/** Measures what costs the process nothing. */
export function lookAt({ pid }: Watched): Sample["values"] {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).map((fd) => linkOf(join(folder, fd)));
  return {
    rssMb: memoryMb(pid),
    files: links.length,
    sockets: links.filter((link) => link.startsWith("socket:")).length,
  };
}

/** Measures what is alive in the process, after a garbage collection, and what its metrics say. */
export async function lookInto({ socket, metricsUrl }: Watched): Promise<Sample["values"]> {
  const [alive, metrics] = await Promise.all([
    fetch("http://soak/", { unix: socket, signal: AbortSignal.timeout(LOOK_MS) }).then((response) =>
      response.json(),
    ) as Promise<Alive>,
    fetch(metricsUrl, { signal: AbortSignal.timeout(LOOK_MS) }).then((response) => response.text()),
  ]);
  return {
    ...alive,
    cached: sumOf(metrics, "dnstools_cache_entries"),
    // Without the request for the metrics itself.
    inside: sumOf(metrics, "dnstools_http_requests_in_flight") - 1,
  };
}

/** Returns the number of requests in flight, units of calls in progress and waiting calls of a process; 0 at rest. */
export async function atWork({ metricsUrl }: Watched): Promise<number> {
  const metrics = await (await fetch(metricsUrl, { signal: AbortSignal.timeout(LOOK_MS) })).text();
  return (
    sumOf(metrics, "dnstools_admission_units") +
    sumOf(metrics, "dnstools_admission_waiting") +
    sumOf(metrics, "dnstools_http_requests_in_flight") -
    1
  );
}

/** Returns the sum of all samples of a metric in the Prometheus text format. */
function sumOf(metrics: string, name: string): number {
  return metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The file was closed meanwhile.
    return "";
  }
}
