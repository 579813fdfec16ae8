import { chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SQL } from "bun";
import { isBusy, sqlite } from "./dialect.ts";
import { sqlStore } from "./sql-store.ts";
import type { KeyStore } from "./store.ts";

const FILE = "keys.sqlite";

export type SqliteOptions = {
  readonly folder: string;
  /** Milliseconds to wait for other processes' transactions. */
  readonly patienceMs: number;
};

/** Where the file of a folder is. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE);
}

/** The keys in a folder's file. Where there is no file, there is no key, and none is made but by `createFile`. */
export function sqliteStore({ folder, patienceMs }: SqliteOptions): KeyStore {
  const file = sqliteFile(folder);
  const opened = inode(file);
  if (opened === null) return noKeys(() => inode(file) !== null);
  return sqlStore({
    dialect: sqlite(patienceMs),
    options: { adapter: "sqlite", filename: file, create: false, readwrite: true },
    prepare: setUp,
    // A backup that was put in its place is another file.
    moved: () => inode(file) !== opened,
  });
}

/** Makes the folder and its file where they are not there. What root makes belongs to whom the folder belongs to. */
export function createFile(folder: string): void {
  const file = sqliteFile(folder);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  // Not for others: names and contacts are nobody else's.
  closeSync(openSync(file, "a", 0o600));
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

async function setUp(sql: SQL): Promise<void> {
  const [row] = await sql<readonly { journal_mode: string }[]>`pragma journal_mode`;
  // With a log beside the file, readers go on while another process writes. Kept in the file; whoever comes second while
  // it is being set is refused at once, and need not set it.
  if (row?.journal_mode !== "wal") await sql`pragma journal_mode = wal`.catch(ignoreBusy);
  await sql`pragma synchronous = normal`;
}

function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

/** The number of a file; null where there is none, and one that no file has where that cannot be told. */
function inode(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    // A folder that may not be looked into: whoever opens the file is told why.
    return -1;
  }
}

function noKeys(moved: () => boolean): KeyStore {
  const refuse = () => Promise.reject(new Error("there is no file of keys"));
  return {
    prepare: async () => {},
    moved,
    find: async () => [],
    touch: async () => {},
    create: refuse,
    list: async () => [],
    show: async () => null,
    revoke: async () => null,
    rotate: refuse,
    dump: async () => ({ keys: [], damaged: [] }),
    replaceAll: refuse,
    close: async () => {},
  };
}
