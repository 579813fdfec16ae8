import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The two ways to run the product: everything in one process, or one process per target. */
export const WIRINGS = ["all", "one process per target"] as const;
export type Wiring = (typeof WIRINGS)[number] | "one process per target, over unix sockets";

/** A process of the product that serves requests. */
export type ProductProcess = {
  readonly target: string;
  readonly url: string;
  readonly metricsUrl: string;
  readonly pid: number;
  readonly exited: Promise<number>;
  /** Returns what the process has logged so far, up to 4 MB. */
  readonly log: () => string;
  readonly kill: (signal: NodeJS.Signals) => void;
};

/** The running product. `await using` stops it. */
export type Product = AsyncDisposable & {
  /** The URL at which callers reach the product. */
  readonly url: string;
  readonly processes: readonly ProductProcess[];
  readonly process: (target: string) => ProductProcess;
  /** Runs the operator's command for keys, with --json. */
  readonly keys: (...args: readonly string[]) => Promise<IssuedKey>;
};

/** The fields of the output of `keys create` and `keys rotate` that tests use. */
export type IssuedKey = { readonly id: string; readonly key: string };

/**
 * The targets that are services, each in a process of its own in the second wiring. Services that call others are
 * started later.
 */
const SERVICES = [["dns", "network", "cert", "analysis"], ["mail"]] as const;

/**
 * The command that starts the product: the binary that DNSTOOLS_BINARY names, or else the sources. bin/test builds
 * that binary from these sources, because it is ready in a third of the time.
 */
export const PRODUCT: readonly string[] = process.env["DNSTOOLS_BINARY"]
  ? [process.env["DNSTOOLS_BINARY"]]
  : [process.execPath, join(import.meta.dir, "../../main.ts")];

/** Returns the product's command with a limit on the number of open files. */
export function withOpenFiles(count: number): readonly string[] {
  return ["prlimit", `--nofile=${count}:${count}`, ...PRODUCT];
}

/**
 * Starts the product in the lab on free ports.
 * @param env settings in addition to those that the lab needs
 * @param command starts the product, without its target; benchmarks that compare two builds pass another build
 */
export async function startProduct(
  wiring: Wiring,
  env: Readonly<Record<string, string>> = {},
  command = PRODUCT,
): Promise<Product> {
  const processes: ProductProcess[] = [];
  const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
  const settings = { DATA_DIR: join(folder, "data"), ...env };
  if (wiring === "all") processes.push(await startProcess("all", settings, command));
  else {
    const services: ProductProcess[] = [];
    for (const names of SERVICES) {
      const known = serviceUrls(services);
      const started = names.map((name) => {
        const place = wiring === "one process per target" ? {} : { LISTEN: join(folder, `${name}.sock`) };
        return startProcess(name, { ...settings, ...known, ...place }, command);
      });
      services.push(...(await Promise.all(started)));
    }
    const gateway = await startProcess("gateway", { ...settings, ...serviceUrls(services) }, command);
    processes.push(gateway, ...services);
  }
  const [front] = processes;
  if (front === undefined) throw new Error("nothing was started");
  return {
    url: front.url,
    processes,
    process(target) {
      const found = processes.find((p) => p.target === target);
      if (found === undefined) throw new Error(`no process for ${target}`);
      return found;
    },
    keys: (...args) => runKeys(settings, args),
    async [Symbol.asyncDispose]() {
      for (const process of processes) process.kill("SIGKILL");
      await Promise.all(processes.map((process) => process.exited));
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs the operator's command for keys. */
export async function runKeys(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<IssuedKey> {
  const child = Bun.spawn([...PRODUCT, "keys", ...args, "--json"], {
    env: { ...labSettings(), ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`keys ${args.join(" ")}: ${err}`);
  return JSON.parse(out);
}

/** Returns the settings with the URLs of services. A gateway among the processes is left out. */
export function serviceUrls(processes: readonly ProductProcess[]): Record<string, string> {
  const services = processes.filter(({ target }) => target !== "gateway");
  return Object.fromEntries(services.map(({ target, url }) => [`${target.toUpperCase()}_URL`, url]));
}

/**
 * Factor by which the product's timeouts for servers and the deadlines of tools are longer in the lab than in ordinary
 * use.
 */
export const WAIT_FACTOR = 3;

/**
 * Returns the settings of every product process in the lab: free ports and the lab's authority. Of this machine's
 * environment, only PATH is kept.
 */
export function labSettings(): Record<string, string> {
  const made = process.env["LAB_MADE"] ?? "";
  // Background queries of the product are off, because they would be counted with those of the tests.
  const quiet = { EGRESS_TEST: "off" };
  return {
    PATH: process.env["PATH"] ?? "",
    PORT: "0",
    METRICS_PORT: "0",
    DATA_DIR: join(made, "data"),
    CA_EXTRA_FILE: join(made, "tls/ca.pem"),
    DNSSEC_TRUST_ANCHORS: rootAnchor(made),
    REDIS_DEADLINE_MS: "1000",
    // On a busy machine, an answer that takes a millisecond may be delayed by seconds.
    WAIT_FACTOR: String(WAIT_FACTOR),
    // Concurrency is not limited, because the tests' names are in a few domains and one client queries all of them at
    // once.
    TARGET_CONCURRENCY: "0",
    KEY_CONCURRENCY: "0",
    SERVICE_CONCURRENCY: "0",
    // The same value as in bin/start.
    BUN_CONFIG_MAX_HTTP_REQUESTS: "5000",
    ...quiet,
  };
}

/** Returns the DS record of the lab's root, or an empty text outside the lab. */
function rootAnchor(made: string): string {
  const file = join(made, "keys.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8"))[""].ds : "";
}

/**
 * Starts one process of the product.
 * @param command starts the product, without its target: another build, or a program that executes the product in
 * its own place (exec).
 */
export async function startProcess(
  target: string,
  env: Readonly<Record<string, string>>,
  command = PRODUCT,
): Promise<ProductProcess> {
  if (process.env["DNSTOOLS_LAB"] !== "1")
    throw new Error("this test needs the lab: run bin/test, or lab/up bun test FILE");
  const child = Bun.spawn([...command, `--target=${target}`], {
    env: { ...labSettings(), ...env },
    stdout: "pipe",
    stderr: "inherit",
  });
  let log = "";
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; metrics: string }>();
  void readLog(child.stdout, (line) => {
    if (log.length < LOG_MAX) log += `${line}\n`;
    if (line.includes('"message":"listening"')) resolve(JSON.parse(line));
  }).then(() => reject(new Error(`the product ended before it served: ${log}`)));
  const { url, metrics } = await promise;
  return {
    target,
    log: () => log,
    url,
    metricsUrl: metrics,
    pid: child.pid,
    exited: child.exited,
    kill: (signal) => child.kill(signal),
  };
}

/** Bytes of a process's log that are kept for tests. */
const LOG_MAX = 4_194_304;

/** Reads a process's log to its end, so that the writer never blocks. @param onLine called with each line. */
async function readLog(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
}

/** Returns the JSON of a response, to read fields from. @throws if the response is not a success. */
// biome-ignore lint/suspicious/noExplicitAny: what answers look like is checked against OpenAPI, not by these types.
export async function json(asked: Promise<Response>): Promise<any> {
  const response = await asked;
  if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Returns a metric's value at a process: the sum over the samples that have all of the given labels. */
export async function metric(
  process: ProductProcess,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const text = await (await fetch(process.metricsUrl)).text();
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}
