/** Members of a JSON object of somebody else's: each may be anything. */
export type Json = Readonly<Record<string, unknown>>;

/** What is read of one list, and of one text: whoever writes them chooses how long they are. */
const LIST_MAX = 100;
const TEXT_MAX = 300;

/** A text of one line; null for what is none, is empty, or holds nothing to read. */
export function text(value: unknown): string | null {
  const raw = typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
  const clean = raw
    .slice(0, 4 * TEXT_MAX)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return clean === "" ? null : clean.slice(0, TEXT_MAX);
}

/** A list; nothing for what is none. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, LIST_MAX) : [];
}

export function texts(value: unknown): string[] {
  return list(value).flatMap((one) => text(one) ?? []);
}

/** An object; one without members for what is none. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function objects(value: unknown): Json[] {
  return list(value)
    .map(object)
    .filter((one) => Object.keys(one).length > 0);
}
