import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { harmlessJson } from "@dnstools/core/harmless";

/**
 * The result of one test file. This program runs test files one after another, each in a process of its own: it
 * reads a JSON list of arguments of `bun test` from each line of standard input, and writes a line of JSON for each
 * file. bin/suite/run.ts starts several of these workers, each in a lab of its own if the files need one.
 */
export type FileRun = {
  /** The exit code; null if the process was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly wallMs: number;
  /** CPU milliseconds of the process and of all processes that it started. */
  readonly cpuMs: number;
  /** CPU milliseconds of the lab's servers during the run. */
  readonly serversMs: number;
};

/** Milliseconds after which a test file is assumed to hang. */
const FILE_MS = 20 * 60_000;
/** Milliseconds to read the last output of a process that has exited. */
const LAST_WORDS_MS = 1000;
/** Maximum number of characters kept from the end of a file's output. */
const OUTPUT_MAX = 2_000_000;
/** Clock ticks of the kernel per second (USER_HZ), the same on every Linux machine. */
const TICKS = 100;

/** The process group of the running file, which a signal to the worker also ends. */
let group: number | null = null;
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const)
  process.on(signal, () => {
    killGroup();
    process.exit(1);
  });

for await (const line of createInterface({ input: process.stdin })) {
  const run = await runFile(JSON.parse(line));
  // U+2028 and U+2029, which test names may contain, are escaped, because the reader of this output treats them as line
  // ends.
  await Bun.write(Bun.stdout, `${harmlessJson(JSON.stringify(run))}\n`);
}
process.exit(0);

async function runFile(args: readonly string[]): Promise<FileRun> {
  const started = performance.now();
  const servers = serversMs();
  const child = Bun.spawn([process.execPath, "test", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    timeout: FILE_MS,
    killSignal: "SIGKILL",
  });
  group = child.pid;
  let output = "";
  const keep = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream)
      output = (output + decoder.decode(bytes, { stream: true })).slice(-OUTPUT_MAX);
  };
  const reading = Promise.all([keep(child.stdout), keep(child.stderr)]);
  await child.exited;
  // Ends processes that a test left behind: they would disturb the next file, and they keep the output pipes open.
  killGroup();
  await Promise.race([reading, Bun.sleep(LAST_WORDS_MS)]);
  return {
    code: child.exitCode,
    output,
    wallMs: performance.now() - started,
    cpuMs: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000,
    serversMs: serversMs() - servers,
  };
}

function killGroup(): void {
  if (group === null) return;
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // The signal fails if all processes of the group have exited.
  }
  group = null;
}

/** Returns the CPU milliseconds that all other processes in the lab, which are its servers, have used so far. */
function serversMs(): number {
  if (process.env["DNSTOOLS_LAB"] !== "1") return 0;
  let ticks = 0;
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process exited after the folder was listed.
    }
  }
  return (ticks * 1000) / TICKS;
}
