import { readdirSync } from "node:fs";
import { OTHERS, OURS } from "./cores.ts";
import { cpuSeconds } from "./measure.ts";
import { commandOf, idleSeconds } from "./processes.ts";

/** CPU usage of processes and of both cores during some work. All times are in seconds. */
export type Usage = {
  readonly seconds: number;
  /** CPU of the measured processes. */
  readonly ours: number;
  /**
   * CPU that the measured processes could use: what they used, and the idle time of their core. Other processes of the
   * machine used the remainder.
   */
  readonly free: number;
  /** Share of a core that the measured processes are given. */
  readonly share: number;
  /** CPU of this process, which generates the load. */
  readonly generator: number;
  readonly idleOthers: number;
  /** CPU of the lab's servers by name, the busiest first. */
  readonly lab: readonly (readonly [name: string, seconds: number])[];
};

/** The measured processes: bound to their core by `apart`, or limited to a share of any core. */
export type Measured = { readonly pids: readonly number[]; readonly share: number };

/** Runs some work, and measures the usage during it. */
export async function usageDuring<T>(
  { pids, share }: Measured,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly usage: Usage }> {
  const before = look();
  const result = await work();
  const after = look();
  const grown = (pid: number) => (after.cpu.get(pid) ?? 0) - (before.cpu.get(pid) ?? 0);
  const ours = sum(pids.map(grown));
  const idle = after.idle.map((one, core) => one - (before.idle[core] ?? 0));
  const ownIdle = share < 1 ? sum(idle) : (idle[OURS] ?? 0);
  const seconds = (after.at - before.at) / 1000;
  const lab = new Map<string, number>();
  for (const pid of after.cpu.keys())
    if (pid !== process.pid && !pids.includes(pid))
      lab.set(nameOf(pid), (lab.get(nameOf(pid)) ?? 0) + grown(pid));
  return {
    result,
    usage: {
      seconds,
      ours,
      free: Math.max(TICK_S, Math.min(share * seconds, ours + ownIdle)),
      share,
      generator: grown(process.pid),
      idleOthers: idle[OTHERS] ?? 0,
      lab: [...lab].sort(([, a], [, b]) => b - a),
    },
  };
}

/** Resolution of the kernel's CPU times in seconds. */
const TICK_S = 0.01;
/** Share of the available time from which a core counts as fully used. */
const ALL_USED = 0.9;

/**
 * Describes what limited the load, with shares of both cores, and whether other processes of the machine took part
 * of them.
 */
export function tellUsage({ seconds, share, ours, free, generator, idleOthers, lab }: Usage): string {
  const percent = (part: number) => `${((100 * part) / seconds).toFixed(0)} %`;
  const servers = lab.slice(0, 4).map(([name, cpu]) => `${name} ${percent(cpu)}`);
  const limit =
    ours >= ALL_USED * free
      ? "the limit is the product's CPU"
      : idleOthers < (1 - ALL_USED) * seconds
        ? "the product had CPU left and the other core none: the limit is the lab, the generator or another process"
        : "both cores had CPU left: the limit is something the product waits for";
  const given = share * seconds;
  const busy =
    free < ALL_USED * given
      ? `; OTHER PROCESSES took ${percent(given - free)} of it, which also affects the times: --share=0.2 reserves a part of a core for the product`
      : "";
  return (
    `${limit}; of a core the product had ${percent(ours)} of ${percent(given)}${busy}; ` +
    `of the other the generator ${percent(generator)}, ${servers.join(", ")}, idle ${percent(idleOthers)}`
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function look() {
  const cpu = new Map<number, number>();
  for (const pid of readdirSync("/proc").map(Number)) {
    if (!(pid > 0)) continue;
    try {
      cpu.set(pid, cpuSeconds(pid));
    } catch {
      // The process has exited.
    }
  }
  return { at: performance.now(), cpu, idle: [OURS, OTHERS].map(idleSeconds) };
}

/** Returns the name of a server's program; for Bun, the script that it runs. */
function nameOf(pid: number): string {
  const [program = "", ...args] = commandOf(pid).split(" ");
  const base = (path: string) => path.split("/").at(-1) ?? "";
  const script = base(program) === "bun" ? args.find((arg) => arg.endsWith(".ts")) : undefined;
  return script === undefined ? base(program).replace(/:$/, "") : script.split("/").slice(-2).join("/");
}
