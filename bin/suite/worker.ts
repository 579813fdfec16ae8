import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { harmlessJson } from "@dnstools/core/harmless";

/**
 * Runs test files one after another, each in a process of its own, as the lines of standard input name them: a JSON list of the
 * arguments of `bun test`. Writes a line of JSON for each, and ends with its input. bin/suite/run.ts starts some of these, each in a
 * lab of its own where the files need one.
 */
export type FileRun = {
  /** The exit code; null where the process was killed. */
  readonly code: number | null;
  readonly output: string;
  readonly wallMs: number;
  /** CPU of the process and of all that it started. */
  readonly cpuMs: number;
  /** CPU of the lab's servers meanwhile. */
  readonly serversMs: number;
};

/** A file that takes longer than this hangs. Milliseconds. */
const FILE_MS = 20 * 60_000;
/** Milliseconds for the last words of a process that has ended. */
const LAST_WORDS_MS = 1000;
/** Characters of a file's output that are kept, from its end. */
const OUTPUT_MAX = 2_000_000;
/** Clock ticks of the kernel in a second (USER_HZ), which is the same on every Linux machine. */
const TICKS = 100;

/** The process group of the file under way, which a signal to the worker ends too. */
let group: number | null = null;
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const)
  process.on(signal, () => {
    killGroup();
    process.exit(1);
  });

for await (const line of createInterface({ input: process.stdin })) {
  const run = await runFile(JSON.parse(line));
  // The reader takes U+2028 and U+2029, which names of tests may have, for ends of lines.
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
  // What a test left behind would disturb the next file, and holds the pipes open.
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
    // Nothing is left of it.
  }
  group = null;
}

/** Milliseconds of CPU that the processes beside the worker have taken so far, those of the lab's servers. */
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
      // It ended between the two looks.
    }
  }
  return (ticks * 1000) / TICKS;
}
