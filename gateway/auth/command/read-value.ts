import { idOf, isId, isKey, KEY_LENGTH } from "../key.ts";
import { usageError } from "./command-error.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
/** The longest time from now that is taken for meant: a hundred years. */
const FAR_MS = 100 * 366 * 86_400_000;
const NAME_MAX = 100;
const CONTACT_MAX = 200;
/** Characters that change what a terminal shows, or are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** The time in `90d`, `24h`, `30m`, `45s`, `2w` or `0`, in milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? (text === "0" ? ["", "0", "s"] : []);
  const ms = Number(count) * (UNIT_MS[unit ?? ""] ?? Number.NaN);
  if (!(ms <= FAR_MS)) throw usageError(`${option} ${text}: give a time such as 90d, 24h or 30m`);
  return ms;
}

/** A count from 1 on. */
export function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw usageError(`${option} ${text}: give a number from 1 on`);
  return Number(text);
}

/** When a key expires: a duration from now, a date (its first moment, UTC), or `never`. Milliseconds since 1970. */
export function readExpiry(text: string, now: number): number | null {
  if (text === "never") return null;
  const at = /^\d{4}-/.test(text) ? readDate(text) : now + readDuration("--expires", text);
  if (at <= now)
    throw usageError(`--expires ${text}: that is over already; give a time to come, or use revoke`);
  if (at > now + FAR_MS) throw usageError(`--expires ${text}: that is far away; give never`);
  return at;
}

function readDate(text: string): number {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;
  const at = form.test(text) ? Date.parse(text) : Number.NaN;
  // The platform takes 31 February for 3 March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw usageError(
      `--expires ${text}: give a date such as 2027-01-31, or 2027-01-31T12:00Z, or a time such as 90d`,
    );
  return at;
}

export function readName(text: string | undefined): string {
  if (text === undefined)
    throw usageError(`--name is missing: say whose key it is, as in --name "Example Ltd"`);
  return readText("--name", text, NAME_MAX);
}

export function readContact(text: string | undefined): string {
  return text === undefined ? "" : readText("--contact", text, CONTACT_MAX);
}

function readText(option: string, text: string, max: number): string {
  const clean = text.trim();
  if (clean === "") throw usageError(`${option} is empty`);
  if (UNSEEN.test(clean))
    throw usageError(`${option} holds characters that are not seen: give plain text on one line`);
  if (clean.length > max) throw usageError(`${option} has ${clean.length} characters: ${max} are the most`);
  if (/dnst_[0-9A-Za-z]{10}/.test(clean))
    throw usageError(`${option} holds a key: keys are kept nowhere but as a hash`);
  return clean;
}

/** A key's id. What is none is not repeated: it may be most of a key. */
export function readId(text: string): string {
  if (isId(text)) return text;
  if (isKey(text))
    throw usageError(
      `this is a whole key, and should be seen nowhere; give its id, ${idOf(text)}. If others can read this terminal or its history, rotate it`,
    );
  if (text.startsWith("dnst_") || text.length >= KEY_LENGTH / 2)
    throw usageError(
      "this looks like a key, but is none, or not all of one; give the id, the ten characters after dnst_",
    );
  throw usageError("an id has ten letters and digits: keys list shows them");
}
