import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../error-text.ts";
import { CommandError } from "./command-error.ts";

/** Maximum size of a key backup in bytes, enough for about two million keys. */
const BACKUP_MAX = 2 ** 29;
/**
 * Matches the file name of a backup. The name contains the time of the backup, so the last name in sorted order is the
 * newest backup.
 */
const NAME = /^keys-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/;
/**
 * Matches the names of backup files that are still being written. Each name is unique, because a nightly and a manual
 * run may overlap.
 */
const PART = /^keys[\w-]*\.part$/;
/** Age in milliseconds from which a partial file is assumed to be left over from a killed run. */
const PART_MS = 86_400_000;

/** Returns the names of the backups in a folder, oldest first. @throws CommandError if the folder cannot be read */
export function backupsIn(folder: string): readonly string[] {
  const names = tried(`${folder} cannot be read`, () => readdirSync(folder));
  return names.filter((name) => NAME.test(name)).sort();
}

/**
 * Atomically writes a backup that only its owner can read into a folder, and then deletes the oldest backups there.
 * @param now milliseconds since 1970; the file is named after this time
 * @param keep number of backups to keep; Infinity keeps all
 * @returns the path of the new backup
 * @throws CommandError if the backup cannot be written
 */
export function addBackup(folder: string, text: string, now: number, keep: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const path = join(folder, `keys-${time}Z.backup`);
  const part = join(folder, `keys-${randomUUID()}.part`);
  tried(`${path} could not be written`, () => {
    removeLeftParts(folder, now);
    try {
      writeFileSync(part, text, { mode: 0o600, flush: true });
      renameSync(part, path);
    } finally {
      rmSync(part, { force: true });
    }
    for (const name of backupsIn(folder).slice(0, -keep)) rmSync(join(folder, name), { force: true });
  });
  return path;
}

function removeLeftParts(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((one) => PART.test(one))) {
    const written = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - written > PART_MS) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Reads the text of a backup file, or of the newest backup in a folder.
 * @throws CommandError if there is no backup or it cannot be read
 */
export function readBackupFile(path: string): string {
  const file = tried(`${path} cannot be read`, () => (statSync(path).isDirectory() ? newestIn(path) : path));
  const { size } = tried(`${file} cannot be read`, () => statSync(file));
  if (size > BACKUP_MAX) throw tooLong();
  return tried(`${file} cannot be read`, () => readFileSync(file, "utf8"));
}

function newestIn(folder: string): string {
  const newest = backupsIn(folder).at(-1);
  if (newest === undefined) throw new CommandError(`there is no backup in ${folder}`);
  return join(folder, newest);
}

/** Reads the text of a backup from a stream. @throws CommandError if the text exceeds the maximum size of a backup */
export async function readBackupStream(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BACKUP_MAX) throw tooLong();
  }
  return Buffer.concat(chunks).toString();
}

function tooLong(): CommandError {
  return new CommandError(
    `the backup has more than ${BACKUP_MAX} bytes, which is more than keys backup writes`,
  );
}

function tried<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${what}: ${errorText(error)}`);
  }
}
