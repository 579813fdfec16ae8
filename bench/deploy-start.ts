import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labSettings } from "@dnstools/lab/support/product";
import { median, memoryMb } from "./measure.ts";
import { memoryOf } from "./processes.ts";

export const TARGETS = ["all", "gateway", "dns", "network", "cert", "mail", "analysis"] as const;
const ROUNDS = 5;
const REST_MS = 5000;
/** Service addresses where nothing listens. A gateway connects to a service only when a call needs it. */
const DOORS = Object.fromEntries(
  ["DNS", "NETWORK", "CERT", "MAIL", "ANALYSIS"].map((name) => [`${name}_URL`, "unix:/nowhere"]),
);

/**
 * Prints the milliseconds from the start of each target's process until it is ready, from source and as a binary,
 * and then the memory of the idle processes.
 */
export async function startAndMemory(binary: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  const ways = { source: [process.execPath, "main.ts"], binary: [binary] };
  const times = new Map<string, number[]>();
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`start: round ${round} of ${ROUNDS}`);
    for (const target of TARGETS) {
      for (const [way, command] of Object.entries(ways)) {
        await using started = await startReady(command, target, folder);
        times.set(`${target} ${way}`, [...(times.get(`${target} ${way}`) ?? []), started.ms]);
      }
    }
  }
  await using ends = new AsyncDisposableStack();
  const pids = new Map<string, number>();
  for (const target of TARGETS) {
    const started = ends.use(await startReady(ways.binary, target, folder));
    pids.set(target, started.pid);
  }
  await Bun.sleep(REST_MS);
  console.log(
    `start to ready (median of ${ROUNDS}) and memory ${REST_MS / 1000} s later, with all targets running:`,
  );
  for (const target of TARGETS) {
    const of = (way: string) => median(times.get(`${target} ${way}`) ?? []);
    const { pssMb, ownMb } = memoryOf(pids.get(target) ?? 0);
    console.log(
      `${target.padEnd(9)} binary ${of("binary").toFixed(0).padStart(4)} ms, source ${of("source").toFixed(0).padStart(4)} ms ` +
        `(${(of("source") / of("binary")).toFixed(1)} x)  RSS ${memoryMb(pids.get(target) ?? 0).toFixed(0)} MB, ` +
        `PSS ${pssMb.toFixed(0)} MB, private ${ownMb.toFixed(0)} MB`,
    );
  }
  rmSync(folder, { recursive: true });
}

/** Starts a target and waits until it logs that it listens. */
async function startReady(command: readonly string[], target: string, folder: string) {
  const start = performance.now();
  const child = Bun.spawn([...command, `--target=${target}`], {
    cwd: `${import.meta.dir}/..`,
    env: { ...labSettings(), ...DOORS, DATA_DIR: folder },
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let said = "";
  while (!said.includes('"message":"listening"')) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`${target} exited before it listened: ${said}`);
    said += decoder.decode(value, { stream: true });
  }
  const ms = performance.now() - start;
  return {
    ms,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
