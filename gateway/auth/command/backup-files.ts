import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../error-text.ts";
import { CommandError } from "./command-error.ts";

/** Bytes of a backup: of some two million keys. */
const BACKUP_MAX = 2 ** 29;
/** By time, so that the last by name is the newest. */
const NAME = /^keys-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/;
/** Backups that are being written, each by a name of its own: a nightly run and one by hand may meet. */
const PART = /^keys[\w-]*\.part$/;
/** Milliseconds after which such a file is what a killed run has left. */
const PART_MS = 86_400_000;

/** The backups in a folder, the oldest first. @throws CommandError where it cannot be read */
export function backupsIn(folder: string): readonly string[] {
  const names = tried(`${folder} cannot be read`, () => readdirSync(folder));
  return names.filter((name) => NAME.test(name)).sort();
}

/**
 * Writes a backup into a folder, whole or not at all, readable by its owner alone, and then removes the oldest ones.
 * @param now milliseconds since 1970, which the file is named after
 * @param keep how many backups stay; infinite: all
 * @returns the path of the new one
 * @throws CommandError where it cannot be written
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

/** A backup's text, of a file or of the newest backup in a folder. @throws CommandError where there is none, or it cannot be read */
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

/** A backup's text from a stream. @throws CommandError where it is longer than any backup */
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
  return new CommandError(`the backup has more than ${BACKUP_MAX} bytes: keys backup writes no such file`);
}

function tried<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${what}: ${errorText(error)}`);
  }
}
