import { isId } from "../key.ts";
import type { StoredKey } from "../store/store.ts";
import { CommandError } from "./command-error.ts";

/** The first line of a backup. It contains the number of keys, so that an incomplete backup can be detected. */
type Head = { readonly dnstoolsKeys: 1; readonly keys: number };

const HASH = /^[0-9a-f]{64}$/;

/**
 * Returns the text of a backup: lines of JSON with the keys and their hashes, which can be restored into SQLite or
 * PostgreSQL.
 */
export function writeBackup(keys: readonly StoredKey[]): string {
  const head: Head = { dnstoolsKeys: 1, keys: keys.length };
  const lines = keys.map(({ hash, ...key }) => ({ ...key, hash: hash.toHex() }));
  return [head, ...lines].map((line) => JSON.stringify(line)).join("\n");
}

/** Parses the text of a backup. @throws CommandError if the text is not a backup or is incomplete */
export function readBackup(text: string): readonly StoredKey[] {
  const [first = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  const head = parse(first);
  if (head?.["dnstoolsKeys"] !== 1)
    throw new CommandError(
      "this is not a backup: give a file that keys backup wrote, as in keys restore < keys.backup",
    );
  if (head["keys"] !== lines.length)
    throw new CommandError(`the backup is incomplete: it has ${lines.length} of ${head["keys"]} keys`);
  return lines.map((line, at) => {
    const key = readKey(parse(line) ?? {});
    if (key === null)
      throw new CommandError(`line ${at + 2} of the backup is not a key: the file was changed or damaged`);
    return key;
  });
}

type BackupFields = Readonly<Record<string, unknown>>;

function parse(line: string): BackupFields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as BackupFields) : null;
  } catch {
    return null;
  }
}

function readKey(fields: BackupFields): StoredKey | null {
  const { id, hash, name, contact, created, expires, revoked, lastUsed, successor } = fields;
  const texts = [id, hash, name, contact].every((value) => typeof value === "string");
  const times = [expires, revoked, lastUsed].every((value) => value === null || Number.isSafeInteger(value));
  const whole =
    texts && times && Number.isSafeInteger(created) && isId(String(id)) && HASH.test(String(hash));
  if (!whole || (successor !== null && !isId(String(successor)))) return null;
  return { ...(fields as StoredKey), hash: Uint8Array.fromHex(String(hash)) };
}
