import { type HeapStats, heapStats } from "bun:jsc";

/**
 * Runs inside a process of the product that `bin/bench soak` observes, before the product (`bun --preload`). Answers
 * each request on a unix socket below SOAK_FOLDER, named by the process's target, with what is alive after a garbage
 * collection. The product itself reports neither its heap nor its timers.
 */
export type Alive = {
  readonly heapMb: number;
  /** Memory outside the garbage collected heap that is allocated now, such as buffers. */
  readonly nativeMb: number;
  readonly objects: number;
  /** Timers that are set. The runtime protects exactly these. */
  readonly timers: number;
  readonly signals: number;
  readonly promises: number;
  /** Maps and sets. */
  readonly maps: number;
  readonly closures: number;
};

const MB = 1024 * 1024;
const target = process.argv.find((arg) => arg.startsWith("--target="))?.slice("--target=".length);

Bun.serve({
  unix: `${process.env["SOAK_FOLDER"]}/${target}.sock`,
  fetch() {
    Bun.gc(true);
    const { heapSize, objectCount, objectTypeCounts, protectedObjectTypeCounts, mimalloc } =
      heapStats() as HeapStats & Stats;
    const count = (...names: readonly string[]) =>
      names.reduce((sum, name) => sum + (objectTypeCounts[name] ?? 0), 0);
    return Response.json({
      heapMb: heapSize / MB,
      nativeMb: (mimalloc.malloc_normal.current + mimalloc.malloc_huge.current) / MB,
      objects: objectCount,
      timers: protectedObjectTypeCounts["Timeout"] ?? 0,
      signals: count("AbortSignal"),
      promises: count("Promise"),
      maps: count("Map", "Set"),
      closures: count("Function", "AsyncFunction", "JSLexicalEnvironment"),
    } satisfies Alive);
  },
});

/** The allocator's part of `heapStats()`, which its declared type lacks. */
type Stats = {
  readonly mimalloc: Readonly<Record<"malloc_normal" | "malloc_huge", { readonly current: number }>>;
};
