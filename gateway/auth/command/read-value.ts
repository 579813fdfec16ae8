import { idOf, isId, isKey, KEY_LENGTH } from "../key.ts";
import { usageError } from "./command-error.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
/** The longest accepted duration: a hundred years, in milliseconds. A longer one is assumed to be a mistake. */
const FAR_MS = 100 * 366 * 86_400_000;
const NAME_MAX = 100;
const CONTACT_MAX = 200;
/** Matches invisible characters and characters that control a terminal. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Parses a duration such as `90d`, `24h`, `30m`, `45s`, `2w` or `0` and returns it in milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? (text === "0" ? ["", "0", "s"] : []);
  const ms = Number(count) * (UNIT_MS[unit ?? ""] ?? Number.NaN);
  if (!(ms <= FAR_MS)) throw usageError(`${option} ${text}: give a time such as 90d, 24h or 30m`);
  return ms;
}

/** Parses a whole number from 1 to 999999. */
export function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw usageError(`${option} ${text}: give a whole number from 1 to 999999`);
  return Number(text);
}

/**
 * Parses the expiry of a key: a duration from now, a date (the start of that day in UTC), a time, or `never`.
 * @returns milliseconds since 1970; null for `never`
 */
export function readExpiry(text: string, now: number): number | null {
  if (text === "never") return null;
  const at = /^\d{4}-/.test(text) ? readDate(text) : now + readDuration("--expires", text);
  if (at <= now)
    throw usageError(`--expires ${text}: that time has passed; give a time in the future, or use revoke`);
  if (at > now + FAR_MS)
    throw usageError(`--expires ${text}: that is more than a hundred years from now; use never`);
  return at;
}

function readDate(text: string): number {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;
  const at = form.test(text) ? Date.parse(text) : Number.NaN;
  // Detects dates that do not exist: for 31 February, Date.parse returns 3 March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw usageError(
      `--expires ${text}: give a date such as 2027-01-31, or 2027-01-31T12:00Z, or a time such as 90d`,
    );
  return at;
}

/** Validates the value of --name. @throws CommandError if it is missing or invalid */
export function readName(text: string | undefined): string {
  if (text === undefined)
    throw usageError(`--name is missing: give the holder of the key, as in --name "Example Ltd"`);
  return readText("--name", text, NAME_MAX);
}

/**
 * Validates the value of --contact.
 * @returns an empty string if the option is missing
 * @throws CommandError if the value is invalid
 */
export function readContact(text: string | undefined): string {
  return text === undefined ? "" : readText("--contact", text, CONTACT_MAX);
}

function readText(option: string, text: string, max: number): string {
  const clean = text.trim();
  if (clean === "") throw usageError(`${option} is empty`);
  if (UNSEEN.test(clean))
    throw usageError(`${option} contains invisible characters: give plain text on one line`);
  if (clean.length > max) throw usageError(`${option} has ${clean.length} characters: the maximum is ${max}`);
  if (/dnst_[0-9A-Za-z]{10}/.test(clean))
    throw usageError(`${option} contains a key: keys are only stored as hashes`);
  return clean;
}

/** Validates the id of a key. Error messages do not repeat an invalid id, because it may be part of a key. */
export function readId(text: string): string {
  if (isId(text)) return text;
  if (isKey(text))
    throw usageError(
      `this is a whole key, which should not be shown anywhere; give its id, ${idOf(text)}. If others can read this terminal or its history, rotate it`,
    );
  if (text.startsWith("dnst_") || text.length >= KEY_LENGTH / 2)
    throw usageError(
      "this looks like a key, but it is invalid or incomplete; give the id, the ten characters after dnst_",
    );
  throw usageError("an id has ten letters and digits: keys list shows them");
}
