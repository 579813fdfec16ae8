import { isId } from "../key.ts";
import type { StoredKey } from "../store/store.ts";
import { CommandError } from "./command-error.ts";

/** What the first line of a backup says: that it is one, and how many keys follow, so that a part of one is not taken for all. */
type Head = { readonly dnstoolsKeys: 1; readonly keys: number };

const HASH = /^[0-9a-f]{64}$/;

/** A backup's text: lines of JSON, of hashes and never of keys; either database reads it. */
export function writeBackup(keys: readonly StoredKey[]): string {
  const head: Head = { dnstoolsKeys: 1, keys: keys.length };
  const lines = keys.map(({ hash, ...key }) => ({ ...key, hash: hash.toHex() }));
  return [head, ...lines].map((line) => JSON.stringify(line)).join("\n");
}

/** Reads a backup. @throws CommandError where it is none, or not all of one. */
export function readBackup(text: string): readonly StoredKey[] {
  const [first = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  const head = parse(first);
  if (head?.["dnstoolsKeys"] !== 1)
    throw new CommandError(
      "this is no backup: give what keys backup wrote, as in keys restore < keys.backup",
    );
  if (head["keys"] !== lines.length)
    throw new CommandError(`the backup is not whole: ${lines.length} keys of ${head["keys"]} are there`);
  return lines.map((line, at) => {
    const key = readKey(parse(line) ?? {});
    if (key === null)
      throw new CommandError(`line ${at + 2} of the backup is no key: it was changed or damaged`);
    return key;
  });
}

type Fields = Readonly<Record<string, unknown>>;

function parse(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function readKey(fields: Fields): StoredKey | null {
  const { id, hash, name, contact, created, expires, revoked, lastUsed, successor } = fields;
  const texts = [id, hash, name, contact].every((value) => typeof value === "string");
  const times = [expires, revoked, lastUsed].every((value) => value === null || Number.isSafeInteger(value));
  const whole =
    texts && times && Number.isSafeInteger(created) && isId(String(id)) && HASH.test(String(hash));
  if (!whole || (successor !== null && !isId(String(successor)))) return null;
  return { ...(fields as StoredKey), hash: Uint8Array.fromHex(String(hash)) };
}
