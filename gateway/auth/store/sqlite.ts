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
 * Creates a store of the keys in a folder's SQLite file. If there is no file, the store is empty; only `createFile` creates it.
 * @param busyMs milliseconds to wait for other processes' transactions
 */
export function sqliteStore(folder: string, busyMs: number): KeyStore {
  const file = sqliteFile(folder);
  const opened = inode(file);
  const dialect = sqlite(busyMs);
  // The inode changes if the file is created later, or is replaced, for example by a restored backup.
  const moved = () => inode(file) !== opened;
  if (opened === null)
    return sqlStore({ dialect, options: { adapter: "sqlite", filename: ":memory:" }, moved });
  const options = { adapter: "sqlite", filename: file, create: false, readwrite: true } as const;
  return sqlStore({ dialect, options, prepare: setUp, moved });
}

/** Creates the folder and its file if they are missing. A file that root creates gets the owner of the folder. */
export function createFile(folder: string): void {
  const file = sqliteFile(folder);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  // Only readable by its owner, because it contains names and contacts.
  closeSync(openSync(file, "a", 0o600));
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

async function setUp(sql: SQL): Promise<void> {
  const [row] = await sql<readonly { journal_mode: string }[]>`pragma journal_mode`;
  // With a write-ahead log, readers continue while another process writes. The mode is stored in the file. A process that finds
  // the file locked can ignore the error, because another process is then setting the mode.
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
    // Opening the file will report the cause.
    return -1;
  }
}
