import { readdirSync, readFileSync } from "node:fs";

/** Returns a process ID and the IDs of all its descendants. */
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

/** Returns a process's command line with spaces between the arguments; empty if the process has exited. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/** Memory of a process in megabytes: its proportional set size (PSS), its private pages and its shared pages. */
export type Memory = { readonly pssMb: number; readonly ownMb: number; readonly sharedMb: number };

/** Reads the memory of a process. */
export function memoryOf(pid: number): Memory {
  const text = read(`/proc/${pid}/smaps_rollup`);
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return {
    pssMb: mb("Pss"),
    ownMb: mb("Private_Clean") + mb("Private_Dirty"),
    sharedMb: mb("Shared_Clean") + mb("Shared_Dirty"),
  };
}

/** Returns the seconds that a core has been idle since the machine started. */
export function idleSeconds(core: number): number {
  const line = read("/proc/stat")
    .split("\n")
    .find((one) => one.startsWith(`cpu${core} `));
  return Number(line?.split(/\s+/)[4] ?? Number.NaN) / 100;
}

/** Reads a file of /proc; empty if the process has exited meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
