import { chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SQL } from "bun";
import { isBusy, sqlite } from "./dialect.ts";
import { type KeyStore, sqlStore } from "./sql-store.ts";

const FILE = "keys.sqlite";

/** Where the file of a folder is. */
export function sqliteFile(folder: string): string {
  return join(folder, FILE);
}

/** The keys in a folder's file. Where there is no file, there is no key; `createFile` alone makes one. @param busyMs to wait for other processes' transactions. */
export function sqliteStore(folder: string, busyMs: number): KeyStore {
  const file = sqliteFile(folder);
  const opened = inode(file);
  const dialect = sqlite(busyMs);
  // A file that was made since, or put in its place as a backup is, is another one.
  const moved = () => inode(file) !== opened;
  if (opened === null)
    return sqlStore({ dialect, options: { adapter: "sqlite", filename: ":memory:" }, moved });
  const options = { adapter: "sqlite", filename: file, create: false, readwrite: true } as const;
  return sqlStore({ dialect, options, prepare: setUp, moved });
}

/** Makes the folder and its file where they are not there. What root makes belongs to whom the folder belongs to. */
export function createFile(folder: string): void {
  const file = sqliteFile(folder);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  // For the owner alone: it holds names and contacts.
  closeSync(openSync(file, "a", 0o600));
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

async function setUp(sql: SQL): Promise<void> {
  const [row] = await sql<readonly { journal_mode: string }[]>`pragma journal_mode`;
  // With a log beside the file, readers go on while another process writes. Kept in the file; a second process that comes while
  // it is being set is refused at once, and need not set it.
  if (row?.journal_mode !== "wal") await sql`pragma journal_mode = wal`.catch(ignoreBusy);
  await sql`pragma synchronous = normal`;
}

function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error;
}

/** The number of a file; null where there is none, -1 where the folder cannot be read. */
function inode(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    // Opening the file will tell why.
    return -1;
  }
}
