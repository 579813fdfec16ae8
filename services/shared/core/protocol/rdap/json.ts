/** A JSON object from an untrusted server: each member may have any type. */
export type Json = Readonly<Record<string, unknown>>;

/** Maximum list length and text length (characters) read, as the server chooses both. */
const LIST_MAX = 100;
const TEXT_MAX = 300;

/** Returns a text as one clean line, cut to 300 characters; null if the value is not a text or is empty. */
export function text(value: unknown): string | null {
  const raw = typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
  const clean = raw
    .slice(0, 4 * TEXT_MAX)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return clean === "" ? null : clean.slice(0, TEXT_MAX);
}

/** Returns a list, cut to 100 items; empty if the value is not a list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, LIST_MAX) : [];
}

/** Returns the texts in a list and skips all other values. */
export function texts(value: unknown): string[] {
  return list(value).flatMap((one) => text(one) ?? []);
}

/** Returns an object; an empty one if the value is not an object. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Returns the non-empty objects in a list and skips all other values. */
export function objects(value: unknown): Json[] {
  return list(value)
    .map(object)
    .filter((one) => Object.keys(one).length > 0);
}
