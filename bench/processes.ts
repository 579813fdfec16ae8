import { readdirSync, readFileSync } from "node:fs";

/** A process and all below it. */
export function treeOf(pid: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const below = (of: number): number[] => [
    of,
    ...parents.flatMap(([child, parent]) => (parent === of ? below(child) : [])),
  ];
  return below(pid);
}

function parentOf(pid: number): number {
  return Number(read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ")[1] ?? 0);
}

/** What was called, its arguments apart by spaces; empty of a process that has ended. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** Memory of a process: what it has a share in divided by all who share it (Pss), and what is its own alone. */
export type Memory = { readonly pssMb: number; readonly ownMb: number; readonly sharedMb: number };

export function memoryOf(pid: number): Memory {
  const text = read(`/proc/${pid}/smaps_rollup`);
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return {
    pssMb: mb("Pss"),
    ownMb: mb("Private_Clean") + mb("Private_Dirty"),
    sharedMb: mb("Shared_Clean") + mb("Shared_Dirty"),
  };
}

/** How much of a core has been idle so far, in seconds since the machine's start. */
export function idleSeconds(core: number): number {
  const line = read("/proc/stat")
    .split("\n")
    .find((one) => one.startsWith(`cpu${core} `));
  return Number(line?.split(/\s+/)[4] ?? Number.NaN) / 100;
}

/** Of processes that end meanwhile there is nothing to read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
