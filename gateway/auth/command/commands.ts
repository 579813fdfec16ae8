import { hashOf, makeKey } from "../key.ts";
import { type KeyRecord, usable } from "../key-record.ts";
import type { KeyStore } from "../store/sql-store.ts";
import { readBackup, writeBackup } from "./backup.ts";
import { addBackup, backupsIn, readBackupFile, readBackupStream } from "./backup-files.ts";
import { CommandError, usageError } from "./command-error.ts";
import { date, keyJson, keyLines, keyTable } from "./format-key.ts";
import type { Grammar, Words } from "./parse-words.ts";
import { readContact, readCount, readDuration, readExpiry, readId, readName } from "./read-value.ts";

/** A command's output, as JSON and as text, and a note for stderr. */
export type CommandResult = { readonly json: unknown; readonly text: string; readonly note?: string };

/** A subcommand of `dnstools keys`. */
export type Command = {
  readonly grammar: Grammar;
  /**
   * Validates the arguments and returns the function that carries out the command in the database.
   * @throws CommandError if the arguments are invalid
   */
  readonly read: (words: Words, now: number) => (store: KeyStore) => Promise<CommandResult>;
  /** True if the command creates the key file if the file does not exist. */
  readonly creates?: true;
  /** Timeout in milliseconds, for commands that copy all keys; without it, the default timeout applies. */
  readonly timeoutMs?: number;
};

/** Timeout in milliseconds for copying all keys over a slow connection. */
const MOVE_MS = 600_000;

const DEFAULT_OVERLAP = "24h";
/** Default number of backups to keep in a folder: two weeks of daily backups. */
const DEFAULT_KEEP = "14";

/** The subcommands of `dnstools keys`, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  create: {
    grammar: { options: ["name", "contact", "expires", "json"], takesId: false },
    creates: true,
    read(words, now) {
      const name = readName(words.name);
      const contact = readContact(words.contact);
      const expires = readExpiry(words.expires ?? "never", now);
      return async (store) => {
        const { text, id } = makeKey();
        await store.create({ id, hash: hashOf(text), name, contact, created: now, expires });
        return madeKey(text, await findKey(store, id), now, "");
      };
    },
  },
  list: {
    grammar: { options: ["all", "json"], takesId: false },
    read: (words, now) => async (store) => {
      const all = await store.list();
      const keys = words.all === true ? all : all.filter((key) => usable(key, now));
      const hidden = all.length - keys.length;
      const note =
        hidden === 0
          ? ""
          : `${hidden} expired or revoked keys are not shown: keys list --all shows all keys.`;
      const text = keys.length === 0 ? "No keys. keys create --name NAME makes one." : keyTable(keys, now);
      return { json: keys.map((key) => keyJson(key, now)), text, note };
    },
  },
  show: {
    grammar: { options: ["json"], takesId: true },
    read(words, now) {
      const id = readId(words.id);
      return async (store) => {
        const key = await findKey(store, id);
        return { json: keyJson(key, now), text: `${keyLines(key, now)}\n\nTimes are UTC.` };
      };
    },
  },
  revoke: {
    grammar: { options: ["json"], takesId: true },
    read(words, now) {
      const id = readId(words.id);
      return async (store) => {
        const key = await store.revoke(id, now);
        if (key === null) throw unknownId(id);
        const already =
          key.revoked === now ? "is revoked" : `was revoked already, at ${date(key.revoked ?? now)}`;
        const text = `Key ${id} (${key.name}) ${already}. Every gateway refuses it within 30 s.`;
        const { successor } = key;
        const note =
          successor === null ? "" : `Its successor ${successor} is still valid: revoke it too if necessary.`;
        return { json: keyJson(key, now), text, note };
      };
    },
  },
  rotate: {
    grammar: { options: ["overlap", "expires", "json"], takesId: true },
    read(words, now) {
      const id = readId(words.id);
      const overlapMs = readDuration("--overlap", words.overlap ?? DEFAULT_OVERLAP);
      const given = words.expires;
      const expires = given === undefined ? undefined : readExpiry(given, now);
      return (store) => rotate(store, { id, overlapMs, expires, now });
    },
  },
  backup: {
    grammar: { options: ["into", "keep"], takesId: false },
    timeoutMs: MOVE_MS,
    read(words, now) {
      const { into } = words;
      const keep = readCount("--keep", words.keep ?? DEFAULT_KEEP);
      if (words.keep !== undefined && into === undefined)
        throw usageError("--keep only applies to backups in a folder: give --into FOLDER too");
      return async (store) => {
        const { keys, damaged } = await store.dump();
        const left =
          damaged.length === 0
            ? ""
            : ` Not in the backup, because their hashes are damaged: ${damaged.join(", ")}.`;
        const text = writeBackup(keys);
        const note = `${keys.length} keys.${left}`;
        if (into === undefined) return { json: null, text, note };
        // Refuses to back up an empty database into a folder with backups: otherwise, after a loss of the database,
        // empty backups would replace the good ones one by one.
        if (keys.length === 0 && backupsIn(into).length > 0)
          throw new CommandError(`there are no keys, but ${into} has backups: nothing was written`);
        if (keys.length === 0) return { json: null, text: "Nothing was written.", note };
        // Keeps all backups if the database has damaged rows, because an older backup may contain these rows intact.
        const stay = damaged.length === 0 ? keep : Number.POSITIVE_INFINITY;
        return { json: null, text: addBackup(into, `${text}\n`, now, stay), note };
      };
    },
  },
  restore: {
    grammar: { options: ["from", "replace", "json"], takesId: false },
    creates: true,
    timeoutMs: MOVE_MS,
    read: (words) => async (store) => {
      const { from } = words;
      const keys = readBackup(
        from === undefined ? await readBackupStream(Bun.stdin.stream()) : readBackupFile(from),
      );
      const there = await store.list();
      if (there.length > 0 && words.replace !== true)
        throw new CommandError(
          `there are ${there.length} keys already, and the backup has ${keys.length}: keys restore --replace replaces them`,
        );
      await store.replaceAll(keys);
      const text = `${there.length} keys were replaced by ${keys.length}. Every gateway uses them within 30 s.`;
      return { json: { keys: keys.length, replaced: there.length }, text };
    },
  },
};

type Rotation = {
  readonly id: string;
  readonly overlapMs: number;
  /** Expiry of the new key: milliseconds since 1970, null for never, undefined for the lifetime of the old key. */
  readonly expires: number | null | undefined;
  readonly now: number;
};

async function rotate(store: KeyStore, { id, overlapMs, expires, now }: Rotation): Promise<CommandResult> {
  const old = await findKey(store, id);
  if (old.revoked !== null)
    throw new CommandError(`key ${id} was revoked: make a new key for its holder with keys create`);
  if (old.successor !== null) {
    const next = await store.show(old.successor);
    if (next !== null && usable(next, now))
      throw new CommandError(`key ${id} was rotated already: rotate its successor, ${old.successor}`);
  }
  const lifetimeMs = old.expires === null ? null : old.expires - old.created;
  const lasts = expires === undefined ? (lifetimeMs === null ? null : now + lifetimeMs) : expires;
  // The old key ends after the overlap, but never later than its own expiry.
  const ends = Math.min(old.expires ?? Number.POSITIVE_INFINITY, now + overlapMs);
  const { text, id: newId } = makeKey();
  const key = {
    id: newId,
    hash: hashOf(text),
    name: old.name,
    contact: old.contact,
    created: now,
    expires: lasts,
  };
  if ((await store.rotate(old, key, ends)) === "changed")
    throw new CommandError(
      `key ${id} was changed by another command just now: check it with keys show ${id}`,
    );
  const until = ends <= now ? "has expired" : `expires at ${date(ends)} UTC`;
  const replaced = { replaces: { id, expires: new Date(ends).toISOString() } };
  return madeKey(text, await findKey(store, newId), now, `The old key ${id} ${until}.`, replaced);
}

function madeKey(text: string, key: KeyRecord, now: number, more: string, extra: object = {}): CommandResult {
  const { id, ...rest } = keyJson(key, now);
  return {
    json: { id, key: text, ...rest, ...extra },
    text: `${text}\n\nThis key is shown only once: give it to its holder now. Requests send it in the header X-API-Key.\n${more === "" ? "" : `${more}\n`}\n${keyLines(key, now)}\n\nTimes are UTC.`,
  };
}

async function findKey(store: KeyStore, id: string): Promise<KeyRecord> {
  const key = await store.show(id);
  if (key === null) throw unknownId(id);
  return key;
}

function unknownId(id: string): CommandError {
  return new CommandError(`there is no key with the id ${id}: keys list --all shows all keys`);
}
