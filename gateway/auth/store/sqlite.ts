import { chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SQL } from "bun";
import { isBusy, sqlite } from "./dialect.ts";
import { type KeyStore, sqlStore } from "./sql-store.ts";

const FILE = "keys.sqlite";

/** Returns the path of the SQLite file in a folder. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE);
}

/**
 * Creates a store of the keys in a folder's SQLite file. If the file does not exist, the store is empty; only
 * `createFile` creates the file.
 * @param busyMs milliseconds to wait for transactions of other processes
 */
export function sqliteStore(folder: string, busyMs: number): KeyStore {
  const file = sqliteFile(folder);
  const opened = inode(file);
  const dialect = sqlite(busyMs);
  // The inode changes if the file is created later or is replaced, for example by a restored backup.
  const moved = () => inode(file) !== opened;
  if (opened === null)
    return sqlStore({ dialect, options: { adapter: "sqlite", filename: ":memory:" }, moved });
  const options = { adapter: "sqlite", filename: file, create: false, readwrite: true } as const;
  return sqlStore({ dialect, options, prepare: setUp, moved });
}

/**
 * Creates the folder and the SQLite file in it if they do not exist. If root creates the file, the owner of the folder
 * becomes the owner of the file.
 */
export function createFile(folder: string): void {
  const file = sqliteFile(folder);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  // Only the owner can read the file, because it contains names and contacts.
  closeSync(openSync(file, "a", 0o600));
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

async function setUp(sql: SQL): Promise<void> {
  const [row] = await sql<readonly { journal_mode: string }[]>`pragma journal_mode`;
  // Enables the write-ahead log, so that readers continue while another process writes. This mode is stored in the
  // file. If the file is locked, the error can be ignored, because another process is then setting the mode.
  if (row?.journal_mode !== "wal") await sql`pragma journal_mode = wal`.catch(ignoreBusy);
  await sql`pragma synchronous = normal`;
}

function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

/** Returns the inode number of a file; null if it does not exist, -1 if the folder cannot be read. */
function inode(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    // The folder cannot be read. Opening the file will report the cause.
    return -1;
  }
}
